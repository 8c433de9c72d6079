// Columns of the tables below the chart: those of the Orders view, in the order that a trader looks at them.
import type { Fill } from '../../../../src-preload/contract/orders/orders.ts'
import type { ListedOrder } from '../../../../src-preload/contract/orders/entities.ts'
import { exactText, multiply, parseExact } from '../../../../src-preload/domain/numbers/exact-decimal.ts'
import { amount, nothing } from '../../../components/grid/cell.ts'
import { arrangeColumns, type Column } from '../../../components/grid/grid-columns.ts'
import { fillColumns } from '../../orders/fills/fill-columns.ts'
import { orderColumns, valueDecimalsOf } from '../../orders/order-columns.ts'

/** What is still open of an order at its limit, exact, in the quote currency; null for a market order. */
export function openValue({ price, remainingVolume }: ListedOrder): string | null {
  return price === null ? null : exactText(multiply(parseExact(price), parseExact(remainingVolume)))
}

const openValueColumn: Column<ListedOrder> = {
  id: 'openValue',
  header: 'Open value',
  widthPx: 120,
  minPx: 88,
  isFigure: true,
  isUsual: true,
  sort: null,
  figure: openValue,
  ...{ decimalsOf: valueDecimalsOf, teaches: null, rank: 5 },
  cell: (order, { digits, isPrivate }) => {
    const value = openValue(order)
    return value === null ? nothing : amount(value, digits('openValue'), valueDecimalsOf(order), isPrivate)
  },
  copy: (order) => openValue(order) ?? '',
}

export const openOrderColumns: readonly Column<ListedOrder>[] = arrangeColumns(
  [...orderColumns, openValueColumn],
  [
    'market',
    'side',
    'type',
    'price',
    'stopPrice',
    'remaining',
    'executedPercent',
    'openValue',
    'state',
    'created',
  ],
)

export const orderHistoryColumns: readonly Column<ListedOrder>[] = arrangeColumns(orderColumns, [
  'created',
  'market',
  'side',
  'type',
  'state',
  'price',
  'averagePrice',
  'volume',
  'executedPercent',
  'value',
  'cancelReason',
])

export const recentFillColumns: readonly Column<Fill>[] = arrangeColumns(fillColumns, [
  'created',
  'market',
  'side',
  'price',
  'amount',
  'value',
  'fee',
  'feeCurrency',
  'role',
])
