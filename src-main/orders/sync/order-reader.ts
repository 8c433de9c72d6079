// Reads the order list downwards from the known range, one page at a time, until nothing is missing.
// order-sync.ts reads the newest page.
import { AppError } from '../../../src-preload/domain/errors.ts'
import type { CallOptions } from '../../exchange/endpoint.ts'
import type { ListedOrders } from '../../exchange/endpoints/orders/orders.ts'
import type { OrderSource } from '../order-source.ts'
import { type Known, type OrderLedger, SMALLEST_PAGE } from './order-ledger.ts'
import { choosePage, type Fits, type PagePlan, planPage } from './order-ranges.ts'
import type { StepResult } from '../../session/sync/history-stream.ts'

/** Pages in a row without an older order before the list counts as one without paging. */
const MAX_REPEATED_PAGES = 3
/** How often rows may appear behind the end of the list without connecting to it before the gap counts as unresolvable. */
const MAX_BOUNCES = 4

export interface ReaderCall extends CallOptions {
  readonly signal: AbortSignal
}

export interface OrderReader {
  /**
   * Reads one page. Returns `later` before the newest page is known. With `isAhead` the next page is requested while this one
   * is stored.
   */
  step(call: ReaderCall, isAhead: boolean): Promise<StepResult>
}

/** The next page, and what the previous page showed. */
interface Plan extends PagePlan {
  /** The oldest known row from the top; a plan for another row is void. */
  readonly bottomId: number
  /**
   * Row count of an earlier page that reached that row, if this page repeats a different number of them: shows whether the
   * earlier page was short only because the exchange returns fewer rows here. Null for other pages.
   */
  readonly sureRows: number | null
  /**
   * Row count of the previous page, if it touched the known range and had room for more: at that moment the list had nothing
   * older. An empty page after it only confirms that; alone it would prove nothing, because rows may have moved up since.
   */
  readonly endRows: number | null
  /** That page contained the row itself; otherwise it left the list, or the page is outdated. */
  readonly hasBottom: boolean
}

interface Ahead extends PagePlan {
  readonly signal: AbortSignal
  readonly answer: Promise<ListedOrders>
}

