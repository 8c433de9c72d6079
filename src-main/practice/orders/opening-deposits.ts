// What a practice user holds at the start of the history: enough that no trade of it gives more than is there.
import { powerOfTen } from '../decimals.ts'
import { movesOf, places } from './fill-moves.ts'
import type { Fill } from './order-views.ts'

/** In whole units, for a history of 2,500 orders or fewer. */
const smallest: Readonly<Record<string, number>> = {
  usdc: 400_000,
  usdt: 150_000,
  eth: 80,
  btc: 4,
  link: 9_000,
  aave: 1_200,
  arb: 160_000,
}

/** The lowest that each currency's sum of trades falls to, in 10^-places; absent where it never falls below zero. */
function lowestSums(fills: readonly Fill[]): ReadonlyMap<string, bigint> {
  const sums = new Map<string, bigint>()
  const lowest = new Map<string, bigint>()
  const add = (currency: string, amount: bigint): void => {
    const sum = (sums.get(currency) ?? 0n) + amount
    sums.set(currency, sum)
    if (sum < (lowest.get(currency) ?? 0n)) lowest.set(currency, sum)
  }
  for (const fill of fills) {
    const { base, quote } = movesOf(fill)
    add(fill.market.base, base)
    add(fill.market.quote, quote)
  }
  return lowest
}

/**
 * A user's balances at the start of the history, in whole units of each currency. They grow with the square root of the history,
 * like the drift of random trades, and further by a whole factor where this history takes more than half of one: the other half
 * is for what is traded from genesis on.
 * @param fills - all up to genesis, oldest first: never fewer, or the deposits would change as time goes on
 */
export function openingDeposits(historyCount: number, fills: readonly Fill[]): ReadonlyMap<string, bigint> {
  const scale = Math.max(1, Math.ceil(Math.sqrt(historyCount / 2_500)))
  const lowest = lowestSums(fills)
  return new Map(
    Object.entries(smallest).map(([currency, whole]) => {
      const one = BigInt(whole * scale)
      const taken = -(lowest.get(currency) ?? 0n)
      const unit = one * powerOfTen(places)
      const factor = taken === 0n ? 1n : (2n * taken + unit - 1n) / unit
      return [currency, one * factor]
    }),
  )
}
