// The account menu and account details in a real browser, over the real main: what they do, and where the focus is.
import { describe, expect, it } from 'vitest'
import { l2KeySetting } from '../../src-main/accounts/wallet/check-l2-key.ts'
import { AppError } from '../../src-preload/domain/errors.ts'
import { eventually } from '../fixtures/eventually.ts'
import { readFocus } from './open-page.ts'
import { type GivenAccount, openReal, type RealPage } from './open-real.ts'

const wallet = { network: 'mainnet' } as const

const focusIs = (one: RealPage, name: string | RegExp) =>
  eventually(async () => expect(await readFocus(one)).toMatch(name))

async function openMenu({ page }: RealPage): Promise<void> {
  await page.getByRole('button', { name: /^Account:/ }).click()
  await page.getByRole('menu', { name: 'Account' }).waitFor()
}

async function openDetails(one: RealPage): Promise<void> {
  await openMenu(one)
  await one.page.getByRole('menuitem', { name: 'Account details' }).click()
  await one.page.getByRole('dialog').waitFor()
}

describe('the account menu', () => {
  const many = Array.from({ length: 50 }, (_, index): GivenAccount => {
    const label = index === 1 ? 'Word '.repeat(12).trim() : `Wallet ${index + 1}`
    return { ...wallet, label, ethereumAddress: `0x${'a'.repeat(40)}` }
  })

  it('finds one of fifty accounts by typing, without the mouse', async () => {
    const one = await openReal({ accounts: many })
    const { page } = one
    await page.getByRole('button', { name: /^Account:/ }).focus()
    await page.keyboard.press('Enter')
    await focusIs(one, 'Filter accounts')
    await page.keyboard.type('wallet 4')
    const items = page.getByRole('menuitemradio')
    await eventually(async () => expect(await items.count()).toBe(14))
    await page.keyboard.press('ArrowDown')
    await focusIs(one, /^Wallet 4\b/)
    await page.keyboard.press('ArrowDown')
    await focusIs(one, /^Wallet 14/)
    await page.keyboard.press('ArrowUp')
    await focusIs(one, /^Wallet 4\b/)
    await page.keyboard.press('ArrowUp')
    await focusIs(one, 'Filter accounts')
    await page.keyboard.press('ArrowDown')
    // Typing on goes to the filter, wherever the focus is.
    await page.keyboard.type('7')
    await focusIs(one, 'Filter accounts')
    await eventually(async () => expect(await items.count()).toBe(1))
    await page.keyboard.press('Enter')
    await focusIs(one, /^Account: tanX, Wallet 47/)
  })

  it('scrolls its accounts inside the window, and cuts a long name that it has in full', async () => {
    const one = await openReal({ accounts: many })
    const { page } = one
    await page.setViewportSize({ width: 900, height: 480 })
    await openMenu(one)
    const list = page.locator('.account-list')
    const heights = await list.evaluate((at) => [at.clientHeight, at.scrollHeight] as const)
    expect(heights[0]).toBeLessThan(heights[1])
    const menu = await page
      .locator('.account-menu')
      .evaluate((at) => [at.clientHeight, at.scrollHeight] as const)
    expect(menu[0]).toBe(menu[1])
    const remove = await page.getByRole('menuitem', { name: /^Remove/ }).boundingBox()
    expect((remove?.y ?? 480) + (remove?.height ?? 0)).toBeLessThanOrEqual(480)
    const name = page.getByTitle(many[1]?.label ?? '', { exact: true })
    expect(await name.evaluate((at) => at.scrollWidth > at.clientWidth)).toBe(true)
  })

  it('opens at the account in use', async () => {
    const one = await openReal({ accounts: many, active: 40 })
    await openMenu(one)
    const list = await one.page.locator('.account-list').boundingBox()
    const item = await one.page.getByRole('menuitemradio', { checked: true }).boundingBox()
    if (list === null || item === null) throw new Error('the menu is not drawn')
    expect(item.y).toBeGreaterThanOrEqual(list.y)
    expect(item.y + item.height).toBeLessThanOrEqual(list.y + list.height + 1)
  })

  it('speaks of no key for practice, and of the place of a key for others', async () => {
    const one = await openReal({ accounts: [{ label: 'Practice' }, wallet] })
    await openMenu(one)
    expect(await one.page.getByText(/^Its key is/).count()).toBe(0)
    await one.page.getByRole('menuitemradio', { name: /^Wallet 2/ }).click()
    await focusIs(one, /^Account: tanX, Wallet 2/)
    await openMenu(one)
    await one.page.getByText(/^Its key is/).waitFor()
  })

  it('leads to the form for a key that is gone, and to the one for another account, with the focus', async () => {
    const one = await openReal({ accounts: [{ ...wallet, hasKey: false }] })
    const { page } = one
    await openMenu(one)
    await page.getByText('Its key is no longer stored.').waitFor()
    await page.getByRole('menuitem', { name: 'Enter the key again' }).click()
    await focusIs(one, 'Enter the key of Wallet 1 again')
    await page.getByRole('button', { name: 'Cancel' }).click()
    await openMenu(one)
    await page.getByRole('menuitem', { name: 'Add account' }).click()
    await focusIs(one, 'Add an account')
  })

  it('has no filter for a few accounts, and letters find one as before', async () => {
    const eight = ['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H'].map((letter) => ({ label: `${letter}-wallet` }))
    const one = await openReal({ accounts: eight })
    await openMenu(one)
    expect(await one.page.getByLabel('Filter accounts').count()).toBe(0)
    await focusIs(one, 'Accounts')
    await one.page.keyboard.type('f-w')
    await focusIs(one, /^F-wallet/)
    await one.page.keyboard.press('ArrowDown')
    await focusIs(one, /^G-wallet/)
  })

  it('marks the accounts whose L2 key does not match', async () => {
    const one = await openReal({ accounts: [wallet, wallet] })
    const { page } = one
    const { store, services } = one.main
    const stored = await eventually(async () => {
      const [first, second] = await store.listAccounts()
      if (second === undefined || !first?.profile) throw new Error('not signed in yet')
      return { ...second, profile: first.profile }
    })
    await store.putAccount(stored)
    const l2Key = { status: 'mismatch', profilePublicKey: stored.profile.starkKey }
    await store.setSetting(l2KeySetting(stored.id), JSON.stringify(l2Key))
    await services.accounts.rename({ id: stored.id, label: 'Another key' })
    await page.getByRole('button', { name: /^Account:/ }).click()
    await page.getByRole('menuitemradio', { name: /^Another key/ }).waitFor()
    const marks = page.getByRole('img', { name: 'L2 key does not match' })
    expect(await marks.count()).toBe(1)
    expect(await page.getByRole('menuitemradio').nth(1).locator(marks).count()).toBe(1)
  })

  it('signs out, and the strip that says so signs in again', async () => {
    const one = await openReal({ accounts: [wallet] })
    const { page } = one
    await openMenu(one)
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    const strip = page.getByRole('region', { name: 'Sign-in' })
    await strip.getByText('This account is not signed in').waitFor()
    await openMenu(one)
    expect(await page.getByRole('menuitem', { name: 'Sign out' }).count()).toBe(0)
    await page.keyboard.press('Escape')
    await strip.getByRole('button', { name: 'Sign in' }).focus()
    await page.keyboard.press('Enter')
    await eventually(async () => expect(await strip.count()).toBe(0))
    await eventually(async () =>
      expect(await page.evaluate(() => document.activeElement?.id)).toBe('content'),
    )
  })
})

