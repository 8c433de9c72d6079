// Columns of the fills table.
import type { Fill } from '../../../../src-preload/contract/orders/orders.ts'
import { exactText } from '../../../../src-preload/domain/numbers/exact-decimal.ts'
import { fillTotal } from '../../../../src-preload/domain/orders/executed-value.ts'
import { roleOf } from '../../../../src-preload/domain/orders/order-record.ts'
import { formatRate } from '../../../text/format/decimal.ts'
import { formatIso, formatTime } from '../../../text/format/time.ts'
import { nameMarket, sideNames } from '../../../text/format/words.ts'
import { amount, figure, nothing, words } from '../../../components/grid/cell.ts'
import { idColumnPx, marketColumnPx, timeColumnPx } from '../../../components/grid/column-widths.ts'
import type { Column, LearnedDecimals } from '../../../components/grid/grid-columns.ts'
import { amountDecimals, valueDecimals } from '../../../text/format/display-precision.ts'
import { amountDecimalsOf, priceDecimalsOf, teachers, valueDecimalsOf } from '../order-columns.ts'

export type FillColumn = Column<Fill>

/** As of order-columns.ts. */
const ranks: Readonly<Record<string, number>> = {
  ...{ created: 0, market: 0, side: 0, price: 0, amount: 1, value: 2, fee: 3, feeCurrency: 3, role: 4 },
  ...{ order: 5, feeRate: 6 },
}
const rankOf = (id: string): number => ranks[id] ?? 7

/** A fee in a fiat-like currency as a value, otherwise as an amount. */
const feeDecimalsOf = ({ feeCurrency }: Fill): number =>
  feeCurrency === null ? amountDecimals : valueDecimals(feeCurrency.toLowerCase())

/** The exchange's value, else price × amount, exact. */
export const fillValue = (fill: Fill): string => exactText(fillTotal(fill))

function textColumn(id: string, header: string, widthPx: number, textOf: (fill: Fill) => string): FillColumn {
  return {
    id,
    header,
    widthPx,
    minPx: 56,
    isFigure: false,
    isUsual: true,
    sort: null,
    ...{ figure: null, decimalsOf: null, teaches: null, rank: rankOf(id) },
    cell: (fill) => words(textOf(fill)),
    copy: textOf,
  }
}

function figures(
  id: string,
  header: string,
  valueOf: (fill: Fill) => string | null,
  isOwn: boolean,
  decimalsOf: (fill: Fill, learned: LearnedDecimals) => number,
  teaches: FillColumn['teaches'] = null,
): FillColumn {
  return {
    id,
    header,
    widthPx: 112,
    minPx: 80,
    isFigure: true,
    isUsual: true,
    sort: null,
    figure: valueOf,
    ...{ decimalsOf, teaches, rank: rankOf(id) },
    cell: (fill, { digits, decimals: learned, isPrivate }) => {
      const value = valueOf(fill)
      if (value === null) return nothing
      const decimals = decimalsOf(fill, learned)
      return isOwn ? amount(value, digits(id), decimals, isPrivate) : figure(value, digits(id), decimals)
    },
    copy: (fill) => valueOf(fill) ?? '',
  }
}

export const fillColumns: readonly FillColumn[] = [
  {
    ...textColumn('created', 'Time', timeColumnPx, (fill) => formatIso(fill.createdAtMs)),
    minPx: timeColumnPx,
    sort: 'created',
    cell: ({ createdAtMs }, { dayMs }) =>
      words(formatTime(createdAtMs, dayMs), { title: formatIso(createdAtMs) }),
  },
  { ...textColumn('market', 'Market', 104, (fill) => nameMarket(fill.market).pair), minPx: marketColumnPx },
  { ...textColumn('base', 'Base', 64, (fill) => nameMarket(fill.market).base), isUsual: false },
  { ...textColumn('quote', 'Quote', 64, (fill) => nameMarket(fill.market).quote), isUsual: false },
  {
    ...textColumn('side', 'Side', 64, (fill) => sideNames[fill.side]),
    cell: ({ side }) =>
      words(sideNames[side], side === 'buy' ? { tone: 'up', mark: 'rise' } : { tone: 'down', mark: 'fall' }),
  },
  figures('price', 'Price', (fill) => fill.price, false, priceDecimalsOf, teachers.price),
  figures('amount', 'Amount', (fill) => fill.amount, true, amountDecimalsOf, teachers.amount),
  figures('value', 'Value', fillValue, true, valueDecimalsOf),
  figures('fee', 'Fee', (fill) => fill.feeAmount, true, feeDecimalsOf),
  {
    ...textColumn('feeCurrency', 'Fee currency', 104, (fill) => fill.feeCurrency?.toUpperCase() ?? ''),
    minPx: 96,
  },
  {
    ...textColumn('feeRate', 'Fee rate', 88, (fill) => fill.feeRate ?? ''),
    isFigure: true,
    cell: ({ feeRate }) => (feeRate === null ? nothing : words(formatRate(feeRate))),
  },
  {
    ...textColumn('role', 'Liquidity', 112, wordRole),
    minPx: 76,
    cell: (fill) => (wordRole(fill) === '' ? nothing : words(wordRole(fill))),
  },
  { ...textColumn('order', 'Order', idColumnPx, (fill) => String(fill.orderId)), minPx: idColumnPx },
  { ...textColumn('id', 'ID', idColumnPx, (fill) => String(fill.id)), isUsual: false, minPx: idColumnPx },
]

/** Maker or taker; empty when the exchange does not report it. */
function wordRole(fill: Fill): string {
  switch (roleOf(fill)) {
    case 'taker':
      return 'Taker'
    case 'maker':
      return 'Maker'
    case null:
      return ''
  }
}
