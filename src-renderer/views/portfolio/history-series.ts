// Owns: the history of one currency or of all together, out of what the service told from time to time. Pure and exact.
// Must not: know pixels or words.
import type { PnlHistoryPoint } from '../../../src-preload/contract/portfolio.ts'
import { addUp } from './totals.ts'

/** What held from one time to another. Decimal texts in the unit of the series. */
export interface HistorySample {
  readonly fromMs: number
  readonly toMs: number
  readonly value: string
  readonly realised: string
  readonly open: string
  /** realised + open */
  readonly result: string
}

export interface HistorySeries {
  /** In which currency the figures are; null without any. */
  readonly unit: string | null
  /** Oldest first. */
  readonly samples: readonly HistorySample[]
  /** Moments that are left out because their values are in another currency, or in several. */
  readonly leftOut: number
}

/** Currencies that occur, those of the newest moment first, in its order. */
export function listCurrencies(points: readonly PnlHistoryPoint[]): readonly string[] {
  const names = points.toReversed().flatMap(({ entries }) => entries.map(({ currency }) => currency))
  return [...new Set(names)]
}

/** @param currency - null for all together, which is a sum only where all are valued in one currency */
export function makeSeries(points: readonly PnlHistoryPoint[], currency: string | null): HistorySeries {
  let unit: string | null = null
  let leftOut = 0
  const samples: HistorySample[] = []
  // The newest says in which currency the figures are.
  for (const point of points.toReversed()) {
    const entries = point.entries.filter((entry) => currency === null || entry.currency === currency)
    const [first] = entries
    if (first === undefined) continue
    unit ??= first.pnlCurrency
    if (entries.some(({ pnlCurrency }) => pnlCurrency !== unit)) {
      leftOut += 1
      continue
    }
    const realised = addUp(entries.map((entry) => entry.realised))
    const open = addUp(entries.map((entry) => entry.open))
    samples.push({
      fromMs: point.firstAsOfMs,
      toMs: point.asOfMs,
      value: addUp(entries.map((entry) => entry.value)),
      realised,
      open,
      result: addUp([realised, open]),
    })
  }
  return { unit, samples: samples.reverse(), leftOut }
}
