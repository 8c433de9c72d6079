// How the whole page follows the time zone, the palette and hidden amounts, in a real browser.
import type { Page } from 'playwright'
import { describe, expect, it } from 'vitest'
import type { Display } from '../../src-preload/contract/app/app.ts'
import type { OrderTrade } from '../../src-preload/contract/orders/entities.ts'
import { defaultDisplay } from '../../src-preload/domain/display.ts'
import { eventually } from '../fixtures/eventually.ts'
import { makeResult, makeTotals } from '../unit/renderer/features/portfolio/make-pnl.ts'
import type { Answers } from '../unit/renderer/features/fake-main.ts'
import { makeOrder } from '../unit/renderer/features/make-order.ts'
import { foundEntry, makeSent, makeSetup } from '../unit/renderer/features/transfers/make-entry.ts'
import { accountsState, answersFor, unprotected } from './app-answers.ts'
import { chooseRadio } from './choose-radio.ts'
import { openPage, type OpenPage } from './open-page.ts'
import { openFilter } from './orders-grid.ts'

const usual = defaultDisplay
const createdAtMs = Date.UTC(2020, 6, 1, 22, 30)

const order = makeOrder(7, {
  price: '1850.25',
  averagePrice: '1849.75',
  originVolume: '731.4285',
  executedVolume: '512.0077',
  remainingVolume: '219.4208',
  tradesCount: 1,
  createdAtMs,
  updatedAtMs: createdAtMs,
})
const trade: OrderTrade = {
  id: 11,
  orderId: 7,
  market: 'ethusdc',
  side: 'buy',
  takerType: 'buy',
  total: '947.1',
  price: '1849.75',
  amount: '512.0077',
  feeAmount: '0.61441',
  feeCurrency: 'eth',
  feeRate: null,
  createdAtMs,
}
const refused = {
  step: 'initiate',
  isRefusal: true,
  atMs: createdAtMs,
  error: { code: 'rejectedByExchange', data: { message: 'amount 4821.75 is too much' }, ref: null },
} as const
const sent = makeSent(1, { amount: '4821.75', state: 'refused', failure: refused, offers: [] })
const pnl = {
  currency: 'eth',
  pnlCurrency: 'usdc',
  totalCredit: '63.7711',
  totalDebit: '12.8833',
  totalCreditValue: '98321.55',
  totalDebitValue: '23456.78',
  averageBuyPrice: '1541.91',
  averageSellPrice: '1820.72',
  averageBalancePrice: '1472.03',
  totalBalanceValue: '94161.88',
}

/** Figures of the user, as their digits stand in the page. */
const amounts = {
  orders: ['731.4285', '512.0077', '219.4208', '0.61441', '70.0'],
  portfolio: ['94,161.88', '63.7711', '12.8833', '98,321.55', '1,541.91'],
  transfers: ['4,821.75', '4821.75', '3,377.25', '604.81', '1,250', '1250', '8,642', '8642'],
}

function answers(display: Display, more: Answers = {}): Answers {
  const base = answersFor(unprotected, accountsState, {
    'orders:list': () => ({ rows: [order], total: 1, version: 1 }),
    'orders:get': () => ({
      order,
      trades: { status: 'ready' as const, rows: [trade] },
    }),
    'portfolio:getPnl': () => ({ entries: [pnl], asOfMs: createdAtMs, lastError: null }),
    'portfolio:getResults': () => ({
      results: [makeResult({ currency: pnl.currency, costBasis: pnl.totalBalanceValue })],
      totals: [makeTotals({ marketValue: '94161.88' })],
      asOfMs: createdAtMs,
    }),
    'transfers:getSetup': () =>
      makeSetup({
        limits: { now: { perTransfer: '1250', perDay: '8642' }, next: null, sentLastDay: '3377.25' },
      }),
    'transfers:list': () => ({
      entries: [{ kind: 'journal', transfer: sent }, foundEntry(2, { amount: '604.81' })],
      hasMore: false,
      lastError: null,
    }),
    'transfers:get': () => sent,
    ...more,
  })
  const getInfo = base['app:getInfo']
  if (!getInfo) throw new Error('no answer for app:getInfo')
  return { ...base, 'app:getInfo': async (input) => ({ ...(await getInfo(input)), display }) }
}

const open = (view: string, display = usual, more: Answers = {}): Promise<OpenPage> =>
  openPage(answers(display, more), `#/${view}`)

const setDisplays = ({ calls }: OpenPage): unknown[] =>
  calls.filter(({ name }) => name === 'app:setDisplay').map(({ input }) => input)

/** Everything that could be read of the page: its markup with all attributes, and what its fields hold. */
const readAll = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const fields = [...document.querySelectorAll('input, textarea')] as HTMLInputElement[]
    return [
      document.documentElement.outerHTML,
      document.body.innerText,
      ...fields.map((one) => one.value),
    ].join('\n')
  })

