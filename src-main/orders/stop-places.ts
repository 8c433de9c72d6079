// Finds out which open stop orders have triggered: one that is `wait` may be in the book or wait for its trigger (facts, A9). The
// whole book of its market tells (facts, B2): it lists single orders by id.
import type { Order } from '../../src-preload/contract/orders/entities.ts'
import type { StopPlace } from '../../src-preload/contract/orders/stop-places.ts'
import { isAppError } from '../../src-preload/domain/errors.ts'
import { compareDecimals } from '../../src-preload/domain/numbers/exact-decimal.ts'
import { maxLimits } from '../exchange/endpoints/rules.ts'
import type { AccountSession } from '../session/account-session.ts'
import { anyOrder } from '../store/api/order-filter.ts'
import type { Store } from '../store/api/store-api.ts'

/** More are left unknown. */
const MAX_STOPS = 200
/** Each is a request. */
const MAX_MARKETS = 8
/** A reading of a book is used this long for the orders that it was read for. */
const MAX_AGE_MS = 10_000
const turn = { lane: 'markets', urgency: 'background' } as const

type Stop = Pick<Order, 'id' | 'market' | 'side' | 'executedVolume'>

interface ReadBook {
  readonly network: string
  readonly atMs: number
  /** Orders that were open before the book was read. */
  readonly lookedFor: ReadonlySet<number>
  /** The ids of each side; null where it was cut off or not asked for, or a row of it could not be read. */
  readonly buy: ReadonlySet<number> | null
  readonly sell: ReadonlySet<number> | null
}

/** @param now - milliseconds of a clock that is never set */
export function createStopPlaces(store: Pick<Store, 'listOrders'>, now = () => performance.now()) {
  const books = new Map<string, ReadBook>()

  async function read(session: AccountSession, market: string, stops: readonly Stop[]): Promise<ReadBook> {
    // A whole side is needed only where one of the orders may be; the service answers at least one row of the other.
    const limitOf = (side: Stop['side']): number =>
      stops.some((stop) => stop.side === side) ? maxLimits.bookSide : 1
    const limits = { asksLimit: limitOf('sell'), bidsLimit: limitOf('buy') }
    const atMs = now()
    const book = await session.client.getOrderBook({ market, ...limits }, { ...turn, signal: session.signal })
    const idsOf = (rows: readonly { readonly id: number }[], limit: number): ReadonlySet<number> | null =>
      book.unread !== null || rows.length >= limit ? null : new Set(rows.map(({ id }) => id))
    return {
      ...{ network: session.network, atMs, lookedFor: new Set(stops.map(({ id }) => id)) },
      ...{ buy: idsOf(book.bids, limits.bidsLimit), sell: idsOf(book.asks, limits.asksLimit) },
    }
  }

  /** Null where it cannot be read now. */
  async function bookOf(
    session: AccountSession,
    market: string,
    stops: readonly Stop[],
  ): Promise<ReadBook | null> {
    const known = books.get(market)
    const ageMs = known === undefined ? Infinity : now() - known.atMs
    const isFresh = ageMs <= MAX_AGE_MS && known?.network === session.network
    if (isFresh && stops.every(({ id }) => known.lookedFor.has(id))) return known
    if (!session.connection.isReachable()) return null
    try {
      const book = await read(session, market, stops)
      books.set(market, book)
      return book
    } catch (error) {
      if (!isAppError(error)) throw error
      return null
    }
  }

  return {
    /**
     * The places of the account's stop orders that are `wait`; those that are not known are left out. One that has filled in part
     * has triggered.
     */
    async find(session: AccountSession): Promise<StopPlace[]> {
      const filter = { ...anyOrder, types: ['stop_limit' as const], states: ['wait' as const] }
      const sort = { column: 'created', isDescending: true } as const
      const { rows } = await store.listOrders(session.account.id, filter, sort, 0, MAX_STOPS)
      const isFilled = ({ executedVolume }: Stop): boolean => compareDecimals(executedVolume, '0') > 0
      const waiting = rows.filter((row) => !isFilled(row))
      const places = rows.filter(isFilled).map(({ id }): StopPlace => ({ id, place: 'inBook' }))
      for (const market of [...new Set(waiting.map((row) => row.market))].slice(0, MAX_MARKETS)) {
        const stops = waiting.filter((row) => row.market === market)
        const book = await bookOf(session, market, stops)
        for (const { id, side } of stops) {
          const ids = book?.[side] ?? null
          if (ids !== null) places.push({ id, place: ids.has(id) ? 'inBook' : 'untriggered' })
        }
      }
      return places
    },
  }
}
