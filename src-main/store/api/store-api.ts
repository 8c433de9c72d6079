// The typed face of the store: every call that leaves the main thread for the database worker.
import type {
  CandleColumns,
  MarketTrade,
  Order,
  OrderTrade,
  PnlEntry,
  Profile,
} from '../../../src-preload/contract/orders/entities.ts'
import type { KeyKind, NetworkKind } from '../../../src-preload/contract/accounts/accounts.ts'
import type { CandlePeriod } from '../../../src-preload/domain/markets/markets.ts'
import type { AlertMethods } from './alert-rows.ts'
import type { CandleRangeMethods, DayVwapMethods } from './candle-range.ts'
import type { ChartStoreMethods } from './chart-rows.ts'
import type { CoveredRange } from './coverage.ts'
import type { Handle } from './handle.ts'
import type { HistoryMethods } from './history-rows.ts'
import type { KeptKindMethods } from './kept-kinds.ts'
import type { OrderPageMethods } from './order-pages.ts'
import type { ResultMethods } from './result-rows.ts'
import type { StreamedMethods } from './streamed-rows.ts'
import type { StoredFound, TransferSync } from './transfer-rows.ts'

/** The user's own data: which wallets are here. Never dropped with the cache. */
export interface StoredAccount {
  readonly id: string
  readonly label: string
  readonly networkKind: NetworkKind
  /** Only for `custom`. */
  readonly baseUrl: string | null
  readonly ethereumAddress: string
  /** `stark`: held by its L2 key alone. */
  readonly keyKind: KeyKind
  readonly createdAtMs: number
  readonly profile: Profile | null
}

/** How many private cached rows went. */
export interface RemovedRows {
  readonly orders: number
  readonly orderTrades: number
  readonly pnlSnapshots: number
}

/** A part of the service's list of orders, newest first, that is in the cache without a gap. */
export interface OrderRange {
  /** Id of its oldest order; 0 where it reaches the end of the list. */
  readonly fromId: number
  readonly toId: number
  /** How many rows of the list it is, those that could not be read or are not kept among them. */
  readonly rows: number
  /** When its oldest order was created; null where none of it could be read. */
  readonly fromMs: number | null
}

/** How far the order history of an account has been read. */
export interface OrderSyncRecord {
  /** Newest first; between two of them lie orders that are not known. */
  readonly stretches: readonly OrderRange[]
  /** Orders that were created before are left out. */
  readonly keptFromMs: number
  readonly asOfMs: number | null
}

/** An order that the service listed and that could not be read. */
export interface RefusedOrder {
  readonly id: number
  /** The first field that does not fit the interface. */
  readonly field: string
}

/** When an answer was told, and what was final then. */
export interface AnswerTimes {
  /** When it was asked for, by our clock: its age. */
  readonly asOfMs: number
  /** Now, by our clock. Times in the cache that lie later are from a clock that was set back. */
  readonly nowMs: number
  /** Periods that ended by then will not change any more; the rest may. */
  readonly settledMs: number
}

/** Cached candles with what is known about their range. */
export interface StoredCandles {
  readonly candles: CandleColumns
  /** The service has none before the first. */
  readonly reachesStart: boolean
  readonly asOfMs: number | null
}

/**
 * Everything the database worker can do. Market data is keyed by `network` (a stable text per service, such as
 * `practice` or a base URL); private data by account id. Rows and their bookkeeping commit in one transaction.
 */
