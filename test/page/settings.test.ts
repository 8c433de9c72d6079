// The Settings view and what is dropped on the page, in a real browser: what is asked of main, and where the focus is.
import type { Page } from 'playwright'
import { describe, expect, it } from 'vitest'
import type { AccountsState } from '../../src-preload/contract/accounts/accounts.ts'
import type { SecurityState } from '../../src-preload/contract/accounts/security.ts'
import { defaultDisplay } from '../../src-preload/domain/display.ts'
import { AppError } from '../../src-preload/domain/errors.ts'
import { eventually } from '../fixtures/eventually.ts'
import type { Answers } from '../unit/renderer/features/fake-main.ts'
import { accountsState, answersFor, makeMarketLine, noAccounts, unprotected } from './app-answers.ts'
import { chooseRadio } from './choose-radio.ts'
import { openPage, type OpenPage } from './open-page.ts'

const unlocked: SecurityState = { ...unprotected, password: 'unlocked' }

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
  it.each(['before', 'after'])('is set in the other window, which is waited for (told %s)', async (told) => {
    const closes = Promise.withResolvers<undefined>()
    const one: OpenPage = await open(unprotected, {
      'security:setPassword': async () => {
        await closes.promise
        if (told === 'before') await one.emit('security:changed', unlocked)
        return {}
      },
    })
    const { page } = one
    await page.getByRole('main').getByRole('button', { name: 'Set app password' }).click()
    const waiting = page.getByRole('main').getByRole('button', { name: 'Waiting for the other window' })
    await waiting.waitFor()
    await waiting.click({ force: true })
    expect(await page.locator('input[type="password"]').count()).toBe(0)
    closes.resolve(undefined)
    await eventually(() => expect(inputsOf(one, 'security:setPassword')).toEqual([{}]))
    if (told === 'after') await one.emit('security:changed', unlocked)
    await page.getByText('Password set').waitFor()
    await eventually(async () => expect(await textOfFocus(page)).toBe('Change password'))
  })

  const declined = [
    { button: 'Set app password', channel: 'security:setPassword', says: 'No password was set.' },
    { button: 'Change password', channel: 'security:changePassword', says: 'The password was not changed.' },
    { button: 'Remove password', channel: 'security:removePassword', says: 'The password was not removed.' },
  ] as const
  it.each(declined)('is as it was where that window is closed, and that is said ($button)', async (asked) => {
    const { button, channel, says } = asked
    const one = await open(channel === 'security:setPassword' ? unprotected : unlocked, {
      [channel]: () => {
        throw new AppError('userDeclined')
      },
    })
    const main = one.page.getByRole('main')
    await main.getByRole('button', { name: button }).click()
    await main.getByRole('status').getByText(says).waitFor()
    expect(inputsOf(one, channel)).toEqual([{}])
    expect(await one.page.getByRole('alert').count()).toBe(0)
    await eventually(async () => expect(await textOfFocus(one.page)).toBe(button))
  })

  it('is not asked about while another question is open there, and that is told', async () => {
    const { page } = await open(unprotected, {
      'security:setPassword': () => {
        throw new AppError('userDeclined', { reason: 'busy' })
      },
    })
    await page.getByRole('main').getByRole('button', { name: 'Set app password' }).click()
    await page.getByRole('main').getByRole('alert').waitFor()
    expect(await page.getByText('No password was set.').count()).toBe(0)
  })

  it('says before it is set that it cannot be removed where no keychain is, and nothing where one is', async () => {
    const protection = { kind: 'memory', reason: 'noService' } as const
    const { page } = await open(unprotected, {}, { accounts: { ...accountsState, protection } })
    await page
      .getByTestId('password-stays')
      .getByText('can be changed but not removed, because there is no system keychain for the keys.')
      .waitFor()
    const other = await open(unprotected)
    await other.page.getByRole('main').getByRole('button', { name: 'Set app password' }).waitFor()
    expect(await other.page.getByTestId('password-stays').count()).toBe(0)
  })

  it('stays, with the reason in place, where the keychain cannot take the keys back', async () => {
    const one = await open(unlocked, {
      'security:removePassword': () => {
        throw new AppError('keychainUnavailable', { reason: 'noService' })
      },
    })
    const { page } = one
    await page.getByRole('button', { name: 'Remove password' }).click()
    const alert = page.getByRole('alert').last()
    await alert.getByText('runs no keychain service').waitFor()
    expect(await alert.textContent()).toMatch(/so does the encrypted key file/)
    await eventually(async () => expect(await textOfFocus(page)).toBe('Remove password'))
  })

  it('is changed, and removed, by way of the other window, each said when it is done', async () => {
    const one: OpenPage = await open(unlocked, {
      'security:changePassword': () => ({}),
      'security:removePassword': async () => {
        await one.emit('security:changed', unprotected)
        return {}
      },
    })
    const { page } = one
    await page.getByRole('button', { name: 'Change password' }).click()
    await page.getByText('Password changed.').waitFor()
    await page.getByRole('button', { name: 'Remove password' }).click()
    await page.getByText('Password removed').waitFor()
    expect(await page.getByText('Password changed.').count()).toBe(0)
    await eventually(async () => expect(await textOfFocus(page)).toBe('Set app password'))
  })

  it('is out of reach while Starkdesk is locked and readable', async () => {
    const one = await open({ ...unlocked, readableWhenLocked: true })
    const { page } = one
    await page.getByRole('button', { name: 'Change password' }).waitFor()
    await one.emit('security:changed', { ...unlocked, password: 'locked', readableWhenLocked: true })
    await page.getByText('Unlock Starkdesk to change it').waitFor()
    for (const name of ['Change password', 'Remove password', 'Lock now'])
      expect(await page.getByRole('button', { name }).count()).toBe(0)
    expect(await page.getByRole('switch', { name: 'Sign in at start' }).isDisabled()).toBe(true)
  })
})

