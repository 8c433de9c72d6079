// The product itself gives the numbers of the worked example: Alice of seed 7, the clock at 2026-11-20T12:03:22Z.
import { expect, test } from 'vitest'
import { fixedClock } from '../../../src-main/async/clock.ts'
import { startPracticeExchange } from '../../../src-main/practice/exchange.ts'
import type { Figure } from '../../../src-preload/contract/portfolio/figures.ts'
import type { PeriodReport } from '../../../src-preload/contract/portfolio/report.ts'
import { dayIn, Rational } from '../../figures/oracle.ts'
import { openProduct, syncAll, syncCandles } from '../../figures/product.ts'
import { rangeOf } from '../../figures/same-figures.ts'

const nowMs = Date.parse('2026-11-20T12:03:22Z')

const atTwo = (amount: string): string => Rational.parse(amount).toFixed(2)
const shown = (figure: Figure): string =>
  figure.state === 'unknown' ? 'unknown' : `${figure.state} ${atTwo(figure.amount)}`

const marketsOf = ({ markets }: PeriodReport): Record<string, string> =>
  Object.fromEntries(markets.map(({ market, realized }) => [market, shown(realized)]))
const daysOf = ({ days }: PeriodReport): Record<string, string> =>
  Object.fromEntries(days.map(({ dayMs, realized }) => [dayIn('UTC', dayMs), shown(realized)]))
const extremeOf = (day: PeriodReport['best']): string =>
  day === null ? 'none' : `${dayIn('UTC', day.dayMs)} ${day.state} ${atTwo(day.amount)}`

test('the product says the numbers of the worked example', async () => {
  const clock = fixedClock(nowMs)
  const practice = await startPracticeExchange({ host: '127.0.0.1', seed: 7, clock })
  try {
    const ethereumPrivateKey = practice.users[0]?.ethereumPrivateKey ?? ''
    const product = await openProduct({ baseUrl: practice.baseUrl, ethereumPrivateKey, clock })
    await syncAll(product)
    await syncCandles(product, practice.markets)

    const november = await product.portfolio.getReport(rangeOf('UTC', '2026-11-01', '2026-12-01'))
    expect(marketsOf(november)).toMatchObject({
      aaveusdc: 'known -1304.22',
      arbusdc: 'known -282.77',
      ethusdc: 'known -1430.66',
      linkusdc: 'known -7.11',
      btcusdc: 'known -1320.35',
    })
    expect(daysOf(november)).toMatchObject({ '2026-11-08': 'known -394.60', '2026-11-16': 'known 1.81' })
    expect(extremeOf(november.best)).toBe('2026-11-16 known 1.81')
    expect(extremeOf(november.worst)).toBe('2026-11-10 known -1082.77')

    const year = await product.portfolio.getReport(rangeOf('UTC', '2026-01-01', '2027-01-01'))
    expect(marketsOf(year)).toMatchObject({ ethusdc: 'known 24644.21', linkusdc: 'known 910.31' })
    expect(extremeOf(year.best)).toBe('2026-03-20 known 23262.17')

    const { results, totals } = await product.portfolio.getResults()
    expect(totals[0] && amountOf(totals[0].total)).toBe('-44428.06')
    expect(Object.fromEntries(results.map(({ currency, total }) => [currency, amountOf(total)]))).toEqual({
      aave: '-63508.43',
      arb: '-54852.58',
      btc: '60622.40',
      eth: '12950.15',
      link: '585.49',
      usdc: '0.00',
      usdt: '-225.11',
    })
    const { feeSum } = await product.portfolio.getBooks()
    expect(feeSum && atTwo(feeSum)).toBe('456.40')
  } finally {
    await practice.close()
  }
})

/** A result may be a text, which is known, or a figure with its state. */
function amountOf(value: string | null | Figure): string {
  if (value === null) return 'unknown'
  return typeof value === 'string' ? atTwo(value) : shown(value).replace('known ', '')
}
