// The lock on the whole page in a real browser: what is seen, what is asked of main, where the focus is.
import type { Page } from 'playwright'
import { describe, expect, it } from 'vitest'
import type { SecurityState } from '../../src-preload/contract/accounts/security.ts'
import { AppError } from '../../src-preload/domain/errors.ts'
import { eventually } from '../fixtures/eventually.ts'
import type { Answers } from '../unit/renderer/features/fake-main.ts'
import { account, accountsState, answersFor, unprotected } from './app-answers.ts'
import { openPage, type OpenPage } from './open-page.ts'

const locked: SecurityState = { ...unprotected, password: 'locked' }
const behindLock = { label: 'Savings of Mia', network: 'mainnet' } as const
const unlocked: SecurityState = { ...unprotected, password: 'unlocked' }
const readable: SecurityState = { ...locked, readableWhenLocked: true }

function open(security: SecurityState, more: Answers = {}): Promise<OpenPage> {
  return openPage(answersFor(security, accountsState, more), '#/orders')
}

const namesOf = ({ calls }: OpenPage): string[] => calls.map(({ name }) => name)
const nameOfFocus = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const { activeElement: at } = document
    const label = at instanceof HTMLInputElement ? at.labels?.[0]?.textContent : undefined
    return label ?? at?.getAttribute('aria-label') ?? (at?.id === '' ? at.textContent : at?.id) ?? ''
  })
/** All that a page has, names of attributes included. */
const everythingOn = (page: Page): Promise<string> => page.evaluate(() => document.documentElement.outerHTML)

/** As long as the page puts off what it asks for: what was wanted before the lock would be asked for by then. */
const rest = (page: Page): Promise<void> =>
  page.evaluate(() => new Promise<void>((resolve) => setTimeout(resolve, 700)))

async function seeOrders({ page }: OpenPage): Promise<void> {
  await page.getByRole('button', { name: /^Account:/ }).waitFor()
  await page.getByText('/USDC').first().waitFor()
}

/** The button says so while the other window is open, and ignores clicks. */
const waiting = (page: Page) => page.getByRole('button', { name: 'Waiting for the other window' })

describe('the lock screen', () => {
  it('says which account and network wait behind it', async () => {
    const { page } = await open({ ...locked, behindLock })
    await page.getByTestId('behind-lock').waitFor()
    expect(await page.getByTestId('behind-lock').innerText()).toMatch(/^Savings of Mia\s+tanX$/)
    expect(await page.getByRole('button').count()).toBe(2)
  })
})

describe('a start that is locked', () => {
  it('asks main for nothing but the lock until the other window has closed, then for the rest', async () => {
    const closes = Promise.withResolvers<undefined>()
    const one = await open(locked, {
      'security:unlock': async () => {
        await closes.promise
        return {}
      },
    })
    await one.page.getByRole('button', { name: 'Unlock' }).waitFor()
    expect((await nameOfFocus(one.page)).trim()).toBe('Unlock')
    expect(new Set(namesOf(one))).toEqual(new Set(['app:getInfo', 'security:getState']))
    await one.page.keyboard.press('Enter')
    await waiting(one.page).waitFor()
    // Whatever is typed or pressed here meanwhile is nothing to this window.
    await one.page.keyboard.type('what is meant for the other window')
    await one.page.keyboard.press('Enter')
    await waiting(one.page).click({ force: true })
    expect(one.calls.filter(({ name }) => name === 'security:unlock')).toEqual([
      { name: 'security:unlock', input: {} },
    ])
    expect(namesOf(one)).not.toContain('accounts:getState')
    closes.resolve(undefined)
    await one.emit('security:changed', unlocked)
    await seeOrders(one)
    await eventually(async () => expect(await nameOfFocus(one.page)).toBe('content'))
    expect(namesOf(one)).toContain('accounts:getState')
  })

  it('is left by the keyboard alone, and has no field to type a password into', async () => {
    const { page } = await open(locked)
    await page.getByRole('button', { name: 'Unlock' }).waitFor()
    const order = [(await nameOfFocus(page)).trim()]
    await page.keyboard.press('Tab')
    order.push((await nameOfFocus(page)).trim())
    expect(order).toEqual(['Unlock', 'Forgot password?'])
    await page.getByText('This window never asks for it.').waitFor()
    expect(await page.locator('input, textarea, [contenteditable]').count()).toBe(0)
  })
})

