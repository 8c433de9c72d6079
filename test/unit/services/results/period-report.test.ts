// Owns: reports against fractions, to the last digit, over days of every kind. Must not: measure time.
import { describe, expect, it } from 'vitest'
import { periodReport, type PeriodReport } from '../../../../src-preload/contract/portfolio.ts'
import { openZone } from '../../../../src-preload/shared/zone.ts'
import { createReportFold } from '../../../../src-main/services/results/period-report.ts'
import type { RangeOrders } from '../../../../src-main/store/result-rows.ts'
import { soakRounds } from '../../../fixtures/soak.ts'
import { seed } from '../../store/support.ts'
import { makeFills } from './random-fills.ts'
import { dateIn, expectedReport, groupBy, type KnownFill } from './report-oracle.ts'

const noOrders: RangeOrders = { created: 0, filled: 0, cancelled: 0, withoutFills: 0, earlierWithoutFills: 0 }
const day = 86_400_000
const atMs = Date.UTC(2026, 2, 10, 12)

function reportOf(
  fills: readonly KnownFill[],
  fromMs: number,
  toMs: number,
  zone = 'UTC',
  orders = noOrders,
): PeriodReport {
  const fold = createReportFold({ fromMs, toMs }, openZone(zone))
  for (const [market, own] of groupBy(fills, (fill) => fill.market)) {
    const into = fold.market(market)
    for (const fill of own) into.add(fill)
  }
  return periodReport.parse(fold.finish(orders, null))
}

/** The parts that follow from fills, with days by their dates. */
function datedParts(report: PeriodReport, zone: string) {
  const dateOf = dateIn(zone)
  const dated = <Row extends { dayMs: number }>({ dayMs, ...rest }: Row) => ({ day: dateOf(dayMs), ...rest })
  const { trades, markets, volumes, fees, best, worst, days } = report
  return {
    trades,
    markets,
    volumes,
    fees,
    best: best.map(dated),
    worst: worst.map(dated),
    days: days.map(dated),
  }
}

const buy = (amount: string, price: string, patch: Partial<KnownFill> = {}): KnownFill => ({
  market: 'ethusdc',
  quote: 'usdc',
  side: 'buy',
  price,
  amount,
  total: null,
  feeCurrency: null,
  feeAmount: null,
  atMs,
  ...patch,
})
const sell = (amount: string, price: string, patch: Partial<KnownFill> = {}): KnownFill =>
  buy(amount, price, { side: 'sell', ...patch })

