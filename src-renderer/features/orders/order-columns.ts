// Columns of the orders table.
import type { ListedOrder } from '../../../src-preload/contract/entities.ts'
import { filledPercent } from '../../../src-preload/domain/filled-percent.ts'
import { isOrderState } from '../../../src-preload/domain/markets.ts'
import { orderTotal } from '../../../src-preload/domain/order-total.ts'
import { formatDecimal, formatRate, isZeroDecimal } from '../../text/format/decimal.ts'
import { formatInteger } from '../../text/format/locale.ts'
import { formatIso, formatTime } from '../../text/format/time.ts'
import { nameMarket, nameOrderType, nameStateOf, sideNames } from '../../text/format/words.ts'
import { amount, figure, nothing, words } from '../../components/grid/cell.ts'
import { timeColumnPx } from '../../components/grid/column-widths.ts'
import { arrangeColumns, type CellContext, type Column } from '../../components/grid/grid-columns.ts'
import { distanceToLast } from './distance.ts'
import { nameCancelReason, wordCancelReason } from './order-text.ts'

export type OrderColumn = Column<ListedOrder>

/** Why a value is not exact, for tooltips and screen readers. */
export const inexactValueReason = 'Average price × filled: some fills are not loaded yet'

/** Why a state has a dot. */
export const reportedText = 'Reported by the live stream, not confirmed yet'

export interface OrderValue {
  /** Decimal text, in the quote currency. */
  readonly text: string
  /** False: shown with "≈". */
  readonly isExact: boolean
}

/** Executed value computed by main. Null when nothing is filled, or the value is unknown. */
export function orderValue({
  executedVolume,
  executedValue,
  isExecutedValueExact,
}: ListedOrder): OrderValue | null {
  if (executedValue === null || isZeroDecimal(executedVolume)) return null
  return { text: executedValue, isExact: isExecutedValueExact }
}

type Usual = Omit<OrderColumn, 'isFigure' | 'isUsual' | 'sort' | 'figure'>

function column(of: Usual, more: Partial<OrderColumn> = {}): OrderColumn {
  return { isFigure: false, isUsual: false, sort: null, figure: null, ...of, ...more }
}

function timeColumn(
  id: 'created' | 'updated',
  header: string,
  timeOf: (order: ListedOrder) => number,
): OrderColumn {
  return column(
    {
      id,
      header,
      widthPx: timeColumnPx,
      minPx: timeColumnPx,
      cell: (order, { dayMs }) =>
        words(formatTime(timeOf(order), dayMs), { title: formatIso(timeOf(order)) }),
      copy: (order) => formatIso(timeOf(order)),
    },
    { sort: id, isUsual: id === 'created' },
  )
}

/** Prices are public, so they are never hidden. */
function priceColumn(
  id: string,
  header: string,
  priceOf: (order: ListedOrder) => string | null,
  more: Partial<OrderColumn> & { readonly without?: string; readonly ink?: number } = {},
): OrderColumn {
  const { without, ink, ...rest } = more
  return column(
    {
      id,
      header,
      widthPx: 112,
      minPx: 80,
      cell: (order, context) => {
        const price = priceOf(order)
        if (price !== null) return figure(price, context.digits(id), ink)
        return without === undefined ? nothing : words(without, { tone: 'quiet' })
      },
      copy: (order) => priceOf(order) ?? '',
    },
    { isFigure: true, figure: priceOf, ...rest },
  )
}

function amountColumn(
  id: string,
  header: string,
  amountOf: (order: ListedOrder) => string | null,
  more: Partial<OrderColumn> = {},
): OrderColumn {
  return column(
    {
      id,
      header,
      widthPx: 112,
      minPx: 80,
      cell: (order, { digits, isPrivate }) => {
        const value = amountOf(order)
        return value === null ? nothing : amount(value, digits(id), isPrivate)
      },
      copy: (order) => amountOf(order) ?? '',
    },
    { isFigure: true, figure: amountOf, ...more },
  )
}

function textColumn(
  id: string,
  header: string,
  widthPx: number,
  textOf: (order: ListedOrder) => string,
  more: Partial<OrderColumn> = {},
): OrderColumn {
  return column({ id, header, widthPx, minPx: 56, cell: (order) => words(textOf(order)), copy: textOf }, more)
}

function rateColumn(id: 'makerFee' | 'takerFee', header: string): OrderColumn {
  return column(
    {
      id,
      header,
      widthPx: 96,
      minPx: 72,
      cell: (order) => words(formatRate(order[id])),
      copy: (order) => order[id],
    },
    { isFigure: true },
  )
}

const averageOf = (order: ListedOrder): string | null =>
  isZeroDecimal(order.averagePrice) ? null : order.averagePrice

