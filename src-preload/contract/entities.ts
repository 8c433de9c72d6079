// Owns: the shapes of the things a trader sees, as they cross the border and lie in the store.
// Must not: know the service's wire format (exchange/endpoints converts) or any wording.
import { z } from 'zod'
import { errorReport } from './channel.ts'
import { candlePeriods, orderSides, orderStates, orderTypes } from '../domain/markets.ts'

/** Canonical decimal text: optional minus, digits, optional fraction. No exponent, no plus, no spaces. */
export const decimalText = z.string().regex(/^-?\d{1,60}(\.\d{1,60})?$/)

/** Milliseconds since the Unix epoch, whole. */
export const epochMs = z.int().min(0)

/** A market symbol as the service writes it: base then quote, lowercase, no separator. */
export const marketSymbol = z.string().regex(/^[a-z0-9]{2,32}$/)

export const candlePeriod = z.literal(candlePeriods)
export const orderSide = z.enum(orderSides)
export const orderType = z.enum(orderTypes)
export const orderState = z.enum(orderStates)

/** One order of the user (interface: Order). Prices and volumes are decimal text exactly as the service sent them. */
export const order = z.strictObject({
  id: z.int().min(0),
  uuid: z.string(),
  side: orderSide,
  type: orderType,
  /** null for a market order */
  price: decimalText.nullable(),
  stopPrice: decimalText.nullable(),
  averagePrice: decimalText,
  state: orderState,
  market: marketSymbol,
  createdAtMs: epochMs,
  updatedAtMs: epochMs,
  originVolume: decimalText,
  remainingVolume: decimalText,
  executedVolume: decimalText,
  /** Fee rates, not amounts: 0.001 is 0.1 %. */
  makerFee: decimalText,
  takerFee: decimalText,
  tradesCount: z.int().min(0),
  cancelReason: z.string().nullable(),
})
export type Order = z.infer<typeof order>

/** An order with what it came to, worked out from its fills where they are here (domain/executed-value.ts). */
export const listedOrder = order.extend({
  /** In the quote currency; null where something is filled and neither all fills nor an average price are known. */
  executedValue: decimalText.nullable(),
  /** False: average price × filled, written with "≈". */
  isExecutedValueExact: z.boolean(),
})
export type ListedOrder = z.infer<typeof listedOrder>

/** One fill of an order. The interface does not show these items; what it leaves open is null (facts A9). */
export const orderTrade = z.strictObject({
  id: z.int().min(0),
  orderId: z.int().min(0).nullable(),
  market: marketSymbol.nullable(),
  side: orderSide.nullable(),
  takerType: orderSide.nullable(),
  price: decimalText,
  amount: decimalText,
  total: decimalText.nullable(),
  feeCurrency: z.string().nullable(),
  feeRate: decimalText.nullable(),
  feeAmount: decimalText.nullable(),
  createdAtMs: epochMs.nullable(),
})
export type OrderTrade = z.infer<typeof orderTrade>

/** What is known of an order's fills. */
const orderFills = z.discriminatedUnion('status', [
  /** All fills of this version of the order; none when it has none. */
  z.strictObject({ status: z.literal('ready'), rows: z.array(orderTrade) }),
  /** They could not be fetched. `earlier`: those of an earlier version of the order; null when there were never any here. */
  z.strictObject({
    status: z.literal('unavailable'),
    earlier: z.array(orderTrade).nullable(),
    reason: errorReport,
  }),
])
export type OrderFills = z.infer<typeof orderFills>

/** An order with its fills. */
export const orderDetail = z.strictObject({ order: listedOrder, trades: orderFills })
export type OrderDetail = z.infer<typeof orderDetail>

/** One public trade of a market. Numbers read losslessly from the service's JSON source text. */
export const marketTrade = z.strictObject({
  id: z.int().min(0),
  market: marketSymbol,
  price: decimalText,
  amount: decimalText,
  total: decimalText,
  createdAtMs: epochMs,
  takerType: orderSide,
})
export type MarketTrade = z.infer<typeof marketTrade>

/** Profit and loss of one currency, in `pnlCurrency` where it says value or price. */
export const pnlEntry = z.strictObject({
  currency: z.string(),
  pnlCurrency: z.string(),
  totalCredit: decimalText,
  totalDebit: decimalText,
  totalCreditValue: decimalText,
  totalDebitValue: decimalText,
  averageBuyPrice: decimalText,
  averageSellPrice: decimalText,
  averageBalancePrice: decimalText,
  totalBalanceValue: decimalText,
})
export type PnlEntry = z.infer<typeof pnlEntry>

export const profile = z.strictObject({
  name: z.string(),
  customerId: z.string().nullable(),
  username: z.string(),
  /** The registered public L2 key, 0x hex, unpadded, lowercase. */
  starkKey: z.string(),
})
export type Profile = z.infer<typeof profile>

const column = z.instanceof(Float64Array)

/**
 * Candles as columns of equal length, oldest first; `timesMs` is the start of each period.
 * The service sends candles as JSON numbers, so a double holds exactly what was sent; they feed charts, not totals.
 */
export const candleColumns = z.strictObject({
  timesMs: column,
  open: column,
  high: column,
  low: column,
  close: column,
  volume: column,
})
export type CandleColumns = z.infer<typeof candleColumns>

/** An internal transfer as the service reports it (interface: Internal transfer). */
export const transfer = z.strictObject({
  /** client_reference_id */
  reference: z.string().min(1),
  amount: decimalText,
  /** Lowercase code. */
  currency: z.string(),
  /** `0x` and 40 hex digits, in the case that the service wrote. */
  fromAddress: z.string(),
  destinationAddress: z.string(),
  /** `success` and `pending` are the words known (facts, A9). */
  status: z.string(),
  createdAtMs: epochMs,
  updatedAtMs: epochMs,
})
export type Transfer = z.infer<typeof transfer>
