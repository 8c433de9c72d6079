// Trading endpoints: request bodies and messages (facts, B3 to B9). trading/ does the work.
import { setTimeout as wait } from 'node:timers/promises'
import type { Context } from 'hono'
import { z } from 'zod'
import { orderSides, orderTypes } from '../../../src-preload/domain/markets/markets.ts'
import { formatDecimal } from '../decimals.ts'
import { findMarket, type PracticeMarket } from '../markets/markets.ts'
import { itemOf } from '../orders/order-views.ts'
import { pnlCurrencies } from '../orders/pnl.ts'
import { Refusal } from '../refusal.ts'
import type { Service } from '../service.ts'
import { fundPlaces } from '../trading/funds.ts'
import { listedUserOrder, orderFields } from '../trading/order-answers.ts'
import { spoilNonce, spoilTerms } from '../trading/spoiled.ts'
import { isOpen } from '../trading/user-order.ts'
import type { OrderRequest } from '../trading/order-nonces.ts'
import type { PracticeUser } from '../users.ts'
import { bookOf, listWithFaults, readPart, toldMs } from './account-routes.ts'
import { readBody } from './body.ts'
import { cutOff, faultEnvelope, succeed } from './envelope.ts'
import { readMarket } from './market-routes.ts'
import { queryOf, readRange, readText, readWhole } from './query.ts'

const text = z.string({ error: 'Not a valid string.' })
const keys = { organization_key: text.max(200).optional(), api_key: text.max(200).optional() }
const decimal = z.union([z.number(), z.string().max(60)], { error: 'A valid number is required.' })
const hexNumber = text.regex(/^0x[0-9a-fA-F]{1,64}$/, 'A 0x-prefixed hexadecimal number is required.')

const nonceBody = z.object({
  ...keys,
  market: text,
  ord_type: z.enum(orderTypes, { error: `Allowed values are ${orderTypes.join(', ')}.` }),
  side: z.enum(orderSides, { error: `Allowed values are ${orderSides.join(', ')}.` }),
  volume: decimal,
  price: decimal.nullish(),
  stop_price: decimal.nullish(),
})

const createBody = z.object({
  ...keys,
  msg_hash: hexNumber,
  // Extra keys, such as the libraries' recoveryParam, are allowed (facts, A8).
  signature: z.object({ r: hexNumber, s: hexNumber }, { error: 'An object with r and s is required.' }),
  nonce: z.int({ error: 'A valid integer is required.' }),
})

const cancelBody = z.object({ order_id: z.int({ error: 'A valid integer is required.' }) })

const bulkBody = z.object({
  market: text.optional(),
  // The JavaScript connector sends text (facts, B7).
  limit: z
    .union([
      z.int().min(1),
      z
        .string()
        .regex(/^[1-9]\d{0,5}$/)
        .transform(Number),
    ])
    .optional(),
  side: z.enum(orderSides, { error: `Allowed values are ${orderSides.join(', ')}.` }).optional(),
})

function requireMarket(symbol: string | undefined): PracticeMarket {
  if (symbol === undefined || symbol === '') {
    throw new Refusal(400, 'please provide market, market is a mandatory field', '')
  }
  const market = findMarket(symbol)
  if (market === undefined) throw new Refusal(400, 'please enter a valid market', '')
  return market
}

/** Keys are optional here (facts, B4); given, both must be the caller's. */
function checkKeys(
  service: Service,
  user: PracticeUser,
  body: { organization_key?: string | undefined; api_key?: string | undefined },
): void {
  if (body.organization_key === undefined && body.api_key === undefined) return
  service.transfers.checkKeys(user, body.organization_key ?? '', body.api_key ?? '')
}

/** A positive decimal as a whole number of 10^-decimals; the message about decimals is the service's (facts, A5). */
function readScaled(
  field: 'volume' | 'price' | 'stop_price',
  value: string | number,
  decimals: number,
  market: PracticeMarket,
): number {
  // A small number would be written with an exponent.
  const plain = typeof value === 'number' && /e-/.test(String(value)) ? value.toFixed(20) : String(value)
  const match = /^(\d{1,15})(?:\.(\d{1,40}))?$/.exec(plain)
  if (match === null) throw new Refusal(400, `${field}: A valid number is required.`)
  const fraction = (match[2] ?? '').replace(/0+$/, '')
  if (fraction.length > decimals) {
    throw new Refusal(
      400,
      `Maximum decimals allowed for ${field} is ${decimals} in ${market.symbol} market`,
      '',
    )
  }
  const scaled = Number((match[1] ?? '') + fraction.padEnd(decimals, '0'))
  if (scaled === 0) throw new Refusal(400, `${field}: Ensure this value is greater than 0.`)
  if (!Number.isSafeInteger(scaled)) throw new Refusal(400, `${field}: A valid number is required.`)
  return scaled
}

function readRequest(body: z.infer<typeof nonceBody>): OrderRequest {
  const market = requireMarket(body.market)
  const { ord_type: type, side } = body
  const units = readScaled('volume', body.volume, market.volumeDecimals, market)
  const needsPrice = type !== 'market'
  if (needsPrice && (body.price === undefined || body.price === null)) {
    throw new Refusal(400, 'price: This field is required.')
  }
  const needsStop = type === 'stop_limit'
  if (needsStop && (body.stop_price === undefined || body.stop_price === null)) {
    throw new Refusal(400, 'stop_price: This field is required.')
  }
  // The examples send a price for market orders too; it means nothing (facts, B4).
  return {
    market,
    type,
    side,
    units,
    price: needsPrice ? readScaled('price', body.price ?? 0, market.priceDecimals, market) : 0,
    stopPrice: needsStop
      ? readScaled('stop_price', body.stop_price ?? 0, market.priceDecimals, market)
      : null,
  }
}

