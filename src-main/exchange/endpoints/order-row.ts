// Owns: what one order looks like in the service's answers, and reading it quickly: a page has up to 1,000 of them.
// Must not: know paths or queries, or have an opinion of its own on what an order is: that is the schema's.
import { z } from 'zod'
import { marketSymbol, type Order } from '../../../src-preload/contract/entities.ts'
import { orderSides, orderStates, orderTypes } from '../../../src-preload/domain/markets.ts'
import { maxLength } from '../answers/answer-sizes.ts'
import { toDecimalText } from '../decimal-text.ts'
import { readPlainIsoTime } from './plain-iso-time.ts'
import { absentAsNull, wireDecimal, wireId, wireIsoTime, wireText } from './wire.ts'

/** One order of an answer. stop_price and cancel_reason: lists have them, older and single answers may not (facts, A9). */
export const wireOrder = z.object({
  id: wireId,
  uuid: wireText(maxLength.uuid, 1),
  side: z.enum(orderSides),
  ord_type: z.enum(orderTypes),
  price: wireDecimal.nullable(),
  stop_price: absentAsNull(wireDecimal),
  avg_price: wireDecimal,
  state: z.enum(orderStates),
  market: marketSymbol,
  created_at: wireIsoTime,
  updated_at: wireIsoTime,
  origin_volume: wireDecimal,
  remaining_volume: wireDecimal,
  executed_volume: wireDecimal,
  maker_fee: wireDecimal,
  taker_fee: wireDecimal,
  trades_count: wireId,
  cancel_reason: absentAsNull(wireText(maxLength.reason)),
})

/** An order that the schema has read, in our own words. */
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
/** Canonical as it is; an exponent, for one, would have to be written out. */
const isPlainDecimal = (value: unknown): value is string =>
  typeof value === 'string' && toDecimalText(value) === value
const isDecimalOrNull = (value: unknown): value is string | null => value === null || isPlainDecimal(value)
const isReasonOrNull = (value: unknown): value is string | null =>
  value === null || (typeof value === 'string' && value.length <= maxLength.reason)
const isUuid = (value: unknown): value is string =>
  typeof value === 'string' && value !== '' && value.length <= maxLength.uuid
const isMarket = (value: unknown): value is string =>
  typeof value === 'string' && /^[a-z0-9]{2,32}$/.test(value)

function isOneOf<Word extends string>(words: readonly Word[], value: unknown): value is Word {
  for (const word of words) if (word === value) return true
  return false
}

/**
 * Reads an order in the forms that the service is known to write, several times as fast as the schema: what it returns is what
 * the schema would have made of the row. Null where anything is written otherwise: only the schema can tell then.
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
    isOneOf(orderSides, side) &&
    isOneOf(orderTypes, type) &&
    isDecimalOrNull(price) &&
    isDecimalOrNull(stopPrice) &&
    isPlainDecimal(averagePrice) &&
    isOneOf(orderStates, state) &&
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
