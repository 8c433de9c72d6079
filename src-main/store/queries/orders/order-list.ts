// Lists, counts and reads an account's orders by filter and sort, each by one SELECT over an index that has all it asks for.
import type Sqlite from 'better-sqlite3'
import type { OrderFilter, OrderSort } from '../../../../src-preload/contract/orders/orders.ts'
import { leastKey, mostKey, noKey } from '../../worker/decimal-key.ts'
import type { OrderPlace } from '../../api/order-pages.ts'
import { hasFacets, knownCount, type OrderAsk, prepareOrderAsk } from './order-ask.ts'
import {
  allOf,
  between,
  columnOf,
  type Conditions,
  isFor,
  limitedColumns,
  limitsOf,
  mostId,
  ofFacets,
  ownedBy,
  type SortColumn,
  type Value,
  within,
  wordOfIndex,
  wordOfUuidIndex,
} from './order-conditions.ts'
import type { OrderFacets } from './order-facets.ts'
import { prepareIndexReads, type Source } from './order-index.ts'

/** Numbers of rows that decide which index is read; tests take smaller ones. */
export interface ListSizes {
  /** How many rows of the list's own order are looked at before another index is considered. */
  readonly look: number
  /** Pages farther down are not looked for there. */
  readonly maxNear: number
  /** So few rows are read and sorted at once, whatever their order. */
  readonly few: number
  /** So many rows are sorted sooner than a million are walked. */
  readonly maxSorted: number
  /** Of more orders than this, a word says too little for them to be listed by their ids. */
  readonly maxWordIds: number
}

const usualSizes: ListSizes = {
  look: 20_000,
  maxNear: 5_000,
  few: 2_000,
  maxSorted: 100_000,
  maxWordIds: 8_192,
}

