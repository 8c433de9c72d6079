// POST /sapi/v1/orders/nonce/ and /sapi/v1/orders/create/ (facts, B4 and B5). Only the journal of orders calls them; they sign
// nothing and decide nothing about the order.
import { z } from 'zod'
import type { Order } from '../../../../src-preload/contract/orders/entities.ts'
import {
  orderSides,
  orderTypes,
  type OrderSide,
  type OrderType,
} from '../../../../src-preload/domain/markets/markets.ts'
import { AppError } from '../../../../src-preload/domain/errors.ts'
import type { Call } from '../../call.ts'
import type { BodyValue, CallOptions, Endpoint } from '../../endpoint.ts'
import { orderDecimals, toOrder, wireOrder } from './order-row.ts'
import {
  checkHexNumber,
  checkId,
  checkMarket,
  checkPositiveDecimal,
  checkWord,
  type ServiceKeys,
  writeServiceKeys,
} from '../rules.ts'
import { answerToSign } from '../wire.ts'

/** Prices of each type, in the quote currency; canonical decimal text above zero, as the volume is. */
export type OrderPrices =
  | { readonly type: 'limit' | 'limit_maker'; readonly price: string; readonly stopPrice?: undefined }
  | { readonly type: 'stop_limit'; readonly price: string; readonly stopPrice: string }
  /** The documents' examples send a price for market orders too; what it does is unknown. */
  | { readonly type: 'market'; readonly price?: string | undefined; readonly stopPrice?: undefined }

/** An order to be placed. */
export type OrderDraft = OrderPrices & {
  readonly market: string
  readonly side: OrderSide
  /** In the base currency. */
  readonly volume: string
  /** Go along where the account has them (facts, B4). */
  readonly keys?: ServiceKeys | undefined
}

/** The data that the service asks to be signed. The hash is opaque: it does not show which order it is of. */
export interface OrderToSign {
  /** `0x` and hex digits, as the service wrote it. */
  readonly msgHash: string
  readonly nonce: number
}

export interface OrderSigned extends OrderToSign {
  /** `0x` hex, unpadded (facts, A8). */
  readonly signature: { readonly r: string; readonly s: string }
  readonly keys?: ServiceKeys | undefined
}

/** Places nothing, but uses up a hash and a nonce: like a transfer's start, it is never repeated by itself. */
export const orderNonce: Endpoint<OrderToSign> = {
  name: 'orders.nonce',
  method: 'POST',
  effect: 'money',
  isPrivate: true,
  answer: answerToSign,
}

export const create: Endpoint<Order> = {
  name: 'orders.create',
  method: 'POST',
  effect: 'money',
  isUncut: true,
  isPrivate: true,
  answer: z.object({ payload: wireOrder }).transform(({ payload }) => toOrder(payload)),
  exactKeys: orderDecimals,
}

/** All three connectors send decimals as JSON numbers (facts, A9): with exactly these digits. */
const writeDecimal = (text: string, field: string): BodyValue => ({
  rawNumber: checkPositiveDecimal(text, field),
})

function requirePrice(price: string | undefined, field: string): string {
  if (price === undefined) throw new AppError('validation', { field, reason: 'empty' })
  return price
}

/** Prices as any caller may give them: what each type needs is checked here as well. */
interface GivenPrices {
  readonly type: OrderType
  readonly price?: string | undefined
  readonly stopPrice?: string | undefined
}

function writePrices({ type, price, stopPrice }: GivenPrices): Readonly<Record<string, BodyValue>> {
  checkWord(type, orderTypes, 'type')
  const isStop = type === 'stop_limit'
  if (!isStop && stopPrice !== undefined) {
    throw new AppError('validation', { field: 'stopPrice', reason: 'notAllowed' })
  }
  return {
    ord_type: type,
    ...(type === 'market' && price === undefined
      ? {}
      : { price: writeDecimal(requirePrice(price, 'price'), 'price') }),
    ...(isStop ? { stop_price: writeDecimal(requirePrice(stopPrice, 'stopPrice'), 'stopPrice') } : {}),
  }
}

/**
 * Asks for the hash of an order. Sent once.
 * Errors: validation, before anything is sent; rejectedByExchange (too many decimals, for example) and unauthenticated: the
 * service gave none; outcomeUnknown: it may have given one that nobody has.
 */
export async function prepareOrder(
  call: Call,
  draft: OrderDraft,
  options?: CallOptions,
): Promise<OrderToSign> {
  const body = {
    market: checkMarket(draft.market),
    side: checkWord(draft.side, orderSides, 'side') ?? draft.side,
    volume: writeDecimal(draft.volume, 'volume'),
    ...writePrices(draft),
    ...(draft.keys === undefined ? {} : writeServiceKeys(draft.keys)),
  }
  return call(orderNonce, { path: '/sapi/v1/orders/nonce/', body }, options)
}

/**
 * Places the order of a signed hash. Sent once. The caller compares the answer with the intended order.
 * Errors: validation, before anything is sent; rejectedByExchange and unauthenticated: the service refused; outcomeUnknown:
 * the order may have been placed, see classifyMoneyFailure.
 */
export async function createOrder(call: Call, signed: OrderSigned, options?: CallOptions): Promise<Order> {
  const { r, s } = signed.signature
  const body = {
    msg_hash: checkHexNumber(signed.msgHash, 'msgHash'),
    signature: { r: checkHexNumber(r, 'signature.r'), s: checkHexNumber(s, 'signature.s') },
    nonce: checkId(signed.nonce, 'nonce'),
    ...(signed.keys === undefined ? {} : writeServiceKeys(signed.keys)),
  }
  return call(create, { path: '/sapi/v1/orders/create/', body }, options)
}
