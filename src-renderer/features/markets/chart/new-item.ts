// New lines, notes and alerts on a chart. Pure except for the random ID.
import type { PriceAlert } from '../../../../src-preload/contract/alerts.ts'
import type { Drawing } from '../../../../src-preload/contract/charts.ts'
import type { ChartPoint } from '../../../charts/layers/chart-point.ts'

/** Kinds of items on a chart. */
export type OverlayKind = 'line' | 'note' | 'alert'

/** The item in the editor. */
export type EditedItem =
  | { readonly kind: 'drawing'; readonly drawing: Drawing; readonly isNew: boolean }
  | { readonly kind: 'alert'; readonly alert: PriceAlert; readonly isNew: boolean }

/** A new item at a price; a note also has a time. */
export function makeItem(
  kind: OverlayKind,
  market: string,
  { price, timeMs }: ChartPoint,
  nowMs: number,
): EditedItem {
  const base = { id: crypto.randomUUID(), market, price, createdAtMs: nowMs }
  switch (kind) {
    case 'line':
      return { kind: 'drawing', isNew: true, drawing: { kind, ...base, text: '' } }
    case 'note':
      return { kind: 'drawing', isNew: true, drawing: { kind, ...base, atMs: timeMs, text: '' } }
    case 'alert': {
      const choices = { direction: 'either', note: '', isRepeating: false } as const
      return { kind, isNew: true, alert: { ...base, ...choices, crossedAtMs: null, isArmed: true } }
    }
  }
}