export function prepareOrderList(db: Sqlite.Database, facets: OrderFacets, sizes: ListSizes = usualSizes) {
  const { listAt, countAt, countUpTo } = prepareIndexReads(db)

  /** Prepares one question: its conditions, and the index with the fewest rows to look at. */
  function plan(ask: OrderAsk) {
    const { accountKey, filter, words } = ask
    const beside = (column: SortColumn | null): Conditions[] => [
      ownedBy(accountKey),
      ...limitedColumns.flatMap((each) => (each === column ? [] : within(filter, each))),
      ...(hasFacets(ask) ? [ofFacets(ask.facets)] : []),
    ]
    const ofWords = words.map(({ meaning, ids }) => wordOfIndex(meaning, ids))
    const byUuid = words.flatMap(
      ({ meaning, ids }) => (ids === null ? wordOfUuidIndex(meaning) : wordOfIndex(meaning, ids)) ?? [],
    )
    const isByUuid = words.some(({ ids }) => ids === null) && byUuid.length === words.length
    return {
      /** Whether nothing but the sort column's own limits is asked for. */
      isPlain: (column: SortColumn): boolean =>
        words.length === 0 &&
        !hasFacets(ask) &&
        limitedColumns.every((each) => each === column || limitsOf(filter, each) === null),
      conditions: allOf([...beside(null), ...ofWords]),
      /** All but the limits of a column, whose reader has narrower ones: of two SQLite would search by one, and not the better. */
      conditionsBeside: (column: SortColumn): Conditions => allOf([...beside(column), ...ofWords]),
      /** For orders_by_uuid, where its rows tell the words and no others do but one by one. */
      uuidConditions: isByUuid ? allOf([...beside(null), ...byUuid]) : null,
      fewRows(): Source | null {
        if (words.some(({ meaning, ids }) => ids !== null && meaning.facetIds.length === 0)) return 'id'
        return hasFacets(ask) && ask.facetOrders <= sizes.few ? 'facet' : null
      },
      narrowest(): Source | null {
        let best: { source: Source; rows: number } = { source: 'facet', rows: Infinity }
        if (hasFacets(ask)) best = { source: 'facet', rows: ask.facetOrders }
        for (const column of limitedColumns) {
          const limits = within(filter, column)
          if (limits.length === 0) continue
          const most = Math.min(best.rows, sizes.maxSorted + 1)
          const rows = countUpTo(column, allOf([ownedBy(accountKey), ...limits]), most)
          if (rows < best.rows) best = { source: column, rows }
        }
        return best.rows <= sizes.maxSorted ? best.source : null
      },
    }
  }
  type Plan = ReturnType<typeof plan>

  /** Equal keys by id, the newest first; the other way round for a list that is read from its end. */
  const orderOf = (column: SortColumn, isDescending: boolean, isFromEnd = false): string =>
    `${columnOf[column]} ${isDescending === isFromEnd ? 'ASC' : 'DESC'}, id ${isFromEnd ? 'ASC' : 'DESC'}`

  /** Rows without a price come last in whichever direction; downwards their key, the lowest, sees to that. */
  const hasEmptyLast = ({ filter }: OrderAsk, { column, isDescending }: OrderSort): boolean =>
    column === 'price' && !isDescending && limitsOf(filter, 'price') === null

  const hasPrice = isFor('price_key >= ?', leastKey)
  const hasNoPrice = isFor('price_key = ?', noKey)

  /** Reads and sorts all that fits of an index in another order. */
  function sorted(
    source: Source,
    conditions: Conditions,
    ask: OrderAsk,
    sort: OrderSort,
    offset: number,
    limit: number,
  ) {
    // The plus keeps SQLite from walking an index in this order instead of reading the few rows and sorting them.
    const order = `+${orderOf(sort.column, sort.isDescending)}`
    const last = hasEmptyLast(ask, sort) ? "price_key = '', " : ''
    return listAt(source, sort.column, conditions, last + order, limit, offset)
  }

  /** Reads the index of the sort column in its order, from whichever end is nearer. */
  function walk(
    conditions: Conditions,
    { column, isDescending }: OrderSort,
    offset: number,
    limit: number,
    total: number | null,
  ): OrderPlace[] {
    if (total === null || offset <= total / 2) {
      return listAt(column, column, conditions, orderOf(column, isDescending), limit, offset)
    }
    const count = Math.min(limit, total - offset)
    if (count <= 0) return []
    const order = orderOf(column, isDescending, true)
    return listAt(column, column, conditions, order, count, total - offset - count).reverse()
  }

  /** Upwards by price: those that have one, then those that have none. */
  function walkWithEmptyLast(
    ask: OrderAsk,
    conditions: Conditions,
    sort: OrderSort,
    offset: number,
    limit: number,
    total: number | null,
  ): OrderPlace[] {
    const priced = allOf([conditions, hasPrice])
    const empty = allOf([conditions, hasNoPrice])
    const isNear = offset <= sizes.maxNear
    let pricedCount = isNear ? null : (total ?? count(ask)) - countAt('price', empty)
    const found = walk(priced, sort, offset, limit, pricedCount)
    if (found.length === limit) return found
    pricedCount ??= found.length > 0 ? offset + found.length : countAt('price', priced)
    const skipped = Math.max(0, offset - pricedCount)
    return [...found, ...listAt('price', 'price', empty, 'id DESC', limit - found.length, skipped)]
  }

  /** Looks at the first rows of the list's own order; null where not enough of them fit. */
  function lookNear(
    ask: OrderAsk,
    { conditions, conditionsBeside }: Plan,
    sort: OrderSort,
    offset: number,
    limit: number,
  ): OrderPlace[] | null {
    const { column, isDescending } = sort
    const priced = hasEmptyLast(ask, sort) ? [hasPrice] : []
    const own = [ownedBy(ask.accountKey), ...within(ask.filter, column), ...priced]
    // The order of the index, either way: which of equal rows it is makes no difference.
    const way = isDescending ? 'DESC' : 'ASC'
    const ownOrder = `${columnOf[column]} ${way}, id ${way}`
    const [end] = listAt(column, column, allOf(own), ownOrder, 1, sizes.look)
    if (end === undefined) return walkAll(ask, conditions, sort, offset, limit, null)
    const [low, high] = boundsOf(ask.filter, sort)
    const near = between(column, isDescending ? end.key : low, isDescending ? high : end.key)
    const order = orderOf(column, isDescending)
    const found = listAt(column, column, allOf([conditionsBeside(column), near]), order, limit, offset)
    return found.length === limit ? found : null
  }

  function walkAll(
    ask: OrderAsk,
    conditions: Conditions,
    sort: OrderSort,
    offset: number,
    limit: number,
    total: number | null,
  ): OrderPlace[] {
    return hasEmptyLast(ask, sort)
      ? walkWithEmptyLast(ask, conditions, sort, offset, limit, total)
      : walk(conditions, sort, offset, limit, total)
  }

  function count(ask: OrderAsk): number {
    const known = knownCount(ask)
    if (known !== null) return known
    const its = plan(ask)
    const few = its.fewRows() ?? its.narrowest()
    if (few !== null) return countAt(few, its.conditions)
    if (its.uuidConditions !== null) return countAt('uuid', its.uuidConditions)
    const limited = limitedColumns.find((column) => limitsOf(ask.filter, column) !== null)
    return countAt(limited ?? 'created', its.conditions)
  }

  return {
    describe: prepareOrderAsk(db, facets, sizes.maxWordIds),
    count,

    /** @param total - of all that fit, where it is known: a page near the end is read from there */
    page(ask: OrderAsk, sort: OrderSort, offset: number, limit: number, total: number | null): OrderPlace[] {
      if (ask.facetOrders === 0) return []
      const its = plan(ask)
      const few = its.fewRows()
      if (few !== null) return sorted(few, its.conditions, ask, sort, offset, limit)
      if (!its.isPlain(sort.column)) {
        if (offset + limit <= sizes.maxNear) {
          const near = lookNear(ask, its, sort, offset, limit)
          if (near !== null) return near
        }
        const narrowest = its.narrowest()
        if (narrowest !== null) return sorted(narrowest, its.conditions, ask, sort, offset, limit)
        if (its.uuidConditions !== null) return sorted('uuid', its.uuidConditions, ask, sort, offset, limit)
      }
      return walkAll(ask, its.conditions, sort, offset, limit, total)
    },

    /** Returns up to `limit` places that follow a place of the sorted list; null: from its start. */
    readAfter(ask: OrderAsk, sort: OrderSort, after: OrderPlace | null, limit: number): OrderPlace[] {
      if (ask.facetOrders === 0) return []
      const { column, isDescending } = sort
      const conditions = plan(ask).conditionsBeside(column)
      const key = columnOf[column]
      const order = orderOf(column, isDescending)
      const [low, high] = boundsOf(ask.filter, sort)
      if (isDescending) {
        const rest =
          after === null
            ? [between(column, low, high)]
            : [between(column, low, after.key), isFor(`(${key}, id) < (?, ?)`, after.key, after.id)]
        return listAt(column, column, allOf([conditions, ...rest]), order, limit)
      }
      // Upwards an index has the orders of one key the other way round: these first, then the keys above.
      const isAmongEmpty = after !== null && after.key === noKey
      const parts: { rest: Conditions; order: string }[] = []
      if (after !== null)
        parts.push({ rest: isFor(`${key} = ? AND id < ?`, after.key, after.id), order: 'id DESC' })
      if (!isAmongEmpty) {
        const above = after === null ? [] : [isFor(`${key} <> ?`, after.key)]
        parts.push({ rest: allOf([between(column, after?.key ?? low, high), ...above]), order })
      }
      if (!isAmongEmpty && hasEmptyLast(ask, sort)) parts.push({ rest: hasNoPrice, order: 'id DESC' })
      const found: OrderPlace[] = []
      for (const part of parts) {
        if (found.length === limit) break
        const left = limit - found.length
        found.push(...listAt(column, column, allOf([conditions, part.rest]), part.order, left))
      }
      return found
    },
  }
}
export type OrderList = ReturnType<typeof prepareOrderList>

/** The lowest and highest key of a list; upwards without those that have no price, which are read apart. */
function boundsOf(filter: OrderFilter, { column, isDescending }: OrderSort): [low: Value, high: Value] {
  const limits = limitsOf(filter, column)
  if (limits !== null) return [limits.low, limits.high]
  if (column === 'created' || column === 'updated') return [0, mostId]
  return [isDescending ? noKey : leastKey, mostKey]
}
