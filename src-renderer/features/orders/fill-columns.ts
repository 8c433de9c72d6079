// Columns of the fills table.
import type { Fill } from '../../../src-preload/contract/orders.ts'
import { exactText } from '../../../src-preload/domain/exact.ts'
import { fillTotal } from '../../../src-preload/domain/executed-value.ts'
import { roleOf } from '../../../src-preload/domain/order-record.ts'
import { formatRate } from '../../text/format/decimal.ts'
import { formatIso, formatTime } from '../../text/format/time.ts'
import { nameMarket, sideNames } from '../../text/format/words.ts'
import { amount, figure, nothing, words } from '../../components/grid/cell.ts'
import { timeColumnPx } from '../../components/grid/column-widths.ts'
import type { Column } from '../../components/grid/grid-columns.ts'

export type FillColumn = Column<Fill>

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
    figure: null,
    cell: (fill) => words(textOf(fill)),
    copy: textOf,
  }
}

function figures(
  id: string,
  header: string,
  valueOf: (fill: Fill) => string | null,
  isOwn: boolean,
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
    cell: (fill, { digits, isPrivate }) => {
      const value = valueOf(fill)
      if (value === null) return nothing
      return isOwn ? amount(value, digits(id), isPrivate) : figure(value, digits(id))
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
  textColumn('market', 'Market', 104, (fill) => nameMarket(fill.market).pair),
  { ...textColumn('base', 'Base', 64, (fill) => nameMarket(fill.market).base), isUsual: false },
  { ...textColumn('quote', 'Quote', 64, (fill) => nameMarket(fill.market).quote), isUsual: false },
  {
    ...textColumn('side', 'Side', 64, (fill) => sideNames[fill.side]),
    cell: ({ side }) =>
      words(sideNames[side], side === 'buy' ? { tone: 'up', mark: 'rise' } : { tone: 'down', mark: 'fall' }),
  },
  figures('price', 'Price', (fill) => fill.price, false),
  figures('amount', 'Amount', (fill) => fill.amount, true),
  figures('value', 'Value', fillValue, true),
  figures('fee', 'Fee', (fill) => fill.feeAmount, true),
  textColumn('feeCurrency', 'Fee currency', 72, (fill) => fill.feeCurrency?.toUpperCase() ?? ''),
  {
    ...textColumn('feeRate', 'Fee rate', 88, (fill) => fill.feeRate ?? ''),
    isFigure: true,
    cell: ({ feeRate }) => (feeRate === null ? nothing : words(formatRate(feeRate))),
  },
  {
    ...textColumn('role', 'Liquidity', 112, wordRole),
    cell: (fill) => (wordRole(fill) === '' ? nothing : words(wordRole(fill))),
  },
  textColumn('order', 'Order', 96, (fill) => String(fill.orderId)),
  { ...textColumn('id', 'ID', 96, (fill) => String(fill.id)), isUsual: false },
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