describe('a report', () => {
  /** `npm run soak -- sums` takes five times as many. */
  const count = soakRounds(20_000)
  it(
    `over ${count} random fills is equal to fractions in every digit (seed ${seed})`,
    { timeout: soakRounds(120_000) },
    () => {
      const fromMs = Date.UTC(2024, 0, 1)
      const toMs = Date.UTC(2026, 6, 1)
      const zone = 'Europe/Berlin'
      const fills = makeFills(count, seed, fromMs, toMs)
      const within = [Date.UTC(2025, 2, 1), Date.UTC(2025, 10, 20)] as const
      const report = reportOf(fills, ...within, zone)
      expect(datedParts(report, zone)).toEqual(expectedReport(fills, ...within, dateIn(zone)))
      expect(report.days.length).toBeGreaterThan(260)
      expect(report.best.length).toBeGreaterThan(2)
    },
  )

  it.each([
    'UTC',
    'America/New_York',
    'Asia/Kolkata',
    'Australia/Lord_Howe',
    'Africa/Cairo',
    'America/Santiago',
  ])(`of random fills has the days of %s, each from its first moment on (seed ${seed})`, (zone) => {
    const fromMs = Date.UTC(2025, 0, 1)
    const toMs = Date.UTC(2026, 0, 1)
    const fills = makeFills(4_000, seed + 1, fromMs - 20 * day, toMs + 5 * day)
    const report = reportOf(fills, fromMs, toMs, zone)
    const dateOf = dateIn(zone)
    expect(datedParts(report, zone)).toEqual(expectedReport(fills, fromMs, toMs, dateOf))
    for (const { dayMs } of report.days) expect(dateOf(dayMs - 1)).not.toBe(dateOf(dayMs))
  })

  it('of a day with 23 hours and of one with 25 has one row each', () => {
    const zone = 'Europe/Berlin'
    const spring = Date.UTC(2026, 2, 28, 23)
    const autumn = Date.UTC(2026, 9, 24, 22)
    const fills = [
      buy('1', '1', { atMs: spring - 1 }),
      buy('1', '1', { atMs: spring }),
      buy('1', '1', { atMs: spring + 23 * 3_600_000 - 1 }),
      buy('1', '1', { atMs: spring + 23 * 3_600_000 }),
      buy('1', '1', { atMs: autumn }),
      buy('1', '1', { atMs: autumn + 25 * 3_600_000 - 1 }),
      buy('1', '1', { atMs: autumn + 25 * 3_600_000 }),
    ]
    const { days } = reportOf(fills, 0, Date.UTC(2027, 0, 1), zone)
    expect(days.map(({ dayMs, trades }) => [dayMs, trades])).toEqual([
      [spring - day, 1],
      [spring, 2],
      [spring + 23 * 3_600_000, 1],
      [autumn, 2],
      [autumn + 25 * 3_600_000, 1],
    ])
  })

  it('without fills is empty, and says what is known of orders', () => {
    const orders = { created: 5, filled: 2, cancelled: 1, withoutFills: 3, earlierWithoutFills: 4 }
    expect(reportOf([], 0, day, 'UTC', orders)).toEqual({
      fromMs: 0,
      toMs: day,
      timeZone: 'UTC',
      orders: { created: 5, filled: 2, cancelled: 1 },
      trades: 0,
      markets: [],
      volumes: [],
      fees: [],
      best: [],
      worst: [],
      days: [],
      ordersWithoutFills: 3,
      earlierOrdersWithoutFills: 4,
      knownFromMs: null,
    })
  })

  it('of one sale takes its cost from the fills before the period', () => {
    const fills = [
      buy('2', '100', { atMs: atMs - 40 * day }),
      buy('2', '200', { atMs: atMs - 30 * day }),
      sell('1', '210', { feeCurrency: 'usdc', feeAmount: '0.21' }),
    ]
    const report = reportOf(fills, atMs - day, atMs + day)
    expect(report.markets).toEqual([
      {
        market: 'ethusdc',
        quote: 'usdc',
        trades: 1,
        boughtAmount: '0',
        boughtValue: '0',
        soldAmount: '1',
        soldValue: '210',
        realised: '60',
      },
    ])
    expect(report.fees).toEqual([{ currency: 'usdc', amount: '0.21' }])
    const best = [{ currency: 'usdc', dayMs: Date.UTC(2026, 2, 10), amount: '60' }]
    expect([report.best, report.worst]).toEqual([best, best])
  })

  it('has no result where more was sold than was bought before, and knows it again of what is bought later', () => {
    const later = atMs + day
    const fills = [
      sell('1', '100'),
      buy('1', '90', { atMs: atMs + 1 }),
      sell('2', '95', { atMs: atMs + 2 }),
      buy('1', '50', { atMs: later }),
      sell('1', '70', { atMs: later + 1 }),
    ]
    const whole = reportOf(fills, 0, later + day)
    expect(whole.markets[0]?.realised).toBeNull()
    expect(whole.days.map(({ realised }) => realised)).toEqual([[], [{ currency: 'usdc', amount: '20' }]])
    expect(reportOf(fills, later - 1, later + day).markets[0]?.realised).toBe('20')
  })

  it('of a day on which one cost is not known has no result in that currency, but in others', () => {
    const fills = [
      buy('1', '10', { market: 'btcusdc' }),
      sell('1', '11', { market: 'btcusdc' }),
      sell('1', '100'),
      buy('1', '2', { market: 'ethbtc', quote: 'btc' }),
      sell('1', '3', { market: 'ethbtc', quote: 'btc' }),
    ]
    const report = reportOf(fills, 0, atMs + day)
    expect(report.days[0]?.realised).toEqual([{ currency: 'btc', amount: '1' }])
    expect(report.best.map(({ currency }) => currency)).toEqual(['btc'])
    expect(report.markets.map(({ market, realised }) => [market, realised])).toEqual([
      ['btcusdc', '1'],
      ['ethbtc', '1'],
      ['ethusdc', null],
    ])
  })

  it('rounds the cost of each sale half to even at 18 decimals, and the last piece takes the rest', () => {
    const fills = [buy('3', '1', { total: '1' }), sell('1', '0'), sell('1', '0'), sell('1', '0')]
    expect(reportOf(fills, 0, atMs + day).markets[0]?.realised).toBe('-1')
    const [first] = [reportOf(fills.slice(0, 2), 0, atMs + day)]
    expect(first.markets[0]?.realised).toBe('-0.333333333333333333')
    const half = [buy('2', '1', { total: '0.000000000000000001' }), sell('1', '0')]
    expect(reportOf(half, 0, atMs + day).markets[0]?.realised).toBe('0')
  })

  it('takes up the first of equally good days', () => {
    const fills = [0, 1, 2].flatMap((n) => [
      buy('1', '1', { atMs: atMs + n * day }),
      sell('1', '2', { atMs: atMs + n * day }),
    ])
    const report = reportOf(fills, 0, atMs + 9 * day)
    const first = Date.UTC(2026, 2, 10)
    expect([report.best[0]?.dayMs, report.worst[0]?.dayMs]).toEqual([first, first])
  })

  it('holds the longest decimals that the service may send', () => {
    const long = `${'9'.repeat(60)}.${'9'.repeat(60)}`
    const tiny = `0.${'0'.repeat(59)}1`
    const fills = [buy(long, long), buy(tiny, tiny), sell(tiny, long), sell(long, tiny)]
    const report = reportOf(fills, 0, atMs + day)
    expect(datedParts(report, 'UTC')).toEqual(expectedReport(fills, 0, atMs + day, dateIn('UTC')))
  })

  it('of zero prices and zero amounts has zeros', () => {
    const fills = [sell('0', '5'), buy('1', '0'), sell('1', '0.0'), sell('0.0', '7')]
    expect(reportOf(fills, 0, atMs + day).markets[0]).toMatchObject({
      trades: 4,
      boughtValue: '0',
      soldValue: '0',
      realised: '0',
    })
  })
})
