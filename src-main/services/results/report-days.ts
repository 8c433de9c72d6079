// Owns: what each day of a report comes to, and which were the best and the worst. Pure and exact.
// Must not: know zones; it is told when a day begins.
import type { PeriodReport } from '../../../src-preload/contract/portfolio.ts'
import { compare, type Exact, exactText } from '../../../src-preload/shared/exact.ts'
import { addTo, listSums } from './sums.ts'

interface Day {
  trades: number
  readonly volumes: Map<string, Exact>
  readonly realised: Map<string, Exact>
  /** Quote currencies of sales whose cost is not known: of them no result of the day is. */
  readonly unknown: Set<string>
}

type Extreme = PeriodReport['best'][number]

export interface ReportDays {
  /** @param realised - null of a buy, `unknown` of a sale whose cost is not known */
  add(dayMs: number, quote: string, value: Exact, realised: Exact | null | 'unknown'): void
  list(): PeriodReport['days']
  /** By quote currency, the day with the highest (1) or the lowest (-1) result; the first of equals. */
  extremes(direction: 1 | -1): Extreme[]
}

export function createReportDays(): ReportDays {
  const days = new Map<number, Day>()

  function dayOf(dayMs: number): Day {
    let day = days.get(dayMs)
    if (day === undefined) {
      day = { trades: 0, volumes: new Map(), realised: new Map(), unknown: new Set() }
      days.set(dayMs, day)
    }
    return day
  }
  const ordered = (): [number, Day][] => [...days].sort(([a], [b]) => a - b)
  const knownOf = ({ realised, unknown }: Day): Map<string, Exact> =>
    new Map([...realised].filter(([quote]) => !unknown.has(quote)))

  return {
    add(dayMs, quote, value, realised) {
      const day = dayOf(dayMs)
      day.trades += 1
      addTo(day.volumes, quote, value)
      if (realised === 'unknown') day.unknown.add(quote)
      else if (realised !== null) addTo(day.realised, quote, realised)
    },

    list: () =>
      ordered().map(([dayMs, day]) => ({
        dayMs,
        trades: day.trades,
        volumes: listSums(day.volumes),
        realised: listSums(knownOf(day)),
      })),

    extremes(direction) {
      const found = new Map<string, { dayMs: number; amount: Exact }>()
      for (const [dayMs, day] of ordered()) {
        for (const [quote, amount] of knownOf(day)) {
          const best = found.get(quote)
          if (best === undefined || compare(amount, best.amount) === direction)
            found.set(quote, { dayMs, amount })
        }
      }
      return [...found]
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([currency, { dayMs, amount }]) => ({ currency, dayMs, amount: exactText(amount) }))
    },
  }
}
