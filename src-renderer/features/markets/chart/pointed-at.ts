// What a context menu of a chart was opened on.
import type { Indicator } from '../../../../src-preload/contract/markets/charts.ts'
import { nameStudy } from '../../../charts/indicators/study-text.ts'

export interface PointedAt {
  /** Decimal text with the market's decimals; null on axes and panes. */
  readonly price: string | null
  /** Start of the candle there, in epoch milliseconds. */
  readonly atMs: number
  readonly orderId: number | null
  readonly drawingId: string | null
  readonly alertId: string | null
  /** Index of an indicator of the chart. */
  readonly studyIndex: number | null
}

/** Index of the indicator whose legend an event was on; null for none. */
export function legendStudyOf(target: EventTarget | null): number | null {
  const row = target instanceof Element ? target.closest<HTMLElement>('[data-study-index]') : null
  const index = Number(row?.dataset['studyIndex'] ?? NaN)
  return Number.isInteger(index) ? index : null
}

/** Accessible name of the menu; `study` is the indicator that it was opened on. */
export function menuName({ price }: PointedAt, study: Indicator | null): string {
  if (study !== null) return nameStudy(study)
  return price === null ? 'Chart' : `Price ${price}`
}