describe('the choices about locking and signing in', () => {
  it('go to main one by one, and show what main says', async () => {
    const one = await open(unlocked, { 'security:setOptions': () => ({}) })
    const { page } = one
    const figures = page.getByRole('switch', { name: 'Show data while locked' })
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
    await page.getByRole('group', { name: 'Lock after' }).getByRole('radio', { name: '15 minutes' }).focus()
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

describe('what charts open with', () => {
  it('is a market of the list and an interval, each with a way back', async () => {
    const one = await open(unprotected, {
      'markets:list': () => ({ markets: [makeMarketLine('ethusdc'), makeMarketLine('btcusdc')] }),
    })
    const { page } = one
    await page.getByRole('button', { name: 'Default market: Last used' }).click()
    await page.getByRole('menuitemradio', { name: 'BTC/USDC' }).click()
    await page.getByRole('button', { name: 'Default market: BTC/USDC' }).waitFor()
    await chooseRadio(page.getByRole('radio', { name: '15 minutes', exact: true }).last())
    await page.getByRole('button', { name: 'Reset: Default market' }).click()
    await eventually(() =>
      expect(inputsOf(one, 'app:setDisplay')).toEqual([
        { ...defaultDisplay, startMarket: 'btcusdc' },
        { ...defaultDisplay, startMarket: 'btcusdc', startPeriod: 15 },
        { ...defaultDisplay, startPeriod: 15 },
      ]),
    )
  })
})

describe('the display currency', () => {
  it('is a quote currency of the markets or none, with a way back', async () => {
    const one = await open(unprotected, {
      'markets:list': () => ({ markets: [makeMarketLine('ethusdc'), makeMarketLine('btcusdt')] }),
    })
    const { page } = one
    await page.getByRole('button', { name: 'Display currency: None' }).click()
    await eventually(async () => {
      const names = await page.getByRole('menuitemradio').allTextContents()
      expect(names.map((name) => name.trim())).toEqual(['None', 'USDC', 'USDT'])
    })
    await page.getByRole('menuitemradio', { name: 'USDT' }).click()
    await page.getByRole('button', { name: 'Display currency: USDT' }).waitFor()
    await page.getByRole('button', { name: 'Reset: Display currency' }).click()
    await eventually(() =>
      expect(inputsOf(one, 'app:setDisplay')).toEqual([
        { ...defaultDisplay, displayCurrency: 'usdt' },
        defaultDisplay,
      ]),
    )
  })
})

describe('markets that cannot be read', () => {
  it('leave what is chosen, and say why there is nothing else', async () => {
    const { page } = await open(unprotected, {
      'markets:list': () => {
        throw new AppError('databaseUnavailable', { reason: 'EIO' })
      },
    })
    const why = page.getByRole('status').filter({ hasText: 'The markets could not be loaded.' })
    await eventually(async () => expect(await why.count()).toBe(2))
    expect(await why.first().textContent()).toContain('Starkdesk cannot read or write the data file')
    await page.getByRole('button', { name: 'Display currency: None' }).click()
    const names = await page.getByRole('menuitemradio').allTextContents()
    expect(names.map((name) => name.trim())).toEqual(['None'])
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
    const one = await open(unprotected, {}, { accounts: noAccounts, view: 'markets' })
    const { page } = one
    await page.getByRole('link', { name: 'Settings' }).click()
    await page.getByRole('main').getByRole('button', { name: 'Set app password' }).waitFor()
    await page.getByRole('button', { name: 'Back' }).click()
    await page.getByRole('heading', { name: 'Settings' }).waitFor({ state: 'detached' })
    // Without a password the lock leads to where one is set.
    await page.getByRole('banner').getByRole('button', { name: 'Set app password' }).click()
    await eventually(async () => expect(await textOfFocus(page)).toBe('Security'))
    const heading = await page.getByRole('heading', { name: 'Security' }).boundingBox()
    const bar = await page.getByRole('banner').boundingBox()
    expect(heading?.y).toBeGreaterThan((bar?.y ?? 0) + (bar?.height ?? 0) + 8)
    await page.getByRole('main').getByRole('button', { name: 'Set app password' }).click()
    await eventually(() => expect(inputsOf(one, 'security:setPassword')).toEqual([{}]))
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

  it('is refused everywhere: nothing here takes a file', async () => {
    const { page } = await open(unprotected, {}, { accounts: noAccounts, view: 'markets' })
    await page.getByLabel('Account name').waitFor()
    expect(await page.locator('input[type="file"]').count()).toBe(0)
    for (const place of ['body', '#app', 'header', 'input']) {
      expect(await drop(page, place, 'file')).toEqual([true, true])
      expect(await drop(page, place, 'link')).toEqual([true, true])
    }
  })
})