describe('the other window', () => {
  it('that was closed is no failure, and opens again', async () => {
    let tries = 0
    const one = await open(locked, {
      'security:unlock': () => {
        tries += 1
        throw new AppError('userDeclined')
      },
    })
    const { page } = one
    await page.getByRole('button', { name: 'Unlock' }).waitFor()
    for (const times of [1, 2]) {
      await page.keyboard.press('Enter')
      await eventually(() => expect(tries).toBe(times))
      await page.getByRole('button', { name: 'Unlock' }).waitFor()
      await eventually(async () => expect((await nameOfFocus(page)).trim()).toBe('Unlock'))
    }
    expect(await page.getByRole('alert').count()).toBe(0)
  })

  it('that does not open, so soon after others were closed, is told with the wait', async () => {
    const { page } = await open(locked, {
      'security:unlock': () => {
        throw new AppError('userDeclined', { reason: 'tooSoon', retryAfterMs: 40_000 })
      },
    })
    await page.getByRole('button', { name: 'Unlock' }).click()
    await page.getByRole('alert').waitFor()
    expect(await page.getByRole('alert').textContent()).toMatch(/40 seconds/)
  })

  it('that ended with a fault of the vault has it told here, with what can be done', async () => {
    const { page } = await open(locked, {
      'security:unlock': () => {
        throw new AppError('databaseUnavailable', { file: '/data/vault', reason: 'EACCES' })
      },
    })
    await page.getByRole('button', { name: 'Unlock' }).click()
    const alert = page.getByRole('alert')
    await alert.waitFor()
    expect(await alert.textContent()).toMatch(/encrypted key file.*access is denied/s)
    await alert.getByRole('button', { name: 'Restart Starkdesk' }).waitFor()
  })
})

describe('locking', () => {
  it.each(['menu', 'dialog'])(
    'leaves nothing of the data in the page, not even of an open %s',
    async (what) => {
      const one = await open(unlocked, { 'security:lock': () => ({}) })
      await seeOrders(one)
      await one.page.getByRole('button', { name: /^Account:/ }).click()
      if (what === 'dialog') await one.page.getByRole('menuitem', { name: /^Remove/ }).click()
      await one.page.getByText(account.label).nth(1).waitFor()
      await one.emit('security:changed', locked)
      await one.page.getByRole('button', { name: 'Unlock', exact: true }).waitFor()
      const left = await everythingOn(one.page)
      for (const of of [
        account.label,
        account.ethereumAddress,
        account.ethereumAddress.slice(0, 6),
        'USDC',
        'Synced',
        'Connected',
      ]) {
        expect(left).not.toContain(of)
      }
      expect(await one.page.title()).toBe('Starkdesk')
      expect((await nameOfFocus(one.page)).trim()).toBe('Unlock')
      // The page takes clicks: what was open has let go of it.
      await one.page.getByRole('button', { name: 'Forgot password?' }).click()
      await one.page.getByRole('button', { name: 'Keep key file' }).click()
      const asked = one.calls.length
      await rest(one.page)
      await one.emit('accounts:changed', accountsState)
      await one.emit('orders:changed', {
        ids: [1],
        sync: { cached: 9, open: 0, isComplete: true, asOfMs: 1, refusedRows: 0, lastError: null },
      })
      expect(await everythingOn(one.page)).not.toContain(account.label)
      await rest(one.page)
      expect(namesOf(one).slice(asked)).toEqual([])
      await one.emit('security:changed', unlocked)
      await seeOrders(one)
      expect(await one.page.getByRole('alertdialog').count()).toBe(0)
    },
  )

  it('is one key or one click away, and what fails of it is said', async () => {
    const one = await open(unlocked, {
      'security:lock': () => {
        throw new AppError('internal', {})
      },
    })
    await seeOrders(one)
    await one.page.keyboard.press('Control+Shift+KeyL')
    await one.page.getByRole('alert').getByText('Error in Starkdesk').waitFor()
    await one.page.getByRole('button', { name: 'Dismiss' }).click()
    await one.page.getByRole('button', { name: 'Lock', exact: true }).click()
    await eventually(() => expect(namesOf(one).filter((name) => name === 'security:lock')).toHaveLength(2))
  })

  it('that keeps figures readable says so in a line, and unlocks in a dialog', async () => {
    const one = await open(readable, { 'security:unlock': () => ({}) })
    await seeOrders(one)
    const { page } = one
    await page.getByText('orders and figures are not refreshed. Nothing can be signed.').waitFor()
    await page.getByRole('button', { name: 'Unlock' }).last().click()
    const dialog = page.getByRole('dialog', { name: 'Unlock Starkdesk' })
    await dialog.waitFor()
    await eventually(async () => expect((await nameOfFocus(page)).trim()).toBe('Unlock'))
    expect(await dialog.locator('input').count()).toBe(0)
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await page.keyboard.press('Control+Shift+KeyL')
    await dialog.waitFor()
    await eventually(async () => expect((await nameOfFocus(page)).trim()).toBe('Unlock'))
    await page.keyboard.press('Enter')
    await eventually(() => expect(namesOf(one)).toContain('security:unlock'))
    await one.emit('security:changed', { ...readable, password: 'unlocked' })
    await dialog.waitFor({ state: 'detached' })
    expect(await page.getByText('orders and figures are not refreshed').count()).toBe(0)
    await eventually(async () => expect(await nameOfFocus(page)).toBe('content'))
  })
})

