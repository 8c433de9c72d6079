// Owns: which files the lists of orders and fills can be had as: as they are on screen, or whole. Must not: write any.
import type { ExportWish } from '../../../src-preload/contract/exports.ts'
import { fills } from './fills.svelte.ts'
import { shownChoices } from '../../components/grid/grid-columns.ts'
import { noFillFilter, noFilter, toFillFilter, toOrderFilter } from './filters/order-filter.ts'
import { orders } from './orders.svelte.ts'
import type { TableLayout } from '../../components/grid/table-layout.svelte.ts'

interface ExportChoice {
  readonly label: string
  readonly wish: () => ExportWish
}

function shownIds<Row>(layout: TableLayout<Row>): string[] {
  return shownChoices(layout.choices).map(({ id }) => id)
}

/** A value without the word whether it is exact would be half of what is on screen, where "≈" says it. */
const shownOrderIds = (): string[] =>
  shownIds(orders.layout).flatMap((id) => (id === 'value' ? [id, 'valueIsExact'] : [id]))

function wishOrders(filter: typeof noFilter, columns: string[] | null, format: 'csv' | 'jsonl'): ExportWish {
  return { what: 'orders', filter: toOrderFilter(filter), sort: { ...orders.layout.sort }, columns, format }
}

function wishFills(
  filter: typeof noFillFilter,
  columns: string[] | null,
  format: 'csv' | 'jsonl',
): ExportWish {
  const { isDescending } = fills.layout.sort
  return { what: 'fills', filter: toFillFilter(filter), isDescending, columns, format }
}

export const orderExports: readonly ExportChoice[] = [
  {
    label: 'Rows and columns shown, CSV',
    wish: () => wishOrders(orders.choice, shownOrderIds(), 'csv'),
  },
  { label: 'Rows shown, all columns, CSV', wish: () => wishOrders(orders.choice, null, 'csv') },
  { label: 'Rows shown, JSON Lines', wish: () => wishOrders(orders.choice, null, 'jsonl') },
  { label: 'All orders, CSV', wish: () => wishOrders(noFilter, null, 'csv') },
  { label: 'All orders, JSON Lines', wish: () => wishOrders(noFilter, null, 'jsonl') },
]

export const fillExports: readonly ExportChoice[] = [
  {
    label: 'Rows and columns shown, CSV',
    wish: () => wishFills(fills.choice, shownIds(fills.layout), 'csv'),
  },
  { label: 'Rows shown, all columns, CSV', wish: () => wishFills(fills.choice, null, 'csv') },
  { label: 'Rows shown, JSON Lines', wish: () => wishFills(fills.choice, null, 'jsonl') },
  { label: 'All fills, CSV', wish: () => wishFills(noFillFilter, null, 'csv') },
  { label: 'All fills, JSON Lines', wish: () => wishFills(noFillFilter, null, 'jsonl') },
]
