// Owns: reading the list of orders downwards from where it is known, a page at a time, until nothing is missing.
// Must not: read the newest page (order-sync.ts does), or move on from a page that does not join what is known.
import { AppError } from '../../../src-preload/domain/errors.ts'
import type { CallOptions } from '../../exchange/endpoint.ts'
import type { OrderList } from '../../exchange/endpoints/orders.ts'
import type { OrderSource } from '../order-source.ts'
import { type Known, type OrderLedger, SMALLEST_PAGE } from './order-ledger.ts'
import { choosePage, type Fits, type PagePlan, planPage } from './order-stretches.ts'
import type { StepResult } from '../../session/sync/history-stream.ts'

/** Pages in a row that bring no older order before the list is taken for one that does not page. */
const MAX_REPEATED_PAGES = 3
/** How often there may be more behind the end of the list, and not join it, before nobody can tell what lies between. */
const MAX_BOUNCES = 4

export interface ReaderCall extends CallOptions {
  readonly signal: AbortSignal
}

export interface OrderReader {
  /**
   * Reads one page. `later` before the newest page is known. With `isAhead` the next one is asked for while this one is
   * stored.
   */
  step(call: ReaderCall, isAhead: boolean): Promise<StepResult>
}

/** The next page, and what the page before it showed. */
interface Plan extends PagePlan {
  /** The oldest row that is known from the top on; a plan for another one is void. */
  readonly bottomId: number
  /**
   * The rows of an earlier page that reached that row, where this one repeats more or fewer of them: if that was short
   * only because the service gives no more down here, this one shows it. Null for other pages.
   */
  readonly sureRows: number | null
  /**
   * The rows of the page before, where that touched what is known and had room for more: at that one moment the list
   * had nothing older. An empty page after it only confirms that; alone it would prove nothing, because rows may have
   * moved up since.
   */
  readonly endRows: number | null
  /** That page had the row itself: else it has gone from the list, or the page is old. */
  readonly hasBottom: boolean
}

interface Ahead extends PagePlan {
  readonly signal: AbortSignal
  readonly answer: Promise<OrderList>
}

