// IPC channels that read the user's orders and fills. trading.ts has those that place and cancel.
import { z } from 'zod'
import { stopPlace } from './stop-places.ts'
import { type ChannelTable, errorReport, nothing } from '../channel.ts'
import {
  currencyCode,
  decimalText,
  epochMs,
  listedOrder,
  marketSymbol,
  orderDetail,
  orderSide,
  orderState,
  orderTrade,
  orderType,
} from './entities.ts'

const amount = decimalText.nullable()

/** Filter of the list. An empty array, null and an empty text mean "any". */
export const orderFilter = z.strictObject({
  markets: z.array(marketSymbol).max(100),
  /** Base and quote currencies, from splitting symbols by known quote currencies. */
  bases: z.array(currencyCode).max(100),
  quotes: z.array(currencyCode).max(100),
  sides: z.array(orderSide).max(2),
  types: z.array(orderType).max(4),
  states: z.array(orderState).max(4),
  /** Created at or after. */
  fromMs: epochMs.nullable(),
  /** Created before. */
  toMs: epochMs.nullable(),
  /** Limits of the order's price and original amount, inclusive. Orders without a price match no price limit. */
  leastPrice: amount,
  mostPrice: amount,
  leastVolume: amount,
  mostVolume: amount,
  /** The exchange's texts. */
  cancelReasons: z.array(z.string().max(200)).max(20),
  /**
   * Words that an order must all have, ignoring case: its ID; or the start of its UUID (two digits or more), market, base, quote,
   * side, type or state; or part of its cancel reason.
   */
  text: z.string().max(64),
})
export type OrderFilter = z.infer<typeof orderFilter>

export const orderSortColumns = ['created', 'updated', 'price', 'volume'] as const
/**
 * Equal rows are sorted by ID, newest first. Orders without a price come last in both directions. Decimals compare exactly as
 * numbers.
 */
export const orderSort = z.strictObject({ column: z.enum(orderSortColumns), isDescending: z.boolean() })
export type OrderSort = z.infer<typeof orderSort>

/**
 * `all`: of every account on the network of the account in use, which main looks up. Absent: of the account in use alone.
 */
export const accountsAsked = z.literal('all').optional()

const offset = z.int().min(0).max(100_000_000)
const limit = z.int().min(1).max(500)

const orderPage = z.strictObject({
  /** Rows from `offset` on; fewer than requested only at the end of the list, or while `total` is null. */
  rows: z.array(listedOrder),
  /** Number of matching cached orders; null while counting: request again. */
  total: z.int().min(0).nullable(),
  /** Change counter of the list: offsets of responses with different versions may not line up. */
  version: z.int().min(0),
})

/** Totals of one side of a market. */
const sideTotals = z.strictObject({
  /** In the base currency. */
  amount: decimalText,
  /** In the quote currency. */
  value: decimalText,
  /** Number of orders with an inexact value; if any, value and average price are shown with "≈". */
  inexactValues: z.int().min(0),
  /** `value ÷ amount` with 18 decimals, rounded half to even; null if nothing was filled. */
  averagePrice: decimalText.nullable(),
})
export type SideTotals = z.infer<typeof sideTotals>

/** Exact totals over orders of one market. */
const marketTotals = z.strictObject({
  market: marketSymbol,
  orders: z.int().min(0),
  /** In the base currency. */
  originVolume: decimalText,
  executedVolume: decimalText,
  /** In the quote currency: the exact sum of the orders' executed values (domain/orders/executed-value.ts). */
  executedValue: decimalText,
  /** Number of orders whose value is average price × filled because some fills are missing; if any, the sum is shown with "≈". */
  inexactValues: z.int().min(0),
  bought: sideTotals,
  sold: sideTotals,
})

