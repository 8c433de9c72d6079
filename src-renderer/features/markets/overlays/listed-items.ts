// Order and text of the list of drawings and alerts on a market. Pure.
import { compareDecimals } from '../../../../src-preload/domain/exact.ts'
import type { PriceAlert } from '../../../../src-preload/contract/alerts.ts'
import type { Drawing } from '../../../../src-preload/contract/charts.ts'
import { describeAlert, nameAlert, nameDrawing } from './overlay-text.ts'

export interface ListedItem {
  readonly id: string
  readonly kind: Drawing['kind'] | 'alert'
  readonly name: string
  /** Second line; empty for none. */
  readonly about: string
  /** Time of a note. */
  readonly atMs: number | null
}

/** Highest price first, as on the chart. */
export function listItems(drawings: readonly Drawing[], alerts: readonly PriceAlert[]): ListedItem[] {
  const rows = [
    ...drawings.map((one) => ({
      price: one.price,
      id: one.id,
      kind: one.kind,
      name: nameDrawing(one),
      about: '',
      atMs: one.kind === 'note' ? one.atMs : null,
    })),
    ...alerts.map((one) => ({
      price: one.price,
      id: one.id,
      kind: 'alert' as const,
      name: nameAlert(one),
      about: one.note === '' ? describeAlert(one) : `${one.note}. ${describeAlert(one)}`,
      atMs: null,
    })),
  ]
  return rows.sort((a, b) => compareDecimals(b.price, a.price)).map(({ price: _, ...row }) => row)
}
