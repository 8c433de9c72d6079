// Says which orders of an account a filter means: the combinations that it lets through, and the words that they leave open.
import type Sqlite from 'better-sqlite3'
import type { OrderFilter } from '../../../../src-preload/contract/orders/orders.ts'
import {
  limitedColumns,
  limitsOf,
  prepareWordIds,
  readSearchWord,
  type WordMeaning,
} from './order-conditions.ts'
import type { OrderFacet, OrderFacets } from './order-facets.ts'
import { splitSearch } from './search-words.ts'

/** A word of a search that the combinations alone do not answer. */
interface OpenWord {
  readonly meaning: WordMeaning
  /** The orders that have it by id or uuid; null: too many. */
  readonly ids: readonly number[] | null
}

/** Which of the orders of an account are meant. */
export interface OrderAsk {
  readonly accountKey: number
  readonly filter: OrderFilter
  /** The words that an order has to have beside being of one of the combinations. */
  readonly words: readonly OpenWord[]
  /** The combinations that the filter lets through, and the search as far as they answer it. */
  readonly facets: readonly OrderFacet[]
  /** How many orders these have. */
  readonly facetOrders: number
  /** How many orders the account has. */
  readonly orders: number
}

/** Narrows the combinations by each word that no number begins with; the other words are left over. */
function search(
  findWordIds: ReturnType<typeof prepareWordIds>,
  accountKey: number,
  typed: string,
  fitting: readonly OrderFacet[],
) {
  let found = fitting
  const left: { readonly word: string; readonly ids: readonly number[] | null }[] = []
  for (const word of splitSearch(typed)) {
    const meaning = readSearchWord(word, found)
    // All of them have it, whatever their numbers are.
    if (meaning.facetIds.length === found.length) continue
    const ids = findWordIds(accountKey, meaning)
    if (ids?.length === 0) found = found.filter(({ id }) => meaning.facetIds.includes(id))
    else left.push({ word, ids })
  }
  const words = left
    .map(({ word, ids }): OpenWord => ({ meaning: readSearchWord(word, found), ids }))
    .filter(({ meaning }) => meaning.facetIds.length < found.length)
  return { found, words }
}

/** @param maxWordIds - of more orders than this, a word says too little for them to be listed by their ids */
export function prepareOrderAsk(db: Sqlite.Database, facets: OrderFacets, maxWordIds: number) {
  const findWordIds = prepareWordIds(db, maxWordIds)
  return (accountKey: number, filter: OrderFilter): OrderAsk => {
    const { found, words } = search(findWordIds, accountKey, filter.text, facets.list(accountKey, filter))
    return {
      accountKey,
      filter,
      words,
      facets: found,
      facetOrders: found.reduce((sum, { ordersCount }) => sum + ordersCount, 0),
      orders: facets.count(accountKey),
    }
  }
}

/** Returns the total where the counts of the combinations tell it; null where orders have to be counted. */
export function knownCount({ filter, words, facetOrders }: OrderAsk): number | null {
  if (facetOrders === 0) return 0
  const isByFacets = words.length === 0 && limitedColumns.every((column) => limitsOf(filter, column) === null)
  return isByFacets ? facetOrders : null
}

/** Whether the combinations leave some of the account's orders out. */
export const hasFacets = ({ facetOrders, orders }: OrderAsk): boolean => facetOrders < orders