describe('locked and readable', () => {
  const signedOut = { ...accountsState, session: 'appLocked' } as const
  const openReadable = () => openPage(answersFor(readable, signedOut), '#/orders')

  it('offers nothing that needs a key, and says why', async () => {
    const one = await openReadable()
    const { page } = one
    await seeOrders(one)
    await page.getByRole('button', { name: /^Account:/ }).click()
    for (const name of [/^Add account/, /^Remove/]) {
      const item = page.getByRole('menuitem', { name })
      expect(await item.getAttribute('aria-disabled')).toBe('true')
      expect(await item.textContent()).toContain('Unlock first')
    }
    await page.getByRole('menuitem', { name: 'Account details' }).click()
    const dialog = page.getByRole('dialog')
    for (const name of ['Export as keystore file', 'Remove this account…']) {
      expect(await dialog.getByRole('button', { name }).isDisabled()).toBe(true)
    }
    for (const noun of ['organization key', 'API key']) {
      expect(await dialog.getByRole('button', { name: `Enter the ${noun}` }).isDisabled()).toBe(true)
    }
  })

  it.each(['key', 'button'])('closes the details before it offers to unlock (%s)', async (way) => {
    const one = await openReadable()
    const { page } = one
    await seeOrders(one)
    await page.getByRole('button', { name: /^Account:/ }).click()
    await page.getByRole('menuitem', { name: 'Account details' }).click()
    const details = page.getByRole('dialog', { name: account.label })
    await details.waitFor()
    if (way === 'key') await page.keyboard.press('Control+Shift+KeyL')
    else await details.getByRole('button', { name: 'Unlock' }).click()
    await page.getByRole('dialog', { name: 'Unlock Starkdesk' }).waitFor()
    await details.waitFor({ state: 'detached' })
    await eventually(async () => expect((await nameOfFocus(page)).trim()).toBe('Unlock'))
    await page.keyboard.press('Enter')
    await eventually(() => expect(namesOf(one)).toContain('security:unlock'))
  })
})

