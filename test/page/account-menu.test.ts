// Owns: the account menu and account details in a real browser: what is asked of main, and where the focus is.
// Must not: test main's rules, or words that have tests of their own.
import { describe, expect, it } from 'vitest'
import type { Account } from '../../src-preload/contract/accounts.ts'
import { AppError } from '../../src-preload/shared/errors.ts'
import { eventually } from '../fixtures/eventually.ts'
import { makeAccount } from '../unit/renderer/make-account.ts'
import { type AccountsPage, openAccounts, readFocus } from './accounts-fake.ts'

const focusIs = (one: AccountsPage, name: string | RegExp) =>
  eventually(async () => expect(await readFocus(one)).toMatch(name))

async function openMenu({ page }: AccountsPage): Promise<void> {
  await page.getByRole('button', { name: /^Account:/ }).click()
  await page.getByRole('menu', { name: 'Account' }).waitFor()
}

async function openDetails(one: AccountsPage): Promise<void> {
  await openMenu(one)
  await one.page.getByRole('menuitem', { name: 'Account details' }).click()
  await one.page.getByRole('dialog').waitFor()
}

describe('the account menu', () => {
  const ethereumAddress = `0x${'a'.repeat(40)}`
  const many = Array.from({ length: 50 }, (_, index) =>
    makeAccount(index + 1, {
      ethereumAddress,
      ...(index === 1 ? { label: 'Word '.repeat(12).trim() } : {}),
    }),
  )

  it('finds one of fifty accounts by typing, without the mouse', async () => {
    const one = await openAccounts(many)
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
    await eventually(() => expect(one.inputsOf('accounts:activate')).toEqual([{ id: many[46]?.id }]))
    await focusIs(one, /^Account: Mainnet, Wallet 47/)
  })

  it('scrolls its accounts inside the window, and cuts a long name that it has in full', async () => {
    const one = await openAccounts(many)
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
    const one = await openAccounts(many, undefined, { activeId: many[40]?.id ?? null })
    await openMenu(one)
    const list = await one.page.locator('.account-list').boundingBox()
    const item = await one.page.getByRole('menuitemradio', { checked: true }).boundingBox()
    if (list === null || item === null) throw new Error('the menu is not drawn')
    expect(item.y).toBeGreaterThanOrEqual(list.y)
    expect(item.y + item.height).toBeLessThanOrEqual(list.y + list.height + 1)
  })

  it('speaks of no key for practice, and of the place of a key for others', async () => {
    const practice = makeAccount(1, { network: { kind: 'practice', baseUrl: null } })
    for (const [account, count] of [
      [practice, 0],
      [makeAccount(1), 1],
    ] as const) {
      const one = await openAccounts([account])
      await openMenu(one)
      expect(await one.page.getByText(/^Its key is/).count()).toBe(count)
    }
  })

  it('leads to the form for a key that is gone, and to the one for another account, with the focus', async () => {
    const one = await openAccounts([makeAccount(1)], undefined, { session: 'needsKey' })
    const { page } = one
    await openMenu(one)
    await page.getByText('Its key is not kept here any more.').waitFor()
    await page.getByRole('menuitem', { name: 'Enter the key again' }).click()
    await focusIs(one, 'Enter the key of Wallet 1 again')
    await page.getByRole('button', { name: 'Cancel' }).click()
    await openMenu(one)
    await page.getByRole('menuitem', { name: 'Add account' }).click()
    await focusIs(one, 'Add an account')
  })

  it('has no filter for a few accounts, and letters find one as before', async () => {
    const eight = ['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H'].map((letter, index) =>
      makeAccount(index, { label: `${letter}-wallet` }),
    )
    const one = await openAccounts(eight)
    await openMenu(one)
    expect(await one.page.getByLabel('Filter accounts').count()).toBe(0)
    await one.page.keyboard.type('f-w')
    await focusIs(one, /^F-wallet/)
    await one.page.keyboard.press('ArrowDown')
    await focusIs(one, /^G-wallet/)
  })

  it('marks the accounts whose L2 key does not match, and signs out', async () => {
    const mismatch = { l2Key: { status: 'mismatch', profilePublicKey: '0x1' } } as const
    const one = await openAccounts([makeAccount(1), makeAccount(2, mismatch)], () => ({
      'accounts:signOut': () => ({}),
    }))
    const { page } = one
    await openMenu(one)
    const marks = page.getByRole('img', { name: 'L2 key does not match' })
    expect(await marks.count()).toBe(1)
    expect(await page.getByRole('menuitemradio').nth(1).locator(marks).count()).toBe(1)
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await eventually(() => expect(one.inputsOf('accounts:signOut')).toEqual([{}]))
    await one.tell({ session: 'needsSignIn' })
    const strip = page.getByRole('region', { name: 'Sign-in' })
    await strip.getByText('This account is not signed in').waitFor()
    await openMenu(one)
    expect(await page.getByRole('menuitem', { name: 'Sign out' }).count()).toBe(0)
    await page.keyboard.press('Escape')
    await strip.getByRole('button', { name: 'Sign in' }).focus()
    await one.tell({ session: 'signedIn' })
    await eventually(async () => expect(await strip.count()).toBe(0))
    await eventually(async () =>
      expect(await page.evaluate(() => document.activeElement?.id)).toBe('content'),
    )
  })
})