describe('what is said of an account that was just connected', () => {
  async function connect(): Promise<RealPage> {
    const one = await openReal()
    await one.page.getByRole('button', { name: 'Use the practice exchange' }).click()
    await noticeOf(one).getByText('Alice Practice is open.').waitFor()
    await one.main.services.accounts.signIn()
    return one
  }
  const noticeOf = ({ page }: RealPage) => page.getByRole('status', { name: 'Connected' })

  it('goes by itself in practice, where nothing of it has to be kept', async () => {
    const one = await connect()
    await noticeOf(one).waitFor({ state: 'detached' })
  })

  it('ends with its session, and does not come back', async () => {
    const one = await connect()
    const { accounts } = one.main.services
    expect(await noticeOf(one).count()).toBe(1)
    await accounts.signOut()
    await noticeOf(one).waitFor({ state: 'detached' })
    await accounts.signIn()
    await one.page.getByRole('region', { name: 'Sign-in' }).waitFor({ state: 'detached' })
    expect(await noticeOf(one).count()).toBe(0)
  })

  it('ends with its use, and does not come back', async () => {
    const one = await connect()
    const { accounts } = one.main.services
    const { activeId } = await accounts.getState()
    await accounts.connectPractice({ user: 1 })
    await noticeOf(one).waitFor({ state: 'detached' })
    await accounts.activate({ id: activeId ?? '' })
    await one.page.getByRole('button', { name: /^Account: .*Alice/ }).waitFor()
    expect(await noticeOf(one).count()).toBe(0)
  })
})

