// The Portfolio view in a real browser: its states, its rows, its equity curve, its report, what can be copied, what is hidden.
import type { Page } from 'playwright'
import { describe, expect, it } from 'vitest'
import { defaultDisplay } from '../../src-preload/domain/display.ts'
import { AppError } from '../../src-preload/domain/errors.ts'
import { findAxeFaults } from '../e2e/support/axe.ts'
import { eventually } from '../fixtures/eventually.ts'
import type { Answers } from '../unit/renderer/features/fake-main.ts'
import {
  known,
  makeBooks,
  makeEntry,
  makeReport,
  makeResult,
  makeTotals,
} from '../unit/renderer/features/portfolio/make-pnl.ts'
import type { EquityPoint } from '../../src-preload/contract/portfolio/equity.ts'
import { makeCurve, makePoint } from '../unit/renderer/features/portfolio/make-equity.ts'
import type { OpeningPart } from '../../src-preload/contract/portfolio/opening.ts'
import { makeLot, makeLots, makeOpening } from '../unit/renderer/features/portfolio/make-lots.ts'
import { makePerformance } from '../unit/renderer/features/portfolio/make-performance.ts'
import { accountsState, answersFor, unprotected } from './app-answers.ts'
import { openPage, type OpenPage } from './open-page.ts'

const hourMs = 3_600_000
const longValue = '31470.05040653995757213302'
const entries = [
  makeEntry(),
  makeEntry({ currency: 'usdc', totalBalanceValue: longValue, averageBalancePrice: '1' }),
  makeEntry({ currency: 'strk', totalBalanceValue: '500' }),
]
const results = [
  makeResult(),
  makeResult({
    ...{
      currency: 'usdc',
      costBasis: longValue,
      marketValue: longValue,
      realized: known('-14.5'),
      unrealized: '0',
    },
    ...{ total: known('-14.5'), lastPrice: { links: [], price: '1', asOfMs: 1 }, balance: longValue },
  }),
  makeResult({
    ...{
      currency: 'strk',
      realized: known('1'),
      lastPrice: null,
      marketValue: null,
      unrealized: null,
      total: null,
    },
    costBasis: '500',
  }),
]

/** Two days ago, at a full hour. */
const pastMs = (Math.floor(Date.now() / hourMs) - 48) * hourMs
const curvePoints: EquityPoint[] = [
  makePoint(pastMs - 24 * hourMs, '9980.25'),
  makePoint(pastMs, null),
  makePoint(pastMs + 47 * hourMs, '12997', { isCurrent: true }),
]

function answers(more: Answers = {}, isPrivate = false): Answers {
  const readMs = Date.now() - 5_000
  const base = answersFor(unprotected, accountsState, {
    'portfolio:getPnl': () => ({ entries, asOfMs: readMs, lastError: null }),
    'portfolio:getResults': () => ({ results, totals: [makeTotals()], asOfMs: readMs }),
    'portfolio:getBooks': () => makeBooks(),
    'portfolio:getEquity': ({ benchmarks }) =>
      makeCurve({
        points: curvePoints,
        benchmarks: benchmarks.map((currency) => ({ currency, values: ['9980.25', '10500', '11000'] })),
      }),
    'portfolio:getReport': () => makeReport(),
    ...more,
  })
  const getInfo = base['app:getInfo']
  if (!getInfo) throw new Error('no answer for app:getInfo')
  const display = { ...defaultDisplay, isPrivate }
  return { ...base, 'app:getInfo': async (input) => ({ ...(await getInfo(input)), display }) }
}

const open = (more: Answers = {}, isPrivate = false): Promise<OpenPage> =>
  openPage(answers(more, isPrivate), '#/portfolio')

const rowsOf = (page: Page) => page.getByRole('region', { name: /P&L by asset/ }).getByRole('rowheader')

/** What a click has copied: read where a person would paste it. */
async function paste(page: Page): Promise<string> {
  await page.evaluate(() => {
    const area = document.createElement('textarea')
    area.id = 'pasted'
    document.body.append(area)
    area.focus()
  })
  await page.keyboard.press('Control+v')
  const text = await page.locator('#pasted').inputValue()
  await page.evaluate(() => document.querySelector('#pasted')?.remove())
  return text
}

