// Columns of the orders table.
import type { ListedOrder } from '../../../src-preload/contract/orders/entities.ts'
import { filledPercent } from '../../../src-preload/domain/orders/filled-percent.ts'
import { isOrderState } from '../../../src-preload/domain/markets/markets.ts'
import { orderTotal } from '../../../src-preload/domain/orders/order-total.ts'
import { formatDecimal, formatRate, isZeroDecimal } from '../../text/format/decimal.ts'
import { amountDecimals, priceDecimals, valueDecimals } from '../../text/format/display-precision.ts'
import { formatInteger } from '../../text/format/locale.ts'
import { formatIso, formatTime } from '../../text/format/time.ts'
import { isUntriggered, nameMarket, nameOrderType, nameStateOf, sideNames } from '../../text/format/words.ts'
import { amount, figure, hidden, nothing, words } from '../../components/grid/cell.ts'
import { idColumnPx, marketColumnPx, timeColumnPx } from '../../components/grid/column-widths.ts'
import {
  arrangeColumns,
  type CellContext,
  type Column,
  type LearnedDecimals,
} from '../../components/grid/grid-columns.ts'
import { distanceToLast } from './open-orders/distance.ts'
import { nameCancelReason, wordCancelReason } from './order-explanations.ts'

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

type Usual = Omit<OrderColumn, 'isFigure' | 'isUsual' | 'sort' | 'figure' | 'decimalsOf' | 'teaches' | 'rank'>

/** What is left out of a narrow table, the last ones first. Columns without a rank here are none of the usual ones. */
const ranks: Readonly<Record<string, number>> = {
  ...{ market: 0, side: 0, price: 0, created: 1, volume: 2, state: 3, executedPercent: 4, total: 5 },
  ...{ value: 6, type: 7, distance: 5, stopPrice: 8, remaining: 8, averagePrice: 9, cancelReason: 10 },
}
const unusualRank = 11

interface Traded {
  readonly market: string
}
const priceKey = ({ market }: Traded): string => `price ${market}`
const amountKey = ({ market }: Traded): string => `amount ${market}`
const leastPriceDecimals = 2

/** Prices are shown at their market's step, as far as its prices here tell it. */
export const priceDecimalsOf = (row: Traded, learned: LearnedDecimals): number =>
  Math.max(leastPriceDecimals, learned(priceKey(row)) ?? leastPriceDecimals)

/** An average, at the step of its market; five digits that say something where no price tells it. */
export const averageDecimalsOf = (row: Traded, price: string, learned: LearnedDecimals): number =>
  Math.max(leastPriceDecimals, learned(priceKey(row)) ?? priceDecimals({ links: [], price }))

/** Amounts at their market's step, as far as its amounts here tell it. */
export const amountDecimalsOf = (row: Traded, learned: LearnedDecimals): number =>
  learned(amountKey(row)) ?? amountDecimals

/** Values in the quote currency. */
export const valueDecimalsOf = ({ market }: Traded): number =>
  valueDecimals(nameMarket(market).quote.toLowerCase())

/** What teaches the decimals of a market. */
export const teachers = { price: priceKey, amount: amountKey }

function column(of: Usual, more: Partial<OrderColumn> = {}): OrderColumn {
  const rank = ranks[of.id] ?? unusualRank
  const plain = { isFigure: false, isUsual: false, sort: null, figure: null, decimalsOf: null, teaches: null }
  return { ...plain, rank, ...of, ...more }
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
  more: Partial<OrderColumn> & { readonly without?: string } = {},
): OrderColumn {
  const { without, ...rest } = more
  const decimalsOf = more.decimalsOf ?? priceDecimalsOf
  return column(
    {
      id,
      header,
      widthPx: 112,
      minPx: 80,
      cell: (order, context) => {
        const price = priceOf(order)
        if (price !== null) return figure(price, context.digits(id), decimalsOf(order, context.decimals))
        return without === undefined ? nothing : words(without, { tone: 'quiet' })
      },
      copy: (order) => priceOf(order) ?? '',
    },
    { isFigure: true, figure: priceOf, decimalsOf, ...rest },
  )
}