export function createOrderReader(ledger: OrderLedger, source: Pick<OrderSource, 'listOrders'>): OrderReader {
  let next: Plan | null = null
  let ahead: Ahead | null = null
  let repeated = 0
  /** How often there was more behind what looked like the end, and did not join it; since the last older order. */
  let bounces = 0
  /** Rows that the service gives further down, where that is known to be fewer than on its first page. */
  let most = Infinity
  /**
   * Of the last page; null where the next one begins the way down anew: that it is the same as before then says nothing
   * about the service.
   */
  let lastOldestId: number | null = null
  /** Two that read at once would read the same pages. */
  let turn: Promise<unknown> = Promise.resolve()

  const pageSize = (): number => Math.min(ledger.pageSize(), most)

  /** @param rows - where in the list the last known row lies; counted, unless an answer has just shown it */
  function planFrom(known: Known, rows?: number): Plan | null {
    const [top] = known.stretches
    if (top === undefined || known.isWhole || !ledger.hasNewest()) return null
    const page = planPage(Math.max(1, rows ?? top.rows), pageSize())
    return { ...page, bottomId: top.fromId, sureRows: null, endRows: null, hasBottom: false }
  }

  function fetchPage({ page, limit }: PagePlan, call: ReaderCall): Promise<OrderList> {
    const asked = ahead
    ahead = null
    if (asked?.signal === call.signal && asked.page === page && asked.limit === limit) return asked.answer
    return source.listOrders({ page, limit }, call)
  }

  function askAhead({ page, limit }: PagePlan, call: ReaderCall): void {
    const answer = source.listOrders({ page, limit }, call)
    // It is heard of when its turn comes, or not needed any more.
    answer.catch(() => undefined)
    ahead = { page, limit, signal: call.signal, answer }
  }

  async function readNothing(plan: Plan, signal: AbortSignal): Promise<StepResult> {
    const { endRows, hasBottom } = plan
    if (endRows !== null && endRows >= SMALLEST_PAGE && !hasBottom && most === Infinity) {
      // That page may have been short only because the service gives no more down here: no more is asked for then.
      most = endRows
      return 'more'
    }
    if (endRows !== null) {
      const { after, stored } = await ledger.putEnd(plan.bottomId, hasBottom, signal)
      await stored
      return after.isWhole ? 'complete' : 'later'
    }
    // A list that is empty now says nothing of rows that were below those that it had before.
    if (plan.page === 1) return 'later'
    // There are fewer rows than were counted.
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

  /** What follows a page that touches what is known; null where that follows from what is known alone. */
  function planAfter(plan: Plan, ids: readonly number[], after: Known): Plan | null {
    const oldestId = Math.min(...ids)
    const bottomId = after.stretches[0]?.fromId ?? 0
    const rows = (plan.page - 1) * plan.limit + ids.length
    if (bottomId !== plan.bottomId) {
      repeated = 0
      bounces = 0
      lastOldestId = null
      // There was more behind a page with room for it: so many rows are all that the service gives down here.
      if (plan.sureRows !== null) most = plan.sureRows
      // Else the page has met known ground further down, or there is a new top. A page with room for more is followed
      // like any other: services may leave rows out of a page, or give fewer further down.
      return bottomId === oldestId ? planFrom(after, rows) : null
    }
    const hasRoom = ids.length < plan.limit
    // Once more the end of the list, as it is looked for on purpose, says nothing; rows behind the end do.
    if (!hasRoom || plan.endRows !== null) countRepeated(oldestId)
    if (hasRoom) return planEnd(plan, ids.length, oldestId === bottomId, after)
    // The page ends with the last known row where no size of a page has that and the next one.
    if (oldestId === bottomId && choosePage(rows, pageSize(), () => true) === null) refuse('pages too small')
    // The last row of this page is repeated by the next one, whether it is the last known row or that was pushed down.
    return planFrom(after, rows)
  }

  /** What follows a page that touches what is known, brought nothing and had room for more. */
  function planEnd(plan: Plan, count: number, hasBottom: boolean, after: Known): Plan | null {
    const { bottomId, sureRows } = plan
    const rows = (plan.page - 1) * plan.limit + count
    if (!hasBottom && sureRows !== null) {
      countBounce()
      most = Math.max(SMALLEST_PAGE, count)
      return planFrom(after, rows)
    }
    // A page that repeats as many rows as the one before shows nothing new: orders that came in between have moved it back.
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

  /** What follows a page that lies below what is known, and does not touch it. */
  function planAbove(plan: Plan): Plan | null {
    const { bottomId, endRows, limit } = plan
    if (endRows === null) {
      // Rows have gone from the list since they were counted: what may lie between is looked for.
      return plan.page > 1 ? { ...plan, page: plan.page - 1, sureRows: null } : null
    }
    countBounce()
    // The service leaves rows out of its pages: one that begins before the known bottom and ends behind this border.
    const until = (plan.page - 1) * limit
    const rows = Math.max(1, until - limit + endRows)
    const page = choosePage(rows, pageSize(), (size, repeated) => size - repeated > until - rows)
    if (page === null) return null
    return { ...page, bottomId, sureRows: null, endRows: null, hasBottom: false }
  }

  async function readPage(call: ReaderCall, isAhead: boolean): Promise<StepResult> {
    const known = await ledger.read()
    // What came since the last run is not known before the newest page is.
    if (known.isWhole) return ledger.hasNewest() ? 'complete' : 'later'
    if (ledger.isInDoubt()) return 'later'
    const plan = next !== null && next.bottomId === known.stretches[0]?.fromId ? next : planFrom(known)
    next = null
    if (plan === null) return 'later'
    const list = await fetchPage(plan, call)
    const ids = [...list.orders, ...list.refused].map(({ id }) => id)
    if (ids.length === 0) return readNothing(plan, call.signal)
    // So many orders are new that the newest page must be read first.
    if (Math.min(...ids) > (known.stretches[0]?.toId ?? 0)) return 'later'
    const { after, stored } = await ledger.putPage(list, plan.page, call.signal)
    if (Math.max(...ids) >= plan.bottomId) next = planAfter(plan, ids, after)
    else next = planAbove(plan)
    // The first page lies below all that was known from the top on.
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
