// Owns: the channels about the user's orders and fills. Must not: place or cancel any (the interface has no such endpoint).
import { z } from 'zod'
import { type ChannelTable, errorReport, nothing } from './channel.ts'
import {
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

/** A lowercase currency code. */
const currency = z.string().regex(/^[a-z0-9]{1,16}$/)
const amount = decimalText.nullable()

/** What the list shows. An empty array, null and an empty text mean "any". */
export const orderFilter = z.strictObject({
  markets: z.array(marketSymbol).max(100),
  /** Base and quote currencies, as the known quote currencies split a symbol. */
  bases: z.array(currency).max(100),
  quotes: z.array(currency).max(100),
  sides: z.array(orderSide).max(2),
  types: z.array(orderType).max(4),
  states: z.array(orderState).max(4),
  /** Created at or after. */
  fromMs: epochMs.nullable(),
  /** Created before. */
  toMs: epochMs.nullable(),
  /** Limits of the order's own price and of what it was for, each inclusive. Orders without a price fit no price limit. */
  leastPrice: amount,
  mostPrice: amount,
  leastVolume: amount,
  mostVolume: amount,
  /** The service's texts. */
  cancelReasons: z.array(z.string().max(200)).max(20),
  /** An order's id, the beginning of its uuid, or a part of its cancel reason, whatever the case of its letters. */
  text: z.string().max(64),
})
export type OrderFilter = z.infer<typeof orderFilter>

export const orderSortColumns = ['created', 'updated', 'price', 'volume'] as const
/** Equal rows by id, the newest first. Orders without a price come last, whichever way. Decimals compare as numbers, exactly. */
export const orderSort = z.strictObject({ column: z.enum(orderSortColumns), isDescending: z.boolean() })
export type OrderSort = z.infer<typeof orderSort>

const offset = z.int().min(0).max(100_000_000)
const limit = z.int().min(1).max(500)

const orderPage = z.strictObject({
  /** Rows from `offset` on; fewer than asked for only at the end of the list, and where `total` is null for now. */
  rows: z.array(listedOrder),
  /** How many cached orders fit; null while that is still being counted: ask again. */
  total: z.int().min(0).nullable(),
  /** Counts changes of the list: offsets of answers with different ones may be shifted against each other. */
  version: z.int().min(0),
})

/** Sums over what one side of a market bought or sold. */
const sideTotals = z.strictObject({
  /** In the base currency. */
  amount: decimalText,
  /** In the quote currency. */
  value: decimalText,
  /** Orders whose value is not exact: with any, value and average price are written with "≈". */
  inexactValues: z.int().min(0),
  /** `value ÷ amount` with 18 decimals, rounded half to even; null where nothing was filled. */
  averagePrice: decimalText.nullable(),
})
export type SideTotals = z.infer<typeof sideTotals>

/** Sums over orders of one market, exact. */
const marketTotals = z.strictObject({
  market: marketSymbol,
  orders: z.int().min(0),
  /** In the base currency. */
  originVolume: decimalText,
  executedVolume: decimalText,
  /** In the quote currency: what each order came to (domain/executed-value.ts), added up exactly. */
  executedValue: decimalText,
  /** Orders whose value is average price × filled, because their fills are not all here: with any, the sum is written with "≈". */
  inexactValues: z.int().min(0),
  bought: sideTotals,
  sold: sideTotals,
})

const feeTotal = z.strictObject({ currency: z.string(), amount: decimalText })

export const orderTotals = z.strictObject({
  orders: z.int().min(0),
  markets: z.array(marketTotals),
  /** Of the fills that are known here, by currency. */
  fees: z.array(feeTotal),
  /** Executed orders whose fills are not all known here: their fees are not in `fees`. */
  ordersWithoutFees: z.int().min(0),
})
export type OrderTotals = z.infer<typeof orderTotals>

export const fillFilter = z.strictObject({
  markets: z.array(marketSymbol).max(100),
  bases: z.array(currency).max(100),
  quotes: z.array(currency).max(100),
  sides: z.array(orderSide).max(2),
  fromMs: epochMs.nullable(),
  toMs: epochMs.nullable(),
  /** An order's or a trade's id. */
  text: z.string().max(64),
})
export type FillFilter = z.infer<typeof fillFilter>

/** One fill with what its order says where the fill itself does not. */
export const fill = orderTrade.extend({
  orderId: z.int().min(0),
  market: marketSymbol,
  side: orderSide,
  createdAtMs: epochMs,
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
      /** Value ÷ amount with 18 decimals, rounded half to even; null where there is no amount. */
      averageBought: decimalText.nullable(),
      averageSold: decimalText.nullable(),
    }),
  ),
  fees: z.array(feeTotal),
})
export type FillTotals = z.infer<typeof fillTotals>

