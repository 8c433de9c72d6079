// Owns: seconds of which an answer held nothing but their own trades, and whether these were all.
// Must not: outlive the account in use: another run of the app tries them once more.
import type { TimeRange } from '../candle-plan.ts'

const SECOND_MS = 1_000
/** No service has so small a limit of its own: an answer of so many trades, however often it comes, is not cut off by one. */
const TOO_FEW_TO_BE_CUT = 5

interface CrowdedSecond extends TimeRange {
  /** How many trades came, and how many were asked for. */
  readonly count: number
  readonly limit: number
}

export interface CrowdedSeconds {
  /** An answer of so many trades came. */
  noteAnswer(count: number): void
  /**
   * True where an answer of so many trades may be no longer only because of a limit: the one asked for, or the
   * service's own.
   */
  isProbablyCut(count: number, limit: number): boolean
  note(market: string, timeMs: number, count: number, limit: number): void
  of(market: string): readonly TimeRange[]
  /**
   * The end of a second that begins at `fromMs`, is one of these, and whose trades have all come as far as can be told;
   * else null.
   */
  endOfWhole(market: string, fromMs: number): number | null
}

/** Begins with nothing known: for the account in use, until it is left. */
export function createCrowdedSeconds(): CrowdedSeconds {
  const seconds = new Map<string, CrowdedSecond[]>()
  /**
   * The longest answer so far, and how often one was as long. The service's own limit is unknown (facts A3); where
   * several answers have the same greatest length, it is probably that.
   */
  let longest = 0
  let timesLongest = 0

  const isProbablyCut = (count: number, limit: number): boolean =>
    count >= limit || (count > TOO_FEW_TO_BE_CUT && count === longest && timesLongest > 1)

  return {
    isProbablyCut,
    noteAnswer(count) {
      timesLongest = count === longest ? timesLongest + 1 : count > longest ? 1 : timesLongest
      longest = Math.max(longest, count)
    },
    note(market, timeMs, count, limit) {
      const fromMs = Math.floor(timeMs / SECOND_MS) * SECOND_MS
      const second = { fromMs, toMs: fromMs + SECOND_MS - 1, count, limit }
      const others = (seconds.get(market) ?? []).filter((each) => each.fromMs !== fromMs)
      seconds.set(market, [...others, second])
    },
    of: (market) => seconds.get(market) ?? [],
    endOfWhole(market, fromMs) {
      const second = seconds.get(market)?.find((each) => each.fromMs === fromMs)
      return second === undefined || isProbablyCut(second.count, second.limit) ? null : second.toMs
    },
  }
}