describe('what is said of an account that was just connected', () => {
  const alice = makeAccount(1, { label: 'Alice', network: { kind: 'practice', baseUrl: null } })
  const other = makeAccount(2)

  async function connect(): Promise<AccountsPage> {
    const one = await openAccounts([], (page) => ({
      'accounts:connectPractice': async () => {
        await page().tell({ accounts: [alice, other], activeId: alice.id, session: 'signingIn' })
        return alice
      },
    }))
    await one.page.getByRole('button', { name: 'Use the practice exchange' }).click()
    await one.page.getByRole('status', { name: 'Connected' }).getByText('Alice is open.').waitFor()
    return one
  }

  it.each([
    ['its session', { session: 'needsSignIn' }, { session: 'signedIn' }],
    ['its use', { activeId: other.id }, { activeId: alice.id }],
  ] as const)('ends with %s, and does not come back', async (_, end, back) => {
    const one = await connect()
    const notice = one.page.getByRole('status', { name: 'Connected' })
    await one.tell({ session: 'signedIn' })
    expect(await notice.count()).toBe(1)
    await one.tell(end)
    await eventually(async () => expect(await notice.count()).toBe(0))
    await one.tell(back)
    await one.page.evaluate(() => new Promise(requestAnimationFrame))
    expect(await notice.count()).toBe(0)
  })
})