describe('the display currency', () => {
  async function openIn(displayCurrency: string, more: Answers): Promise<OpenPage> {
    const base = answers(more)
    const getInfo = base['app:getInfo']
    if (!getInfo) throw new Error('no answer for app:getInfo')
    const display = { ...defaultDisplay, displayCurrency }
    return openPage(
      { ...base, 'app:getInfo': async (input) => ({ ...(await getInfo(input)), display }) },
      '#/portfolio',
    )
  }

  it('has every headline sum too, as an estimate with the price it is made at', async () => {
    const links = [{ market: 'ethusdc', price: '2000', isInverse: true, asOfMs: 1 }]
    const one = await openIn('eth', {
      'portfolio:getDisplayPrices': ({ from }) => ({
        prices: from.map((currency) => ({ currency, price: { links, price: '0.0005', asOfMs: 1 } })),
      }),
    })
    const shown = (id: string) => one.page.getByTestId(`total-${id}`).getByTestId('display-amount')
    // 2,098.5 ÷ 2,000
    await shown('unrealized').getByText('≈+1.049250').waitFor()
    await shown('value').getByText('≈21.285775').waitFor()
    await shown('fees').getByText('≈0.058750').waitFor()
    expect(await shown('unrealized').getByTitle('1 ÷ 2,000, inverse of ETH/USDC').count()).toBe(1)
    expect(one.calls.find(({ name }) => name === 'portfolio:getDisplayPrices')?.input).toEqual({
      from: ['usdc'],
      to: 'eth',
    })
  })

  it('is absent with a reason where no price is known, and not repeated where it is that of the sums', async () => {
    const one = await openIn('btc', {
      'portfolio:getDisplayPrices': () => ({ prices: [{ currency: 'usdc', price: null }] }),
    })
    const value = one.page.getByTestId('total-value').getByTestId('display-amount')
    await value.getByTitle('Unknown: no price of USDC in BTC is loaded').waitFor()
    expect(await value.textContent()).toContain('–')

    const same = await openIn('usdc', {})
    await same.page.getByTestId('total-value').getByText('42,571.55').waitFor()
    expect(await same.page.getByTestId('display-amount').count()).toBe(0)
    expect(same.calls.filter(({ name }) => name === 'portfolio:getDisplayPrices')).toEqual([])
  })
})

