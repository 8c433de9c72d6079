// Remembers seconds whose trades filled a whole answer, and whether the answer was complete. Valid while the account is
// active; another run tries them again.
import type { TimeRange } from '../candle-gaps.ts'

const SECOND_MS = 1_000
/** No service has so small a limit: an answer with so few trades is not truncated, however often it comes. */
const TOO_FEW_TO_BE_CUT = 5

interface CrowdedSecond extends TimeRange {
  /** How many trades came, and how many were requested. */
  readonly count: number
  readonly limit: number
}

/** Per market, the seconds whose trades filled a whole answer. Starts empty, for the active account, until it is left. */
export function createCrowdedSeconds() {
  const seconds = new Map<string, CrowdedSecond[]>()
  /**
   * The longest answer so far, and how often it occurred. The service's own limit is unknown (facts A3); if several answers
   * have the same greatest length, that is probably the limit.
   */
  let longest = 0
  let timesLongest = 0

  const isProbablyCut = (count: number, limit: number): boolean =>
    count >= limit || (count > TOO_FEW_TO_BE_CUT && count === longest && timesLongest > 1)

  return {
    /** True if an answer of this length may be truncated: by the requested limit or by the service's own. */
    isProbablyCut,
    /** Records the number of trades of an answer. */
    noteAnswer(count: number): void {
      timesLongest = count === longest ? timesLongest + 1 : count > longest ? 1 : timesLongest
      longest = Math.max(longest, count)
    },
    note(market: string, timeMs: number, count: number, limit: number): void {
      const fromMs = Math.floor(timeMs / SECOND_MS) * SECOND_MS
      const second = { fromMs, toMs: fromMs + SECOND_MS - 1, count, limit }
      const others = (seconds.get(market) ?? []).filter((each) => each.fromMs !== fromMs)
      seconds.set(market, [...others, second])
    },
    of: (market: string): readonly TimeRange[] => seconds.get(market) ?? [],
    /** The end of a second that starts at `fromMs`, is in this set, and whose trades seem complete; otherwise null. */
    endOfWhole(market: string, fromMs: number): number | null {
      const second = seconds.get(market)?.find((each) => each.fromMs === fromMs)
      return second === undefined || isProbablyCut(second.count, second.limit) ? null : second.toMs
    },
  }
}
