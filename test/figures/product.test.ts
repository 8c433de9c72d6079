// Owns: that the product's portfolio and reports equal the oracle's over the same exchange. Must not: compute a figure.
import { expect, test } from 'vitest'
import { fixedClock } from '../../src-main/clock.ts'
import { startPracticeExchange } from '../../src-main/practice/exchange.ts'
import { parseExact, exactText, roundHalfEven } from '../../src-preload/shared/exact.ts'
import type { Figure as ProductFigure } from '../../src-preload/contract/portfolio.ts'
import { computePortfolio, dayIn, readRawRows, ReportBook, startOfDayIn } from './oracle.ts'
import type { Figure } from './figure.ts'
import type { Rational } from './rational.ts'
import { openProduct, syncAll, syncCandles } from './product.ts'

/** Results are sums of parts that are rounded at 18 decimals, so they are compared at one below the sum of those errors. */
const DECIMALS = 12

const oracleText = (value: Rational): string => exactText(parseExact(value.toFixed(DECIMALS)))
const productText = (text: string): string => exactText(roundHalfEven(parseExact(text), DECIMALS))
const ofOracle = (figure: Figure): string =>
  figure.value === null ? figure.state : `${figure.state} ${oracleText(figure.value)}`
const ofProduct = (figure: ProductFigure): string =>
  figure.state === 'unknown' ? 'unknown' : `${figure.state} ${productText(figure.amount)}`
const ofFees = (text: string | null): string => (text === null ? 'unknown' : `known ${productText(text)}`)

const nowMs = Date.parse('2026-11-20T12:03:22Z')

test.each([
  { seed: 7, orders: 2_500, user: 0, timeZone: 'UTC' },
  { seed: 11, orders: 250, user: 1, timeZone: 'America/New_York' },
  { seed: 3, orders: 700, user: 0, timeZone: 'Australia/Lord_Howe' },
])('practice of seed $seed, $orders orders, in $timeZone', async ({ seed, orders, user, timeZone }) => {
  const clock = fixedClock(nowMs)
  const practice = await startPracticeExchange({ host: '127.0.0.1', seed, orders, clock })
  try {
    const ethereumPrivateKey = practice.users[user]?.ethereumPrivateKey ?? ''
    const { baseUrl, markets } = practice
    const product = await openProduct({ baseUrl, ethereumPrivateKey, clock, timeZone })
    await syncAll(product)
    await syncCandles(product, markets)
    const rows = await readRawRows({ baseUrl, ethereumPrivateKey, markets, nowMs, momentMs: nowMs })
    const book = new ReportBook(rows)

    const periods = [
      ['2024-01-01T12:00:00Z', '2027-01-01T12:00:00Z'],
      ['2026-01-01T12:00:00Z', '2027-01-01T12:00:00Z'],
      ['2026-11-01T12:00:00Z', '2026-12-01T12:00:00Z'],
      ['2026-10-26T12:00:00Z', '2026-11-02T12:00:00Z'],
      ['2026-11-15T12:00:00Z', '2026-11-16T12:00:00Z'],
    ].map(([from = '', to = '']) => ({
      fromMs: startOfDayIn(timeZone, from.slice(0, 10)),
      toMs: startOfDayIn(timeZone, to.slice(0, 10)),
    }))
    for (const period of periods) {
      const ours = await product.portfolio.getReport(period)
      const theirs = book.report({ ...period, timeZone })
      expect(ours.trades).toBe(theirs.totals.trades)
      expect(ofProduct(ours.sum.realized)).toBe(ofOracle(theirs.totals.realized))
      expect(ofProduct(ours.sum.net)).toBe(ofOracle(theirs.totals.net))
      expect(ofFees(ours.sum.fees)).toBe(ofOracle(theirs.totals.feesValue))
      expect(ofFees(ours.sum.bought)).toBe(ofOracle(theirs.totals.boughtValue))
      expect(ofFees(ours.sum.sold)).toBe(ofOracle(theirs.totals.soldValue))
      expect(
        ours.markets.map((row) => [row.market, row.trades, ofProduct(row.realized), ofFees(row.fees)]),
      ).toEqual(
        theirs.markets.map((row) => [
          row.market,
          row.trades,
          ofOracle(row.realized),
          ofOracle(row.feesValue),
        ]),
      )
      expect(
        ours.days.map((row) => [
          dayIn(timeZone, row.dayMs),
          row.trades,
          ofProduct(row.realized),
          ofFees(row.fees),
        ]),
      ).toEqual(
        theirs.days.map((row) => [row.day, row.trades, ofOracle(row.realized), ofOracle(row.feesValue)]),
      )
      for (const which of ['best', 'worst'] as const) {
        const day = ours[which]
        expect(day && dayIn(timeZone, day.dayMs)).toBe(theirs[which]?.day ?? null)
      }
    }

    const { results, totals } = await product.portfolio.getResults()
    const portfolio = computePortfolio(rows)
    expect(
      results.map((row) => [
        row.currency,
        row.realized.state === 'unknown' ? null : productText(row.realized.amount),
        row.marketValue && productText(row.marketValue),
        row.unrealized && productText(row.unrealized),
        row.total && row.total.state !== 'unknown' ? productText(row.total.amount) : null,
      ]),
    ).toEqual(
      portfolio.currencies.map((row) => [
        row.currency,
        ...[row.realized, row.marketValue, row.unrealized, row.total].map(
          ({ value }) => value && oracleText(value),
        ),
      ]),
    )
    const total = totals[0]?.total
    expect(total && total.state !== 'unknown' && productText(total.amount)).toBe(
      portfolio.account.beforeFees.value && oracleText(portfolio.account.beforeFees.value),
    )
  } finally {
    await practice.close()
  }
})
