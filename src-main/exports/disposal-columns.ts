// CSV columns of a report of disposals: headings with units, and cells. Pure; computes no figure.
import type { CostMethod } from '../../src-preload/contract/portfolio/lots.ts'
import type { BookState, Figure } from '../../src-preload/contract/portfolio/figures.ts'
import type { DisposalColumnId } from '../../src-preload/domain/orders/export-columns.ts'
import { isoTime } from '../../src-preload/domain/iso-time.ts'
import type { Zone } from '../../src-preload/domain/locale/zone.ts'
import { amountOf } from '../../src-preload/domain/orders/report-figures.ts'
import type { AccountDisposals } from '../portfolio/lots/account-lots.ts'
import type { DisposalFigures } from '../portfolio/lots/lot-figures.ts'
import { type Column, type Columns, plain, time } from './table.ts'

/** A disposal with what every row repeats. */
export interface DisposalRow extends DisposalFigures {
  readonly method: CostMethod
  readonly pnlCurrency: string
  readonly book: BookState
}

const methodNames: Readonly<Record<CostMethod, string>> = {
  fifo: 'FIFO',
  lifo: 'LIFO',
  average: 'moving average',
}

/** Empty when unknown; the column Reason says why. */
const figure = (heading: string, read: (row: DisposalRow) => Figure): Column<DisposalRow> =>
  plain(heading, (row) => amountOf(read(row)))

const openingText = (openedMs: number | null): string =>
  openedMs === null ? 'opening' : `opening ${new Date(openedMs).toISOString().slice(0, 10)}`

/**
 * `2026-01-02T10:00:00.000+00:00: 0.5 for 900 / opening: 1 for 1700`: when each lot was opened, what was taken, its cost. A part
 * of the opening that the user dated has its day in UTC: `opening 2025-03-01: 1 for 1700`.
 */
const lotsText = ({ parts }: DisposalRow, zone: Zone): string =>
  parts
    .map(({ openedMs, isOpening, amount, cost }) => {
      const opened = isOpening || openedMs === null ? openingText(openedMs) : isoTime(zone, openedMs)
      return `${opened}: ${amount} for ${amountOf(cost) ?? 'unknown'}`
    })
    .join(' / ')

/** Why a gain is estimated or unknown; empty where it is known. */
function reasonOf({ gain, isEarly, uncovered, book }: DisposalRow): string {
  if (gain.state === 'known') return ''
  if (isEarly) return 'from before the stored fills'
  if (uncovered !== null) return 'more sold than is known'
  return book.fault?.reason ?? 'a price, a fee or the cost of the opening is not known'
}

/** Method, amounts and values as in DisposalFigures. */
export const disposalColumns: Columns<DisposalRow, DisposalColumnId> = {
  date: time('Date', ({ atMs }) => atMs),
  currency: plain('Currency', ({ currency }) => currency),
  amount: plain('Amount (currency)', ({ amount }) => amount),
  proceeds: figure('Proceeds after fee (PnL currency)', ({ proceeds }) => proceeds),
  cost: figure('Cost with fees (PnL currency)', ({ cost }) => cost),
  gain: figure('Gain (PnL currency)', ({ gain }) => gain),
  heldLeast: plain('Holding days of the newest lot', ({ heldDays }) => heldDays && heldDays.least),
  heldMost: plain('Holding days of the oldest lot', ({ heldDays }) => heldDays && heldDays.most),
  lots: { heading: () => 'Lots', read: lotsText },
  grossProceeds: figure('Proceeds before fee (PnL currency)', ({ grossProceeds }) => grossProceeds),
  grossCost: figure('Cost without fees (PnL currency)', ({ grossCost }) => grossCost),
  pnlCurrency: plain('PnL currency', ({ pnlCurrency }) => pnlCurrency),
  method: plain('Method', ({ method }) => methodNames[method]),
  kind: plain('Kind', ({ kind }) => kind),
  opening: plain('From the opening', ({ parts }) =>
    parts.some(({ isOpening }) => isOpening) ? 'yes' : 'no',
  ),
  uncovered: plain('Sold beyond known lots (currency)', ({ uncovered }) => uncovered),
  state: plain('State', ({ gain }) => gain.state),
  reason: plain('Reason', reasonOf),
  market: plain('Market', ({ fill }) => fill && fill.market),
  order: plain('Order id', ({ fill }) => fill && fill.orderId),
  trade: plain('Trade id', ({ fill }) => fill && fill.id),
}

/** A row per sale and per fee that was paid in kind. What was moved out was not sold: it is among the transactions. */
export function* disposalRows(
  { disposals, books, pnlCurrency }: AccountDisposals,
  method: CostMethod,
): Generator<DisposalRow, void> {
  const bookOf = new Map(books.map((book) => [book.currency, book]))
  for (const disposal of disposals) {
    const book = bookOf.get(disposal.currency)
    if (disposal.kind !== 'movedOut' && book !== undefined) yield { ...disposal, method, pnlCurrency, book }
  }
}
