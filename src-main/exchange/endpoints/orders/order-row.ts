// The schema of one order in the service's answers, and a fast reader for it: a page has up to 1,000 orders. The schema alone
// decides what an order is.
import { z } from 'zod'
import { marketSymbol, type Order } from '../../../../src-preload/contract/orders/entities.ts'
import { orderSides, type OrderSide } from '../../../../src-preload/domain/markets/markets.ts'
import { maxLength } from '../../answers/answer-sizes.ts'
import { toDecimalText } from '../../decimal-text.ts'
import { readPlainIsoTime } from '../plain-iso-time.ts'
import { absentAsNull, unreadAsNull, wireDecimal, wireId, wireIsoTime, wireText } from '../wire.ts'

/** The decimals of an order: a number among them keeps its digits. */
export const orderDecimals: ReadonlySet<string> = new Set([
  'price',
  'stop_price',
  'avg_price',
  'origin_volume',
  'remaining_volume',
  'executed_volume',
  'maker_fee',
  'taker_fee',
])

/** One order of an answer. stop_price and cancel_reason: in lists; missing in older and single answers (facts, A9). */
export const wireOrder = z.object({
  id: wireId,
  // For people only: an order without one is found by its id.
  uuid: unreadAsNull(wireText(maxLength.uuid)).transform((uuid) => uuid ?? ''),
  side: z.enum(orderSides),
  ord_type: wireText(maxLength.word, 1),
  price: wireDecimal.nullable(),
  stop_price: absentAsNull(wireDecimal),
  /** Null counts as zero, which the interface has where nothing is executed, and the app takes for not known. */
  avg_price: absentAsNull(wireDecimal).transform((price) => price ?? '0'),
  state: wireText(maxLength.word, 1),
  market: marketSymbol,
  created_at: wireIsoTime,
  updated_at: wireIsoTime,
  origin_volume: wireDecimal,
  remaining_volume: wireDecimal,
  executed_volume: wireDecimal,
  maker_fee: wireDecimal,
  taker_fee: wireDecimal,
  trades_count: wireId,
  cancel_reason: unreadAsNull(wireText(maxLength.reason)),
})

/** Converts an order that the schema has read to the app's type. */
export function toOrder(wire: z.output<typeof wireOrder>): Order {
  return {
    id: wire.id,
    uuid: wire.uuid,
    side: wire.side,
    type: wire.ord_type,
    price: wire.price,
    stopPrice: wire.stop_price,
    averagePrice: wire.avg_price,
    state: wire.state,
    market: wire.market,
    createdAtMs: wire.created_at,
    updatedAtMs: wire.updated_at,
    originVolume: wire.origin_volume,
    remainingVolume: wire.remaining_volume,
    executedVolume: wire.executed_volume,
    makerFee: wire.maker_fee,
    takerFee: wire.taker_fee,
    tradesCount: wire.trades_count,
    cancelReason: wire.cancel_reason,
  }
}

type Row = Readonly<Record<string, unknown>>

const isRow = (value: unknown): value is Row => typeof value === 'object' && value !== null
const isWireId = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0
/** Already canonical; an exponent, for example, would have to be expanded. */
const isPlainDecimal = (value: unknown): value is string =>
  typeof value === 'string' && toDecimalText(value) === value
const isDecimalOrNull = (value: unknown): value is string | null => value === null || isPlainDecimal(value)
const isReasonOrNull = (value: unknown): value is string | null =>
  value === null || (typeof value === 'string' && value.length <= maxLength.reason)
const isUuid = (value: unknown): value is string =>
  typeof value === 'string' && value !== '' && value.length <= maxLength.uuid
const isWord = (value: unknown): value is string =>
  typeof value === 'string' && value !== '' && value.length <= maxLength.word
const isMarket = (value: unknown): value is string =>
  typeof value === 'string' && /^[a-z0-9]{2,32}$/.test(value)

const isSide = (value: unknown): value is OrderSide => value === 'buy' || value === 'sell'

/**
 * Reads an order in the service's known forms, several times as fast as the schema, with the schema's exact result. Null if
 * any field has another form: then the schema has to decide.
 */
export function readPlainOrder(row: unknown): Order | null {
  if (!isRow(row)) return null
  const { id, uuid, side, ord_type: type, price, stop_price: stopPrice = null, avg_price: averagePrice } = row
  const { state, market, origin_volume: originVolume, remaining_volume: remainingVolume } = row
  const { executed_volume: executedVolume, maker_fee: makerFee, taker_fee: takerFee } = row
  const { trades_count: tradesCount, cancel_reason: cancelReason = null } = row
  const createdAtMs = readPlainIsoTime(row['created_at'])
  const updatedAtMs = readPlainIsoTime(row['updated_at'])
  const isPlain =
    isWireId(id) &&
    isUuid(uuid) &&
    isSide(side) &&
    isWord(type) &&
    isDecimalOrNull(price) &&
    isDecimalOrNull(stopPrice) &&
    isPlainDecimal(averagePrice) &&
    isWord(state) &&
    isMarket(market) &&
    createdAtMs !== null &&
    updatedAtMs !== null &&
    isPlainDecimal(originVolume) &&
    isPlainDecimal(remainingVolume) &&
    isPlainDecimal(executedVolume) &&
    isPlainDecimal(makerFee) &&
    isPlainDecimal(takerFee) &&
    isWireId(tradesCount) &&
    isReasonOrNull(cancelReason)
  if (!isPlain) return null
  return {
    id,
    uuid,
    side,
    type,
    price,
    stopPrice,
    averagePrice,
    state,
    market,
    createdAtMs,
    updatedAtMs,
    originVolume,
    remainingVolume,
    executedVolume,
    makerFee,
    takerFee,
    tradesCount,
    cancelReason,
  }
}
