// Counts the public trades of each market with caching. Not exact to the row.
import type { Clock } from '../../async/clock.ts'

/** Counting reads every key, so it runs at this interval; trades stored meanwhile are added. */
const COUNT_EVERY_MS = 60_000

export function createTradeCounts(clock: Clock, count: (market: string) => Promise<number>) {
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
    add(market: string, added: number): void {
      const last = known.get(market)
      if (last !== undefined) last.rows += added
    },
    async sum(markets: readonly string[]): Promise<number> {
      const rows = await Promise.all(markets.map(read))
      return rows.reduce((sum, each) => sum + each, 0)
    },
  }
}
