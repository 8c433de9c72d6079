// Owns: changes of the user's list of markets: adding, removing with a way back, another order, and what came of them.
// Must not: read the list (markets.svelte.ts does) or word a failure.
import type { ErrorReport } from '../../../../src-preload/contract/channel.ts'
import type { MarketSummary } from '../../../../src-preload/contract/markets.ts'
import { call, toReport } from '../../../shell/page/api.ts'
import { markets } from '../markets.svelte.ts'

/** What was taken off the list, where it stood, and its line as it was. */
export interface RemovedMarket {
  readonly market: string
  readonly index: number
  readonly summary: MarketSummary
}

/** A change that failed. `change` says which, for the words around the reason. */
export interface FailedChange {
  readonly change: 'remove' | 'undo' | 'move'
  readonly market: string
  readonly error: ErrorReport
}

/** It was brought back already, by another way. */
function isListed({ code, data }: ErrorReport): boolean {
  return code === 'validation' && data['reason'] === 'listed'
}

/** The order with `market` moved by some places, no further than the ends; null where that changes nothing. */
export function moveInList(list: readonly string[], market: string, by: number): string[] | null {
  const from = list.indexOf(market)
  if (from === -1) return null
  const to = Math.min(list.length - 1, Math.max(0, from + by))
  if (to === from) return null
  const rest = list.toSpliced(from, 1)
  return rest.toSpliced(to, 0, market)
}

export class MarketList {
  /** The last one that was taken off, as long as the way back is offered. */
  removed = $state.raw<RemovedMarket | null>(null)
  failure = $state.raw<FailedChange | null>(null)
  /** The market that the service is being asked for. */
  asking = $state<string | null>(null)
  /** Somebody asked, from outside of the list, for the form that adds a market. */
  isAddingAsked = $state(false)
  /** Every line shows its figures of 24 hours, not only that of the chosen market. */
  hasDetails = $state(false)
  /** Grows when what was done before is over: with another account, or out of sight. */
  #visit = 0

  /** The symbols of the list in their order; none while it is not known. */
  get symbols(): readonly string[] {
    return markets.list.status === 'ready' ? markets.list.value.map(({ market }) => market) : []
  }

  /** Adds a market at the end, if the service knows it. Null when it is there; otherwise why it is not. */
  async add(market: string): Promise<ErrorReport | null> {
    this.asking = market
    try {
      await call('markets:add', { market })
      return null
    } catch (error) {
      return toReport(error)
    } finally {
      this.asking = null
    }
  }

  /** Takes a market off the list. The last one stays: main refuses it. */
  async remove(market: string): Promise<boolean> {
    const index = this.symbols.indexOf(market)
    const summary = markets.summaryOf(market)
    const visit = this.#visit
    this.dismiss()
    try {
      await call('markets:remove', { market })
    } catch (error) {
      this.#fail(visit, { change: 'remove', market, error: toReport(error) })
      return false
    }
    if (visit !== this.#visit) return true
    markets.showChange((lines) => lines.filter((one) => one.market !== market))
    if (summary !== null) this.removed = { market, index, summary }
    return true
  }

  /** Brings back what was removed last, to its place. The service is asked for it again. */
  async undo(): Promise<boolean> {
    const { removed } = this
    if (removed === null || this.asking !== null) return false
    const { market, index, summary } = removed
    const visit = this.#visit
    const error = await this.add(market)
    if (error !== null && !isListed(error)) {
      this.#fail(visit, { change: 'undo', market, error })
      return false
    }
    if (visit !== this.#visit) return true
    this.dismiss()
    const others = this.symbols.filter((one) => one !== market)
    const isLast = index >= others.length
    const settled = isLast ? Promise.resolve(true) : this.#reorder(others.toSpliced(index, 0, market), market)
    markets.showChange(
      (lines) => lines.filter((one) => one.market !== market).toSpliced(index, 0, summary),
      settled,
    )
    return settled
  }

  /** Moves a market up (below zero) or down. Does nothing at the ends. */
  async move(market: string, by: number): Promise<boolean> {
    const next = moveInList(this.symbols, market, by)
    if (next === null) return false
    this.dismiss()
    const settled = this.#reorder(next, market)
    markets.showChange(
      (lines) => lines.toSorted((a, b) => next.indexOf(a.market) - next.indexOf(b.market)),
      settled,
    )
    return settled
  }

  /** Neither the way back nor a failure is shown any longer. */
  dismiss(): void {
    this.removed = null
    this.failure = null
  }

  /** What was done is over: nothing of it is said any more. */
  forget(): void {
    this.#visit += 1
    this.dismiss()
  }

  #fail(visit: number, failure: FailedChange): void {
    if (visit === this.#visit) this.failure = failure
  }

  async #reorder(order: string[], market: string): Promise<boolean> {
    const visit = this.#visit
    try {
      await call('markets:reorder', { markets: order })
      return true
    } catch (error) {
      this.#fail(visit, { change: 'move', market, error: toReport(error) })
      return false
    }
  }
}

/** One for the app, as there is one list. */
export const marketList = new MarketList()
