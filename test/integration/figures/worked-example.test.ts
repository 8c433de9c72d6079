// The oracle gives the worked example: Alice of seed 7, its clock at 2026-11-20T12:03:22Z.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fixedClock } from '../../../src-main/async/clock.ts'
import { startPracticeExchange, type PracticeExchange } from '../../../src-main/practice/exchange.ts'
import {
  computeMarketDay,
  computePortfolio,
  readRawRows,
  ReportBook,
  type Figure,
  type RawRows,
} from '../../figures/oracle.ts'

const nowMs = Date.parse('2026-11-20T12:03:22Z')
let practice: PracticeExchange
let rows: RawRows
let book: ReportBook

beforeAll(async () => {
  practice = await startPracticeExchange({ host: '127.0.0.1', seed: 7, clock: fixedClock(nowMs) })
  const [alice] = practice.users
  if (alice === undefined) throw new Error('no practice user')
  rows = await readRawRows({
    baseUrl: practice.baseUrl,
    ethereumPrivateKey: alice.ethereumPrivateKey,
    markets: practice.markets,
    nowMs,
    momentMs: nowMs,
    lastDay: true,
  })
  book = new ReportBook(rows)
})
afterAll(() => practice.close())

const shown = (figure: Figure): string => `${figure.state} ${figure.value?.toFixed(2) ?? '–'}`

describe('the worked example', () => {
  test('November by market', () => {
    const report = book.report({
      fromMs: Date.parse('2026-11-01T00:00:00Z'),
      toMs: Date.parse('2026-12-01T00:00:00Z'),
      timeZone: 'UTC',
    })
    const markets = Object.fromEntries(report.markets.map((row) => [row.market, shown(row.realized)]))
    expect(markets).toMatchObject({
      aaveusdc: 'known -1304.22',
      arbusdc: 'known -282.77',
      ethusdc: 'known -1430.66',
      linkusdc: 'known -7.11',
      btcusdc: 'known -1320.35',
    })
    const days = Object.fromEntries(report.days.map((row) => [row.day, shown(row.realized)]))
    expect(days).toMatchObject({ '2026-11-08': 'known -394.60', '2026-11-16': 'known 1.81' })
    expect([report.best?.day, report.best && shown(report.best.realized)]).toEqual([
      '2026-11-16',
      'known 1.81',
    ])
    expect([report.worst?.day, report.worst && shown(report.worst.realized)]).toEqual([
      '2026-11-10',
      'known -1082.77',
    ])
  })

  test('the year 2026', () => {
    const report = book.report({
      fromMs: Date.parse('2026-01-01T00:00:00Z'),
      toMs: Date.parse('2027-01-01T00:00:00Z'),
      timeZone: 'UTC',
    })
    const markets = Object.fromEntries(report.markets.map((row) => [row.market, shown(row.realized)]))
    expect(markets).toMatchObject({ ethusdc: 'known 24644.21', linkusdc: 'known 910.31' })
    expect([report.best?.day, report.best && shown(report.best.realized)]).toEqual([
      '2026-03-20',
      'known 23262.17',
    ])
  })

  test('the account', () => {
    const { account, currencies } = computePortfolio(rows)
    expect(shown(account.beforeFees)).toBe('known -44428.06')
    expect(shown(account.afterFees)).toBe('known -44884.46')
    expect(shown(account.fees)).toBe('known 456.40')
    const totals = Object.fromEntries(currencies.map((row) => [row.currency, shown(row.total)]))
    expect(totals).toEqual({
      aave: 'known -63508.43',
      arb: 'known -54852.58',
      btc: 'known 60622.40',
      eth: 'known 12950.15',
      link: 'known 585.49',
      usdc: 'known 0.00',
      usdt: 'known -225.11',
    })
    // Market value less opening, the trading wallet and the transfer wallet together.
    expect(account.afterFees.value?.toDecimal()).toBe(
      account.wealthNow.value?.subtract(account.wealthAtOpening.value ?? account.wealthNow.value).toDecimal(),
    )
  })

  test('the last 24 hours: the change begins at the last public trade before the window', async () => {
    for (const market of rows.markets) {
      const day = computeMarketDay(rows, market)
      if (day === null) throw new Error(market)
      const seconds = day.fromMs / 1000
      const answer = await fetch(
        `${practice.baseUrl}/sapi/v1/market/trades/?market=${market}&limit=1&timestamp=${seconds}`,
      )
      const { payload } = (await answer.json()) as { payload: { price: number }[] }
      expect([market, day.reference?.toDecimal()]).toEqual([market, String(payload[0]?.price)])
    }
    // The example's own changes were by the second: −0.21 % where the minute before the window closed at another price.
    expect(computeMarketDay(rows, 'ethusdc')?.change?.toFixed(4)).toBe('-0.0026')
  })
})