const feeTotal = z.strictObject({ currency: z.string(), amount: decimalText })
const feeTotals = {
  /** Fees of the known fills, by the currencies they were paid in. */
  fees: z.array(feeTotal),
  /** The same fees by the quote currencies of their markets (domain/orders/quote-fee.ts). */
  quoteFees: z.array(feeTotal),
  /** Number of fees that are not in `quoteFees`: they were paid in a third currency. */
  unquotedFees: z.int().min(0),
}

export const orderTotals = z.strictObject({
  orders: z.int().min(0),
  markets: z.array(marketTotals),
  ...feeTotals,
  /** Executed orders with missing fills; their fees are not in `fees`. */
  ordersWithoutFees: z.int().min(0),
})
export type OrderTotals = z.infer<typeof orderTotals>

export const fillFilter = z.strictObject({
  markets: z.array(marketSymbol).max(100),
  bases: z.array(currencyCode).max(100),
  quotes: z.array(currencyCode).max(100),
  sides: z.array(orderSide).max(2),
  fromMs: epochMs.nullable(),
  toMs: epochMs.nullable(),
  /** Words that a fill must all have, ignoring case: its ID or its order's; or the start of its market, base, quote or side. */
  text: z.string().max(64),
})
export type FillFilter = z.infer<typeof fillFilter>

/** One fill, completed with fields of its order. */
export const fill = orderTrade.extend({
  orderId: z.int().min(0),
  market: marketSymbol,
  side: orderSide,
  createdAtMs: epochMs,
  /** Whose fill it is. Only in lists of all accounts. */
  accountId: z.uuid().optional(),
})
export type Fill = z.infer<typeof fill>

export const fillTotals = z.strictObject({
  fills: z.int().min(0),
  markets: z.array(
    z.strictObject({
      market: marketSymbol,
      fills: z.int().min(0),
      boughtAmount: decimalText,
      boughtValue: decimalText,
      soldAmount: decimalText,
      soldValue: decimalText,
      /** Value ÷ amount with 18 decimals, rounded half to even; null without an amount. */
      averageBought: decimalText.nullable(),
      averageSold: decimalText.nullable(),
    }),
  ),
  ...feeTotals,
})
export type FillTotals = z.infer<typeof fillTotals>

const column = z.strictObject({
  id: z.string().max(40),
  widthPx: z.int().min(24).max(1_200),
  isShown: z.boolean(),
  isPinned: z.boolean(),
})

/** Table settings in column order. Columns not listed are appended, hidden. Persisted. */
export const tableChoices = z.strictObject({ columns: z.array(column).max(60), sort: orderSort.nullable() })
export type TableChoices = z.infer<typeof tableChoices>

/** A named set of the filter bar's values, with the table's sorting and columns. Days as YYYY-MM-DD in the display time zone; empty for none. */
export const savedView = z.strictObject({
  id: z.uuid(),
  name: z.string().min(1).max(60),
  filter: orderFilter.omit({ fromMs: true, toMs: true }),
  fromDay: z.string().max(10),
  toDay: z.string().max(10),
  sort: orderSort,
  /** The columns of its table; of a view from before these were kept, as the table has them. */
  columns: tableChoices.shape.columns.optional(),
})
export type SavedView = z.infer<typeof savedView>

const orderSyncState = z.strictObject({
  /** Number of the account's cached orders. */
  cached: z.int().min(0),
  /** How many of them are open. */
  open: z.int().min(0),
  /** True once the whole history was read at least once without refused rows. */
  isComplete: z.boolean(),
  asOfMs: epochMs.nullable(),
  /** Listed orders that could not be read. They appear in no list here. */
  refusedRows: z.int().min(0),
  /**
   * Why the last update failed; null if it succeeded. Connection loss is reported by the connection channels.
   * If only rows were refused: `contractViolation` with reason `rowsRefused`, the field and the count.
   */
  lastError: errorReport.nullable(),
})
export type OrderSyncState = z.infer<typeof orderSyncState>

/** The tables of the Orders view, then those below the chart of the Trade view. */
export const tableNames = [
  'orders',
  'ordersOpen',
  'fills',
  'openOrders',
  'recentFills',
  'orderHistory',
] as const
export type TableName = (typeof tableNames)[number]

