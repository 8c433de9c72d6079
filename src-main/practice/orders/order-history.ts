// One user's orders with filters and paging: a few bytes per order, details computed on demand.
import {
  cancelReasons,
  orderSides,
  orderStates,
  orderTypes,
  type OrderSide,
  type OrderState,
  type OrderType,
} from '../../../src-preload/domain/markets/markets.ts'
import { marketAt, practiceMarkets, type PracticeMarket } from '../markets/markets.ts'
import { traceOrder } from './order-details.ts'
import { planOrder } from './order-plans.ts'
import { orderCountAt, type OrderWorld } from './order-times.ts'
import {
  listedOrder,
  orderIndexOf,
  orderStateAt,
  singleOrder,
  type ListedOrder,
  type PlannedLife,
  type SingleOrder,
} from './order-views.ts'

export interface OrderFilter {
  readonly market: string | null
  readonly type: OrderType | null
  readonly state: OrderState | null
  readonly side: OrderSide | null
  readonly baseUnit: string | null
  readonly quoteUnit: string | null
  /** Creation time in whole seconds, both ends inclusive. */
  readonly startSecond: number | null
  readonly endSecond: number | null
}

/** A part of a list. `desc` is newest first. */
export interface ListPart {
  readonly skip: number
  readonly most: number
  readonly orderBy: 'asc' | 'desc'
}

/** Lives kept per user, about a kilobyte each: polls and pages ask for the same orders again and again. */
const MAX_LIVES = 4_096

/** Orders planned between two turns of the event loop. */
const batch = 20_000

const [byUser] = cancelReasons

const stateCodes = { done: orderStates.indexOf('done'), cancel: orderStates.indexOf('cancel') }

/** Lets requests and signals run during long work. */
export function yieldToOthers(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve)
  })
}

/** All orders of one user up to a given time. Grows with time and stores no prices. */
export class OrderHistory {
  readonly world: OrderWorld
  readonly user: number
  #length = 0
  #createdMs = new Float64Array(1024)
  /** Upper bound of each order's closing time. */
  #latestMs = new Float64Array(1024)
  /** market | type << 4 | final state << 8 | side << 12 */
  #facts = new Uint16Array(1024)
  /** When the user canceled an order, by index. */
  readonly #canceledMs = new Map<number, number>()
  readonly #lives = new Map<number, PlannedLife>()

  constructor(world: OrderWorld, user: number) {
    this.world = world
    this.user = user
  }

