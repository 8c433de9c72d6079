// No figure and no date is cut, at any width of the window and either density of rows.
import type { Page } from 'playwright'
import { expect, it } from 'vitest'
import { known, makeEntry, makeResult, makeTotals } from '../unit/renderer/features/portfolio/make-pnl.ts'
import { eventually } from '../fixtures/eventually.ts'
import { makePerformance } from '../unit/renderer/features/portfolio/make-performance.ts'
import { makeLot, makeLots } from '../unit/renderer/features/portfolio/make-lots.ts'
import { makeBook } from '../unit/renderer/features/book/make-book.ts'
import { makeOrder } from '../unit/renderer/features/make-order.ts'
import { AppError } from '../../src-preload/domain/errors.ts'
import { defaultTradeView } from '../../src-main/markets/charts/trade-view.ts'
import { accountsState, answersFor, unprotected } from './app-answers.ts'
import { openPage } from './open-page.ts'
import { gridOf, showTab } from './orders-grid.ts'

/** Cells with a digit in them that have less room than their text, with what they say. */
const findCut = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const cells = document.querySelectorAll<HTMLElement>(
      'main :is(td, tbody th, dd, [role=gridcell]), main :is(td, tbody th, dd, [role=gridcell]) *',
    )
    return [...cells]
      .filter(
        (cell) => /\d/.test(cell.textContent) && cell.clientWidth > 0 && cell.scrollWidth > cell.clientWidth,
      )
      .filter((cell) => cell.closest('.visually-hidden') === null)
      .map((cell) => `${cell.textContent.trim()}: ${cell.scrollWidth} in ${cell.clientWidth}`)
  })

async function expectWhole(page: Page, where: string): Promise<void> {
  for (const density of ['compact', 'comfortable']) {
    await page.evaluate((value) => (document.documentElement.dataset['density'] = value), density)
    for (const width of [900, 1280, 1440, 2560]) {
      await page.setViewportSize({ width, height: 900 })
      await page.evaluate(
        () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
      )
      expect(await page.locator('main :is(td, dd, [role=gridcell])').count()).toBeGreaterThan(0)
      expect([where, density, width, await findCut(page)]).toEqual([where, density, width, []])
    }
  }
}

it('in Portfolio, its report, its days and its lots', async () => {
  const long = '131470123.05040653995757213302'
  const result = makeResult({
    ...{ costBasis: long, marketValue: long, realized: known(`-${long}`), unrealized: `-${long}` },
    ...{ balance: long, total: known(`-${long}`) },
  })
  const lot = makeLot({
    ...{ amount: long, cost: known(long), unitCost: known(long), marketValue: long },
    ...{ unrealized: known(`-${long}`) },
  })
  const opening = { ...lot, openedMs: Date.UTC(2025, 2, 28), isOpening: true }
  const todayMs = Math.floor(Date.now() / 86_400_000) * 86_400_000
  const estimated = { state: 'estimated', amount: `-${long}` } as const
  const { page } = await openPage(
    answersFor(unprotected, accountsState, {
      'portfolio:getPerformance': (range) => {
        const made = makePerformance(range)
        return {
          ...made,
          days: made.days.slice(0, 1).map((day) => ({ ...day, dayMs: todayMs, net: estimated })),
        }
      },
      'portfolio:getPnl': () => ({ entries: [makeEntry()], asOfMs: Date.now(), lastError: null }),
      'portfolio:getResults': () => ({ results: [result], totals: [makeTotals()], asOfMs: Date.now() }),
      'portfolio:listLots': () =>
        makeLots({ split: 'used', lots: [opening, { ...opening, openedMs: null }, lot] }),
    }),
    '#/portfolio',
  )
  await page.getByRole('button', { name: 'Show lots' }).click()
  await page.getByRole('region', { name: 'Open lots, scrollable' }).waitFor()
  await page.getByRole('button', { name: /days with fills/ }).click()
  await page
    .getByRole('group', { name: /^Net by day/ })
    .getByText('≈−131,470,123', { exact: true })
    .waitFor()
  await expectWhole(page, 'Portfolio')
  // Nor does a column of the lots stand outside what is seen of its table.
  await page.setViewportSize({ width: 900, height: 900 })
  const area = page.getByRole('region', { name: 'Open lots, scrollable' })
  expect(await area.evaluate((one) => one.scrollWidth - one.clientWidth)).toBeLessThanOrEqual(0)
})

