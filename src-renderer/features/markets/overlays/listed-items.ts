// Order and text of the list of drawings and alerts on a market. Pure.
import { compareDecimals } from '../../../../src-preload/domain/numbers/exact-decimal.ts'
import type { PriceAlert } from '../../../../src-preload/contract/app/alerts.ts'
import type { Drawing } from '../../../../src-preload/contract/markets/drawings.ts'
import { nameDrawing } from '../drawings/drawing-names.ts'
import { describeAlert, nameAlert } from './overlay-text.ts'

export interface ListedItem {
  readonly id: string
  readonly kind: Drawing['kind'] | 'alert'
  readonly name: string
  /** Second line; empty for none. */
  readonly about: string
  /** Time of a drawing; null for what is at all times. */
  readonly atMs: number | null
  readonly isLocked: boolean
  readonly isHidden: boolean
}

/** Highest price first, as on the chart. */
export function listItems(drawings: readonly Drawing[], alerts: readonly PriceAlert[]): ListedItem[] {
  const rows = [
    ...drawings.map((one) => ({
      price: one.points[0]?.price ?? '0',
      id: one.id,
      kind: one.kind,
      name: nameDrawing(one),
      about: '',
      atMs: one.kind === 'horizontal' ? null : (one.points[0]?.atMs ?? null),
      isLocked: one.isLocked,
      isHidden: one.isHidden,
    })),
    ...alerts.map((one) => ({
      price: one.price,
      id: one.id,
      kind: 'alert' as const,
      name: nameAlert(one),
      about: one.note === '' ? describeAlert(one) : `${one.note}. ${describeAlert(one)}`,
      atMs: null,
      isLocked: false,
      isHidden: false,
    })),
  ]
  return rows.sort((a, b) => compareDecimals(b.price, a.price)).map(({ price: _, ...row }) => row)
}