  /** Plans all orders up to a given time. Yields to the event loop every 20,000. */
  async prepare(nowMs: number): Promise<number> {
    const count = orderCountAt(this.world, this.user, nowMs)
    this.#reserve(count)
    // Two callers can run concurrently; each step extends the current state, so none is repeated or skipped.
    while (this.#length < count) {
      const upTo = Math.min(count, this.#length + batch)
      while (this.#length < upTo) this.#append()
      if (this.#length < count) await yieldToOthers()
    }
    return count
  }

  #reserve(count: number): void {
    if (count <= this.#createdMs.length) return
    const capacity = Math.max(count, this.#createdMs.length * 2)
    const created = new Float64Array(capacity)
    const latest = new Float64Array(capacity)
    const facts = new Uint16Array(capacity)
    created.set(this.#createdMs)
    latest.set(this.#latestMs)
    facts.set(this.#facts)
    this.#createdMs = created
    this.#latestMs = latest
    this.#facts = facts
  }

  #append(): void {
    const index = this.#length
    const plan = planOrder(this.world, this.user, index)
    this.#createdMs[index] = plan.createdMs
    this.#latestMs[index] = plan.latestMs
    this.#facts[index] =
      plan.market.index |
      (orderTypes.indexOf(plan.type) << 4) |
      (stateCodes[plan.finalState] << 8) |
      (orderSides.indexOf(plan.side) << 12)
    this.#length += 1
  }

  /** The first index created at or after an instant, among the first `count`. */
  #firstFrom(timeMs: number, count: number): number {
    let low = 0
    let high = count
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((this.#createdMs[middle] ?? 0) < timeMs) low = middle + 1
      else high = middle
    }
    return low
  }

  #stateCodeAt(index: number, nowMs: number): number {
    const isAsPlanned = !this.#canceledMs.has(index)
    if (isAsPlanned && nowMs >= (this.#latestMs[index] ?? 0)) return ((this.#facts[index] ?? 0) >>> 8) & 15
    const { plan, life } = this.trace(index)
    return orderStates.indexOf(orderStateAt(plan, life, nowMs))
  }

  /** An order and what becomes of it without the user. */
  #planned(index: number): PlannedLife {
    const known = this.#lives.get(index)
    if (known !== undefined) return known
    const plan = planOrder(this.world, this.user, index)
    const planned = { plan, life: traceOrder(this.world, plan) }
    // Evicts the oldest entry: a Map keeps insertion order.
    if (this.#lives.size >= MAX_LIVES) this.#lives.delete(this.#lives.keys().next().value ?? index)
    this.#lives.set(index, planned)
    return planned
  }

  /** An order and what becomes of it, ended where the user canceled it. */
  trace(index: number): PlannedLife {
    const { plan, life } = this.#planned(index)
    const canceledMs = this.#canceledMs.get(index)
    if (canceledMs === undefined || canceledMs >= life.closedMs) return { plan, life }
    return {
      plan: { ...plan, finalState: 'cancel', cancelReason: byUser, latestMs: canceledMs },
      life: { ...life, closedMs: canceledMs, fills: life.fills.filter(({ timeMs }) => timeMs <= canceledMs) },
    }
  }

  /** Cancels an order at a time from which on it has no more fills. */
  cancel(index: number, timeMs: number): void {
    this.#canceledMs.set(index, timeMs)
  }

  marketOf(index: number): PracticeMarket {
    return marketAt((this.#facts[index] ?? 0) & 15)
  }

  sideOf(index: number): OrderSide {
    return orderSides[(this.#facts[index] ?? 0) >>> 12] ?? 'buy'
  }

  /** The open orders, oldest first. Call `prepare(nowMs)` before. */
  openIndices(nowMs: number): number[] {
    const indices: number[] = []
    for (let index = 0; index < this.#length; index += 1) {
      if ((this.#latestMs[index] ?? 0) <= nowMs || (this.#createdMs[index] ?? 0) > nowMs) continue
      const { plan, life } = this.trace(index)
      const state = orderStateAt(plan, life, nowMs)
      if (state === 'pending' || state === 'wait') indices.push(index)
    }
    return indices
  }

  /**
   * A part of the matching orders at a given time, and how many matching ones lie before its end: all of them where the part
   * is not full.
   */
  async list(
    query: OrderFilter,
    part: ListPart,
    nowMs: number,
  ): Promise<{ readonly orders: ListedOrder[]; readonly matched: number }> {
    const count = await this.prepare(nowMs)
    const low = query.startSecond === null ? 0 : this.#firstFrom(query.startSecond * 1000, count)
    const high = query.endSecond === null ? count : this.#firstFrom((query.endSecond + 1) * 1000, count)
    const allowed = new Uint8Array(practiceMarkets.length)
    for (const market of practiceMarkets) {
      const fits =
        (query.market === null || market.symbol === query.market) &&
        (query.baseUnit === null || market.base === query.baseUnit) &&
        (query.quoteUnit === null || market.quote === query.quoteUnit)
      allowed[market.index] = fits ? 1 : 0
    }
    const type = query.type === null ? -1 : orderTypes.indexOf(query.type)
    const side = query.side === null ? -1 : orderSides.indexOf(query.side)
    const state = query.state === null ? -1 : orderStates.indexOf(query.state)

    let matched = 0
    const step = part.orderBy === 'desc' ? -1 : 1
    const found: number[] = []
    for (
      let index = step < 0 ? high - 1 : low;
      index >= low && index < high && found.length < part.most;
      index += step
    ) {
      const facts = this.#facts[index] ?? 0
      if (allowed[facts & 15] !== 1) continue
      if (type >= 0 && ((facts >>> 4) & 15) !== type) continue
      if (side >= 0 && facts >>> 12 !== side) continue
      if (state >= 0 && this.#stateCodeAt(index, nowMs) !== state) continue
      matched += 1
      if (matched > part.skip) found.push(index)
    }
    return { orders: found.map((index) => listedOrder(this.world, this.trace(index), nowMs)), matched }
  }

  /** The user's order by ID at a given time; null if it does not exist (yet). */
  get(id: number, nowMs: number): SingleOrder | null {
    const index = orderIndexOf(this.user, id)
    if (index === null || index >= orderCountAt(this.world, this.user, nowMs)) return null
    return singleOrder(this.world, this.trace(index), nowMs)
  }

  /** The orders that were created or changed after one time up to another, as they are then. Call `prepare(upToMs)` before. */
  changedBetween(afterMs: number, upToMs: number): ListedOrder[] {
    const changed: ListedOrder[] = []
    for (let index = 0; index < this.#length; index += 1) {
      const wasOver = (this.#latestMs[index] ?? 0) <= afterMs
      if (wasOver || (this.#createdMs[index] ?? 0) > upToMs) continue
      const traced = this.trace(index)
      const { acceptedMs, closedMs, fills } = traced.life
      const moments = [traced.plan.createdMs, acceptedMs, closedMs, ...fills.map(({ timeMs }) => timeMs)]
      if (moments.some((timeMs) => timeMs > afterMs && timeMs <= upToMs)) {
        changed.push(listedOrder(this.world, traced, upToMs))
      }
    }
    return changed
  }

  /** An order as it is listed at a given time; null if it does not exist (yet). */
  listed(index: number, nowMs: number): ListedOrder | null {
    if (index >= orderCountAt(this.world, this.user, nowMs)) return null
    return listedOrder(this.world, this.trace(index), nowMs)
  }

  /** Indices of the orders that may have fills in (afterMs, upToMs], oldest first. Call `prepare(upToMs)` before. */
  fillCandidates(afterMs: number, upToMs: number): number[] {
    const indices: number[] = []
    for (let index = 0; index < this.#length && (this.#createdMs[index] ?? 0) <= upToMs; index += 1) {
      if ((this.#latestMs[index] ?? 0) > afterMs) indices.push(index)
    }
    return indices
  }

  /** A time after `afterMs` by which about `orders` more orders were created, at most; Infinity after the last. */
  endOfBatch(afterMs: number, orders: number): number {
    const index = this.#firstFrom(afterMs, this.#length) + orders
    return index >= this.#length ? Infinity : Math.max(afterMs + 1, this.#createdMs[index] ?? 0)
  }
}
