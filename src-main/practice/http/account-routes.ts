// Private read endpoints: profile, profit and loss, orders. Never shows one user's data to another.
import type { Context } from 'hono'
import { orderSides, orderStates, orderTypes } from '../../../src-preload/domain/markets/markets.ts'
import { AppError } from '../../../src-preload/domain/errors.ts'
import { baseCurrencies, findMarket, quoteCurrencies } from '../markets/markets.ts'
import type { ListPart } from '../orders/order-history.ts'
import { Refusal } from '../refusal.ts'
import type { Service } from '../service.ts'
import type { AccountBook } from '../trading/account-book.ts'
import type { PracticeUser } from '../users.ts'
import { succeed } from './envelope.ts'
import { queryOf, readChoice, readRange, readText, readWhole, type Query } from './query.ts'

/** Upstream allows 0 .. 1000 (facts, A3); 0 is refused here. */
const maxOrders = 1_000

export function bookOf(service: Service, user: PracticeUser): AccountBook {
  const books = service.books[user.index]
  if (books === undefined)
    throw new AppError('internal', { what: 'books of practice user', index: user.index })
  return books
}

/** GET /sapi/v1/user/profile/ */
export function getProfile(c: Context, user: PracticeUser): Response {
  return succeed(c, 'Successful', {
    name: user.name,
    customer_id: user.customerId,
    img: null,
    username: user.username,
    stark_key: user.starkKey,
  })
}

/** GET /sapi/v1/user/pnl/ */
export async function getPnl(c: Context, service: Service, user: PracticeUser): Promise<Response> {
  const { received, sent } = service.transfers.totals(user)
  const entries = await bookOf(service, user).pnl.entries(service.clock.now(), received, sent)
  return succeed(c, 'Retrieval Successful', entries)
}

/** A page of a list, `limit` entries on each, from page 1. */
export function readPart(query: Query, usualLimit: number): ListPart {
  const most = readWhole(query, 'limit', 1, maxOrders) ?? usualLimit
  const page = readWhole(query, 'page', 1, 1_000_000_000) ?? 1
  const orderBy = readChoice(query, 'order_by', ['asc', 'desc']) ?? 'desc'
  return { skip: (page - 1) * most, most, orderBy }
}

/** Up to when a listing tells what is a user's own. */
export const toldMs = (service: Service, nowMs: number): number =>
  nowMs - service.faults.options.listLagSeconds * 1000

/** Reads a part of a list as the options spoil it: shifted, or with a row left out. */
export async function listWithFaults<Row>(
  { faults }: Service,
  part: ListPart,
  list: (part: ListPart) => Promise<Row[]>,
): Promise<Row[]> {
  const isShifted = part.skip > 0 && faults.happens('listShifts')
  const skip = isShifted ? part.skip + (faults.pick(2) === 0 ? -1 : 1) : part.skip
  if (!faults.happens('listLacks')) return list({ ...part, skip })
  const rows = await list({ ...part, skip, most: part.most + 1 })
  const lacking = faults.pick(Math.min(rows.length, part.most))
  return rows.filter((_row, at) => at !== lacking).slice(0, part.most)
}

function readKnown(query: Query, name: string, isKnown: (value: string) => boolean): string | null {
  const value = readText(query, name)
  if (value === null || isKnown(value)) return value
  throw new Refusal(400, `please enter a valid ${name}`, name === 'market' ? '' : {})
}

/**
 * GET /sapi/v1/orders/: newest first, `limit` (default 50) per `page` (from 1), all filters must match. start_time and
 * end_time are creation times in seconds (facts, A2), both inclusive: the real exchange's timestamp and bounds are unknown,
 * and inclusive bounds lose nothing between adjacent ranges. order_by is an extra (facts, B8).
 */
export async function getOrders(c: Context, service: Service, user: PracticeUser): Promise<Response> {
  const query = queryOf(c)
  const nowMs = service.clock.now()
  const orders = await listWithFaults(service, readPart(query, 50), (part) =>
    bookOf(service, user).list(
      {
        market: readKnown(query, 'market', (symbol) => findMarket(symbol) !== undefined),
        type: readChoice(query, 'ord_type', orderTypes),
        state: readChoice(query, 'state', orderStates),
        side: readChoice(query, 'side', orderSides),
        baseUnit: readKnown(query, 'base_unit', (currency) => baseCurrencies.has(currency)),
        quoteUnit: readKnown(query, 'quote_unit', (currency) => quoteCurrencies.has(currency)),
        ...readRange(query),
      },
      part,
      nowMs,
      toldMs(service, nowMs),
    ),
  )
  return succeed(c, 'Orders Retrieved Successfully', orders)
}

/** GET /sapi/v1/orders/{order_id}/. Another user's order is answered like an unknown one. */
export function getOrder(c: Context, service: Service, user: PracticeUser): Response {
  const text = c.req.param('order_id') ?? ''
  if (!/^\d+$/.test(text)) throw new Refusal(400, 'order_id: A valid integer is required.')
  const id = Number(text)
  const order = Number.isSafeInteger(id) ? bookOf(service, user).get(id, service.clock.now()) : null
  if (order === null) throw new Refusal(404, 'Order does not exist')
  return succeed(c, 'Order Retrieved Successfully', order)
}