describe('the Portfolio view', () => {
  it('sorts its rows by any column, leaves small balances out by choice, and keeps both', async () => {
    const one = await open({
      'portfolio:getResults': () => ({
        results: results.map((each) =>
          each.currency === 'eth' ? { ...each, marketValue: '0.99', unrealized: '-9002.01' } : each,
        ),
        totals: [makeTotals()],
        asOfMs: 1,
      }),
    })
    const { page } = one
    const names = () => rowsOf(page).allInnerTexts()
    await page.getByText('31,470.05').first().waitFor()
    // By market value; what is unknown comes last.
    await eventually(async () => expect(await names()).toEqual(['USDC', 'ETH', 'STRK']))
    await page
      .getByRole('columnheader', { name: /^Unrealized/ })
      .getByRole('button')
      .click()
    await page
      .getByRole('columnheader', { name: /^Unrealized/ })
      .getByRole('button')
      .click()
    await eventually(async () => expect(await names()).toEqual(['ETH', 'USDC', 'STRK']))
    const sorted = page.getByRole('columnheader', { name: /^Unrealized/ })
    expect(await sorted.getAttribute('aria-sort')).toBe('ascending')
    await page.getByRole('button', { name: 'Hide small balances' }).click()
    await eventually(async () => expect(await names()).toEqual(['USDC', 'STRK']))
    await page.getByText('1 small balance hidden').waitFor()
    expect(one.calls.filter(({ name }) => name === 'portfolio:setRowChoices').at(-1)?.input).toEqual({
      sort: { column: 'unrealized', isDescending: false },
      hidesSmall: true,
    })
    expect(await findAxeFaults(page)).toEqual([])
  })

  it('begins with the sums of what is known, and says what is left out', async () => {
    const { page } = await open()
    await page.getByTestId('total-fees').getByText('117.50').waitFor()
    const heads = await page.locator('.heads').innerText()
    expect(heads.replaceAll(/\s+/g, ' ')).toBe(
      'Market value 42,571.55 USDC 105.18% of cost basis 40,473.05 24h change −212.86 USDC −0.50% after fees ' +
        'Unrealized P&L +2,098.50 USDC +5.18% of cost basis Realized P&L +1,988.50 USDC +28.42% before fees ' +
        'Total P&L +4,087.00 USDC +8.61% net of fees +3,969.50 Fees 117.50 USDC 0.04% of 12 fills',
    )
    await page.getByText('1 currency without a price left out').waitFor()
  })

  it('says that values are reported by the exchange, and forms no net, where its data has not shown more', async () => {
    const { page } = await open({
      'portfolio:getBooks': () => makeBooks({ feeBasis: 'asTheExchangeCounts', net: null }),
    })
    await page.getByText('reported by the exchange').first().waitFor()
    expect(await page.locator('.heads').getByText('net of fees').count()).toBe(0)
    expect(await page.locator('.heads').getByText('before fees', { exact: true }).count()).toBe(0)
  })

  it('gives one sum for each currency where values are in several, and no shares', async () => {
    const btc = { currency: 'btc', pnlCurrency: 'usdt' }
    const { page } = await open({
      'portfolio:getPnl': () => ({ entries: [makeEntry(), makeEntry(btc)], asOfMs: 1, lastError: null }),
      'portfolio:getResults': () => ({
        results: [makeResult(), makeResult(btc)],
        totals: [
          makeTotals({ marketValue: '11000', leftOut: [] }),
          makeTotals({ pnlCurrency: 'usdt', marketValue: '7', leftOut: [] }),
        ],
        asOfMs: 1,
      }),
    })
    await rowsOf(page).first().waitFor()
    await page.getByText('11,000.00').first().waitFor()
    expect(await page.locator('.heads').innerText()).toMatch(/11,000\.00\s+USDC\s+7\.00\s+USDT/)
    await page.getByText('once balances have a market value').waitFor()
  })

  it('opens a row to the numbers behind it, by keyboard', async () => {
    const { page } = await open()
    const toggle = page.getByRole('button', { name: 'ETH', exact: true })
    await toggle.focus()
    await page.keyboard.press('Enter')
    const detail = page.locator('.detail')
    await detail.waitFor()
    const first = (await detail.innerText()).replaceAll(/\s+/g, ' ')
    expect(first).toContain('Unrealized P&L +2,098.5 USDC +23.31% Realized P&L +2,003 USDC +33.40%')
    expect(first).not.toContain('8,000')
    await detail.getByText('How this is calculated').click()
    const text = (await detail.innerText()).replaceAll(/\s+/g, ' ')
    expect(text).toContain('8,000 − 15,000 + 9,003 = +2,003 USDC')
    expect(text).toContain('6 × 1,850.25 = 11,101.5 USDC')
    expect(text).toContain('11,101.5 − 9,003 = +2,098.5 USDC')
    expect(text).toContain('2,003 + 2,098.5 = +4,101.5 USDC')
    expect(text).toContain('The loaded fills add up to these figures.')
    expect(text).not.toContain('fees included')
    await toggle.press('Enter')
    await detail.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'STRK', exact: true }).click()
    await detail.getByText('How this is calculated').click()
    await page.getByText('Unknown: no price of STRK in USDC is available.').first().waitFor()
  })

  it('copies a figure whole on a click, and answers with a tick', async () => {
    const { page } = await open()
    const table = page.getByRole('region', { name: /P&L by asset/ })
    // A click anywhere on the row opens it, also on a figure.
    await table.getByRole('cell', { name: '31,470.05', exact: true }).first().click()
    await page
      .locator('.detail')
      .getByText(/^31,470\.0504/)
      .first()
      .click()
    await page.getByRole('status').filter({ hasText: 'Copied' }).waitFor()
    expect(await paste(page)).toBe(longValue)
  })

  it('in privacy mode has no amount anywhere, nor anything that copies one', async () => {
    const { page } = await open({}, true)
    await page.getByRole('button', { name: 'ETH', exact: true }).click()
    await page.locator('.detail').getByText('How this is calculated').click()
    await page.getByRole('button', { name: /days with fills/ }).click()
    await page.getByRole('slider', { name: /^Equity curve/ }).focus()
    await page.keyboard.press('ArrowLeft')
    const all = await page.evaluate(() => document.documentElement.outerHTML)
    // Not within other numbers, such as the port that the page comes from.
    const digits =
      /(?<![\d:])(?:42,970|31,?470|11,?000|1,?988|2,?098|0\.0613|4\.07|10,?500|479\.25|4,?717|217\.17|300\.5|83\.33)/
    expect(digits.exec(all)?.[0]).toBeUndefined()
    expect(await page.getByTitle('Click to copy').allInnerTexts()).toEqual(['1,850.25'])
  })

  it('shows the equity curve, read by the keyboard and the pointer, and opens a point to what it is made of', async () => {
    const one = await open()
    const { page } = one
    const slider = page.getByRole('slider', { name: /^Equity curve/ })
    await slider.waitFor()
    expect(await slider.getAttribute('aria-valuetext')).toContain(': market value 12,997 USDC')
    await slider.focus()
    await page.keyboard.press('Home')
    await eventually(async () =>
      expect(await slider.getAttribute('aria-valuetext')).toContain('estimated market value 9,980.25 USDC'),
    )
    await page.keyboard.press('ArrowRight')
    expect(await slider.getAttribute('aria-valuetext')).toContain(
      'market value not known, No price of STRK at or before that time is loaded',
    )
    await page.keyboard.press('Enter')
    const parts = page.getByRole('region', { name: 'Balances at this point, scrollable' })
    await parts.getByText('ETH/USDC 1,999.54').waitFor()
    const opened = one.calls.filter(({ name }) => name === 'portfolio:getEquityPoint').at(-1)?.input
    expect(opened).toEqual({ atMs: pastMs })
    expect(await findAxeFaults(page)).toEqual([])
    await page.getByRole('button', { name: 'Close point' }).focus()
    await page.keyboard.press('Escape')
    await parts.waitFor({ state: 'detached' })
    const box = await slider.boundingBox()
    if (!box) throw new Error('no drawing')
    await page.mouse.move(box.x + 2, box.y + 40)
    expect(await slider.getAttribute('aria-valuenow')).toBe('0')
    await page.mouse.click(box.x + box.width - 110, box.y + 40)
    await parts.waitFor()
    expect(one.calls.filter(({ name }) => name === 'portfolio:getEquityPoint').at(-1)?.input).toEqual({
      atMs: null,
    })
    await page.getByRole('radiogroup', { name: 'Range of the equity curve' }).getByText('All').click()
    await page.getByRole('button', { name: 'Hold BTC' }).click()
    await eventually(() => {
      const asked = one.calls.filter(({ name }) => name === 'portfolio:getEquity').at(-1)?.input
      expect(asked).toMatchObject({ fromMs: 0, benchmarks: ['btc'] })
    })
    await page.getByText('If held in BTC').waitFor()
    await page.getByRole('button', { name: 'Table', exact: true }).click()
    const table = page.getByRole('region', { name: 'Equity curve as a table, scrollable' })
    expect(await table.getByRole('row').count()).toBe(4)
    await table.getByRole('cell', { name: 'No price of STRK at or before that time is loaded' }).waitFor()
    expect(await findAxeFaults(page)).toEqual([])
  })

  it('asks about a deposit or withdrawal that is not known, and fills it in where it can be entered', async () => {
    const { page } = await open({
      'portfolio:getEquity': () =>
        makeCurve({
          points: curvePoints,
          questions: [
            {
              ...{ currency: 'usdc', direction: 'out', amount: '600.25', reason: 'readings' },
              ...{
                fromMs: Date.UTC(2026, 0, 2),
                untilMs: Date.UTC(2026, 0, 4, 5, 6),
                atMs: pastMs - 24 * hourMs,
              },
            },
          ],
        }),
    })
    const questions = page.getByRole('list', { name: 'Unknown deposits and withdrawals' })
    expect((await questions.innerText()).replaceAll(/\s+/g, ' ')).toContain(
      'Unknown withdrawal: 600.250000 USDC between 2 Jan 2026 00:00:00 UTC and 4 Jan 2026 05:06:00 UTC',
    )
    await questions.getByRole('button', { name: 'Enter withdrawal' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('radio', { name: 'Withdrawal', checked: true }).waitFor()
    expect(await dialog.getByLabel('Amount').inputValue()).toBe('600.25')
    expect(await dialog.getByLabel(/^Date and time/).inputValue()).toBe('2026-01-04T05:06')
  })

  it('says while fills are missing, from when the curve is, and hides its amounts', async () => {
    const curve = makeCurve({
      ...{ points: curvePoints, ordersWithoutFills: 12, isCut: true, beginMs: Date.UTC(2026, 0, 2) },
    })
    const { page } = await open({ 'portfolio:getEquity': () => curve }, true)
    await page.getByText('12 orders are still missing fills; the curve excludes them.').waitFor()
    await page
      .getByText('The curve starts 2 Jan 2026 00:00:00 UTC; older orders are not loaded yet.')
      .waitFor()
    const slider = page.getByRole('slider', { name: /^Equity curve/ })
    expect(await slider.getAttribute('aria-valuetext')).not.toMatch(/12,997/)
    expect(await page.locator('.drawing').innerText()).not.toMatch(/\d,\d{3}/)
  })

  it('reports any period of the zone, one after another, and a range of one’s own', async () => {
    const one = await open()
    const { page } = one
    const asked = () =>
      one.calls.filter(({ name }) => name === 'portfolio:getReport').map(({ input }) => input) as {
        fromMs: number
        toMs: number
      }[]
    await page.getByText('217.17').first().waitFor()
    await eventually(async () => {
      const text = (await page.locator('.report').innerText()).replaceAll(/\s+/g, ' ')
      expect(text).toContain('Best day (before fees) 3 Nov 2026 +300.50 USDC')
      expect(text).toContain('Worst day (before fees) 4 Nov 2026 −83.33 USDC')
    })
    const month = asked().at(-1)
    await page.getByRole('button', { name: 'Earlier' }).click()
    await eventually(() => expect(asked().at(-1)?.toMs).toBe(month?.fromMs))
    await page.getByRole('button', { name: 'Later', exact: true }).click()
    await eventually(() => expect(asked().at(-1)).toEqual(month))
    const count = asked().length
    await page.getByRole('button', { name: 'Later: not started yet' }).click()
    expect(asked()).toHaveLength(count)
    await page.getByRole('radiogroup', { name: 'Period' }).getByText('Custom').click()
    await page.getByRole('button', { name: /^Dates / }).click()
    await page.getByLabel(/^From,/).fill('1 Mar 2026')
    await page.getByLabel(/^To,/).fill('2026-03-02')
    await eventually(() =>
      expect(asked().at(-1)).toEqual({ fromMs: Date.UTC(2026, 2, 1), toMs: Date.UTC(2026, 2, 3) }),
    )
    await page.getByLabel(/^To,/).fill('2026-02-01')
    await page.getByText('From is later than To, so the report is empty.').waitFor()
  })

  it('has figures over the days of its months, net of fees, and other months on request', async () => {
    const one = await open()
    const { page } = one
    const figure = (id: string) => page.getByTestId(`performance-${id}`).innerText()
    await page.getByTestId('performance-winRate').waitFor()
    expect((await figure('net')).replaceAll(/\s+/g, ' ')).toBe('Net +217.17 USDC after fees')
    expect((await figure('drawdown')).replaceAll(/\s+/g, ' ')).toBe(
      'Largest drawdown −83.33 USDC from 3 Nov 2026 to 4 Nov 2026',
    )
    const asked = one.calls.filter(({ name }) => name === 'portfolio:getPerformance').at(-1)?.input
    const { fromMs, toMs } = asked as { fromMs: number; toMs: number }
    await page.getByRole('radiogroup', { name: 'Calendar months' }).getByText('1Y').click()
    await eventually(() => {
      const year = one.calls.filter(({ name }) => name === 'portfolio:getPerformance').at(-1)?.input
      expect(year).toMatchObject({ toMs })
    })
    expect(fromMs).toBeLessThan(toMs)
  })

  it('opens the fills of a day of the calendar, and closes them', async () => {
    const fill = {
      side: 'sell',
      takerType: 'sell',
      ...{ id: 7, orderId: 3, market: 'ethusdc', createdAtMs: Date.now(), feeAmount: '1.71717' },
      ...{ price: '1717.17', amount: '1', total: '1717.17', feeCurrency: 'usdc', feeRate: '0.001' },
    } as const
    const today = Math.floor(Date.now() / 86_400_000) * 86_400_000
    const { days } = makePerformance()
    const one = await open({
      'portfolio:getPerformance': (range) => ({
        ...makePerformance(range),
        days: days.slice(0, 1).map((day) => ({ ...day, dayMs: today })),
      }),
      'orders:listFills': () => ({ rows: [fill], total: 1, version: 1, ordersWanting: 0 }),
    })
    const { page } = one
    const day = page.getByRole('button', { name: /: \+300\.5 USDC net, 3 fills$/ })
    await day.click()
    const fills = page.getByRole('region', { name: /^Fills of .* scrollable$/ })
    await fills.getByRole('cell', { name: 'ETH/USDC' }).waitFor()
    expect(one.calls.filter(({ name }) => name === 'orders:listFills').at(-1)?.input).toMatchObject({
      filter: { fromMs: today, toMs: today + 86_400_000 },
    })
    expect(await findAxeFaults(page)).toEqual([])
    await day.click()
    await fills.waitFor({ state: 'detached' })
  })

  it('shows lots once they are asked for, by the method and of the currency chosen', async () => {
    const one = await open({
      'portfolio:listLots': ({ method, currency }) =>
        makeLots(currency === 'btc' ? { method, currency } : { method }),
    })
    const { page } = one
    const asked = () =>
      one.calls.filter(({ name }) => name === 'portfolio:listLots').map(({ input }) => input)
    await page.getByRole('button', { name: 'Show lots' }).waitFor()
    expect(asked()).toEqual([])
    await page.getByRole('button', { name: 'Show lots' }).click()
    const table = page.getByRole('region', { name: 'Open lots, scrollable' })
    await table.getByText('Opening, date unknown').waitFor()
    const rows = await table.getByRole('row').allInnerTexts()
    expect(rows.map((row) => row.replaceAll(/\s+/g, ' ').trim())).toEqual([
      'Opened Amount, ETH Cost, USDC Unit cost, USDC Market value, USDC Unrealized P&L, USDC',
      'Total 3.000000 4,206.00 1,402.00 5,550.75 +1,344.75',
      'Opening, date unknown Split and date… 1.000000 1,200.00 1,200.00 1,850.25 +650.25',
      expect.stringMatching(/^3 Nov.* 2\.000000 3,006\.00 1,503\.00 3,700\.50 \+694\.50$/),
    ])
    await page.getByRole('radiogroup', { name: 'Cost basis' }).getByText('LIFO').click()
    await eventually(() =>
      expect(asked().at(-1)).toMatchObject({ method: 'lifo', currency: null, offset: 0 }),
    )
    const kept = one.calls.filter(({ name }) => name === 'portfolio:setCostMethod')
    expect(kept.map(({ input }) => input)).toEqual([{ method: 'lifo' }])
    await page.getByRole('button', { name: 'Lots asset: ETH' }).click()
    await page.getByRole('menuitemradio', { name: 'BTC' }).click()
    await eventually(() => expect(asked().at(-1)).toMatchObject({ method: 'lifo', currency: 'btc' }))
    await page.getByText('estimated: The opening cost of BTC').waitFor()
    expect(await findAxeFaults(page)).toEqual([])
    await page.getByRole('button', { name: 'Export P&L' }).click()
    await page.getByRole('menuitem', { name: 'All disposals by LIFO (CSV' }).waitFor()
    await page.keyboard.press('Escape')
  })

  it('keeps the parts that are typed where the opening has changed meanwhile', async () => {
    let amount = '1'
    const one = await open({
      'portfolio:getOpening': () => makeOpening({ amount }),
      'portfolio:splitOpening': ({ parts }) => {
        if (amount === '1' || parts.length < 2) {
          amount = '1.25'
          throw new AppError('validation', { field: 'amount' })
        }
        return {}
      },
      'portfolio:listLots': () =>
        makeLots({ split: 'none', lots: [makeLot({ openedMs: null, isOpening: true })] }),
    })
    const { page } = one
    await page.getByRole('button', { name: 'Show lots' }).click()
    await page.getByRole('button', { name: 'Split and date…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Split and date the ETH opening' })
    await dialog.getByLabel('Date, if known').fill('1 Mar 2025')
    await dialog.getByRole('button', { name: 'Save split' }).click()
    await dialog.getByText('The opening changed meanwhile, as more was loaded. Nothing was saved.').waitFor()
    await dialog.getByText('0.25 ETH of the opening is not assigned to a part.').waitFor()
    expect(await dialog.getByLabel('Date, if known').inputValue()).toBe('1 Mar 2025')
    expect(await dialog.getByText('1.250000').count()).toBe(1)
    await dialog.getByRole('button', { name: 'Add part' }).click()
    await dialog.getByRole('button', { name: 'Save split' }).click()
    await dialog.waitFor({ state: 'detached' })
    const sent = one.calls.filter(({ name }) => name === 'portfolio:splitOpening')
    expect(sent.map(({ input }) => input)).toHaveLength(2)
  })

  it('splits and dates an opening, by keys alone, and makes it one lot again', async () => {
    const part = { amount: '0.4', openedMs: Date.UTC(2025, 2, 1), cost: null }
    let parts: readonly OpeningPart[] = []
    const one = await open({
      'portfolio:getOpening': () =>
        makeOpening({ parts: [...parts], split: parts.length > 0 ? 'used' : 'none' }),
      'portfolio:splitOpening': ({ parts: next }) => {
        parts = next
        return {}
      },
      'portfolio:resetOpening': () => {
        parts = []
        return {}
      },
      'portfolio:listLots': () =>
        makeLots({
          split: 'amountDiffers',
          lots: parts.map(({ openedMs }) => makeLot({ openedMs, isOpening: true })),
        }),
    })
    const { page } = one
    const sent = (name: string) => one.calls.filter((each) => each.name === name).map(({ input }) => input)
    await page.getByRole('button', { name: 'Show lots' }).click()
    await page.getByText('its parts no longer add up to the opening').waitFor()
    const opener = page.getByRole('button', { name: 'Split and date the opening…' })
    await opener.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Split and date the ETH opening' })
    const partAt = (at: number) => dialog.getByRole('group', { name: `Part ${at}` })
    await partAt(1).getByLabel('Amount, ETH').fill('0.4')
    await dialog.getByText('0.6 ETH of the opening is not assigned to a part.').waitFor()
    await dialog.getByRole('button', { name: 'Save split' }).press('Enter')
    await eventually(async () => {
      expect(await partAt(1).getByLabel('Amount, ETH').getAttribute('aria-invalid')).toBe('true')
      expect(
        await partAt(1)
          .getByLabel('Amount, ETH')
          .evaluate((field) => field === document.activeElement),
      ).toBe(true)
    })
    expect(sent('portfolio:splitOpening')).toEqual([])
    expect(await findAxeFaults(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Add part' }).press('Enter')
    await eventually(async () =>
      expect(
        await partAt(2)
          .getByLabel('Amount, ETH')
          .evaluate((field) => field === document.activeElement),
      ).toBe(true),
    )
    expect(await partAt(2).getByLabel('Amount, ETH').inputValue()).toBe('0.6')
    expect(await partAt(2).getByLabel('Cost, USDC').getAttribute('placeholder')).toBe('720.00 pro rata')
    await partAt(2).getByLabel('Cost, USDC').fill('700.5')
    await partAt(1).getByLabel('Date, if known').fill('4 Nov 2026')
    await page.keyboard.press('Enter')
    await dialog.getByText('Enter a date up to 3 Nov 2026.').waitFor()
    await partAt(1).getByLabel('Date, if known').fill('1 Mar 2025')
    await page.keyboard.press('Enter')
    await dialog.waitFor({ state: 'detached' })
    const second = { amount: '0.6', openedMs: null, cost: '700.5' }
    expect(sent('portfolio:splitOpening')).toEqual([{ currency: 'eth', parts: [part, second] }])
    const table = page.getByRole('region', { name: 'Open lots, scrollable' })
    await table.getByText('1 Mar 2025 opening').waitFor()
    await table.getByRole('button', { name: 'Split and date…' }).press('Enter')
    await dialog.getByRole('button', { name: 'Remove part 2' }).press('Enter')
    await dialog.getByText('0.6 ETH of the opening is not assigned to a part.').waitFor()
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await eventually(async () =>
      expect(await page.evaluate(() => document.activeElement?.textContent.trim())).toBe('Split and date…'),
    )
    await page.keyboard.press('Enter')
    await dialog.getByRole('button', { name: 'Reset to one lot' }).press('Enter')
    await dialog.waitFor({ state: 'detached' })
    expect(sent('portfolio:resetOpening')).toEqual([{ currency: 'eth' }])
  })

  it('says what a report lacks', async () => {
    const { page } = await open({ 'portfolio:getReport': () => makeReport({ ordersWithoutFills: 3 }) })
    await page.getByText('3 orders of this period: fills are still missing').waitFor()
  })

  it('exports what is asked for, by its menu and by commands', async () => {
    const one = await open({ 'exports:start': () => ({ id: null }) })
    const { page } = one
    const wishes = () => one.calls.filter(({ name }) => name === 'exports:start').map(({ input }) => input)
    await page.getByRole('button', { name: 'Export P&L' }).click()
    await page.getByRole('menuitem', { name: 'P&L (CSV)' }).click()
    await eventually(() => expect(wishes()).toEqual([{ what: 'pnl', format: 'csv' }]))
    await page.keyboard.press('Control+k')
    const field = page.getByRole('combobox', { name: 'Search or command' })
    await field.fill('export history json')
    await field.press('Enter')
    await eventually(() => expect(wishes().at(-1)).toMatchObject({ what: 'pnlHistory', format: 'jsonl' }))
  })
})

describe('the Portfolio view as a whole', () => {
  it('has no fault of accessibility in either theme, wide or narrow, with everything open', async () => {
    const { page } = await open()
    await page.getByRole('button', { name: 'ETH', exact: true }).click()
    await page.getByRole('button', { name: /days with fills/ }).click()
    for (const [theme, width, rules] of [
      ['dark', 1440, 'all'],
      ['light', 900, 'colors'],
    ] as const) {
      await page.setViewportSize({ width, height: 900 })
      await page.evaluate((value) => (document.documentElement.dataset['theme'] = value), theme)
      expect(await findAxeFaults(page, rules)).toEqual([])
    }
    await page.getByRole('button', { name: 'Table', exact: true }).click()
    expect(await findAxeFaults(page)).toEqual([])
  })

  it('never scrolls sideways as a whole', async () => {
    const { page } = await open()
    await page.getByRole('button', { name: 'ETH', exact: true }).click()
    for (const width of [900, 1280, 2560]) {
      await page.setViewportSize({ width, height: 900 })
      const parts = page.getByRole('region', { name: 'Portfolio, scrollable' })
      const [inside, outside] = await parts.evaluate((at) => [at.scrollWidth, at.clientWidth] as const)
      expect(inside, String(width)).toBeLessThanOrEqual(outside)
    }
  })
})

describe('the Portfolio view without figures', () => {
  const nothing = { entries: [], asOfMs: null, lastError: null }

  it('teaches what will be there, before anything was read and after nothing was found', async () => {
    const first = await open({ 'portfolio:getPnl': () => nothing })
    await first.page.getByText('once the exchange has reported').waitFor()
    const found = await open({ 'portfolio:getPnl': () => ({ ...nothing, asOfMs: 1 }) })
    await found.page.getByText('after the first trade or deposit').waitFor()
    const young = await open({ 'portfolio:getEquity': () => makeCurve() })
    await young.page.getByText('Your equity curve will appear here').waitFor()
  })

  it('says why it could not be read, and reads it again', async () => {
    let isBroken = true
    const { page } = await open({
      'portfolio:getPnl': () => {
        if (isBroken) throw new AppError('databaseCorrupt', {})
        return { entries, asOfMs: 1, lastError: null }
      },
    })
    const again = page.getByRole('button', { name: 'Reload figures' })
    await again.waitFor()
    isBroken = false
    await again.click()
    await rowsOf(page).first().waitFor()
  })

  it('keeps the service’s figures where ours, the history or the report cannot be had', async () => {
    const fail = (): never => {
      throw new AppError('internal', {})
    }
    const { page } = await open({
      'portfolio:getResults': fail,
      'portfolio:getEquity': fail,
      'portfolio:getReport': fail,
      'portfolio:getBooks': fail,
    })
    await rowsOf(page).first().waitFor()
    await page.getByRole('button', { name: 'Reload curve' }).waitFor()
    await page.getByRole('button', { name: 'Reload report' }).waitFor()
    const heads = await page.locator('.heads').innerText()
    expect(heads.replaceAll(/\s+/g, ' ')).toMatch(/^Market value – .* Realized P&L – /)
  })

  it('shows how old figures are that could not be brought up to date', async () => {
    const lastError = { code: 'timeout', data: {}, ref: null } as const
    const { page } = await open({
      'portfolio:getPnl': () => ({ entries, asOfMs: Date.now() - 2 * hourMs, lastError }),
    })
    await page.getByText('Couldn’t refresh the figures.').waitFor()
    await page.getByText('Last updated 2 h ago.').waitFor()
  })
})
