// The commands over the page and the sheet of keys, in a real browser: what is found, what it does, where the focus is.
import { describe, expect, it } from 'vitest'
import { listShortcutGroups } from '../../src-renderer/shell/palette/key-sheet.ts'
import { findAxeFaults } from '../e2e/support/axe.ts'
import { eventually } from '../fixtures/eventually.ts'
import { carol, makeRecipient, makeSetup } from '../unit/renderer/features/transfers/make-entry.ts'
import { makeOrder } from '../unit/renderer/features/make-order.ts'
import { accountsState, answersFor, makeMarketLine, noAccounts, unprotected } from './app-answers.ts'
import { openPage, type OpenPage, readFocus } from './open-page.ts'

async function open(hash = '#/connection', accounts = accountsState): Promise<OpenPage> {
  const one = await openPage(
    answersFor(unprotected, accounts, {
      'markets:list': () => ({ markets: [makeMarketLine('ethusdc'), makeMarketLine('btcusdc')] }),
      'orders:get': () => ({ order: makeOrder(1), trades: { status: 'ready', rows: [] } }),
      'connection:retry': () => ({}),
      'transfers:getSetup': () => makeSetup({ recipients: [makeRecipient(carol, 'Carol')] }),
    }),
    hash,
  )
  await one.page.getByRole('button', { name: 'Search or command' }).waitFor()
  return one
}

const field = ({ page }: OpenPage) => page.getByRole('combobox', { name: 'Search or command' })
const first = ({ page }: OpenPage) =>
  page.getByRole('listbox', { name: 'Commands' }).getByRole('option').first()

async function choose(one: OpenPage, typed: string): Promise<void> {
  await one.page.keyboard.press('Control+k')
  await field(one).fill(typed)
  await field(one).press('Enter')
  await field(one).waitFor({ state: 'detached' })
}