/** A year ago, so that a date has its year. */
const longAgoMs = Date.UTC(2025, 10, 27, 23, 47, 36)
const longFigures = { price: '131470123.05', averagePrice: '131470122.95', stopPrice: '131470124.05' }
const longAmounts = {
  ...{ originVolume: '98765432.123456', executedVolume: '98765431.123456', remainingVolume: '1.000000' },
  ...{ executedValue: '12984627189345.67', makerFee: '0.001', takerFee: '0.001', tradesCount: 1_234_567 },
}
const longOrder = (id: number) =>
  makeOrder(id, {
    ...{ id, type: 'stop_limit', ...longFigures, ...longAmounts },
    ...{ createdAtMs: longAgoMs + id, updatedAtMs: longAgoMs + id, state: id % 2 === 0 ? 'cancel' : 'wait' },
    cancelReason: id % 2 === 0 ? 'Order cancelled by user' : null,
  })
const longOrders = Array.from({ length: 12 }, (_, at) => longOrder(40_000_000 + at))
const longFills = longOrders.map(({ id, market, createdAtMs }) => ({
  ...{ id, orderId: id, market, createdAtMs, side: 'sell' as const, takerType: 'sell' as const },
  ...{ price: longFigures.price, amount: longAmounts.originVolume, total: longAmounts.executedValue },
  ...{ feeAmount: '12984627189.345678', feeCurrency: 'usdc', feeRate: '0.001' },
}))
const answersOfOrders = {
  'orders:list': () => ({ rows: longOrders, total: longOrders.length, version: 1 }),
  'orders:listFills': () => ({ rows: longFills, total: longFills.length, version: 1, ordersWanting: 0 }),
} as const

it('in Orders: open ones, the history and fills', async () => {
  const { page } = await openPage(answersFor(unprotected, accountsState, answersOfOrders), '#/orders')
  for (const tab of [/^Open orders/, /^Order history/, /^Fills/]) {
    await showTab(page, tab)
    await gridOf(page).getByText('ETH/USDC').first().waitFor()
    await expectWhole(page, `Orders, ${tab.source}`)
  }
})

it('in Trade: the book, the ticket, balances and each table of the dock', async () => {
  const long = '131470123.05'
  const levels = (first: number): [string, string, string][] =>
    Array.from({ length: 20 }, (_, at) => [
      (first + at).toFixed(2),
      longAmounts.originVolume,
      longAmounts.executedValue,
    ])
  const opened = await openPage(
    answersFor(unprotected, accountsState, {
      ...answersOfOrders,
      'charts:getTradeView': () => ({ ...defaultTradeView }),
      'charts:getLayout': () => {
        throw new AppError('internal', {})
      },
      'charts:listDrawings': () => ({ drawings: [] }),
      'charts:listMarks': () => ({ marks: [], isCut: false }),
      'markets:listTrades': () => ({ trades: [], asOfMs: Date.now(), lastError: null }),
      'markets:list': () => ({
        markets: [
          {
            ...{ market: 'ethusdc', last: Number(long), reference: Number(long), changePercent: -12.34 },
            ...{ high: Number(long), low: Number(long), volume: 98_765_432.123456, turnover: null },
            ...{ sparkline: [1, 2, 3], priceDecimals: 2, asOfMs: Date.now(), lastError: null },
            source: 'candles' as const,
          },
        ],
      }),
      'markets:watch': () => ({}),
      'book:getChoices': () => ({ tab: 'book', sums: 'quote', steps: [] }),
      'portfolio:getBalances': () => ({
        balances: ['usdc', 'eth'].map((currency) => ({
          ...{ currency, total: known(longAmounts.originVolume), free: known(longAmounts.originVolume) },
          ...{ locked: longAmounts.originVolume, value: known(longAmounts.executedValue), lastPrice: null },
        })),
        ...{ basis: 'excludes' as const, valueCurrency: 'usdc', value: known(longAmounts.executedValue) },
        ...{ leftOut: [], asOfMs: Date.now(), lastError: null },
      }),
    }),
  )
  const { page } = opened
  await page.setViewportSize({ width: 1_440, height: 900 })
  const book = makeBook({
    asks: { levels: levels(131_470_124), isLastPartial: false },
    bids: { levels: levels(131_470_100).toReversed(), isLastPartial: false },
  })
  await page.getByRole('button', { name: /^Account:/ }).waitFor()
  await eventually(async () => {
    await opened.emit('book:changed', { ...book, bestAsk: '131470124.00', bestBid: '131470119.00' })
    expect(await page.locator('[data-side="bids"]').count()).toBeGreaterThan(3)
  })
  const tabs = page.getByRole('radiogroup', { name: 'Table' }).getByRole('radio')
  await tabs.first().waitFor()
  expect(await tabs.count()).toBeGreaterThan(3)
  for (const tab of await tabs.all()) {
    const name =
      (await tab.getAttribute('aria-label')) ?? (await tab.evaluate((one) => one.parentElement?.textContent))
    await tab.check({ force: true })
    await expectWhole(page, `Trade, ${String(name)}`)
  }
})
