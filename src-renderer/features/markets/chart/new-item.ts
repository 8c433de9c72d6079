// Items that a form on a chart makes or changes. Pure except for the random ID.
import type { PriceAlert } from '../../../../src-preload/contract/app/alerts.ts'
import type { Drawing } from '../../../../src-preload/contract/markets/drawings.ts'
import { makeDrawing } from '../drawings/new-drawing.ts'
import type { ChartPoint } from '../../../charts/layers/chart-point.ts'

/** Kinds of items that a form makes. */
export type OverlayKind = 'horizontal' | 'note' | 'alert'

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
  switch (kind) {
    case 'horizontal':
    case 'note': {
      const points = [{ atMs: timeMs, price }]
      return { kind: 'drawing', isNew: true, drawing: makeDrawing({ kind, market, points, nowMs }, null) }
    }
    case 'alert': {
      const base = { id: crypto.randomUUID(), market, price, createdAtMs: nowMs }
      const choices = { direction: 'either', note: '', isRepeating: false } as const
      return { kind, isNew: true, alert: { ...base, ...choices, crossedAtMs: null, isArmed: true } }
    }
  }
}