describe('account details', () => {
  it('rename the account in place; Escape leaves the name and the details', async () => {
    const one = await openReal({ accounts: [wallet] })
    const { page } = one
    await openDetails(one)
    await focusIs(one, 'Wallet 1')
    await page.getByRole('button', { name: 'Rename' }).click()
    await focusIs(one, 'Account name')
    await page.keyboard.type('Other')
    await page.keyboard.press('Escape')
    await focusIs(one, 'Rename')
    expect(one.inputsOf('accounts:rename')).toEqual([])
    await page.keyboard.press('Enter')
    await focusIs(one, 'Account name')
    await page.keyboard.press('Delete')
    await page.keyboard.press('Enter')
    await page.getByText('Enter a name for the account.').waitFor()
    await page.keyboard.type('  Savings ')
    await page.keyboard.press('Enter')
    await page.getByRole('dialog', { name: 'Savings' }).waitFor()
    await focusIs(one, 'Rename')
    await page.getByRole('button', { name: 'Close details' }).click()
    await focusIs(one, /^Account: tanX, Savings/)
  })

  it('show the address and the L2 public key as QR codes on demand', async () => {
    const one = await openReal({ accounts: [wallet] })
    const { page } = one
    await openDetails(one)
    expect(await page.getByRole('img', { name: /^QR code/ }).count()).toBe(0)
    for (const noun of ['address', 'L2 public key']) {
      const toggle = page.getByRole('button', { name: `QR code of the ${noun}` })
      await toggle.click()
      await eventually(async () => expect(await toggle.getAttribute('aria-expanded')).toBe('true'))
      await page.getByRole('img', { name: new RegExp(`^QR code of the ${noun} 0x`) }).waitFor()
      expect(await page.getByRole('button', { name: `Copy ${noun}` }).count()).toBe(1)
    }
  })

  it('have a key of the operator typed in the other window, never show it, and forget it', async () => {
    const one = await openReal({ accounts: [wallet] })
    const { page } = one
    const [id = ''] = one.ids
    one.main.person.serviceKeys.organizationKey = 'org-4711'
    await openDetails(one)
    const enter = page.getByRole('button', { name: 'Enter the organization key' })
    const forget = page.getByRole('button', { name: 'Delete the organization key' })
    expect(await forget.count()).toBe(0)
    await enter.click()
    await forget.waitFor()
    expect(one.inputsOf('accounts:setServiceKey')).toEqual([{ id, name: 'organizationKey' }])
    expect(await one.main.secrets.get(id, 'organizationKey')).toBe('org-4711')
    await focusIs(one, 'Replace the organization key')
    expect(await page.content()).not.toContain('org-4711')
    expect(await page.getByRole('button', { name: 'Delete the API key' }).count()).toBe(0)
    await forget.click()
    await eventually(async () => expect(await forget.count()).toBe(0))
    await focusIs(one, 'Enter the organization key')
    expect(await one.main.secrets.get(id, 'organizationKey')).toBeNull()
  })

  it('take a closed window for what it is, and say why a key cannot be forgotten', async () => {
    const one = await openReal({ accounts: [{ ...wallet, hasServiceKeys: true }] })
    const { page } = one
    const [id = ''] = one.ids
    const kept = await one.main.secrets.get(id, 'apiKey')
    one.main.person.confirm = () => Promise.reject(new AppError('userDeclined'))
    await openDetails(one)
    const dialog = page.getByRole('dialog')
    for (const name of ['Replace the API key', 'Delete the API key']) {
      await page.getByRole('button', { name }).click()
      await focusIs(one, name)
    }
    await eventually(() => expect(one.inputsOf('accounts:forgetServiceKey')).toHaveLength(1))
    expect(await dialog.getByRole('alert').count()).toBe(0)
    one.main.person.confirm = () => Promise.resolve()
    one.main.keychain.fault = 'Cannot delete an item of a locked collection'
    await page.getByRole('button', { name: 'Delete the API key' }).click()
    await dialog.getByRole('alert').waitFor()
    one.main.keychain.fault = null
    expect(await one.main.secrets.get(id, 'apiKey')).toBe(kept)
  })

  it('name the file of an export, and take leaving its window for what it is', async () => {
    const one = await openReal({ accounts: [wallet] })
    const { page } = one
    const { person } = one.main
    person.fileName = 'wallet-1.json'
    person.confirm = () => Promise.reject(new AppError('userDeclined'))
    await openDetails(one)
    const run = page.getByRole('button', { name: 'Export as keystore file' })
    await run.click()
    await page.getByText('Nothing was exported.').waitFor()
    expect(await page.getByRole('dialog').getByRole('alert').count()).toBe(0)
    person.confirm = () => Promise.resolve()
    await run.click()
    await page.getByText('Key exported to wallet-1.json').waitFor()
  })

  it('export nothing of a key that is gone, say why, and lead to where it is entered', async () => {
    const one = await openReal({ accounts: [{ ...wallet, hasKey: false }] })
    await openDetails(one)
    const dialog = one.page.getByRole('dialog')
    expect(await dialog.getByRole('button', { name: 'Export as keystore file' }).isDisabled()).toBe(true)
    await dialog.getByText('Its key is no longer stored.', { exact: false }).waitFor()
    await dialog.getByRole('button', { name: 'Enter the key again' }).click()
    await focusIs(one, 'Enter the key of Wallet 1 again')
  })

  it.each([
    ['a mere L2 key', { ...wallet, keyKind: 'stark' }],
    ['the practice exchange', {}],
  ] as const)('offer no export for an account of %s', async (_, account) => {
    const one = await openReal({ accounts: [account] })
    await openDetails(one)
    expect(await one.page.getByRole('button', { name: /^Export/ }).count()).toBe(0)
  })
})
