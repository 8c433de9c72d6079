// Figures over the days of a period: wins, losses, drawdown and streaks, by net result. Pure and exact; definitions:
// contract/portfolio/performance.ts.
import type { DayFigures, PerformanceDay } from '../../../../src-preload/contract/portfolio/performance.ts'
import {
  add,
  compare,
  type Exact,
  exactText,
  multiplyDivideHalfEven,
  one,
  parseExact,
  subtract,
  zero,
} from '../../../../src-preload/domain/numbers/exact-decimal.ts'

const QUOTIENT_DECIMALS = 18

interface Day {
  readonly dayMs: number
  readonly net: Exact
  readonly realized: Exact
}

const signOf = (amount: Exact): number => compare(amount, zero)
const sumOf = (amounts: readonly Exact[]): Exact => amounts.reduce(add, zero)
const negative = (amount: Exact): Exact => subtract(zero, amount)

/** dividend ÷ divisor, rounded half to even; null where the divisor is zero. */
const quotient = (dividend: Exact, divisor: Exact): string | null =>
  divisor.units === 0n ? null : exactText(multiplyDivideHalfEven(dividend, one, divisor, QUOTIENT_DECIMALS))

const average = (amounts: readonly Exact[]): string | null =>
  quotient(sumOf(amounts), { units: BigInt(amounts.length), scale: 0 })

/** The largest fall of the running sum from its highest point so far, which is zero before the first day. */
function drawdownOf(days: readonly Day[]): DayFigures['drawdown'] {
  let sum = zero
  let peak: { readonly amount: Exact; readonly dayMs: number | null } = { amount: zero, dayMs: null }
  let largest: {
    readonly amount: Exact
    readonly fromDayMs: number | null
    readonly toDayMs: number
  } | null = null
  for (const { dayMs, net } of days) {
    sum = add(sum, net)
    if (compare(sum, peak.amount) > 0) peak = { amount: sum, dayMs }
    const fall = subtract(peak.amount, sum)
    if (compare(fall, largest?.amount ?? zero) > 0)
      largest = { amount: fall, fromDayMs: peak.dayMs, toDayMs: dayMs }
  }
  return largest && { ...largest, amount: exactText(largest.amount) }
}

/** The longest run of days whose result has a sign. */
function streakOf(days: readonly Day[], sign: 1 | -1): number {
  let [longest, run] = [0, 0]
  for (const { net } of days) {
    run = signOf(net) === sign ? run + 1 : 0
    longest = Math.max(longest, run)
  }
  return longest
}

/** The day with the highest (1) or lowest (-1) net; the first of equals. */
function extremeOf(days: readonly [Day, ...Day[]], direction: 1 | -1): DayFigures['best'] {
  const [first, ...others] = days
  const best = others.reduce(
    (found, day) => (compare(day.net, found.net) * direction > 0 ? day : found),
    first,
  )
  return { dayMs: best.dayMs, amount: exactText(best.net) }
}

/**
 * Null if a day is unknown, or fewer than two have a result.
 * @param days - with fills, oldest first; all days of the period are stored
 * @param withResult - the starts of those that give a result
 * @param fees - of the period
 */
export function figuresOfDays(
  days: readonly PerformanceDay[],
  withResult: ReadonlySet<number>,
  fees: Exact,
): DayFigures | null {
  const all: Day[] = []
  let state: DayFigures['state'] = 'known'
  for (const { dayMs, net, realized } of days) {
    if (net.state === 'unknown' || realized.state === 'unknown') return null
    if (net.state === 'estimated') state = 'estimated'
    all.push({ dayMs, net: parseExact(net.amount), realized: parseExact(realized.amount) })
  }
  const [first, second, ...rest] = all.filter(({ dayMs }) => withResult.has(dayMs))
  if (first === undefined || second === undefined) return null
  const counted: [Day, ...Day[]] = [first, second, ...rest]
  const netOf = (sign: 1 | -1): Exact[] => counted.map(({ net }) => net).filter((net) => signOf(net) === sign)
  const [wins, losses] = [netOf(1), netOf(-1)]
  const gross = sumOf(all.map(({ realized }) => realized).filter((realized) => signOf(realized) > 0))
  return {
    state,
    days: counted.length,
    won: wins.length,
    lost: losses.length,
    averageWin: average(wins),
    averageLoss: average(losses),
    profitFactor: quotient(sumOf(wins), negative(sumOf(losses))),
    drawdown: drawdownOf(all),
    best: extremeOf(counted, 1),
    worst: extremeOf(counted, -1),
    winStreak: streakOf(counted, 1),
    lossStreak: streakOf(counted, -1),
    feeShare: quotient(fees, gross),
  }
}
