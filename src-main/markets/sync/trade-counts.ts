// Owns: how many public trades of each market are here, without counting them each time it is asked for.
// Must not: be exact to the row.
import type { Clock } from '../../async/clock.ts'

/** Counting reads every key, so it is done once in a while; trades that are put in meanwhile are added. */
const COUNT_EVERY_MS = 60_000

export interface TradeCounts {
  add(market: string, added: number): void
  sum(markets: readonly string[]): Promise<number>
}

export function createTradeCounts(clock: Clock, count: (market: string) => Promise<number>): TradeCounts {
  const known = new Map<string, { rows: number; atMs: number }>()

  async function read(market: string): Promise<number> {
    const last = known.get(market)
    const ageMs = last === undefined ? Infinity : clock.now() - last.atMs
    if (last !== undefined && ageMs >= 0 && ageMs < COUNT_EVERY_MS) return last.rows
    const atMs = clock.now()
    const rows = await count(market)
    known.set(market, { rows, atMs })
    return rows
  }

  return {
    add(market, added) {
      const last = known.get(market)
      if (last !== undefined) last.rows += added
    },
    async sum(markets) {
      const rows = await Promise.all(markets.map(read))
      return rows.reduce((sum, each) => sum + each, 0)
    },
  }
}
