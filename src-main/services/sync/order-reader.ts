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
const MAX_REPEATED_PAGES = 3

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
   * The page before reached that row and had room for more: at that one moment the list had nothing older. An empty page
   * after it only confirms that; alone it would prove nothing, because rows may have moved up since.
   */
  readonly isBehindEnd: boolean
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

  /** @param rows - where in the list the last known row lies; counted, unless an answer has just shown it */
  function planFrom(known: Known, rows?: number): Plan | null {
    const [top] = known.stretches
    if (top === undefined || known.isWhole || !ledger.hasNewest()) return null
    const page = planPage(Math.max(1, rows ?? top.rows), ledger.pageSize())
    return { ...page, bottomId: top.fromId, isBehindEnd: false }
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
    if (plan.isBehindEnd) {
      await (
        await ledger.putEnd(plan.bottomId, signal)
      ).stored
      return 'complete'
    }
    // A list that is empty now says nothing of rows that were below those that it had before.
    if (plan.page === 1) return 'later'
    // There are fewer rows than were counted.
    next = { ...plan, page: plan.page - 1 }
    return 'more'
  }

  function countRepeated(oldestId: number): void {
    if (lastOldestId !== null) repeated = oldestId >= lastOldestId ? repeated + 1 : 0
    lastOldestId = oldestId
    if (repeated < MAX_REPEATED_PAGES) return
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
    const hasRoom = ids.length < plan.limit
    if (bottomId !== plan.bottomId) {
      repeated = 0
      lastOldestId = null
      // Once more the end of the list, as it is looked for on purpose, says nothing; rows behind the end do.
    } else if (!hasRoom || plan.isBehindEnd) countRepeated(oldestId)
    // The page has met known ground further down, or there is a new top.
    if (bottomId < oldestId && bottomId !== plan.bottomId) return null
    // No more is ever asked for than the service is known to give, so a page with room for more is the last.
    if (hasRoom) return { ...plan, page: plan.page + 1, bottomId, isBehindEnd: true }
    // The last row of this page is repeated by the next one, whether it is the last known row or that was pushed down.
    return planFrom(after, (plan.page - 1) * plan.limit + ids.length)
  }

  async function readPage(call: ReaderCall, isAhead: boolean): Promise<StepResult> {
    const known = await ledger.read()
    // What came since the last run is not known before the newest page is.
    if (known.isWhole) return ledger.hasNewest() ? 'complete' : 'later'
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
    // Rows have gone from the list since they were counted: what may lie between is looked for.
    else if (plan.page > 1) next = { ...plan, page: plan.page - 1, isBehindEnd: false }
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
