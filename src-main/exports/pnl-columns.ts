// CSV and JSON columns of P&L exports, current and historical. Pure; computes no figures.
import type { PnlEntry } from '../../src-preload/contract/entities.ts'
import {
  type Figure,
  historyPoint,
  type PnlHistoryPoint,
  type PnlResult,
  portfolioChannels,
} from '../../src-preload/contract/portfolio.ts'
import type { PnlColumnId, PnlHistoryColumnId } from '../../src-preload/domain/export-columns.ts'
import { amountOf } from '../../src-preload/domain/report-figures.ts'
import type { Zone } from '../../src-preload/domain/locale/zone.ts'
import { isoTime, withIsoTimes } from '../../src-preload/domain/iso-time.ts'
import { type Column, type Columns, textOf } from './table.ts'

/** The exchange's figures of a currency with the values derived from them. */
export interface PnlRow {
  readonly entry: PnlEntry
  readonly result: PnlResult
  /** When the exchange reported these figures; null if never. */
  readonly asOfMs: number | null
}

type HistoryEntry = Readonly<PnlHistoryPoint['entries'][number]>

/** One currency at one moment of the history. */
export interface PnlHistoryRow extends HistoryEntry {
  readonly atMs: number
  readonly isCurrent: boolean
  readonly firstAsOfMs: number
  readonly asOfMs: number
}

/** `complete` or what is missing: a price, or the P&L of transfers out. */
export function stateOf({ marketValue, realized }: Pick<HistoryEntry, 'marketValue' | 'realized'>): string {
  const missing = [
    ...(marketValue === null ? ['no price'] : []),
    ...(realized === null ? ['moved out unknown'] : []),
  ]
  return missing.length === 0 ? 'known' : missing.join(', ')
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

/** Empty when unknown; the state column gives the reason. */
const shown = (value: Figure | null): string | null => value && amountOf(value)

/** The markets behind a price, in order; `/` marks a division: `ethbtc × btcusdc`, `1 / usdcusdt`. */
function sourceOf({ lastPrice }: PnlResult): string | null {
  if (lastPrice === null) return null
  return lastPrice.links
    .map(({ market, isInverse }, at) =>
      at === 0 ? `${isInverse ? '1 / ' : ''}${market}` : ` ${isInverse ? '/' : '×'} ${market}`,
    )
    .join('')
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
  balance: figure('Balance (currency)', ({ result }) => result.balance),
  lastPrice: figure('Last price (PnL currency)', ({ result }) => result.lastPrice?.price ?? null),
  lastPriceSource: figure('Last price source', ({ result }) => sourceOf(result)),
  // A currency priced in itself is always 1, so no price was read.
  lastPriceAsOf: time('Last price as of', ({ result: { lastPrice } }) =>
    lastPrice === null || lastPrice.links.length === 0 ? null : lastPrice.asOfMs,
  ),
  marketValue: figure('Market value (PnL currency)', ({ result }) => result.marketValue),
  costBasis: figure('Cost basis (PnL currency)', ({ result }) => result.costBasis),
  realized: figure('Realized P&L (PnL currency)', ({ result }) => shown(result.realized)),
  movedOut: figure('Moved out (PnL currency)', ({ result }) => shown(result.movedOut)),
  unrealized: figure('Unrealized P&L (PnL currency)', ({ result }) => result.unrealized),
  total: figure('Total P&L (PnL currency)', ({ result }) => shown(result.total)),
  state: figure('State of realized P&L, moved out and total', ({ result }) => result.realized.state),
}

export const pnlHistoryColumns: Columns<PnlHistoryRow, PnlHistoryColumnId> = {
  at: time('At', ({ atMs }) => atMs),
  currency: figure('Currency', ({ currency }) => currency),
  pnlCurrency: figure('PnL currency', ({ pnlCurrency }) => pnlCurrency),
  marketValue: figure('Market value (PnL currency)', ({ marketValue }) => marketValue),
  costBasis: figure('Cost basis (PnL currency)', ({ costBasis }) => costBasis),
  realized: figure('Realized P&L (PnL currency)', ({ realized }) => realized),
  unrealized: figure('Unrealized P&L (PnL currency)', ({ unrealized }) => unrealized),
  total: figure('Total P&L (PnL currency)', ({ total }) => total),
  state: figure('State', stateOf),
  firstAsOf: time('First reported', ({ firstAsOfMs }) => firstAsOfMs),
  asOf: time('Last reported', ({ asOfMs }) => asOfMs),
}

const resultSchema = portfolioChannels['portfolio:getResults'].output.shape.results.element
const entrySchema = portfolioChannels['portfolio:getPnl'].output.shape.entries.element

/** A JSON line of current P&L: the reported figures, the derived values and their time, as text in the given zone. */
export const passPnl =
  (zone: Zone) =>
  ({ entry, result, asOfMs }: PnlRow): unknown =>
    withIsoTimes({ asOfMs, entry: entrySchema.parse(entry), result: resultSchema.parse(result) }, zone)

/** The rows of one moment. */
export function historyRows({ entries, ...moment }: PnlHistoryPoint): PnlHistoryRow[] {
  return entries.map((entry) => ({ ...moment, ...entry }))
}

export const passHistory =
  (zone: Zone) =>
  ({ atMs, isCurrent, firstAsOfMs, asOfMs, ...entry }: PnlHistoryRow): unknown => {
    const moment = { atMs, isCurrent, firstAsOfMs, asOfMs }
    const [reported] = historyPoint.parse({ ...moment, entries: [entry] }).entries
    return withIsoTimes({ ...moment, ...reported, state: stateOf(entry) }, zone)
  }
