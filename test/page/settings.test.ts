// Owns: the Settings view and what is dropped on the page, in a real browser: what is asked of main, and where the focus is.
// Must not: test main's rules, or words that security-words.test.ts has.
import type { Page } from 'playwright'
import { describe, expect, it } from 'vitest'
import type { AccountsState } from '../../src-preload/contract/accounts.ts'
import type { SecurityState } from '../../src-preload/contract/security.ts'
import { AppError } from '../../src-preload/shared/errors.ts'
import { eventually } from '../fixtures/eventually.ts'
import type { Answers } from '../unit/renderer/views/fake-main.ts'
import { makeAccount, makeAccountsState } from '../unit/renderer/make-account.ts'
import { accountsState, answersFor, noAccounts, unprotected } from './app-answers.ts'
import { openPage, type OpenPage } from './open-page.ts'

const unlocked: SecurityState = { ...unprotected, password: 'unlocked' }
const secret = 'correct horse battery'

function open(
  security: SecurityState,
  more: Answers = {},
  { accounts = accountsState, view = 'settings' }: { accounts?: AccountsState; view?: string } = {},
): Promise<OpenPage> {
  return openPage(answersFor(security, accounts, more), `#/${view}`)
}

const inputsOf = ({ calls }: OpenPage, name: string): unknown[] =>
  calls.filter((call) => call.name === name).map(({ input }) => input)
const textOfFocus = (page: Page): Promise<string> =>
  page.evaluate(() => document.activeElement?.textContent.trim() ?? '')