export function createOrderReader(ledger: OrderLedger, source: Pick<OrderSource, 'listOrders'>): OrderReader {
  let next: Plan | null = null
  let ahead: Ahead | null = null
  let repeated = 0
  /** How often rows appeared behind the apparent end without connecting to it, since the last older order. */
  let bounces = 0
  /** Maximum rows per page further down, if known to be less than on the first page. */
  let most = Infinity
  /**
   * Oldest ID of the last page; null if the next page restarts from the top, where a repetition says nothing about the
   * exchange.
   */
  let lastOldestId: number | null = null
  /** Sequential: two concurrent readers would read the same pages. */
  let turn: Promise<unknown> = Promise.resolve()

  const pageSize = (): number => Math.min(ledger.pageSize(), most)

  /** @param rows - position of the last known row in the list; counted, unless a response has just shown it */
  function planFrom(known: Known, rows?: number): Plan | null {
    const [top] = known.stretches
    if (top === undefined || known.isWhole || !ledger.hasNewest()) return null
    const page = planPage(Math.max(1, rows ?? top.rows), pageSize())
    return { ...page, bottomId: top.fromId, sureRows: null, endRows: null, hasBottom: false }
  }

  function fetchPage({ page, limit }: PagePlan, call: ReaderCall): Promise<ListedOrders> {
    const asked = ahead
    ahead = null
    if (asked?.signal === call.signal && asked.page === page && asked.limit === limit) return asked.answer
    return source.listOrders({ page, limit }, call)
  }

  function askAhead({ page, limit }: PagePlan, call: ReaderCall): void {
    const answer = source.listOrders({ page, limit }, call)
    // The error is reported at its turn, or no longer needed.
    answer.catch(() => undefined)
    ahead = { page, limit, signal: call.signal, answer }
  }

  async function readNothing(plan: Plan, signal: AbortSignal): Promise<StepResult> {
    const { endRows, hasBottom } = plan
    if (endRows !== null && endRows >= SMALLEST_PAGE && !hasBottom && most === Infinity) {
      // That page may have been short only because the exchange returns fewer rows here; request no more.
      most = endRows
      return 'more'
    }
    if (endRows !== null) {
      const { after, stored } = await ledger.putEnd(plan.bottomId, hasBottom, signal)
      await stored
      return after.isWhole ? 'complete' : 'later'
    }
    // An empty first page says nothing about rows below those it had before.
    if (plan.page === 1) return 'later'
    // There are fewer rows than counted.
    next = { ...plan, page: plan.page - 1, sureRows: null }
    return 'more'
  }

  function refuse(reason: string): never {
    repeated = 0
    bounces = 0
    throw new AppError('contractViolation', { endpoint: 'orders.list', field: 'page', reason })
  }

  function countRepeated(oldestId: number): void {
    if (lastOldestId !== null) repeated = oldestId >= lastOldestId ? repeated + 1 : 0
    lastOldestId = oldestId
    if (repeated >= MAX_REPEATED_PAGES) refuse('pages repeat')
  }

  function countBounce(): void {
    bounces += 1
    if (bounces >= MAX_BOUNCES) refuse('pages do not join')
  }

  /** The plan after a page that touches the known range; null if it follows from the known range alone. */
  function planAfter(plan: Plan, ids: readonly number[], after: Known): Plan | null {
    const oldestId = Math.min(...ids)
    const bottomId = after.stretches[0]?.fromId ?? 0
    const rows = (plan.page - 1) * plan.limit + ids.length
    if (bottomId !== plan.bottomId) {
      repeated = 0
      bounces = 0
      lastOldestId = null
      // There was more behind a page with room for it, so this is the exchange's maximum here.
      if (plan.sureRows !== null) most = plan.sureRows
      // Otherwise the page reached another known range further down, or there is a new top. A page with room for more is
      // followed like any other: services may omit rows, or return fewer further down.
      return bottomId === oldestId ? planFrom(after, rows) : null
    }
    const hasRoom = ids.length < plan.limit
    // Finding the end again, when it is searched deliberately, says nothing; rows behind the end do.
    if (!hasRoom || plan.endRows !== null) countRepeated(oldestId)
    if (hasRoom) return planEnd(plan, ids.length, oldestId === bottomId, after)
    // The page ends with the last known row, and no page size contains both that row and the next.
    if (oldestId === bottomId && choosePage(rows, pageSize(), () => true) === null) refuse('pages too small')
    // The last row of this page is repeated by the next one, whether it is the last known row or was pushed down.
    return planFrom(after, rows)
  }

  /** The plan after a page that touches the known range, brought nothing new and had room for more. */
  function planEnd(plan: Plan, count: number, hasBottom: boolean, after: Known): Plan | null {
    const { bottomId, sureRows } = plan
    const rows = (plan.page - 1) * plan.limit + count
    if (!hasBottom && sureRows !== null) {
      countBounce()
      most = Math.max(SMALLEST_PAGE, count)
      return planFrom(after, rows)
    }
    // A page that repeats as many rows as the one before shows nothing new: orders that arrived in between have moved it
    // back.
    const isSameAgain = count === sureRows
    if (isSameAgain) countBounce()
    if (hasBottom && (sureRows === null || isSameAgain) && count >= SMALLEST_PAGE) {
      const isOther: Fits = (_, repeated) => repeated !== count
      const page =
        choosePage(rows, pageSize(), (_, repeated) => repeated < count) ??
        choosePage(rows, pageSize(), isOther) ??
        refuse('pages too small')
      return { ...page, bottomId, sureRows: count, endRows: null, hasBottom }
    }
    return { ...plan, page: plan.page + 1, endRows: count, hasBottom }
  }

  /** The plan after a page below the known range that does not touch it. */
  function planAbove(plan: Plan): Plan | null {
    const { bottomId, endRows, limit } = plan
    if (endRows === null) {
      // Rows left the list since they were counted; search for what is between.
      return plan.page > 1 ? { ...plan, page: plan.page - 1, sureRows: null } : null
    }
    countBounce()
    // The exchange omits rows from its pages: request one that begins before the known bottom and ends behind this border.
    const until = (plan.page - 1) * limit
    const rows = Math.max(1, until - limit + endRows)
    const page = choosePage(rows, pageSize(), (size, repeated) => size - repeated > until - rows)
    if (page === null) return null
    return { ...page, bottomId, sureRows: null, endRows: null, hasBottom: false }
  }

  async function readPage(call: ReaderCall, isAhead: boolean): Promise<StepResult> {
    const known = await ledger.read()
    // Orders since the last run are unknown until the newest page is read.
    if (known.isWhole) return ledger.hasNewest() ? 'complete' : 'later'
    if (ledger.isInDoubt()) return 'later'
    const plan = next !== null && next.bottomId === known.stretches[0]?.fromId ? next : planFrom(known)
    next = null
    if (plan === null) return 'later'
    const list = await fetchPage(plan, call)
    const ids = [...list.orders, ...list.refused].map(({ id }) => id)
    if (ids.length === 0) return readNothing(plan, call.signal)
    // Many orders are new, so the newest page must be read first.
    if (Math.min(...ids) > (known.stretches[0]?.toId ?? 0)) return 'later'
    const { after, stored } = await ledger.putPage(list, plan.page, call.signal)
    if (Math.max(...ids) >= plan.bottomId) next = planAfter(plan, ids, after)
    else next = planAbove(plan)
    // The first page is below the whole newest known range.
    if (ledger.isInDoubt()) {
      await stored
      return 'later'
    }
    const following = next ?? planFrom(after)
    if (isAhead && following !== null) askAhead(following, call)
    await stored
    return after.isWhole ? 'complete' : 'more'
  }

  return {
    step(call, isAhead) {
      const result = turn.then(() => readPage(call, isAhead))
      turn = result.then(
        (outcome) => {
          if (outcome !== 'more') lastOldestId = null
          if (outcome === 'complete') most = Infinity
        },
        () => {
          most = Infinity
          next = null
          ahead = null
          lastOldestId = null
        },
      )
      return result
    },
  }
}
