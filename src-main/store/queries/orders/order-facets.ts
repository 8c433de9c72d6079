// SQL on `order_facets`: the combinations of market, side, type, state and cancel reason that an account's orders have, with counts.
// The triggers on `orders` count; nothing here reads orders.
import type Sqlite from 'better-sqlite3'
import type { Order } from '../../../../src-preload/contract/orders/entities.ts'
import type { OrderFilter } from '../../../../src-preload/contract/orders/orders.ts'
import { AppError } from '../../../../src-preload/domain/errors.ts'
import { orderSides, splitMarket } from '../../../../src-preload/domain/markets/markets.ts'
import { readWord } from './words.ts'

/** What an order is filtered by. */
export type OrderWords = Pick<Order, 'market' | 'side' | 'type' | 'state'>

/** One combination, and how many orders have it now. */
export type OrderFacet = OrderWords & {
  readonly id: number
  /** Empty: none. */
  readonly cancelReason: string
  readonly ordersCount: number
  /** Another one, whenever its orders came, went or moved; not the same for any two combinations with one id. */
  readonly changesCount: number
}

type FacetFilter = Pick<
  OrderFilter,
  'markets' | 'bases' | 'quotes' | 'sides' | 'types' | 'states' | 'cancelReasons'
>

type FacetRow = Record<keyof OrderWords, string> & Omit<OrderFacet, keyof OrderWords>

const fields = `id, market, side, type, state, cancel_reason AS cancelReason, orders_count AS ordersCount,
  changes_count AS changesCount`

export function prepareOrderFacets(db: Sqlite.Database) {
  const selectAll = db.prepare<[number], FacetRow>(`SELECT ${fields} FROM order_facets WHERE account_key = ?`)
  const selectOne = db.prepare<[number], FacetRow>(`SELECT ${fields} FROM order_facets WHERE id = ?`)
  const countAll = db.prepare<[number], { count: number }>(
    'SELECT ifnull(sum(orders_count), 0) AS count FROM order_facets WHERE account_key = ?',
  )
  // Changes count from somewhere: of an account that was removed, ids come again.
  const insert = db.prepare<[number, string, string, string, string, string], { id: number }>(`
    INSERT INTO order_facets (account_key, market, side, type, state, cancel_reason, changes_count)
    VALUES (?, ?, ?, ?, ?, ?, abs(random() % 2147483648)) RETURNING id`)

  const toFacet = (row: FacetRow): OrderFacet => ({
    ...row,
    side: readWord(db, orderSides, row.side, 'order_facets.side'),
  })

  const listPresent = (accountKey: number): FacetRow[] =>
    selectAll.all(accountKey).filter((row) => row.ordersCount > 0)
  const sortedWords = (words: readonly string[]): string[] => [...new Set(words)].sort()

  return {
    /** The combinations that at least one order has and the filter lets through; an empty list in the filter means any. */
    list: (accountKey: number, filter: FacetFilter): OrderFacet[] =>
      listPresent(accountKey)
        .map(toFacet)
        .filter((facet) => isMatch(facet, filter)),

    /** How many orders an account has. */
    count: (accountKey: number): number => countAll.get(accountKey)?.count ?? 0,

    /** The markets that orders have, in the order of their letters. */
    listMarkets: (accountKey: number): string[] =>
      sortedWords(listPresent(accountKey).map(({ market }) => market)),

    /** The cancel reasons that orders have, in the order of their letters. */
    listReasons: (accountKey: number): string[] =>
      sortedWords(listPresent(accountKey).map(({ cancelReason }) => cancelReason)).filter(
        (reason) => reason !== '',
      ),

    /** Answers a facet's words, reading each facet once. Valid within the running transaction only. */
    reader(): (facetId: number) => OrderWords {
      const known = new Map<number, OrderWords>()
      return (facetId) => {
        const cached = known.get(facetId)
        if (cached) return cached
        const row = selectOne.get(facetId)
        if (!row) throw new AppError('databaseCorrupt', { file: db.name, reason: 'order without facet' })
        const { market, side, type, state } = toFacet(row)
        const words = { market, side, type, state }
        known.set(facetId, words)
        return words
      }
    },

    /** Answers each order's facet, making those that are new. Valid within the running transaction only. */
    resolver(accountKey: number): (order: Order) => number {
      const ids = new Map(selectAll.all(accountKey).map((row) => [facetName(row), row.id]))
      return (order) => {
        const cancelReason = order.cancelReason ?? ''
        const name = facetName({ ...order, cancelReason })
        const known = ids.get(name)
        if (known !== undefined) return known
        const { market, side, type, state } = order
        const made = insert.get(accountKey, market, side, type, state, cancelReason)
        if (!made) throw new AppError('internal', { what: 'insert without id', table: 'order_facets' })
        ids.set(name, made.id)
        return made.id
      }
    },
  }
}

export type OrderFacets = ReturnType<typeof prepareOrderFacets>

function facetName({
  market,
  side,
  type,
  state,
  cancelReason,
}: Record<keyof OrderWords | 'cancelReason', string>): string {
  // Words of the service may hold any character.
  return JSON.stringify([market, side, type, state, cancelReason])
}

const lets = (wanted: readonly string[], value: string | undefined): boolean =>
  wanted.length === 0 || (value !== undefined && wanted.includes(value))

/** Whether a filter lets a market through. A symbol that cannot be split has no base and no quote currency. */
export function isMarketMatch(
  market: string,
  { markets, bases, quotes }: Pick<OrderFilter, 'markets' | 'bases' | 'quotes'>,
): boolean {
  if (!lets(markets, market)) return false
  if (bases.length === 0 && quotes.length === 0) return true
  const units = splitMarket(market)
  return lets(bases, units?.base) && lets(quotes, units?.quote)
}

function isMatch(facet: OrderFacet, filter: FacetFilter): boolean {
  return (
    isMarketMatch(facet.market, filter) &&
    lets(filter.sides, facet.side) &&
    lets(filter.types, facet.type) &&
    lets(filter.states, facet.state) &&
    (filter.cancelReasons.length === 0 ||
      (facet.cancelReason !== '' && filter.cancelReasons.includes(facet.cancelReason)))
  )
}