export const orderColumns: readonly OrderColumn[] = [
  timeColumn('created', 'Created', (order) => order.createdAtMs),
  timeColumn('updated', 'Updated', (order) => order.updatedAtMs),
  textColumn('market', 'Market', 104, (order) => nameMarket(order.market).pair, { isUsual: true }),
  textColumn('base', 'Base', 64, (order) => nameMarket(order.market).base),
  textColumn('quote', 'Quote', 64, (order) => nameMarket(order.market).quote),
  textColumn('side', 'Side', 64, (order) => sideNames[order.side], {
    isUsual: true,
    cell: ({ side }) =>
      words(sideNames[side], side === 'buy' ? { tone: 'up', mark: 'rise' } : { tone: 'down', mark: 'fall' }),
  }),
  textColumn('type', 'Type', 96, (order) => nameOrderType(order.type), { isUsual: true, minPx: 64 }),
  textColumn('state', 'State', 116, nameStateOf, {
    isUsual: true,
    minPx: 104,
    cell: (order) => {
      const { state, isReported } = order
      const isOver = state === 'done' || state === 'cancel'
      const mark = isOrderState(state) ? state : ''
      const tone = isOver ? 'quiet' : 'strong'
      if (isReported !== true) return words(nameStateOf(order), { mark, tone })
      return words(nameStateOf(order), { mark, tone, rest: ' •', title: reportedText })
    },
  }),
  priceColumn('price', 'Price', (order) => order.price, { isUsual: true, sort: 'price', without: 'Market' }),
  priceColumn('stopPrice', 'Stop price', (order) => order.stopPrice, { isUsual: true }),
  priceColumn('averagePrice', 'Average price', averageOf, { isUsual: true, minPx: 104, ink: 8 }),
  amountColumn('volume', 'Volume', (order) => order.originVolume, { isUsual: true, sort: 'volume' }),
  amountColumn('executed', 'Filled', (order) => order.executedVolume),
  column(
    {
      id: 'executedPercent',
      header: 'Filled %',
      widthPx: 96,
      minPx: 84,
      cell: (order, { isPrivate }) => {
        const share = filledPercent(order)
        if (share === null) return nothing
        return isPrivate ? amount(share, 0, true) : words(formatDecimal(share), { share })
      },
      copy: (order) => filledPercent(order) ?? '',
    },
    { isFigure: true, isUsual: true },
  ),
  amountColumn('remaining', 'Remaining', (order) => order.remainingVolume),
  amountColumn('total', 'Total', orderTotal, {
    isUsual: true,
    cell: (order, { digits, isPrivate }) => {
      const total = orderTotal(order)
      return total === null ? nothing : amount(total, digits('total'), isPrivate, 8)
    },
  }),
  amountColumn('value', 'Value', (order) => orderValue(order)?.text ?? null, {
    isUsual: true,
    cell: (order, { digits, isPrivate }) => {
      const value = orderValue(order)
      if (value === null) return nothing
      const shown = amount(value.text, digits('value'), isPrivate, 8)
      if (value.isExact || isPrivate) return shown
      return { ...shown, text: `≈${shown.text}`, title: inexactValueReason }
    },
  }),
  rateColumn('makerFee', 'Maker fee'),
  rateColumn('takerFee', 'Taker fee'),
  column(
    {
      id: 'trades',
      header: 'Fills',
      widthPx: 72,
      minPx: 64,
      cell: (order) => words(formatInteger(order.tradesCount)),
      copy: (order) => String(order.tradesCount),
    },
    { isFigure: true },
  ),
  textColumn('cancelReason', 'Cancel reason', 112, (order) => order.cancelReason ?? '', {
    isUsual: true,
    cell: ({ cancelReason }) => {
      if (cancelReason === null) return words('')
      return words(nameCancelReason(cancelReason), { title: wordCancelReason(cancelReason), tone: 'quiet' })
    },
  }),
  textColumn('id', 'ID', 96, (order) => String(order.id)),
  textColumn('uuid', 'UUID', 288, (order) => order.uuid, {
    cell: ({ uuid }) => words(uuid, { title: uuid }),
  }),
]

const distanceOf = (order: ListedOrder, context: CellContext | undefined): string | null =>
  distanceToLast(order, context?.lastOf?.(order.market) ?? null)

/** See distance.ts. A plus says that the market has to rise. */
const distanceColumn = column(
  {
    id: 'distance',
    header: 'Distance to last %',
    widthPx: 128,
    minPx: 96,
    cell: (order, context) => {
      const distance = distanceOf(order, context)
      if (distance === null) return nothing
      const isUp = !distance.startsWith('-') && !isZeroDecimal(distance)
      return words(`${isUp ? '+' : ''}${formatDecimal(distance)}`)
    },
    copy: (order, context) => distanceOf(order, context) ?? '',
  },
  { isFigure: true },
)

/** Those of open orders: when they trigger and what is left of them, not what they came to. */
export const openOrderColumns: readonly OrderColumn[] = arrangeColumns(
  [...orderColumns, distanceColumn],
  [
    'created',
    'market',
    'side',
    'type',
    'state',
    'price',
    'stopPrice',
    'distance',
    'volume',
    'remaining',
    'executedPercent',
    'total',
  ],
)
