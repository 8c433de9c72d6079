// Owns: reading the list of orders downwards from where it is known, a page at a time, until nothing is missing.
// Must not: read the newest page (order-sync.ts does), or move on from a page that does not join what is known.
import { AppError } from '../../../src-preload/shared/errors.ts'
import type { CallOptions } from '../../exchange/endpoint.ts'
import type { OrderList } from '../../exchange/endpoints/orders.ts'
import type { OrderSource } from '../order-source.ts'
import type { Known, OrderLedger } from './order-ledger.ts'
import { type PagePlan, planPage } from './order-stretches.ts'
import type { StepResult } from './stream.ts'

/** Pages in a row that bring no older order before the list is taken for one that does not page. */
const MOST_REPEATED_PAGES = 3

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

/** The next page, and what is known of the way there. */
interface Plan extends PagePlan {
  /** The oldest row that is known from the top on; a plan for another one is void. */
  readonly bottomId: number
  /**
   * Rows of the page before, where it ended with that row and was not full: if there is nothing here, the list ends.
   */
  readonly rowsBefore: number | null
}

interface Ahead extends PagePlan {
  readonly signal: AbortSignal
  readonly answer: Promise<OrderList>
}

export function createOrderReader(ledger: OrderLedger, source: Pick<OrderSource, 'listOrders'>): OrderReader {
  let next: Plan | null = null
  let ahead: Ahead | null = null
  let repeated = 0
  /**
   * Of the last page; null where the next one begins the way down anew: that it is the same as before then says nothing
   * about the service.
   */
  let lastOldestId: number | null = null
  /** Two that read at once would read the same pages. */
  let turn: Promise<unknown> = Promise.resolve()

  function planFrom(known: Known, rows?: number): Plan | null {
    const [top] = known.stretches
    if (top === undefined || known.isWhole || !ledger.hasNewest()) return null
    const page = planPage(Math.max(1, rows ?? top.rows), ledger.pageSize())
    return { ...page, bottomId: top.fromId, rowsBefore: null }
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
    if (plan.rowsBefore !== null || plan.page === 1) {
      await (
        await ledger.putEnd(plan.bottomId, signal)
      ).stored
      return 'complete'
    }
    // There are fewer rows than were counted.
    next = { ...plan, page: plan.page - 1 }
    return 'more'
  }

  function countRepeated(oldestId: number): void {
    if (lastOldestId !== null) repeated = oldestId >= lastOldestId ? repeated + 1 : 0
    lastOldestId = oldestId
    if (repeated < MOST_REPEATED_PAGES) return
    repeated = 0
    throw new AppError('contractViolation', {
      endpoint: 'orders.list',
      field: 'page',
      reason: 'pages repeat',
    })
  }

  /** What follows a page that touches what is known; null where that follows from what is known alone. */
  function planAfter(plan: Plan, ids: readonly number[], after: Known): Plan | null {
    const oldestId = Math.min(...ids)
    const bottomId = after.stretches[0]?.fromId ?? 0
    const isFurther = bottomId !== plan.bottomId
    if (isFurther) {
      repeated = 0
      lastOldestId = null
    } else countRepeated(oldestId)
    // Orders that came meanwhile have pushed the bottom down to a later page.
    if (!isFurther && bottomId < oldestId) return { ...plan, page: plan.page + 1, rowsBefore: null }
    // The page has met known ground further down, or there is a new top.
    if (bottomId !== oldestId) return null
    // A service may give fewer rows than were asked for, so only an empty page is the end.
    if (ids.length < plan.limit) return { ...plan, page: plan.page + 1, bottomId, rowsBefore: ids.length }
    // A full page with nothing new shows where the bottom is.
    return isFurther ? null : planFrom(after, (plan.page - 1) * plan.limit + ids.length)
  }

  async function readPage(call: ReaderCall, isAhead: boolean): Promise<StepResult> {
    const known = await ledger.read()
    if (known.isWhole) return 'complete'
    const plan = next !== null && next.bottomId === known.stretches[0]?.fromId ? next : planFrom(known)
    next = null
    if (plan === null) return 'later'
    const list = await fetchPage(plan, call)
    const ids = [...list.orders, ...list.refused].map(({ id }) => id)
    if (ids.length === 0) return readNothing(plan, call.signal)
    // So many orders are new that the newest page must be read first.
    if (Math.min(...ids) > (known.stretches[0]?.toId ?? 0)) return 'later'
    const { after, stored } = await ledger.putPage(list, call.signal)
    if (Math.max(...ids) >= plan.bottomId) next = planAfter(plan, ids, after)
    else if (plan.rowsBefore !== null) ledger.notePageSize(plan.rowsBefore)
    // Rows have gone from the list since they were counted: what may lie between is looked for.
    else if (plan.page > 1) next = { ...plan, page: plan.page - 1 }
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
        },
        () => {
          next = null
          ahead = null
          lastOldestId = null
        },
      )
      return result
    },
  }
}