describe('a forgotten password', () => {
  it('has main set the vault aside, and then names the file', async () => {
    const one = await open(locked, {
      'security:setVaultAside': () => ({ fileName: 'vault-2026-11-20.set-aside' }),
    })
    const { page } = one
    const isOnDanger = () => nameOfFocus(page).then((name) => name.includes('Reset app password'))
    await page.getByRole('button', { name: 'Forgot password?' }).click()
    await page.getByRole('heading', { name: 'Your password can’t be recovered' }).waitFor()
    expect(await isOnDanger()).toBe(false)
    expect(namesOf(one)).not.toContain('security:setVaultAside')
    await page.getByRole('button', { name: 'Keep key file' }).click()
    await eventually(async () => expect((await nameOfFocus(page)).trim()).toBe('Forgot password?'))
    await page.getByRole('button', { name: 'Forgot password?' }).click()
    await page.getByRole('button', { name: 'Reset app password…' }).click()
    await page.getByText('vault-2026-11-20.set-aside').waitFor()
    await one.emit('security:changed', unprotected)
    await eventually(async () => expect(await page.getByText('vault-2026-11-20.set-aside').count()).toBe(1))
    await page.getByRole('button', { name: 'Continue without it' }).click()
    await seeOrders(one)
    expect(namesOf(one).filter((name) => name === 'security:setVaultAside')).toHaveLength(1)
  })

  const kept = /cached data are kept/
  const removed = /Their cached orders and figures are removed.*downloaded again once you enter the key/s
  it.each([
    { given: locked, before: removed, after: /figures were removed and are downloaded again/, not: kept },
    { given: readable, before: kept, after: /Accounts and cached data are unchanged/, not: removed },
  ])(
    'says what becomes of orders and figures (readable: $given.readableWhenLocked)',
    async ({ given, ...says }) => {
      const one = await open(given, { 'security:setVaultAside': () => ({ fileName: 'aside' }) })
      const { page } = one
      if (given === readable) await page.getByRole('button', { name: 'Unlock', exact: true }).first().click()
      await page.getByRole('button', { name: 'Forgot password?' }).click()
      const told = (await page.locator('.out').textContent()) ?? ''
      expect(told).toMatch(says.before)
      expect(told).not.toMatch(says.not)
      await page.getByRole('button', { name: 'Reset app password…' }).click()
      await one.emit('security:changed', { ...given, password: 'none' })
      await page.getByRole('button', { name: 'Continue without it' }).waitFor()
      expect(await page.locator('main').textContent()).toMatch(says.after)
    },
  )

  it('says that a person said no', async () => {
    const { page } = await open(locked, {
      'security:setVaultAside': () => {
        throw new AppError('userDeclined')
      },
    })
    await page.getByRole('button', { name: 'Forgot password?' }).click()
    await page.getByRole('button', { name: 'Reset app password…' }).click()
    await page.getByText('The key file was not moved.').waitFor()
    expect(await page.getByRole('button', { name: 'Reset app password…' }).isEnabled()).toBe(true)
  })

  it('leaves the vault where it is when that fails, and says so', async () => {
    const { page } = await open(locked, {
      'security:setVaultAside': () => {
        throw new AppError('databaseUnavailable', { file: '/data/vault', reason: 'EACCES' })
      },
    })
    await page.getByRole('button', { name: 'Forgot password?' }).click()
    await page.getByRole('button', { name: 'Reset app password…' }).click()
    const told = await page.getByRole('alert').last().textContent()
    expect(told).toMatch(/was not renamed.*may already be removed/s)
  })
})

describe('a vault that cannot be used', () => {
  const faults = [
    { code: 'vaultDamaged', data: { reason: 'truncated' }, says: /is incomplete/ },
    { code: 'databaseTooNew', data: { found: 2, supported: 1 }, says: /newer version.*version 2/s },
    { code: 'databaseUnavailable', data: { reason: 'EACCES' }, says: /access is denied/ },
  ] as const
  it.each(faults)('says why ($code), offers no unlocking, and offers the same way out', async (fault) => {
    const { code, data, says } = fault
    const { page } = await open({ ...unprotected, password: 'damaged', fault: { code, data, ref: null } })
    await page.getByRole('alert').waitFor()
    expect(await page.getByRole('alert').textContent()).toMatch(says)
    expect(await page.locator('input').count()).toBe(0)
    expect(await page.getByRole('button', { name: 'Unlock' }).count()).toBe(0)
    await page.getByRole('button', { name: 'Reset and continue' }).click()
    await page.getByRole('button', { name: 'Reset app password…' }).waitFor()
  })

  it('leaves figures readable where the user wants that, and says in a dialog what can be done', async () => {
    const fault = { code: 'vaultDamaged', data: { reason: 'header' }, ref: null } as const
    const one = await open({ ...readable, password: 'damaged', fault })
    await seeOrders(one)
    await one.page.getByText('The encrypted key file cannot be used.').waitFor()
    await one.page.getByRole('button', { name: 'Options', exact: true }).click()
    const dialog = one.page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Reset and continue' }).waitFor()
    expect(await dialog.locator('input').count()).toBe(0)
  })
})