export const ordersChannels = {
  /**
   * The matching cached orders of the active account, or of all accounts, in this order, from an offset on. Of one account every offset
   * is equally fast; of all accounts, later pages cost more.
   */
  'orders:list': {
    access: 'readable',
    input: z.strictObject({ accounts: accountsAsked, filter: orderFilter, sort: orderSort, offset, limit }),
    output: orderPage,
  },
  /**
   * Exact totals over all matching orders. Takes up to seconds for a million; a newer request ends the previous one with
   * `cancelled`.
   */
  'orders:getTotals': {
    access: 'readable',
    input: z.strictObject({ accounts: accountsAsked, filter: orderFilter }),
    output: orderTotals,
  },
  /** One cached order with its fills; fetches them if missing or outdated, and reports why it could not. */
  'orders:get': {
    access: 'readable',
    input: z.strictObject({
      id: z.int().min(0),
      /**
       * Another account on the same network, whose order is answered from the cache alone. Absent: the account in
       * use. Errors: notFound for any other.
       */
      accountId: z.uuid().optional(),
    }),
    output: orderDetail,
  },
  /** Markets and cancel reasons in the cached orders, for the filter. */
  'orders:listFacets': {
    access: 'readable',
    input: z.strictObject({ accounts: accountsAsked }),
    output: z.strictObject({ markets: z.array(marketSymbol), cancelReasons: z.array(z.string()) }),
  },
  /** Where the account's open stop orders are; those that are not known are left out. Reads the book of their markets if it can. */
  'orders:listStopPlaces': {
    access: 'readable',
    input: nothing,
    output: z.strictObject({ places: z.array(stopPlace) }),
  },
  /** What is cached of each account on the network of the account in use, which comes first. */
  'orders:listAccounts': {
    access: 'readable',
    input: nothing,
    output: z.strictObject({
      accounts: z.array(
        z.strictObject({
          accountId: z.uuid(),
          orders: z.int().min(0),
          open: z.int().min(0),
          /** When the newest orders were read last; null if never. */
          asOfMs: epochMs.nullable(),
        }),
      ),
    }),
  },
  'orders:getSyncState': { access: 'readable', input: nothing, output: orderSyncState },
  /** Known fills, newest or oldest first. */
  'orders:listFills': {
    access: 'readable',
    input: z.strictObject({
      accounts: accountsAsked,
      filter: fillFilter,
      isDescending: z.boolean(),
      offset,
      limit,
    }),
    output: z.strictObject({
      rows: z.array(fill),
      total: z.int().min(0).nullable(),
      version: z.int().min(0),
      /** Orders with missing or outdated fills. */
      ordersWanting: z.int().min(0),
    }),
  },
  'orders:getFillTotals': {
    access: 'readable',
    input: z.strictObject({ accounts: accountsAsked, filter: fillFilter }),
    output: fillTotals,
  },
  'orders:getTable': {
    access: 'readable',
    input: z.strictObject({ table: z.enum(tableNames) }),
    output: tableChoices,
  },
  'orders:setTable': {
    access: 'readable',
    input: z.strictObject({ table: z.enum(tableNames), choices: tableChoices }),
    output: nothing,
  },
  'orders:listViews': {
    access: 'readable',
    input: nothing,
    output: z.strictObject({ views: z.array(savedView) }),
  },
  /** The complete list in order; at most 50. */
  'orders:setViews': {
    access: 'readable',
    input: z.strictObject({ views: z.array(savedView).max(50) }),
    output: nothing,
  },
} satisfies ChannelTable<'orders'>

export const ordersEvents = {
  /** Cached orders changed: at most 200 IDs that are new or different. Empty: only the sync state changed. */
  'orders:changed': z.strictObject({ ids: z.array(z.int().min(0)).max(200), sync: orderSyncState }),
}