/** POST /sapi/v1/orders/nonce/ */
export async function postOrderNonce(c: Context, service: Service, user: PracticeUser): Promise<Response> {
  const body = await readBody(c, nonceBody)
  checkKeys(service, user, body)
  const { desk, faults, transfers } = service
  const issued = spoilNonce(faults, desk, transfers, user, desk.issueNonce(user, readRequest(body)))
  return succeed(c, 'order nonce created successfully, please sign the msg_hash to place the order', issued)
}

/** POST /sapi/v1/orders/create/ */
export async function postOrderCreate(c: Context, service: Service, user: PracticeUser): Promise<Response> {
  const body = await readBody(c, createBody)
  checkKeys(service, user, body)
  await bookOf(service, user).prepare(service.clock.now())
  const { desk, faults } = service
  const place = () => desk.create(user, body, body.signature, (terms) => spoilTerms(faults, terms))
  if (faults.happens('createLate')) {
    desk.floor.later(faults.options.lateSeconds * 1000, () => {
      try {
        place()
      } catch (error) {
        // Refused then, it is refused unheard.
        if (!(error instanceof Refusal)) throw error
      }
    })
    return cutOff(c)
  }
  const order = place()
  if (faults.happens('createSlow')) await wait(faults.options.slowSeconds * 1000)
  if (faults.happens('createLost')) return cutOff(c)
  if (faults.happens('createFails')) return c.json(faultEnvelope, 500)
  return succeed(c, 'Created Order Successfully', orderFields({ order, trades: [] }))
}

const cancelQueued = 'Order is successfully queued for cancellation'

/** POST /sapi/v1/orders/cancel/: the order as it was (facts, B6). */
export async function postOrderCancel(c: Context, service: Service, user: PracticeUser): Promise<Response> {
  const { order_id: id } = await readBody(c, cancelBody)
  const nowMs = service.clock.now()
  await bookOf(service, user).prepare(nowMs)
  const { desk, faults } = service
  const own = desk.ledger.orders.get(id)
  const isOwn = own?.account === user.index && isOpen(own)
  if (isOwn && faults.happens('cancelFilled')) {
    const before = listedUserOrder({ order: { ...own }, trades: [...desk.ledger.tradesOf(own)] })
    desk.fill(own)
    return succeed(c, cancelQueued, before)
  }
  if (isOwn && faults.happens('cancelHalfFilled')) desk.fill(own, Math.max(1, Math.floor(own.remaining / 2)))
  if (isOwn && faults.happens('cancelLost')) {
    return succeed(c, cancelQueued, listedUserOrder({ order: own, trades: desk.ledger.tradesOf(own) }))
  }
  const payload = bookOf(service, user).cancel(id, nowMs)
  return succeed(c, cancelQueued, payload)
}

/** POST /sapi/v1/user/bulkcancel/ */
export async function postBulkCancel(c: Context, service: Service, user: PracticeUser): Promise<Response> {
  const { market, limit, side } = await readBody(c, bulkBody)
  const nowMs = service.clock.now()
  await bookOf(service, user).prepare(nowMs)
  bookOf(service, user).cancelAll(requireMarket(market), side ?? null, Math.min(limit ?? 100, 100), nowMs)
  return succeed(c, 'Orders are successfully queued for cancellation', {})
}

/** GET /sapi/v1/user/balance/: of one currency an object, of all an array. `balance` excludes what is locked (facts, B3). */
export async function getBalance(c: Context, service: Service, user: PracticeUser): Promise<Response> {
  const currency = readText(queryOf(c), 'currency')
  await bookOf(service, user).prepare(service.clock.now())
  const one = (symbol: string) => {
    const { balance, reserved } = service.desk.balanceOf(user.index, symbol)
    const shown = service.balanceIncludesLocked ? balance : balance - reserved
    return {
      currency: symbol,
      balance: formatDecimal(shown, fundPlaces),
      locked: formatDecimal(reserved, fundPlaces),
      deposit_address: null,
    }
  }
  if (currency === null) return succeed(c, 'Retrieved Successfully', pnlCurrencies.map(one))
  if (!pnlCurrencies.includes(currency)) throw new Refusal(400, 'please enter a valid currency', '')
  return succeed(c, 'Retrieved Successfully', one(currency))
}

/** GET /sapi/v1/trades/: the user's fills, newest first unless asked otherwise. */
export async function getTrades(c: Context, service: Service, user: PracticeUser): Promise<Response> {
  const query = queryOf(c)
  const filter = { market: query.has('market') ? readMarket(query) : null, ...readRange(query) }
  const nowMs = service.clock.now()
  const fills = await listWithFaults(service, readPart(query, 100), (part) =>
    bookOf(service, user).listFills(filter, part, nowMs, toldMs(service, nowMs)),
  )
  return succeed(c, 'Trades Retrieved Successfully', fills.map(itemOf))
}

/** GET /sapi/v1/internal_transfers/v2/: `offset` counts rows (facts, A10 leave it open). */
export function getTransfers(c: Context, service: Service, user: PracticeUser): Response {
  const query = queryOf(c)
  const limit = readWhole(query, 'limit', 1, 1_000) ?? 50
  const offset = readWhole(query, 'offset', 0, 1_000_000_000) ?? 0
  const { transfers, count } = service.transfers.list(user, limit, offset)
  return succeed(c, 'Fetched internal transfers successfully', {
    internal_transfers: transfers,
    total_count: count,
    limit,
    offset,
  })
}
