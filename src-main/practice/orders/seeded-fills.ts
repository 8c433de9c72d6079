// The fills of one user's seeded orders in the order of time, found once and then added to.
import { createMutex } from '../../async/mutex.ts'
import { type OrderHistory, yieldToOthers } from './order-history.ts'
import { type Fill, feeRateOf, orderIdOf } from './order-views.ts'

/** Orders whose fills are looked for between two turns of the event loop. */
const batch = 500
/** Two callers may have read the clock in another order than they come: this far back is no clock that was set back. */
export const sameMomentMs = 60_000

export class SeededFills {
  readonly history: OrderHistory
  #fills: Fill[] = []
  #foundMs = -Infinity
  /** A failed search does not fail later ones. */
  readonly #runExclusive = createMutex()

  constructor(history: OrderHistory) {
    this.history = history
  }

  /** All fills up to a time, oldest first; the same array grows as long as time goes forward. */
  async upTo(nowMs: number): Promise<readonly Fill[]> {
    await this.#runExclusive(() => this.#findUpTo(nowMs))
    return this.#fills
  }

  async #findUpTo(nowMs: number): Promise<void> {
    await this.history.prepare(nowMs)
    if (nowMs < this.#foundMs - sameMomentMs) {
      this.#fills = []
      this.#foundMs = -Infinity
    }
    // In ranges of time, so a long history neither fills the memory nor blocks other requests.
    while (this.#foundMs < nowMs) {
      const upToMs = Math.min(nowMs, this.history.endOfBatch(this.#foundMs, batch))
      this.#fills.push(...this.#fillsIn(this.#foundMs, upToMs))
      this.#foundMs = upToMs
      await yieldToOthers()
    }
  }

  /** All fills in (afterMs, upToMs], ordered by time, order, fill. */
  #fillsIn(afterMs: number, upToMs: number): Fill[] {
    const { user } = this.history
    const fills = this.history.fillCandidates(afterMs, upToMs).flatMap((index) => {
      const { plan, life } = this.history.trace(index)
      const { market, side, createdMs } = plan
      return life.fills
        .filter(({ timeMs }) => timeMs > afterMs && timeMs <= upToMs)
        .map((fill): Fill => ({
          ...fill,
          orderId: orderIdOf(user, index),
          market,
          side,
          rate: feeRateOf(createdMs),
        }))
    })
    // The sort is stable, and the candidates are in order.
    return fills.sort((one, other) => one.timeMs - other.timeMs)
  }
}