async function chooseZone(page: Page, typed: string, name: RegExp): Promise<void> {
  await page.getByRole('button', { name: /: time zone/ }).click()
  const field = page.getByRole('combobox', { name: 'Search time zones' })
  await field.fill(typed)
  await page.getByRole('option', { name }).waitFor()
  await field.press('Enter')
  await field.waitFor({ state: 'detached' })
}

describe('the time zone', () => {
  it('is chosen in the status bar by typing; every time on screen follows at once and it is kept', async () => {
    const one = await open('orders')
    const { page } = one
    await page.getByText('1 Jul 2020 22:30').waitFor()
    await chooseZone(page, 'berlin', /Europe\/Berlin/)
    const cell = page.getByRole('gridcell', { name: '2 Jul 2020 00:30' })
    await cell.waitFor()
    expect(await cell.getAttribute('title')).toBe('2020-07-02T00:30:00.000+02:00')
    expect(await page.getByRole('button', { name: /: time zone Europe\/Berlin/ }).textContent()).toMatch(
      /CES?T/,
    )
    expect(setDisplays(one)).toEqual([{ ...usual, timeZone: 'Europe/Berlin' }])
  })

  it('gives the days of a filter: it is asked again when another zone is chosen', async () => {
    const one = await open('orders')
    const { page } = one
    const filters = () =>
      one.calls.flatMap(({ name, input }) => (name === 'orders:list' ? [input] : [])).at(-1) as {
        filter: { fromMs: number | null; toMs: number | null }
      }
    await openFilter(page, 'Created')
    const day = page.getByLabel(/^From/)
    await day.fill('2026-03-29')
    await day.blur()
    await eventually(() => expect(filters().filter.fromMs).toBe(Date.UTC(2026, 2, 29)))
    await page.keyboard.press('Escape')
    await chooseZone(page, 'berlin', /Europe\/Berlin/)
    await eventually(() => expect(filters().filter.fromMs).toBe(Date.UTC(2026, 2, 28, 23)))
    await page.getByRole('button', { name: 'Created from 29 Mar' }).click()
    await eventually(async () => expect(await page.getByLabel(/From, CES?T/).count()).toBe(1))
  })

  it('is marked in the list, which keys go through and Escape leaves', async () => {
    const one = await open('orders', { ...usual, timeZone: 'Asia/Tokyo' })
    const { page } = one
    const button = page.getByRole('button', { name: /: time zone Asia\/Tokyo/ })
    await button.focus()
    await page.keyboard.press('Enter')
    const marked = page.getByRole('option', { selected: true })
    await marked.waitFor()
    expect(await marked.textContent()).toContain('Asia/Tokyo')
    await page.keyboard.type('no such place')
    await page.getByText('No time zones match.').waitFor()
    await page.keyboard.press('Enter')
    await page.keyboard.press('Escape')
    await eventually(async () =>
      expect(await button.evaluate((at) => at === document.activeElement)).toBe(true),
    )
    expect(setDisplays(one)).toEqual([])
  })
})

describe('the palette', () => {
  it('is chosen in the settings, colors the page and is kept', async () => {
    const one = await open('settings')
    const { page } = one
    const upOf = () =>
      page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--up'))
    const before = await upOf()
    await page.getByText('Vermilion up, teal down').click()
    await eventually(async () => expect(await upOf()).not.toBe(before))
    expect(
      await page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--down')),
    ).toBe(before)
    expect(setDisplays(one)).toEqual([{ ...usual, palette: 'swapped' }])
  })

  it('of each choice is seen beside the others', async () => {
    const { page } = await open('settings')
    await page.getByRole('radio', { name: 'Blue and orange' }).waitFor()
    const strokes = await page
      .locator('fieldset svg path')
      .evaluateAll((paths) => paths.map((path) => getComputedStyle(path).stroke))
    expect(new Set(strokes).size).toBe(6)
  })
})

describe('the number format', () => {
  it('is chosen in the settings, holds for every figure and is kept', async () => {
    const one = await open('settings')
    const { page } = one
    await chooseRadio(page.getByRole('radio', { name: '1.234,56' }))
    await page.getByRole('button', { name: 'Reset: Number format' }).waitFor()
    expect(setDisplays(one)).toEqual([{ ...usual, numberFormat: 'pointComma' }])
    await page.keyboard.press('Control+2')
    await page.getByText('1.850,25').first().waitFor()
  })

  it('holds from the start, and for what is already on screen', async () => {
    const { page } = await open('portfolio', { ...usual, numberFormat: 'spaceComma' })
    await page.getByTestId('total-value').getByText('94\u202f161').waitFor()
  })
})

