// Schemas of trading entities at the IPC border and in the store. exchange/endpoints converts from the exchange's format.
import { z } from 'zod'
import { errorReport } from '../channel.ts'
import { chartIntervals } from '../../domain/markets/intervals.ts'
import { candlePeriods, orderSides, orderStates, orderTypes } from '../../domain/markets/markets.ts'

/** Canonical decimal text: optional minus, digits, optional fraction. No exponent, no plus, no spaces. */
export const decimalText = z.string().regex(/^-?\d{1,60}(\.\d{1,60})?$/)

/** A price above zero as decimal text. */
export const priceText = decimalText.refine((text) => !text.startsWith('-') && /[1-9]/.test(text))

/** Milliseconds since the Unix epoch, whole. */
export const epochMs = z.int().min(0)

/** A lowercase currency code. */
export const currencyCode = z.string().regex(/^[a-z0-9]{1,16}$/)

/** A market symbol as the exchange writes it: base then quote, lowercase, no separator. */
export const marketSymbol = z.string().regex(/^[a-z0-9]{2,32}$/)

export const candlePeriod = z.literal(candlePeriods)
/** What a chart shows: a period of the exchange, or calendar months (UTC). */
export const chartInterval = z.literal(chartIntervals)
export const orderSide = z.enum(orderSides)
export const orderType = z.enum(orderTypes)
export const orderState = z.enum(orderStates)
/** A type or state as the exchange writes it: one of the known ones, or another word, which is shown as it is. */
export const serviceWord = z.string().min(1).max(64)

/** One order of the user (interface: Order). Prices and volumes are decimal text exactly as the exchange sent them. */
export const order = z.strictObject({
  id: z.int().min(0),
  uuid: z.string(),
  side: orderSide,
  /** {@link orderType}, or a word that is not known. */
  type: serviceWord,
  /** null for a market order */
  price: decimalText.nullable(),
  stopPrice: decimalText.nullable(),
  averagePrice: decimalText,
  /** {@link orderState}, or a word that is not known. */
  state: serviceWord,
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

/** An order with its executed value, computed from its fills if available (domain/orders/executed-value.ts). */
export const listedOrder = order.extend({
  /** In the quote currency; null if something is filled but neither all fills nor an average price are known. */
  executedValue: decimalText.nullable(),
  /** False: average price × filled, shown with "≈". */
  isExecutedValueExact: z.boolean(),
  /** The stream reports this state; the exchange has not confirmed it by REST yet. */
  isReported: z.literal(true).optional(),
  /** Whose order it is. Only in lists of all accounts. */
  accountId: z.uuid().optional(),
})
export type ListedOrder = z.infer<typeof listedOrder>

/** One fill of an order. The API does not document these items; unknown fields are null (facts A9). */
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

/** The known fills of an order. */
const orderFills = z.discriminatedUnion('status', [
  /** All fills of this version of the order; empty if it has none. */
  z.strictObject({ status: z.literal('ready'), rows: z.array(orderTrade) }),
  /** The fills could not be fetched. `earlier`: fills of an earlier version of the order; null if there never were any. */
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

/** One public trade of a market. Numbers are read losslessly from the exchange's JSON text. */
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

/** Profit and loss of one currency; values and prices are in `pnlCurrency`. */
export const pnlEntry = z.strictObject({
  currency: z.string(),
  pnlCurrency: z.string(),
  totalCredit: decimalText,
  totalDebit: decimalText,
  totalCreditValue: decimalText,
  totalDebitValue: decimalText,
  /** Null where the exchange gives none, as for a currency that was never bought, sold or held. */
  averageBuyPrice: decimalText.nullable(),
  averageSellPrice: decimalText.nullable(),
  averageBalancePrice: decimalText.nullable(),
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
 * The exchange sends candles as JSON numbers, so a double holds exactly what was sent; they feed charts, not totals.
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

/** An internal transfer as the exchange reports it (interface: Internal transfer). */
export const transfer = z.strictObject({
  /** client_reference_id */
  reference: z.string().min(1),
  amount: decimalText,
  /** Lowercase code. */
  currency: z.string(),
  /** `0x` and 40 hex digits, in the exchange's case. */
  fromAddress: z.string(),
  destinationAddress: z.string(),
  /** Known values: `success` and `pending` (facts, A9). */
  status: z.string(),
  createdAtMs: epochMs,
  updatedAtMs: epochMs,
})
export type Transfer = z.infer<typeof transfer>