const column = z.strictObject({
  id: z.string().max(40),
  widthPx: z.int().min(24).max(1_200),
  isShown: z.boolean(),
  isPinned: z.boolean(),
})

/** How a table is shown, in the order of its columns. Columns that are not named stand at the end, hidden. Kept for the user. */
export const tableChoices = z.strictObject({ columns: z.array(column).max(60), sort: orderSort.nullable() })
export type TableChoices = z.infer<typeof tableChoices>

/** What the page's filter bar holds, under a name. Days as YYYY-MM-DD in the zone of the display; empty for none. */
export const savedView = z.strictObject({
  id: z.uuid(),
  name: z.string().min(1).max(60),
  filter: orderFilter.omit({ fromMs: true, toMs: true }),
  fromDay: z.string().max(10),
  toDay: z.string().max(10),
  sort: orderSort,
})
export type SavedView = z.infer<typeof savedView>

const orderSyncState = z.strictObject({
  /** Orders of the account in the cache. */
  cached: z.int().min(0),
  /** True once the whole history was read at least once, and nothing of it was refused. */
  isComplete: z.boolean(),
  asOfMs: epochMs.nullable(),
  /** Orders that the service lists and that could not be read. They are in no list here. */
  refusedRows: z.int().min(0),
  /**
   * Why the last reading failed; null after one that did not. Being out of reach is not said here but by the connection.
   * Where only rows were refused: `contractViolation` with reason `rowsRefused`, the field and the count.
   */
  lastError: errorReport.nullable(),
})
export type OrderSyncState = z.infer<typeof orderSyncState>

export const tableNames = ['orders', 'fills'] as const
export type TableName = (typeof tableNames)[number]

export const ordersChannels = {
  /** The active account's cached orders that fit, in this order, from a place on. Any place is as quick as any other. */
  'orders:list': {
    access: 'readable',
    input: z.strictObject({ filter: orderFilter, sort: orderSort, offset, limit }),
    output: orderPage,
  },
  /** Exact sums over all that fit. Takes up to seconds for a million; the newest ask ends the one before with `cancelled`. */
  'orders:getTotals': {
    access: 'readable',
    input: z.strictObject({ filter: orderFilter }),
    output: orderTotals,
  },
  /** One cached order with its fills; fetches them when they are not here yet or the order has moved on, and says why not. */
  'orders:get': { access: 'readable', input: z.strictObject({ id: z.int().min(0) }), output: orderDetail },
  /** Markets and cancel reasons that occur in the cached orders, for the filter. */
  'orders:listFacets': {
    access: 'readable',
    input: nothing,
    output: z.strictObject({ markets: z.array(marketSymbol), cancelReasons: z.array(z.string()) }),
  },
  'orders:getSyncState': { access: 'readable', input: nothing, output: orderSyncState },
  /** Fills that are known here, newest first or oldest first. */
  'orders:listFills': {
    access: 'readable',
    input: z.strictObject({ filter: fillFilter, isDescending: z.boolean(), offset, limit }),
    output: z.strictObject({
      rows: z.array(fill),
      total: z.int().min(0).nullable(),
      version: z.int().min(0),
      /** Orders with fills that are not here yet, or not any more in this version. */
      ordersWanting: z.int().min(0),
    }),
  },
  'orders:getFillTotals': {
    access: 'readable',
    input: z.strictObject({ filter: fillFilter }),
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
  /** All of them, in their order; at most 50. */
  'orders:setViews': {
    access: 'readable',
    input: z.strictObject({ views: z.array(savedView).max(50) }),
    output: nothing,
  },
} satisfies ChannelTable<'orders'>

export const ordersEvents = {
  /** Cached orders changed; ids of at most 200 that are new or different. None: only the state of the sync moved. */
  'orders:changed': z.strictObject({ ids: z.array(z.int().min(0)).max(200), sync: orderSyncState }),
}
