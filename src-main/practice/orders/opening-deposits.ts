// What a practice user holds at the start of the history: enough that no trade of it gives more than is there.
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

/** The lowest that each currency's sum of trades falls to, in units; absent where it never falls below zero. */
function lowestSums(fills: readonly Fill[]): ReadonlyMap<string, number> {
  const sums = new Map<string, number>()
  const lowest = new Map<string, number>()
  const add = (currency: string, amount: number): void => {
    const sum = (sums.get(currency) ?? 0) + amount
    sums.set(currency, sum)
    if (sum < (lowest.get(currency) ?? 0)) lowest.set(currency, sum)
  }
  for (const { market, side, price, units, rate } of fills) {
    const amount = units / 10 ** market.volumeDecimals
    const total = (amount * price) / 10 ** market.priceDecimals
    const kept = 1 - Number(rate) / 10_000
    add(market.base, side === 'buy' ? amount * kept : -amount)
    add(market.quote, side === 'buy' ? -total : total * kept)
  }
  return lowest
}

/**
 * A user's balances at the start of the history, in whole units of each currency. They grow with the square root of the history,
 * like the drift of random trades, and further by a whole factor where this history takes more than half of one: the other half
 * is for what is traded from genesis on.
 * Floats decide about that factor alone; they are the same on every machine.
 * @param fills - all up to genesis, oldest first: never fewer, or the deposits would change as time goes on
 */
export function openingDeposits(historyCount: number, fills: readonly Fill[]): ReadonlyMap<string, bigint> {
  const scale = Math.max(1, Math.ceil(Math.sqrt(historyCount / 2_500)))
  const lowest = lowestSums(fills)
  return new Map(
    Object.entries(smallest).map(([currency, whole]) => {
      const taken = -(lowest.get(currency) ?? 0)
      const factor = Math.max(1, Math.ceil((2 * taken) / (whole * scale)))
      return [currency, BigInt(whole * scale * factor)]
    }),
  )
}
