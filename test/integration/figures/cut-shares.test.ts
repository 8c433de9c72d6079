// What a practice account whose history is cut shows: the same states as the oracle, printed as shares.
import { expect, onTestFinished, test } from 'vitest'
import { fixedClock } from '../../../src-main/async/clock.ts'
import { startPracticeExchange } from '../../../src-main/practice/exchange.ts'
import type { FigureState } from '../../figures/figure.ts'
import { dayIn, readRawRows, ReportBook, startOfDayIn, withoutFillsBefore } from '../../figures/oracle.ts'
import { openProduct, syncAll, syncCandles } from '../../figures/product.ts'

const nowMs = Date.parse('2026-11-20T12:03:22Z')
const times = Number(process.env['STARKDESK_SOAK_TIMES'] ?? 1)
const orders = times > 1 ? 2_500 : 150

type Shares = Record<FigureState, number>
const shares = (states: readonly FigureState[]): Shares => ({
  known: states.filter((state) => state === 'known').length,
  estimated: states.filter((state) => state === 'estimated').length,
  unknown: states.filter((state) => state === 'unknown').length,
})

test('days and markets of cut histories', async () => {
  const clock = fixedClock(nowMs)
  const practice = await startPracticeExchange({ host: '127.0.0.1', seed: 7, orders, clock })
  onTestFinished(() => practice.close())
  const { baseUrl, markets, users } = practice
  const ethereumPrivateKey = users[0]?.ethereumPrivateKey ?? ''
  const rows = await readRawRows({ baseUrl, ethereumPrivateKey, markets, nowMs, momentMs: nowMs })
  for (const day of ['2025-10-01', '2026-07-01', '2026-11-01']) {
    // No order may be created before the cut and filled after it: the product drops it whole.
    const wishMs = startOfDayIn('UTC', day)
    const sinceMs = rows.orders.reduce(
      (atMs, order) =>
        order.fills.some(({ timeMs }) => timeMs >= atMs) && order.createdMs < atMs ? order.createdMs : atMs,
      wishMs,
    )
    const product = await openProduct({ baseUrl, ethereumPrivateKey, clock })
    await syncAll(product, { keptFromMs: sinceMs })
    await syncCandles(product, markets)
    // Reports are of whole days.
    const range = {
      fromMs: startOfDayIn('UTC', dayIn('UTC', sinceMs)),
      toMs: startOfDayIn('UTC', '2027-01-01'),
    }
    const ours = await product.portfolio.getReport(range)
    const theirs = new ReportBook(withoutFillsBefore(rows, sinceMs)).report({ ...range, timeZone: 'UTC' })
    const [days, expectedDays] = [ours.days, theirs.days].map((all) =>
      all.map(({ realized }) => realized.state),
    )
    expect(days).toEqual(expectedDays)
    const expectedMarkets = theirs.markets.map(({ market, realized }) => [market, realized.state])
    expect(ours.markets.map(({ market, realized }) => [market, realized.state])).toEqual(expectedMarkets)
    const [ofDays, ofMarkets] = [
      shares(days ?? []),
      shares(ours.markets.map(({ realized }) => realized.state)),
    ]
    console.info(`known from ${day}: days ${JSON.stringify(ofDays)}, markets ${JSON.stringify(ofMarkets)}`)
  }
})
