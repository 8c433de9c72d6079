// Owns: the channels about the user's orders. Must not: place or cancel any (the interface has no such endpoint).
import { z } from 'zod'
import { errorReport } from './channel.ts'
import { epochMs, marketSymbol, order, orderDetail, orderSide, orderState, orderType } from './entities.ts'

/** What the list shows. An empty array means "any". */
export const orderFilter = z.strictObject({
  markets: z.array(marketSymbol).max(100),
  sides: z.array(orderSide).max(2),
  types: z.array(orderType).max(4),
  states: z.array(orderState).max(4),
  /** Created at or after. */
  fromMs: epochMs.nullable(),
  /** Created before. */
  toMs: epochMs.nullable(),
})
export type OrderFilter = z.infer<typeof orderFilter>

/** The last row of the page before: pages follow each other by key, so rows that arrive meanwhile shift nothing. */
export const orderCursor = z.strictObject({ createdAtMs: epochMs, id: z.int().min(0) })
export type OrderCursor = z.infer<typeof orderCursor>

const orderPage = z.strictObject({
  rows: z.array(order),
  /** Null on the last page. */
  next: orderCursor.nullable(),
  /** How many cached orders fit the filter. */
  total: z.int().min(0),
})
export type OrderPage = z.infer<typeof orderPage>

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

export const ordersChannels = {
  /** The active account's cached orders, newest first. */
  'orders:list': {
    input: z.strictObject({
      filter: orderFilter,
      cursor: orderCursor.nullable(),
      limit: z.int().min(1).max(500),
    }),
    output: orderPage,
  },
  /** One cached order with its fills; fetches them when they are not here yet or the order has moved on, and says why not. */
  'orders:get': { input: z.strictObject({ id: z.int().min(0) }), output: orderDetail },
  /** Markets that occur in the cached orders, for the filter. */
  'orders:listMarkets': {
    input: z.strictObject({}),
    output: z.strictObject({ markets: z.array(marketSymbol) }),
  },
  'orders:getSyncState': { input: z.strictObject({}), output: orderSyncState },
}

export const ordersEvents = {
  /** Cached orders changed; ids of at most 200 that are new or different. None: only the state of the sync moved. */
  'orders:changed': z.strictObject({ ids: z.array(z.int().min(0)).max(200), sync: orderSyncState }),
}