describe('the row density', () => {
  it('is chosen in the settings and kept; rows of a table stand as far apart as they are high', async () => {
    const rows = Array.from({ length: 60 }, (_, index) => makeOrder(index + 1))
    const one = await open('settings', usual, {
      'orders:list': () => ({ rows, total: rows.length, version: 1 }),
    })
    const { page } = one
    await chooseRadio(page.getByRole('radio', { name: 'Comfortable' }))
    expect(setDisplays(one)).toEqual([{ ...usual, density: 'comfortable' }])
    await page.keyboard.press('Control+2')
    const row = page.getByRole('grid').getByRole('row')
    await row.nth(5).waitFor()
    const boxes = await row.evaluateAll((all) =>
      all
        .slice(1)
        .map((each) => each.getBoundingClientRect())
        .map(({ top, height }) => ({ top, height }))
        .sort((a, b) => a.top - b.top),
    )
    expect(new Set(boxes.map(({ height }) => height))).toEqual(new Set([34]))
    boxes.slice(1).forEach(({ top }, at) => expect(top - (boxes[at]?.top ?? 0)).toBe(34))
  })
})

describe('hidden amounts', () => {
  const openAll = {
    orders: async (page: Page) => {
      await page.getByText('1 Jul 2020').first().click()
      await page.getByRole('table', { name: 'Fills of order 7' }).waitFor()
    },
    portfolio: async (page: Page) => {
      await page.getByRole('button', { name: 'ETH', exact: true }).click()
      await page.locator('.detail').getByText('How this is calculated').click()
      await page.getByText('Total credit', { exact: true }).waitFor()
    },
    transfers: async (page: Page) => {
      await page.getByRole('option').last().waitFor()
      await page.getByRole('button', { name: 'Limits' }).first().click()
      await page.getByText('Sent in the last 24 hours').waitFor()
    },
  } as const

  it.each(['orders', 'portfolio', 'transfers'] as const)('are nowhere in the page of %s', async (view) => {
    const shown = await open(view)
    await openAll[view](shown.page)
    const whole = await readAll(shown.page)
    const there = amounts[view].filter((amount) => whole.includes(amount))
    expect(there.length).toBeGreaterThanOrEqual(amounts[view].length - 1)

    const hidden = await open(view, { ...usual, isPrivate: true })
    await openAll[view](hidden.page)
    await hidden.page.getByLabel('hidden', { exact: true }).first().waitFor()
    const left = await readAll(hidden.page)
    expect(amounts[view].filter((amount) => left.includes(amount))).toEqual([])
  })

  it('are not in a receipt, nor in what the service said of it, nor in its text when copied', async () => {
    const { page } = await open('transfers', { ...usual, isPrivate: true })
    await page.getByRole('option').first().click()
    await page.getByRole('heading', { name: 'Transfer ref-1' }).waitFor()
    await page.getByText('amount ••• is too much').first().waitFor()
    expect(await readAll(page)).not.toMatch(/4,?821/)
    await page.evaluate(() => {
      // After whoever writes into it.
      window.addEventListener('copy', ({ clipboardData }) => {
        document.title = clipboardData?.getData('text/plain') ?? ''
      })
    })
    await page.getByRole('button', { name: 'Copy as text' }).click()
    await eventually(async () => expect(await page.title()).toContain('Amount: hidden amount USDC'))
    expect(await page.title()).not.toMatch(/4,?821/)
  })

  it('come and go by one key and by the eye, and each time is kept', async () => {
    const one = await open('portfolio')
    const { page } = one
    const total = page.getByTestId('total-value')
    await total.getByText('94,161').waitFor()
    const eye = page.getByRole('button', { name: 'Hide amounts' })
    await page.keyboard.press('Control+Shift+h')
    await total.getByLabel('hidden').waitFor()
    expect(await eye.getAttribute('aria-pressed')).toBe('true')
    expect(await page.evaluate(() => 'private' in document.documentElement.dataset)).toBe(true)
    await eye.click()
    await total.getByText('94,161').waitFor()
    expect(await page.evaluate(() => 'private' in document.documentElement.dataset)).toBe(false)
    expect(setDisplays(one)).toEqual([{ ...usual, isPrivate: true }, usual])
  })

  it('stay as chosen when another view opens: what main keeps is asked for once, and never undoes a choice', async () => {
    const one = await open('orders', { ...usual, isPrivate: true })
    const { page } = one
    await page.getByText('1 Jul 2020').first().waitFor()
    await page.keyboard.press('Control+3')
    const total = page.getByTestId('total-value')
    await total.getByLabel('hidden').waitFor()
    await page.keyboard.press('Control+Shift+h')
    await total.getByText('94,161').waitFor()
    await page.keyboard.press('Control+2')
    await page.keyboard.press('Control+3')
    await total.getByText('94,161').waitFor()
    expect(one.calls.filter(({ name }) => name === 'app:getInfo')).toHaveLength(1)
  })

  it('leave prices and rates of the market in sight', async () => {
    const { page } = await open('orders', { ...usual, isPrivate: true })
    await page.getByText('1,850.25').first().waitFor()
  })

  it('stay in sight where money is about to go, and in limits that somebody means to change', async () => {
    const { page } = await open('transfers', { ...usual, isPrivate: true })
    await page.getByRole('button', { name: 'Limits' }).first().click()
    await page.getByRole('button', { name: 'Show and change the limits' }).click()
    const form = page.getByRole('form', { name: 'Change limits' })
    await eventually(async () => expect(await form.getByRole('textbox').first().inputValue()).toBe('1250'))
  })
})
