// How current one thing on screen is: one answer for charts, lists, figures and the status bar. Pure.

/** Times are epoch milliseconds of the local clock; null for never. Main computes it (session/freshness.ts). */
export type Freshness =
  /** Each change arrives by itself, and nothing before it is missing. */
  | { readonly status: 'live' }
  /** Asked for at intervals. `asOfMs`: the last answer. */
  | { readonly status: 'polled'; readonly asOfMs: number | null }
  /** The exchange is out of reach. `asOfMs`: the last time that the data was current. */
  | { readonly status: 'offline'; readonly asOfMs: number | null }

/** Names of the things that have a freshness. `market` is a symbol such as `ethusdc`, `period` is in minutes. */
export const freshnessTopics = {
  trades: (market: string): string => `trades ${market}`,
  candles: (market: string, period: number): string => `candles ${market} ${String(period)}`,
  book: (market: string): string => `book ${market}`,
  tickers: 'tickers',
  orders: 'orders',
  fills: 'fills',
  balances: 'balances',
} as const

const ranks: Readonly<Record<Freshness['status'], number>> = { live: 0, polled: 1, offline: 2 }

/** Null, as never answered, is the oldest. */
const ageRank = (freshness: Freshness): number =>
  freshness.status === 'live' ? 0 : -(freshness.asOfMs ?? -Infinity)

/** The freshness of several things together: that of the least current one; null for none. */
export function leastFresh(all: readonly Freshness[]): Freshness | null {
  return all.reduce<Freshness | null>((least, each) => {
    if (least === null) return each
    const byStatus = ranks[each.status] - ranks[least.status]
    return byStatus > 0 || (byStatus === 0 && ageRank(each) > ageRank(least)) ? each : least
  }, null)
}