export interface StoreMethods
  extends
    CandleRangeMethods,
    DayVwapMethods,
    ChartStoreMethods,
    HistoryMethods,
    KeptKindMethods,
    StreamedMethods,
    OrderPageMethods,
    AlertMethods,
    ResultMethods {
  // settings and accounts: the user's own
  getSetting(key: string): string | null
  setSetting(key: string, value: string): void
  /** Every setting whose key begins with `prefix`, by key. */
  listSettings(prefix: string): { key: string; value: string }[]
  listAccounts(): StoredAccount[]
  putAccount(account: StoredAccount): void
  /** Removes the account, its settings and its private cached rows; answers how many of the rows went. */
  removeAccount(accountId: string): RemovedRows
  /**
   * Removes the private cached rows and the profiles of all accounts; accounts, settings and market data stay. All or
   * nothing, and on the disk when it returns.
   */
  clearPrivateCache(): RemovedRows

  // orders: cache
  /**
   * Upserts; answers the ids of rows that are new or differ from what was cached. A version whose `updatedAtMs` is older
   * than the cached one is a late answer and changes nothing. Orders of the same answer that could not be read are noted
   * until they can be. `notFound` when the account is not (or no longer) here.
   */
  putOrders(
    accountId: string,
    orders: Order[],
    sync: OrderSyncRecord | null,
    refused?: readonly RefusedOrder[],
  ): { changedIds: number[] }
  /** Orders noted as refused, how many there are and the newest of them; null when there are none. */
  getRefusedOrders(accountId: string): { count: number; newest: RefusedOrder } | null
  getOrder(accountId: string, orderId: number): Order | null
  /** Orders that the cache believes to be open (pending or wait), newest first. */
  listOpenOrders(accountId: string, limit: number): Order[]
  countOrders(accountId: string): number
  getOrderSync(accountId: string): OrderSyncRecord
  /** Fills of one order as of the order's `updatedAtMs` when they were fetched; null when never fetched. */
  getOrderTrades(
    accountId: string,
    orderId: number,
  ): { trades: OrderTrade[]; orderUpdatedAtMs: number } | null
  /**
   * Stores an order as it was asked for alone, with its fills. A cancel reason that is cached stays when `order` has none:
   * only lists carry it. Fills of an older version than the cached ones change nothing. `notFound` as in putOrders.
   */
  putOrderTrades(accountId: string, order: Order, trades: OrderTrade[]): void

  // portfolio: cache
  /** The latest is the one put last. Equal answers in a row are kept once, with the time of the last. `notFound` as in putOrders. */
  putPnlSnapshot(accountId: string, entries: PnlEntry[], asOfMs: number, momentMs?: number | null): void
  /** Notes that orders were listed after the reading of that moment. Nothing where the newest reading is of another moment. */
  notePnlListed(accountId: string, momentMs: number): void
  getLatestPnl(accountId: string): { entries: PnlEntry[]; asOfMs: number } | null
  /** Replaces the account's last reading. `balances`: JSON. `notFound` as in putOrders. */
  putBalances(accountId: string, balances: string, asOfMs: number): void
  /** The last reading as it was put; null if there is none. */
  getBalances(accountId: string): { balances: string; asOfMs: number } | null

  // transfers: cache
  /**
   * Stores a page of the exchange's list with how far it was read, at once. Returns how many are new or have changed, and how
   * many are stored of the account. `notFound` as in putOrders.
   */
  putListedTransfers(
    accountId: string,
    transfers: readonly StoredFound['told'][],
    sync: TransferSync,
  ): { changed: number; stored: number }
  getTransferSync(accountId: string): TransferSync | null
  /** Those to the address, newest first. */
  listReceivedTransfers(accountId: string, address: string): StoredFound['told'][]
  /** Those of the exchange's list that it calls carried out, sent and received, by their last change. */
  listCompletedTransfers(accountId: string): StoredFound['told'][]

  // market data: cache
  /**
   * Upserts candles. `covers` is the range of starts that the answer is known to cover without gaps (inclusive);
   * overlapping and touching ranges merge. A candle that had not ended by `settledMs` is stored, never over a final or
   * later told one, and not counted as covered, so that it is asked for again. Columns of unequal length are `validation`.
   */
  putCandles(
    network: string,
    market: string,
    period: CandlePeriod,
    candles: CandleColumns,
    covers: CoveredRange | null,
    times: AnswerTimes,
  ): { changedFromMs: number | null }
  /** The newest `limit` candles that start at or before `endMs` (null: newest of all), oldest first. */
  getCandles(
    network: string,
    market: string,
    period: CandlePeriod,
    endMs: number | null,
    limit: number,
  ): StoredCandles
  /** The covered ranges of candle starts, ascending, for finding what to fetch. */
  getCandleCoverage(network: string, market: string, period: CandlePeriod): CoveredRange[]
  /**
   * Adds trades of one market that are new, and corrects those that a stream told otherwise. `covers`: the range of time (inclusive) that the answer is known to hold
   * without gaps; null where it is known of none. The age is that of the last answer about the newest trades, whether
   * it held any or not; `asOfMs` is null for an answer about older ones. A start (`reachesStart`) that a trade
   * disproves is not believed.
   */
  putMarketTrades(
    network: string,
    market: string,
    trades: MarketTrade[],
    covers: CoveredRange | null,
    asOfMs: number | null,
  ): { added: number }
  /** Newest first. */
  listMarketTrades(
    network: string,
    market: string,
    limit: number,
  ): { trades: MarketTrade[]; asOfMs: number | null }
  /** Markets the user looks at on this network, in their order. */
  listMarkets(network: string): string[]
  putMarkets(network: string, markets: string[]): void
}

/** The store as the main thread sees it: the same calls, answered by its threads. */
export type Store = Handle<StoreMethods>
