// The store's calls that list, read in pieces and sum orders and fills.
import type { Order } from '../../../src-preload/contract/orders/entities.ts'
import type { Fill, FillFilter, OrderFilter, OrderSort } from '../../../src-preload/contract/orders/orders.ts'
import type { FillSum } from '../../../src-preload/domain/orders/executed-value.ts'

/** Where an order stands in a sorted list: what it is sorted by, and its id. Made by the store, to be given back to it. */
export interface OrderPlace {
  readonly key: number | string
  readonly id: number
}

/** Where a fill stands among fills: its time, its order, its place in the order's own list. */
export interface FillPlace {
  readonly atMs: number
  readonly orderId: number
  readonly position: number
}

/** A page of a list. */
export interface ListPage<Row> {
  readonly rows: Row[]
  /** How many rows the filter lets through; null until they are counted. */
  readonly total: number | null
  /** Rises with each change of the list. */
  readonly version: number
}

/** A row of a list of several accounts. */
export type Owned<Row> = Row & { readonly accountId: string }

/** Exact sums over the orders of one side of a market, as decimal text. */
export interface OrderSideSums {
  readonly executedVolume: string
  readonly executedValue: string
  /** Orders whose value is not exact (executed-value.ts). */
  readonly inexactValues: number
}

/** Exact sums over the orders of one market, as decimal text. */
export interface OrderSums {
  readonly market: string
  readonly orders: number
  readonly originVolume: string
  readonly buy: OrderSideSums
  readonly sell: OrderSideSums
}

/** What the fills of an order that are here come to. */
export interface OrderFillSum extends FillSum {
  readonly orderId: number
}

export interface FillSums {
  readonly market: string
  readonly fills: number
  readonly boughtAmount: string
  readonly boughtValue: string
  readonly soldAmount: string
  readonly soldValue: string
}

export interface FeeSum {
  readonly currency: string
  readonly amount: string
}

/** Fees of fills. */
export interface FeeSums {
  /** By the currencies they were paid in. */
  readonly fees: FeeSum[]
  /** The same fees by the quote currencies of their markets (quote-fee.ts). */
  readonly quoteFees: FeeSum[]
  /** How many fees are not among these: they were paid in a third currency. */
  readonly unquotedFees: number
}

export const noFees: FeeSums = { fees: [], quoteFees: [], unquotedFees: 0 }

/** A piece of a sum; pieces are added up by whoever asks. */
export interface OrderSumStep extends FeeSums {
  readonly markets: OrderSums[]
  readonly ordersWithoutFees: number
  /** Where the next piece begins; null after the last. */
  readonly nextId: number | null
}

export interface FillSumStep extends FeeSums {
  readonly markets: FillSums[]
  readonly next: FillPlace | null
}

export interface OrderPageMethods {
  /** Returns the orders that fit, sorted, from a place on. Never counts: `countListed` does. */
  listOrders(
    accountId: string,
    filter: OrderFilter,
    sort: OrderSort,
    offset: number,
    limit: number,
  ): ListPage<Order>
  /**
   * As `listOrders`, of several accounts as one sorted list, in one state of the data; orders of equal places follow the order of
   * the accounts. The total is null until each account's is known.
   */
  listOrdersOf(
    accountIds: readonly string[],
    filter: OrderFilter,
    sort: OrderSort,
    offset: number,
    limit: number,
  ): ListPage<Owned<Order>>
  /** Counts the orders that fit. Pages of that filter have the total from then on, until the orders change. */
  countListed(accountId: string, filter: OrderFilter): number
  /**
   * For reading all that fit from the start: returns up to `limit` orders that follow a place (null: from the start), in order;
   * `next` is null at the end. Rows that change meanwhile shift nothing.
   */
  readOrders(
    accountId: string,
    filter: OrderFilter,
    sort: OrderSort,
    after: OrderPlace | null,
    limit: number,
  ): { rows: Order[]; next: OrderPlace | null }
  /** Sums a piece of the orders that fit, below an id (null: the first piece). */
  sumOrders(accountId: string, filter: OrderFilter, belowId: number | null): OrderSumStep
  /** Sums the fills of each of these orders, for a page of them; those without a fill here are left out. */
  sumOrderFills(accountId: string, orderIds: readonly number[]): OrderFillSum[]
  listOrderMarkets(accountId: string): string[]
  /** The cancel reasons that occur, in the order of their letters. */
  listCancelReasons(accountId: string): string[]
  /** As `listOrders`, of fills: by time, then order, then place in the order. */
  listFills(
    accountId: string,
    filter: FillFilter,
    isDescending: boolean,
    offset: number,
    limit: number,
  ): ListPage<Fill>
  /** As `listOrdersOf`, of fills. */
  listFillsOf(
    accountIds: readonly string[],
    filter: FillFilter,
    isDescending: boolean,
    offset: number,
    limit: number,
  ): ListPage<Owned<Fill>>
  /** As `countListed`, of fills. */
  countFills(accountId: string, filter: FillFilter): number
  /** As `readOrders`, of fills. */
  readFills(
    accountId: string,
    filter: FillFilter,
    isDescending: boolean,
    after: FillPlace | null,
    limit: number,
  ): { rows: Fill[]; next: FillPlace | null }
  /** Sums a piece of the fills that fit, from the newest on (null) or after a place. */
  sumFills(accountId: string, filter: FillFilter, after: FillPlace | null): FillSumStep
}
