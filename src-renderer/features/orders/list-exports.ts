// The files that the lists of orders and fills can be saved as: as they are on screen, or whole.
import type { ExportRequest } from '../../../src-preload/contract/app/exports.ts'
import { orderColumnIds } from '../../../src-preload/domain/orders/export-columns.ts'
import { shownChoices } from '../../components/grid/grid-columns.ts'
import type { TableLayout } from '../../components/grid/table-layout.svelte.ts'
import { type ExportChoice, exportChoice } from '../../shell/state/exports.svelte.ts'
import { noFillFilter, noFilter, toFillFilter, toOrderFilter } from './filters/order-filter.ts'
import { fills } from './fills/fills.svelte.ts'
import { openOrders, type Orders, orders } from './orders.svelte.ts'

type Format = 'csv' | 'jsonl'

const shownIds = <Row>(layout: TableLayout<Row>): string[] => shownChoices(layout.choices).map(({ id }) => id)

/** A value is exported with its exactness, which the screen shows as "≈". */
const shownOrderIds = ({ layout }: Orders): string[] =>
  shownIds(layout)
    .flatMap((id) => (id === 'value' ? [id, 'valueIsExact'] : [id]))
    // The distance to a last price is of its moment alone.
    .filter((id) => orderColumnIds.some((known) => known === id))

/**
 * @param allLabels - of the two files of everything
 * @param wish - the file of the rows shown, or of all; `hasAllColumns` is of no account in JSON Lines
 */
function listChoices(
  allLabels: readonly [csv: string, jsonLines: string],
  wish: (isFiltered: boolean, hasAllColumns: boolean, format: Format) => ExportRequest,
): readonly ExportChoice[] {
  const make = (label: string, ...of: Parameters<typeof wish>): ExportChoice =>
    exportChoice(label, () => wish(...of))
  return [
    make('This view (CSV)', true, false, 'csv'),
    make('This view, all columns (CSV)', true, true, 'csv'),
    make('This view (JSONL)', true, true, 'jsonl'),
    make(allLabels[0], false, true, 'csv'),
    make(allLabels[1], false, true, 'jsonl'),
  ]
}

/** All columns, where none of those shown can be written. */
const orNull = (ids: string[]): string[] | null => (ids.length === 0 ? null : ids)

const exportsOf = (list: Orders): readonly ExportChoice[] =>
  listChoices(['All orders (CSV)', 'All orders (JSONL)'], (isFiltered, hasAllColumns, format) => ({
    what: 'orders',
    filter: isFiltered ? list.filterOf(list.choice) : toOrderFilter(noFilter),
    sort: { ...list.layout.sort },
    columns: hasAllColumns ? null : orNull(shownOrderIds(list)),
    format,
  }))

export const orderExports = exportsOf(orders)
export const openOrderExports = exportsOf(openOrders)

export const fillExports = listChoices(
  ['All fills (CSV)', 'All fills (JSONL)'],
  (isFiltered, hasAllColumns, format) => ({
    what: 'fills',
    filter: toFillFilter(isFiltered ? fills.choice : noFillFilter),
    isDescending: fills.layout.sort.isDescending,
    columns: hasAllColumns ? null : shownIds(fills.layout),
    format,
  }),
)