describe('the app password', () => {
  // What main tells can come before its answer or after it.
  it.each(['before', 'after'])('is set when typed twice alike and long enough (told %s)', async (told) => {
    const one: OpenPage = await open(unprotected, {
      'security:setPassword': async () => {
        if (told === 'before') await one.emit('security:changed', unlocked)
        return {}
      },
    })
    const { page } = one
    await page.getByRole('main').getByRole('button', { name: 'Set an app password' }).click()
    const chosen = page.getByLabel('New password', { exact: true })
    const repeated = page.getByLabel('Repeat the new password', { exact: true })
    await eventually(async () =>
      expect(await chosen.evaluate((at) => at === document.activeElement)).toBe(true),
    )
    await page.keyboard.type('1234567')
    await page.keyboard.press('Enter')
    await page.getByText('at least 8 characters', { exact: false }).first().waitFor()
    expect(await chosen.getAttribute('aria-invalid')).toBe('true')
    await chosen.fill(secret)
    await repeated.fill(`${secret}!`)
    await page.keyboard.press('Enter')
    await page.getByText('The two passwords differ.').first().waitFor()
    expect(await repeated.evaluate((at) => at === document.activeElement)).toBe(true)
    expect(inputsOf(one, 'security:setPassword')).toEqual([])
    await repeated.fill(secret)
    await page.keyboard.press('Enter')
    await eventually(() => expect(inputsOf(one, 'security:setPassword')).toEqual([{ password: secret }]))
    if (told === 'after') await one.emit('security:changed', unlocked)
    await page.getByText('The password is set').waitFor()
    expect(await page.locator('input[type="password"]').count()).toBe(0)
    await eventually(async () => expect(await textOfFocus(page)).toBe('Change password'))
  })

  it('waits for the other window where there are keys, and says that none was set after a no', async () => {
    const answers = Promise.withResolvers<undefined>()
    const one = await open(
      unprotected,
      {
        'security:setPassword': async () => {
          await answers.promise
          throw new AppError('userDeclined')
        },
      },
      { accounts: makeAccountsState([makeAccount(1)]) },
    )
    const { page } = one
    await page.getByRole('main').getByRole('button', { name: 'Set an app password' }).click()
    await page.getByLabel('New password', { exact: true }).fill(secret)
    await page.getByLabel('Repeat the new password', { exact: true }).fill(secret)
    await page.keyboard.press('Enter')
    const form = page.getByRole('form', { name: 'Set an app password' })
    await form.getByRole('button', { name: 'Waiting for the other window' }).waitFor()
    answers.resolve(undefined)
    await form.getByRole('status').getByText('No password was set.').waitFor()
    expect(await page.getByLabel('New password', { exact: true }).inputValue()).toBe('')
  })

  it('stays, with the reason in place, where the keychain cannot take the keys back', async () => {
    const one = await open(unlocked, {
      'security:removePassword': () => {
        throw new AppError('keychainUnavailable', { reason: 'noService' })
      },
    })
    const { page } = one
    await page.getByRole('button', { name: 'Remove password' }).click()
    await page.keyboard.type(secret)
    await page.keyboard.press('Enter')
    const alert = page.getByRole('alert').last()
    await alert.getByText('runs no keychain service').waitFor()
    expect(await alert.textContent()).toMatch(/keys stay in the vault/)
    expect(await page.getByLabel('Password', { exact: true }).inputValue()).toBe('')
    await page.getByRole('button', { name: 'Cancel' }).click()
    await eventually(async () => expect(await textOfFocus(page)).toBe('Remove password'))
  })

  it('is changed only by who knows it, and a wrong one is told at its own field', async () => {
    let tries = 0
    const one = await open(unlocked, {
      'security:changePassword': () => {
        tries += 1
        if (tries === 1) throw new AppError('wrongPassword', { retryAfterMs: 0 })
        return {}
      },
    })
    const { page } = one
    await page.getByRole('button', { name: 'Change password' }).click()
    for (const current of ['not this one', secret]) {
      await page.getByLabel('Current password', { exact: true }).fill(current)
      await page.getByLabel('New password', { exact: true }).fill('another long one')
      await page.getByLabel('Repeat the new password', { exact: true }).fill('another long one')
      await page.keyboard.press('Enter')
      if (current === secret) break
      await page.getByText('Wrong password.').first().waitFor()
      expect(await page.getByLabel('Current password', { exact: true }).getAttribute('aria-invalid')).toBe(
        'true',
      )
    }
    await page.getByText('The password was changed.').waitFor()
    expect(inputsOf(one, 'security:changePassword').at(-1)).toEqual({
      oldPassword: secret,
      newPassword: 'another long one',
    })
  })

  it('is out of reach while Starkdesk is locked and readable, and a form that was open is gone', async () => {
    const one = await open({ ...unlocked, readableWhenLocked: true })
    const { page } = one
    await page.getByRole('button', { name: 'Change password' }).click()
    await page.getByLabel('Current password', { exact: true }).fill(secret)
    await one.emit('security:changed', { ...unlocked, password: 'locked', readableWhenLocked: true })
    await page.getByText('unlock it to change anything here').waitFor()
    expect(await page.locator('input[type="password"]').count()).toBe(0)
    expect(await page.getByRole('switch', { name: 'Sign in at start' }).isDisabled()).toBe(true)
  })
})

describe('the choices about locking and signing in', () => {
  it('go to main one by one, and show what main says', async () => {
    const one = await open(unlocked, { 'security:setOptions': () => ({}) })
    const { page } = one
    const figures = page.getByRole('switch', { name: 'Keep figures readable while locked' })
    expect(await figures.getAttribute('aria-checked')).toBe('false')
    await figures.focus()
    await page.keyboard.press('Space')
    await eventually(() =>
      expect(inputsOf(one, 'security:setOptions')).toEqual([{ readableWhenLocked: true }]),
    )
    expect(await figures.getAttribute('aria-checked')).toBe('false')
    await one.emit('security:changed', { ...unlocked, readableWhenLocked: true })
    await eventually(async () => expect(await figures.getAttribute('aria-checked')).toBe('true'))
    await page.getByText('Sign in at start').click()
    await page.getByRole('radio', { name: '15 minutes' }).focus()
    await page.keyboard.press('ArrowRight')
    await eventually(() =>
      expect(inputsOf(one, 'security:setOptions').slice(1)).toEqual([
        { signInAtStart: false },
        { lockAfterMinutes: 30 },
      ]),
    )
  })

  it('that main refuses say why', async () => {
    const { page } = await open(unlocked, {
      'security:setOptions': () => {
        throw new AppError('vaultLocked')
      },
    })
    await page.getByRole('switch', { name: 'Sign in at start' }).click()
    await page.getByRole('main').getByText('Locked', { exact: true }).waitFor()
    expect(await page.getByRole('alert').count()).toBe(0)
  })
})

