// Figures of a time range for the account in use, renewed when its figures or orders change.
import { on } from '../../../shell/page/api.ts'
import { coalesce } from '../../../shell/page/coalesce.ts'
import { Fetched } from '../../../shell/page/fetched.svelte.ts'

/** From included, to excluded; epoch milliseconds. */
interface TimeRange {
  readonly fromMs: number
  readonly toMs: number
}

/** One for the app and panel, so that returning to the view restores it. */
export class RangeFigures<T> extends Fetched<T> {
  #accountId: string | null = null
  #range: TimeRange | null = null
  readonly #ask: (range: TimeRange) => Promise<T>
  readonly #askMore: () => Promise<void>
  readonly #refresh = coalesce(() => this.renew(), 2_000)

  /** @param askMore - what else is renewed with the figures; must not reject */
  constructor(ask: (range: TimeRange) => Promise<T>, askMore = (): Promise<void> => Promise.resolve()) {
    super()
    this.#ask = ask
    this.#askMore = askMore
  }

  /** Subscribes to main for the account until the returned function is called. Another account's figures are dropped. */
  start(accountId: string | null, onother: () => void = () => undefined): () => void {
    if (this.#accountId !== accountId) {
      this.drop()
      this.#range = null
      onother()
    }
    this.#accountId = accountId
    const stops = [
      on('portfolio:changed', ({ isSameFigures }) => {
        if (!isSameFigures) this.#refresh.request()
      }),
      on('orders:changed', () => this.#refresh.request()),
    ]
    if (this.#range !== null) this.#refresh.request()
    return () => {
      stops.forEach((stop) => stop())
      this.#refresh.stop()
    }
  }

  /** Shows the figures of a range; false where it does already. Those of another range are dropped. */
  show(range: TimeRange): boolean {
    if (this.#range?.fromMs === range.fromMs && this.#range.toMs === range.toMs) return false
    this.#range = range
    this.drop()
    void this.#load()
    return true
  }

  async renew(): Promise<void> {
    await Promise.all([this.#load(), this.#askMore()])
  }

  async #load(): Promise<void> {
    const range = this.#range
    if (range !== null) await this.load(() => this.#ask(range))
  }
}
