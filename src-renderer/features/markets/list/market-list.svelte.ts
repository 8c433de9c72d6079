// Changes of the user's market list: adding, removing with undo, and reordering.
import type { ErrorReport } from '../../../../src-preload/contract/channel.ts'
import type { MarketSummary } from '../../../../src-preload/contract/markets/markets.ts'
import { call, toReport } from '../../../shell/page/api.ts'
import { markets } from '../markets.svelte.ts'

/** A removed market with its position and summary. */
export interface RemovedMarket {
  readonly market: string
  readonly index: number
  readonly summary: MarketSummary
}

/** A failed change. `change` selects the text around the reason. */
export interface FailedChange {
  readonly change: 'remove' | 'undo' | 'move'
  readonly market: string
  readonly error: ErrorReport
}

/** It was already restored by other means. */
function isListed({ code, data }: ErrorReport): boolean {
  return code === 'validation' && data['reason'] === 'listed'
}

/** Order with `market` moved by some positions, limited to the ends; null when unchanged. */
export function moveInList(list: readonly string[], market: string, by: number): string[] | null {
  const from = list.indexOf(market)
  if (from === -1) return null
  const to = Math.min(list.length - 1, Math.max(0, from + by))
  if (to === from) return null
  const rest = list.toSpliced(from, 1)
  return rest.toSpliced(to, 0, market)
}

export class MarketList {
  /** The last removed market, while undo is offered. */
  removed = $state.raw<RemovedMarket | null>(null)
  failure = $state.raw<FailedChange | null>(null)
  /** The market being looked up. */
  asking = $state<string | null>(null)
  /** Another component requested the add form. */
  isAddingAsked = $state(false)
  /** True shows 24-hour figures in every row, not only the chosen market's. */
  hasDetails = $state(false)
  /** Increments when earlier actions end: with another account, or when hidden. */
  #visit = 0

  /** Symbols of the list in order; empty until known. */
  get symbols(): readonly string[] {
    return markets.list.status === 'ready' ? markets.list.value.map(({ market }) => market) : []
  }

  /** Adds a market at the end if the service knows it. Returns null on success, otherwise the error. */
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

  /** Removes a market. Main refuses to remove the last one. */
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

  /** Restores the last removed market at its position, after asking the service again. */
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

  /** Moves a market up (negative) or down. Does nothing at the ends. */
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

  /** Hides undo and errors. */
  dismiss(): void {
    this.removed = null
    this.failure = null
  }

  /** Ends pending actions and hides their results. */
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

/** One for the app. */
export const marketList = new MarketList()