describe('the ways to the settings', () => {
  it('are Ctrl 6 and Ctrl comma, and the rail marks them', async () => {
    const { page } = await open(unprotected, {}, { view: 'orders' })
    await page.getByRole('link', { name: 'Orders', exact: true }).waitFor()
    for (const key of ['6', ',']) {
      await page.keyboard.press('Control+1')
      await page.getByRole('heading', { name: 'Settings' }).waitFor({ state: 'detached' })
      await page.keyboard.press(`Control+${key}`)
      await page.getByRole('heading', { name: 'Settings', level: 1 }).waitFor()
    }
    const link = page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name: 'Settings' })
    expect(await link.getAttribute('aria-current')).toBe('page')
    expect(await page.title()).toBe('Settings · Starkdesk')
  })

  it('need no account, and lead back to where one is added', async () => {
    const { page } = await open(unprotected, {}, { accounts: noAccounts, view: 'markets' })
    await page.getByRole('link', { name: 'Settings' }).click()
    await page.getByRole('main').getByRole('button', { name: 'Set an app password' }).waitFor()
    await page.getByRole('button', { name: 'Back' }).click()
    await page.getByRole('heading', { name: 'Settings' }).waitFor({ state: 'detached' })
    // Without a password the lock leads to where one is set.
    await page.getByRole('banner').getByRole('button', { name: 'Set an app password' }).click()
    await eventually(async () => expect(await textOfFocus(page)).toBe('Security'))
    const heading = await page.getByRole('heading', { name: 'Security' }).boundingBox()
    const bar = await page.getByRole('banner').boundingBox()
    expect(heading?.y).toBeGreaterThan((bar?.y ?? 0) + (bar?.height ?? 0) + 8)
    await page.getByRole('main').getByRole('button', { name: 'Set an app password' }).click()
    await page.getByLabel('New password', { exact: true }).waitFor()
  })

  it('open the data folder and the log, and say what failed', async () => {
    const one = await open(unprotected, {
      'app:openDataFolder': () => ({}),
      'app:openLog': () => {
        throw new AppError('databaseUnavailable', { file: '/data/log', reason: 'ENOENT' })
      },
    })
    await one.page.getByRole('button', { name: 'Open data folder' }).click()
    await one.page.getByRole('button', { name: 'Open log' }).click()
    await one.page.getByRole('alert').getByText('/data/log').waitFor()
    expect(inputsOf(one, 'app:openDataFolder')).toHaveLength(1)
  })
})

describe('what is dropped on the page', () => {
  /** Drops it on the first element of a selector; true where the page has cancelled that. */
  const drop = (page: Page, selector: string, kind: 'file' | 'link') =>
    page.evaluate(
      ([at, what]) => {
        const dataTransfer = new DataTransfer()
        if (what === 'file') dataTransfer.items.add(new File(['<h1>'], 'page.html', { type: 'text/html' }))
        else dataTransfer.setData('text/uri-list', 'https://example.com/')
        return ['dragover', 'drop'].map((name) => {
          const event = new DragEvent(name, { dataTransfer, bubbles: true, cancelable: true })
          document.querySelector(at)?.dispatchEvent(event)
          return event.defaultPrevented
        })
      },
      [selector, kind] as const,
    )

  it('is refused everywhere, but for files over a field for files', async () => {
    const { page } = await open(unprotected, {}, { accounts: noAccounts, view: 'markets' })
    await page.getByRole('radio', { name: 'Keystore file' }).check({ force: true })
    await page.locator('input[type="file"]').first().waitFor({ state: 'attached' })
    for (const place of ['body', '#app', 'header', 'input:not([type="file"])']) {
      expect(await drop(page, place, 'file')).toEqual([true, true])
      expect(await drop(page, place, 'link')).toEqual([true, true])
    }
    expect(await drop(page, 'input[type="file"]', 'file')).toEqual([false, false])
    expect(await drop(page, 'input[type="file"]', 'link')).toEqual([true, true])
  })
})