describe('account details', () => {
  const matched: Partial<Account> = {
    l2Key: { status: 'matched', publicKey: '0x5a1b', text: { era: 'tanx', network: 'mainnet' } },
  }

  it('rename the account in place; Escape leaves the name and the details', async () => {
    const one = await openAccounts([makeAccount(1)])
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
    await page.getByText('The account needs a name.').waitFor()
    await page.keyboard.type('  Savings ')
    await page.keyboard.press('Enter')
    await page.getByRole('dialog', { name: 'Savings' }).waitFor()
    expect(one.inputsOf('accounts:rename')).toEqual([{ id: makeAccount(1).id, label: 'Savings' }])
    await focusIs(one, 'Rename')
    await page.getByRole('button', { name: 'Close details' }).click()
    await focusIs(one, /^Account: Mainnet, Savings/)
  })

  it('show the address and the L2 public key as QR codes on demand', async () => {
    const one = await openAccounts([makeAccount(1, matched)])
    const { page } = one
    await openDetails(one)
    expect(await page.getByRole('img', { name: /^QR code/ }).count()).toBe(0)
    for (const noun of ['address', 'L2 public key']) {
      const toggle = page.getByRole('button', { name: `QR code of the ${noun}` })
      await toggle.click()
      expect(await toggle.getAttribute('aria-expanded')).toBe('true')
      await page.getByRole('img', { name: new RegExp(`^QR code of the ${noun} 0x`) }).waitFor()
      expect(await page.getByRole('button', { name: `Copy ${noun}` }).count()).toBe(1)
    }
  })

  it('take a key of the operator, never show it again, and forget it', async () => {
    const one = await openAccounts([makeAccount(1)])
    const { page } = one
    await openDetails(one)
    const field = page.getByLabel('Organisation key', { exact: true })
    const keep = page.getByRole('button', { name: 'Keep the organisation key' })
    expect(await keep.isDisabled()).toBe(true)
    await field.fill(' org-4711 ')
    await keep.click()
    const forget = page.getByRole('button', { name: 'Forget the organisation key' })
    await forget.waitFor()
    expect(await field.inputValue()).toBe('')
    expect(await page.content()).not.toContain('org-4711')
    expect(await page.getByRole('button', { name: 'Forget the API key' }).count()).toBe(0)
    await forget.click()
    await eventually(async () => expect(await forget.count()).toBe(0))
    await focusIs(one, 'Organisation key')
    const { id } = makeAccount(1)
    expect(one.inputsOf('accounts:setServiceKey')).toEqual([
      { id, name: 'organizationKey', value: 'org-4711' },
      { id, name: 'organizationKey', value: null },
    ])
  })

  it('keep what was typed of a key that could not be kept, and say why', async () => {
    const one = await openAccounts([makeAccount(1)], () => ({
      'accounts:setServiceKey': () => {
        throw new AppError('keychainLocked')
      },
    }))
    const { page } = one
    await openDetails(one)
    await page.getByLabel('API key', { exact: true }).fill('api-1')
    await page.keyboard.press('Enter')
    await page.getByRole('dialog').getByRole('alert').waitFor()
    expect(await page.getByLabel('API key', { exact: true }).inputValue()).toBe('api-1')
  })

  it('name the file of an export, and take leaving its window for what it is', async () => {
    let isDeclined = true
    const one = await openAccounts([makeAccount(1)], () => ({
      'accounts:exportKeystore': () => {
        if (isDeclined) throw new AppError('userDeclined')
        return { fileName: 'wallet-1.json' }
      },
    }))
    const { page } = one
    await openDetails(one)
    const run = page.getByRole('button', { name: 'Export as keystore file' })
    await run.click()
    await page.getByText('No file was written.').waitFor()
    expect(await page.getByRole('dialog').getByRole('alert').count()).toBe(0)
    isDeclined = false
    await run.click()
    await page.getByText('The key was saved as wallet-1.json').waitFor()
  })

  it('export nothing of a key that is gone, say why, and lead to where it is entered', async () => {
    const one = await openAccounts([makeAccount(1)], undefined, { session: 'needsKey' })
    await openDetails(one)
    const dialog = one.page.getByRole('dialog')
    expect(await dialog.getByRole('button', { name: 'Export as keystore file' }).isDisabled()).toBe(true)
    await dialog.getByText('Its key is not kept here any more.', { exact: false }).waitFor()
    await dialog.getByRole('button', { name: 'Enter the key again' }).click()
    await focusIs(one, 'Enter the key of Wallet 1 again')
  })

  it.each([
    ['a mere L2 key', { keyKind: 'stark' }],
    ['the practice exchange', { network: { kind: 'practice', baseUrl: null } }],
  ] as const)('offer no export for an account of %s', async (_, changes) => {
    const one = await openAccounts([makeAccount(1, changes)])
    await openDetails(one)
    expect(await one.page.getByRole('button', { name: /^Export/ }).count()).toBe(0)
  })
})