function amountColumn(
  id: string,
  header: string,
  amountOf: (order: ListedOrder) => string | null,
  more: Partial<OrderColumn> = {},
): OrderColumn {
  const decimalsOf = more.decimalsOf ?? amountDecimalsOf
  return column(
    {
      id,
      header,
      widthPx: 112,
      minPx: 80,
      cell: (order, { digits, decimals, isPrivate }) => {
        const value = amountOf(order)
        return value === null ? nothing : amount(value, digits(id), decimalsOf(order, decimals), isPrivate)
      },
      copy: (order) => amountOf(order) ?? '',
    },
    { isFigure: true, figure: amountOf, decimalsOf, ...more },
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

const stateOf = (order: ListedOrder, context: CellContext | undefined): string =>
  (order.state === 'wait' || order.state === 'pending') && context?.isCanceling?.(order.id) === true
    ? 'Canceling'
    : nameStateOf(order, context?.stopPlaceOf?.(order.id))

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
  textColumn('market', 'Market', 104, (order) => nameMarket(order.market).pair, {
    ...{ isUsual: true, minPx: marketColumnPx },
  }),
  textColumn('base', 'Base', 64, (order) => nameMarket(order.market).base),
  textColumn('quote', 'Quote', 64, (order) => nameMarket(order.market).quote),
  textColumn('side', 'Side', 64, (order) => sideNames[order.side], {
    isUsual: true,
    cell: ({ side }) =>
      words(sideNames[side], side === 'buy' ? { tone: 'up', mark: 'rise' } : { tone: 'down', mark: 'fall' }),
  }),
  textColumn('type', 'Type', 96, (order) => nameOrderType(order.type), { isUsual: true, minPx: 84 }),
  textColumn('state', 'State', 116, (order) => nameStateOf(order), {
    isUsual: true,
    minPx: 104,
    copy: stateOf,
    cell: (order, context) => {
      const { state, isReported } = order
      const isOver = state === 'done' || state === 'cancel'
      const isWaiting = isUntriggered(order, context.stopPlaceOf?.(order.id))
      const mark = isWaiting ? 'pending' : isOrderState(state) ? state : ''
      const tone = isOver ? 'quiet' : 'strong'
      const name = stateOf(order, context)
      if (isReported !== true) return words(name, { mark, tone })
      return words(name, { mark, tone, rest: ' •', title: reportedText })
    },
  }),
  priceColumn('price', 'Price', (order) => order.price, {
    ...{ isUsual: true, sort: 'price', without: 'Market', teaches: teachers.price },
  }),
  priceColumn('stopPrice', 'Stop price', (order) => order.stopPrice, {
    ...{ isUsual: true, teaches: teachers.price },
  }),
  priceColumn('averagePrice', 'Average price', averageOf, {
    ...{ isUsual: true, minPx: 104 },
    decimalsOf: (order, learned) => averageDecimalsOf(order, order.averagePrice, learned),
  }),
  amountColumn('volume', 'Volume', (order) => order.originVolume, {
    ...{ isUsual: true, sort: 'volume', teaches: teachers.amount },
  }),
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
        return isPrivate ? hidden : words(formatDecimal(share), { share })
      },
      copy: (order) => filledPercent(order) ?? '',
    },
    { isFigure: true, isUsual: true },
  ),
  amountColumn('remaining', 'Remaining', (order) => order.remainingVolume),
  amountColumn('total', 'Total', orderTotal, { isUsual: true, decimalsOf: valueDecimalsOf }),
  amountColumn('value', 'Value', (order) => orderValue(order)?.text ?? null, {
    isUsual: true,
    decimalsOf: valueDecimalsOf,
    cell: (order, { digits, isPrivate }) => {
      const value = orderValue(order)
      if (value === null) return nothing
      const shown = amount(value.text, digits('value'), valueDecimalsOf(order), isPrivate)
      if (value.isExact || isPrivate) return shown
      const title = shown.title === '' ? inexactValueReason : `≈${shown.title}\n${inexactValueReason}`
      return { ...shown, text: `≈${shown.text}`, title }
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
    // Its title and the longest of its words are whole.
    minPx: 104,
    cell: ({ cancelReason }) => {
      if (cancelReason === null) return words('')
      return words(nameCancelReason(cancelReason), { title: wordCancelReason(cancelReason), tone: 'quiet' })
    },
  }),
  textColumn('id', 'ID', idColumnPx, (order) => String(order.id), { minPx: idColumnPx }),
  textColumn('uuid', 'UUID', 288, (order) => order.uuid, {
    cell: ({ uuid }) => words(uuid, { title: uuid }),
  }),
]

const distanceOf = (order: ListedOrder, context: CellContext | undefined): string | null =>
  distanceToLast(order, context?.lastOf?.(order.market) ?? null, context?.stopPlaceOf?.(order.id))

/** See distance.ts. A plus says that the market has to rise. */
const distanceColumn = column(
  {
    id: 'distance',
    header: 'Distance to last %',
    widthPx: 144,
    minPx: 132,
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