describe('the command palette', () => {
  it('opens by its key and by its field, and gives the focus back when it is left', async () => {
    const one = await open()
    const { page } = one
    await page.getByRole('button', { name: 'Hide amounts' }).focus()
    await page.keyboard.press('Control+k')
    await field(one).waitFor()
    await eventually(async () => expect(await readFocus(one)).toBe('Search or command'))
    await page.keyboard.press('Escape')
    await field(one).waitFor({ state: 'detached' })
    await eventually(async () => expect(await readFocus(one)).toBe('Hide amounts'))
    await page.getByRole('button', { name: 'Search or command' }).click()
    await field(one).waitFor()
    await page.keyboard.press('Control+k')
    await field(one).waitFor({ state: 'detached' })
  })

  it('takes what is typed right after its key, also while it is closing', async () => {
    const one = await open()
    const { page } = one
    await page.getByRole('button', { name: 'Hide amounts' }).focus()
    await page.keyboard.press('Control+k')
    await page.keyboard.type('orders')
    await eventually(async () => expect(await field(one).inputValue()).toBe('orders'))
    await page.keyboard.press('Escape')
    await page.keyboard.press('Control+k')
    await page.keyboard.type('fills')
    await eventually(async () => expect(await field(one).inputValue()).toBe('fills'))
  })

  it('and the key of a view leave the focus on the view, where it had been in the view that was left', async () => {
    const one = await open('#/settings')
    const { page } = one
    const readFocusId = () => page.evaluate(() => document.activeElement?.id)
    await page.getByRole('textbox', { name: 'Search settings' }).focus()
    await page.keyboard.press('Control+5')
    await page.getByRole('heading', { level: 1, name: 'Connection' }).waitFor()
    expect(await readFocusId()).toBe('content')
    await page.keyboard.press('Tab')
    expect(await page.evaluate(() => document.activeElement?.closest('#content') !== null)).toBe(true)
    await choose(one, 'settings')
    await page.getByRole('textbox', { name: 'Search settings' }).focus()
    await choose(one, 'connection')
    await page.getByRole('heading', { level: 1, name: 'Connection' }).waitFor()
    await eventually(async () => expect(await readFocusId()).toBe('content'))
  })

  it('opens by its key while it is closing, runs what was chosen, and gives the focus back in the end', async () => {
    const one = await open()
    const { page } = one
    await page.getByRole('button', { name: 'Hide amounts' }).focus()
    await page.keyboard.press('Control+k')
    await field(one).fill('portf')
    // Both keys before the next frame.
    await field(one).evaluate(async (at) => {
      at.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }))
      for (let turn = 0; turn < 20; turn += 1) await Promise.resolve()
      const opening = { key: 'k', ctrlKey: true, bubbles: true, cancelable: true }
      document.body.dispatchEvent(new KeyboardEvent('keydown', opening))
    })
    await eventually(() => expect(page.url()).toMatch(/#\/portfolio$/))
    await eventually(async () => expect(await readFocus(one)).toBe('Search or command'))
    expect(await field(one).inputValue()).toBe('')
    await page.keyboard.press('Escape')
    await field(one).waitFor({ state: 'detached' })
    await eventually(async () => expect(await readFocus(one)).toBe('Hide amounts'))
  })

  it('leads to every view and every market of the list', async () => {
    const one = await open()
    const { page } = one
    await choose(one, 'portf')
    await eventually(() => expect(page.url()).toMatch(/#\/portfolio$/))
    await choose(one, 'local data')
    await eventually(() => expect(page.url()).toMatch(/#\/data$/))
    await page.keyboard.press('Control+k')
    await page.getByRole('option', { name: 'BTC/USDC' }).waitFor()
    await field(one).fill('btcus')
    await field(one).press('Enter')
    await eventually(() => expect(page.url()).toMatch(/#\/markets\/btcusdc$/))
  })

  it('leads to an order by its number, before anything else', async () => {
    const one = await open()
    await one.page.keyboard.press('Control+k')
    await field(one).fill('12345')
    await eventually(async () => expect(await first(one).textContent()).toContain('Open order 12345'))
    await field(one).press('Enter')
    await eventually(() => expect(one.page.url()).toMatch(/#\/orders\/12345$/))
  })

  it('leads to open orders, to a market with an interval, and to a transfer by an address or a name', async () => {
    const one = await open()
    const { page } = one
    await choose(one, 'open orders')
    await eventually(() => expect(page.url()).toMatch(/#\/orders/))
    await page.getByRole('radio', { name: /^Open orders/, checked: true }).waitFor()
    await page.keyboard.press('Control+k')
    await field(one).fill('btc 15m')
    await eventually(async () => expect(await first(one).textContent()).toContain('BTC/USDC, 15 minutes'))
    await field(one).press('Enter')
    await eventually(() => expect(page.url()).toMatch(/btcusdc$/))
    await page.keyboard.press('Control+k')
    await field(one).fill('carol')
    await eventually(async () => expect(await first(one).textContent()).toContain('Transfer to Carol'))
    await field(one).fill('0x1111111111111111111111111111111111111111')
    await eventually(async () => expect(await first(one).textContent()).toContain('Transfer to 0x1111…1111'))
  })

  it('does what its commands say, and shows what was used last first', async () => {
    const one = await open()
    const { page } = one
    await choose(one, 'theme light')
    await eventually(() =>
      expect(one.calls.filter(({ name }) => name === 'app:setTheme').map(({ input }) => input)).toEqual([
        { theme: 'light' },
      ]),
    )
    await choose(one, 'retry conn')
    await eventually(() => expect(one.calls.some(({ name }) => name === 'connection:retry')).toBe(true))
    await choose(one, 'tokyo')
    await page.getByRole('button', { name: /: time zone Asia\/Tokyo/ }).waitFor()
    await page.keyboard.press('Control+k')
    const recent = page.getByRole('group', { name: 'Recent' }).getByRole('option')
    await eventually(async () => expect(await recent.count()).toBe(3))
    expect(await recent.first().textContent()).toContain('Asia/Tokyo')
    expect(await first(one).textContent()).toContain('Asia/Tokyo')
  })

  it('opens what has a place of its own in a view, and gives that the focus', async () => {
    const one = await open()
    await choose(one, 'new transfer')
    await eventually(() => expect(one.page.url()).toMatch(/#\/transfers$/))
    await choose(one, 'add market')
    await eventually(async () => expect(await readFocus(one)).toMatch(/symbol|market/i))
    // Where there is room for one part only, the list comes in sight first.
    const narrow = await open('#/markets')
    await narrow.page.setViewportSize({ width: 640, height: 700 })
    await choose(narrow, 'add market')
    await eventually(async () => expect(await readFocus(narrow)).toMatch(/symbol|market/i))
  })

  it('puts an action before a setting that is named like it, and signs out', async () => {
    const one = await open()
    await one.page.keyboard.press('Control+k')
    await field(one).fill('sign out')
    await eventually(async () => expect((await first(one).textContent())?.trim()).toBe('Sign out'))
    await field(one).fill('tour')
    await eventually(async () => expect(await first(one).textContent()).toContain('Start the practice tour'))
  })

  it('is worked by the keyboard: arrows go round, the marked one is told to a screen reader', async () => {
    const one = await open()
    await one.page.keyboard.press('Control+k')
    const options = one.page.getByRole('listbox', { name: 'Commands' }).getByRole('option')
    await options.first().waitFor()
    const marked = async (): Promise<string | null> => {
      const id = await field(one).getAttribute('aria-activedescendant')
      return one.page.locator(`[id="${id}"]`).getAttribute('aria-selected')
    }
    expect(await marked()).toBe('true')
    await field(one).press('ArrowUp')
    await eventually(async () => expect(await options.last().getAttribute('aria-selected')).toBe('true'))
    expect(await marked()).toBe('true')
    await field(one).press('ArrowDown')
    await eventually(async () => expect(await options.first().getAttribute('aria-selected')).toBe('true'))
    await field(one).fill('qqqq')
    await one.page.getByText('No results').waitFor()
    await field(one).press('Enter')
    expect(await field(one).isVisible()).toBe(true)
  })

  it('has no fault of accessibility, with and without something found', async () => {
    const one = await open()
    await one.page.keyboard.press('Control+k')
    await field(one).waitFor()
    expect(await findAxeFaults(one.page)).toEqual([])
    await field(one).fill('qqqq')
    await one.page.getByText('No results').waitFor()
    expect(await findAxeFaults(one.page)).toEqual([])
  })

  it('offers nothing of an account where there is none', async () => {
    const one = await open('', noAccounts)
    await one.page.keyboard.press('Control+k')
    await field(one).waitFor()
    const names = (await one.page.getByRole('option').allTextContents()).join('\n')
    expect(names).toContain('Settings')
    expect(names).not.toMatch(/Orders|transfer|Retry/)
  })
})

describe('the sheet of keys', () => {
  it('opens by the question mark with every key, and gives the focus back', async () => {
    const one = await open()
    const { page } = one
    await page.getByRole('button', { name: 'Hide amounts' }).focus()
    await page.keyboard.press('?')
    const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
    await sheet.waitFor()
    const rows = listShortcutGroups('Ctrl', 'linux').flatMap((place) => place.rows)
    expect(await findAxeFaults(page)).toEqual([])
    expect(await sheet.locator('dt').allTextContents()).toEqual(rows.map(({ keys }) => keys))
    await page.keyboard.press('Escape')
    await sheet.waitFor({ state: 'detached' })
    await eventually(async () => expect(await readFocus(one)).toBe('Hide amounts'))
  })

  it('leaves the question mark to a text that is being written, and is found by its name', async () => {
    const one = await open('#/markets')
    const { page } = one
    await page.getByRole('searchbox', { name: 'Search markets' }).fill('')
    await page.keyboard.press('?')
    expect(await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).count()).toBe(0)
    await choose(one, 'keyboard')
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
  })
})
