// CSV and JSON columns of P&L exports, current and historical. Pure; computes no figures.
import type { PnlEntry } from '../../src-preload/contract/orders/entities.ts'
import type { Figure } from '../../src-preload/contract/portfolio/figures.ts'
import { historyPoint, type PnlHistoryPoint } from '../../src-preload/contract/portfolio/history.ts'
import { portfolioChannels } from '../../src-preload/contract/portfolio/portfolio.ts'
import type { PnlResult } from '../../src-preload/contract/portfolio/results.ts'
import type { PnlColumnId, PnlHistoryColumnId } from '../../src-preload/domain/orders/export-columns.ts'
import { amountOf } from '../../src-preload/domain/orders/report-figures.ts'
import type { Zone } from '../../src-preload/domain/locale/zone.ts'
import { withIsoTimes } from '../../src-preload/domain/iso-time.ts'
import { type Columns, plain, time } from './table.ts'

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
  currency: plain('Currency', ({ entry }) => entry.currency),
  pnlCurrency: plain('PnL currency', ({ entry }) => entry.pnlCurrency),
  asOf: time('As of', ({ asOfMs }) => asOfMs),
  totalCredit: plain('Total credit (currency)', ({ entry }) => entry.totalCredit),
  totalDebit: plain('Total debit (currency)', ({ entry }) => entry.totalDebit),
  totalCreditValue: plain('Total credit value (PnL currency)', ({ entry }) => entry.totalCreditValue),
  totalDebitValue: plain('Total debit value (PnL currency)', ({ entry }) => entry.totalDebitValue),
  averageBuyPrice: plain('Average buy price (PnL currency)', ({ entry }) => entry.averageBuyPrice),
  averageSellPrice: plain('Average sell price (PnL currency)', ({ entry }) => entry.averageSellPrice),
  averageBalancePrice: plain(
    'Average balance price (PnL currency)',
    ({ entry }) => entry.averageBalancePrice,
  ),
  balance: plain('Balance (currency)', ({ result }) => result.balance),
  lastPrice: plain('Last price (PnL currency)', ({ result }) => result.lastPrice?.price ?? null),
  lastPriceSource: plain('Last price source', ({ result }) => sourceOf(result)),
  // A currency priced in itself is always 1, so no price was read.
  lastPriceAsOf: time('Last price as of', ({ result: { lastPrice } }) =>
    lastPrice === null || lastPrice.links.length === 0 ? null : lastPrice.asOfMs,
  ),
  marketValue: plain('Market value (PnL currency)', ({ result }) => result.marketValue),
  costBasis: plain('Cost basis (PnL currency)', ({ result }) => result.costBasis),
  realized: plain('Realized P&L (PnL currency)', ({ result }) => shown(result.realized)),
  movedOut: plain('Moved out (PnL currency)', ({ result }) => shown(result.movedOut)),
  unrealized: plain('Unrealized P&L (PnL currency)', ({ result }) => result.unrealized),
  total: plain('Total P&L (PnL currency)', ({ result }) => shown(result.total)),
  state: plain('State of realized P&L, moved out and total', ({ result }) => result.realized.state),
}

export const pnlHistoryColumns: Columns<PnlHistoryRow, PnlHistoryColumnId> = {
  at: time('At', ({ atMs }) => atMs),
  currency: plain('Currency', ({ currency }) => currency),
  pnlCurrency: plain('PnL currency', ({ pnlCurrency }) => pnlCurrency),
  marketValue: plain('Market value (PnL currency)', ({ marketValue }) => marketValue),
  costBasis: plain('Cost basis (PnL currency)', ({ costBasis }) => costBasis),
  realized: plain('Realized P&L (PnL currency)', ({ realized }) => realized),
  unrealized: plain('Unrealized P&L (PnL currency)', ({ unrealized }) => unrealized),
  total: plain('Total P&L (PnL currency)', ({ total }) => total),
  state: plain('State', stateOf),
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
