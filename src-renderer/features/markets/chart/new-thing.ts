// Owns: what a line, a note or an alert is when it is put on a chart, before anything of it was changed. Pure but for its id.
// Must not: keep it.
import type { PriceAlert } from '../../../../src-preload/contract/alerts.ts'
import type { Drawing } from '../../../../src-preload/contract/charts.ts'
import type { Held } from '../../../charts/layers/moving.ts'

/** What can be put on a chart. */
export type OverlayKind = 'line' | 'note' | 'alert'

/** What the editor is open for. */
export type Edited =
  | { readonly kind: 'drawing'; readonly drawing: Drawing; readonly isNew: boolean }
  | { readonly kind: 'alert'; readonly alert: PriceAlert; readonly isNew: boolean }

/** Something new at a price; a note is at a time as well. */
export function makeThing(kind: OverlayKind, market: string, { price, timeMs }: Held, nowMs: number): Edited {
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
