// The change of the last 24 hours is market value now less then, without what came and went: replayed from the first event on.
import { expect, test } from 'vitest'
import { exactText, parseExact, roundHalfEven } from '../../../src-preload/domain/numbers/exact-decimal.ts'
import { COMPARED_DECIMALS } from '../../figures/figure-table.ts'
import { movementsOf } from '../../figures/movements.ts'
import { makeHistory, type MadeTrader } from '../../figures/made-history.ts'
import { openMadeWorld } from '../../figures/made-world.ts'
import { priceAt } from '../../figures/made-prices.ts'
import { computePortfolio, Rational, sumOf, type RawRows } from '../../figures/oracle.ts'

const DAY_MS = 86_400_000
const fromMs = Date.parse('2026-10-31T06:00:00Z')
const toMs = Date.parse('2026-11-03T10:00:00Z')
const nowMs = Date.parse('2026-11-03T12:03:22Z')
/** Up to the second of the reading of `pnl`. */
const thenMs = nowMs - DAY_MS
const seed = Number(process.env['SEED'] ?? 21)

const compared = (amount: string): string => exactText(roundHalfEven(parseExact(amount), COMPARED_DECIMALS))

/** Opening + everything that moved until a day ago, then what moved since. */
function replay(rows: RawRows): { change: Rational; base: Rational } {
  const { currencies } = computePortfolio(rows)
  const held = new Map(currencies.map(({ currency, book }) => [currency, book.openingAmount]))
  let came = Rational.zero
  let went = Rational.zero
  for (const { timeMs, fill, legs } of movementsOf(rows)) {
    for (const { currency, direction, amount, value } of legs) {
      const before = held.get(currency) ?? Rational.zero
      if (timeMs < thenMs + 1_000) {
        held.set(currency, direction === 'in' ? before.add(amount) : before.subtract(amount))
      } else if (fill === null) {
        if (direction === 'in') came = came.add(value ?? Rational.zero)
        else went = went.add(value ?? Rational.zero)
      }
    }
  }
  const worthThen = sumOf([...held].map(([currency, amount]) => amount.multiply(priceAt(currency, thenMs))))
  const worthNow = sumOf(
    currencies.map(({ balance, currency }) => balance.multiply(priceAt(currency, nowMs))),
  )
  const base = worthThen.add(came)
  return { change: worthNow.subtract(base).add(went), base }
}

test(`of fills, fees and transfers within the day (seed ${String(seed)})`, async () => {
  const transfers = (trader: MadeTrader, at: number, timeMs: number): void => {
    const atMs = timeMs - 60_000
    if (at === 20) trader.move(atMs, 'eth', 'in', Rational.parse('0.5'), 'got-eth')
    if (at === 22) trader.move(atMs, 'link', 'out', Rational.parse('12.5'), 'sent-link')
    if (at === 23) trader.move(atMs, 'usdc', 'out', Rational.parse('250.75'), 'sent-usdc')
  }
  const { account } = makeHistory({ seed, orders: 24, fromMs, toMs, fees: 'mixed' }, transfers)
  const moved = account.moves.filter(({ timeMs }) => timeMs > thenMs)
  expect(moved.length).toBe(3)
  const world = await openMadeWorld({ account, nowMs })
  const { day } = await world.product.portfolio.getBooks()
  const { change, base } = replay(await world.rows())
  expect(day?.change.state).toBe('known')
  if (day?.change.state !== 'known') return
  expect(day.fromMs).toBe(thenMs + 999)
  expect(compared(day.change.amount)).toBe(compared(change.toDecimal(60)))
  expect(compared(day.base ?? '')).toBe(compared(base.toDecimal(60)))
})

test('of a withdrawal and a deposit that nobody tells: neither is a result', async () => {
  const amount = Rational.parse('100')
  const { account } = makeHistory({ seed: seed + 1, orders: 24, fromMs, toMs }, (trader, at, timeMs) => {
    if (at === 20) trader.move(timeMs - 60_000, 'eth', 'out', amount)
    if (at === 21) trader.move(timeMs - 60_000, 'eth', 'in', amount)
  })
  const { product } = await openMadeWorld({ account, nowMs })
  const { day } = await product.portfolio.getBooks()
  // Either is worth some 200,000 USDC and would stand out.
  expect(day?.change.state).toBe('known')
  expect(Math.abs(Number(day?.change.state === 'known' ? day.change.amount : NaN))).toBeLessThan(20_000)
})
