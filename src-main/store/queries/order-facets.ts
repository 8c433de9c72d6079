// Owns: SQL on `order_facets`: the combinations of market, side, type and state that an account's orders have, with counts.
// Must not: count by itself (the triggers on `orders` do) or read orders.
import type Sqlite from 'better-sqlite3'
import type { Order } from '../../../src-preload/contract/entities.ts'
import type { OrderFilter } from '../../../src-preload/contract/orders.ts'
import { AppError } from '../../../src-preload/shared/errors.ts'
import { orderSides, orderStates, orderTypes } from '../../../src-preload/shared/markets.ts'
import { readWord } from './words.ts'

/** What an order is filtered by. */
export type OrderWords = Pick<Order, 'market' | 'side' | 'type' | 'state'>

/** One combination, and how many orders have it now. */
export type OrderFacet = OrderWords & { readonly id: number; readonly ordersCount: number }

type FacetFilter = Pick<OrderFilter, 'markets' | 'sides' | 'types' | 'states'>

export interface OrderFacets {
  /** The combinations that at least one order has and the filter lets through; an empty list in the filter means any. */
  list(accountKey: number, filter: FacetFilter): OrderFacet[]
  /** Answers a facet's words, reading each facet once. Valid within the running transaction only. */
  reader(): (facetId: number) => OrderWords
  /** Answers each order's facet, making those that are new. Valid within the running transaction only. */
  resolver(accountKey: number): (order: Order) => number
}

interface FacetRow {
  id: number
  market: string
  side: string
  type: string
  state: string
  ordersCount: number
}

const fields = 'id, market, side, type, state, orders_count AS ordersCount'

export function prepareOrderFacets(db: Sqlite.Database): OrderFacets {
  const selectAll = db.prepare<[number], FacetRow>(`SELECT ${fields} FROM order_facets WHERE account_key = ?`)
  const selectOne = db.prepare<[number], FacetRow>(`SELECT ${fields} FROM order_facets WHERE id = ?`)
  const insert = db.prepare<[number, string, string, string, string], { id: number }>(`
    INSERT INTO order_facets (account_key, market, side, type, state) VALUES (?, ?, ?, ?, ?) RETURNING id`)

  const toFacet = (row: FacetRow): OrderFacet => ({
    ...row,
    side: readWord(db, orderSides, row.side, 'order_facets.side'),
    type: readWord(db, orderTypes, row.type, 'order_facets.type'),
    state: readWord(db, orderStates, row.state, 'order_facets.state'),
  })

  return {
    list: (accountKey, filter) =>
      selectAll
        .all(accountKey)
        .filter((row) => row.ordersCount > 0)
        .map(toFacet)
        .filter((facet) => isMatch(facet, filter)),

    reader() {
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

    resolver(accountKey) {
      const ids = new Map(selectAll.all(accountKey).map((row) => [facetName(row), row.id]))
      return (order) => {
        const name = facetName(order)
        const known = ids.get(name)
        if (known !== undefined) return known
        const made = insert.get(accountKey, order.market, order.side, order.type, order.state)
        if (!made) throw new AppError('internal', { what: 'insert without id', table: 'order_facets' })
        ids.set(name, made.id)
        return made.id
      }
    },
  }
}

function facetName({ market, side, type, state }: Record<keyof OrderWords, string>): string {
  return [market, side, type, state].join('|')
}

function isMatch(facet: OrderFacet, filter: FacetFilter): boolean {
  const lets = (wanted: readonly string[], value: string) => wanted.length === 0 || wanted.includes(value)
  return (
    lets(filter.markets, facet.market) &&
    lets(filter.sides, facet.side) &&
    lets(filter.types, facet.type) &&
    lets(filter.states, facet.state)
  )
}
