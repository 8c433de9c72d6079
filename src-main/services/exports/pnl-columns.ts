// Owns: the columns of files of profit and loss, of now and of earlier. Pure. Must not: compute a figure.
import type { PnlEntry } from '../../../src-preload/contract/entities.ts'
import {
  historyPoint,
  type PnlHistoryPoint,
  type PnlResult,
  portfolioChannels,
} from '../../../src-preload/contract/portfolio.ts'
import type { PnlColumnId, PnlHistoryColumnId } from '../../../src-preload/shared/export-columns.ts'
import { isoTime } from './iso-time.ts'
import { type Column, type Columns, textOf } from './table.ts'

/** The service's figures of a currency with what follows from them. */
export interface PnlRow {
  readonly entry: PnlEntry
  readonly result: PnlResult
  /** When the service gave these figures; null when it never has. */
  readonly asOfMs: number | null
}

/** One currency at one moment of the history. */
export interface PnlHistoryRow extends Readonly<PnlHistoryPoint['entries'][number]> {
  readonly firstAsOfMs: number
  readonly asOfMs: number
}

function time<Row>(heading: string, read: (row: Row) => number | null): Column<Row> {
  return {
    heading: (zone) => `${heading} (${zone.name})`,
    read: (row, zone) => {
      const timeMs = read(row)
      return timeMs === null ? '' : isoTime(zone, timeMs)
    },
  }
}

function figure<Row>(heading: string, read: (row: Row) => string | null): Column<Row> {
  return { heading: () => heading, read: (row) => textOf(read(row)) }
}

export const pnlColumns: Columns<PnlRow, PnlColumnId> = {
  currency: figure('Currency', ({ entry }) => entry.currency),
  pnlCurrency: figure('PnL currency', ({ entry }) => entry.pnlCurrency),
  asOf: time('As of', ({ asOfMs }) => asOfMs),
  totalCredit: figure('Total credit (currency)', ({ entry }) => entry.totalCredit),
  totalDebit: figure('Total debit (currency)', ({ entry }) => entry.totalDebit),
  totalCreditValue: figure('Total credit value (PnL currency)', ({ entry }) => entry.totalCreditValue),
  totalDebitValue: figure('Total debit value (PnL currency)', ({ entry }) => entry.totalDebitValue),
  averageBuyPrice: figure('Average buy price (PnL currency)', ({ entry }) => entry.averageBuyPrice),
  averageSellPrice: figure('Average sell price (PnL currency)', ({ entry }) => entry.averageSellPrice),
  averageBalancePrice: figure(
    'Average balance price (PnL currency)',
    ({ entry }) => entry.averageBalancePrice,
  ),
  totalBalanceValue: figure('Total balance value (PnL currency)', ({ entry }) => entry.totalBalanceValue),
  balance: figure('Balance (currency)', ({ result }) => result.balance),
  costOfSold: figure('Cost of sold (PnL currency)', ({ result }) => result.costOfSold),
  realised: figure('Realised result (PnL currency)', ({ result }) => result.realised),
  lastPrice: figure('Last price (PnL currency)', ({ result }) => result.last?.price ?? null),
  lastPriceAsOf: time('Last price as of', ({ result }) => result.last?.asOfMs ?? null),
  value: figure('Value at last price (PnL currency)', ({ result }) => result.value),
  costOfBalance: figure('Cost of balance (PnL currency)', ({ result }) => result.costOfBalance),
  open: figure('Open result (PnL currency)', ({ result }) => result.open),
  valueDifference: figure(
    'Value at last price less service value (PnL currency)',
    ({ result }) => result.valueDifference,
  ),
}

export const pnlHistoryColumns: Columns<PnlHistoryRow, PnlHistoryColumnId> = {
  firstAsOf: time('First told', ({ firstAsOfMs }) => firstAsOfMs),
  asOf: time('Last told', ({ asOfMs }) => asOfMs),
  currency: figure('Currency', ({ currency }) => currency),
  pnlCurrency: figure('PnL currency', ({ pnlCurrency }) => pnlCurrency),
  value: figure('Value (PnL currency)', ({ value }) => value),
  realised: figure('Realised result (PnL currency)', ({ realised }) => realised),
  open: figure('Open result (PnL currency)', ({ open }) => open),
}

const resultSchema = portfolioChannels['portfolio:getResults'].output.shape.results.element
const entrySchema = portfolioChannels['portfolio:getPnl'].output.shape.entries.element

/** A line of JSON of now: the figures, what follows from them, and their time. */
export function passPnl({ entry, result, asOfMs }: PnlRow): unknown {
  return { asOfMs, entry: entrySchema.parse(entry), result: resultSchema.parse(result) }
}

/** The rows of one moment. */
export function historyRows({ firstAsOfMs, asOfMs, entries }: PnlHistoryPoint): PnlHistoryRow[] {
  return entries.map((entry) => ({ firstAsOfMs, asOfMs, ...entry }))
}

export function passHistory({ firstAsOfMs, asOfMs, ...entry }: PnlHistoryRow): unknown {
  const [told] = historyPoint.parse({ firstAsOfMs, asOfMs, entries: [entry] }).entries
  return { firstAsOfMs, asOfMs, ...told }
}
