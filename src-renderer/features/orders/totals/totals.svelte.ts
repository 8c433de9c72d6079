// Exact totals of the filtered rows: when they are requested and whether they are current.
import { toReport } from '../../../shell/page/api.ts'
import type { Loadable } from '../../../shell/page/loadable.ts'
import { failed, loading, ready } from '../../../shell/page/loadable.ts'

/** Up to this many rows are totalled automatically, because it is fast. */
const maxAutomaticRows = 20_000
const restMs = 600

/** Totals of one filter; computed on request, or automatically for few rows. */
export class Totals<Value> {
  /** Null before the first request. */
  state = $state.raw<Loadable<Value> | null>(null)
  /** Rows changed since the totals were computed. */
  isOld = $state(false)
  isBusy = $state(false)

  readonly #read: () => Promise<Value>
  #question = 0
  #rows = 0
  /** Rows may have changed while not subscribed. */
  #isUnsure = false
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(read: () => Promise<Value>) {
    this.#read = read
  }

  /** Drops the totals and any pending response for another filter. */
  forget(): void {
    this.#question += 1
    clearTimeout(this.#timer)
    this.state = null
    this.isOld = this.isBusy = this.#isUnsure = false
    this.#rows = 0
  }

  /** Sets the number of rows. Small lists are totalled automatically once they rest. */
  follow(rows: number): void {
    const isWanted = (this.state === null || this.#isUnsure) && !this.isBusy
    this.#rows = rows
    if (isWanted) this.#addLater()
  }

  /** Stops requests after the table closed. */
  close(): void {
    clearTimeout(this.#timer)
    this.#isUnsure = true
  }

  /** Marks the totals as outdated after rows changed. */
  touch(): void {
    if (this.state === null) return
    this.isOld = true
    this.#addLater()
  }

  /** Computes the totals now. A newer request cancels the previous one. */
  async add(): Promise<void> {
    clearTimeout(this.#timer)
    this.#question += 1
    const question = this.#question
    this.isBusy = true
    this.isOld = this.#isUnsure = false
    this.state ??= loading
    try {
      const value = await this.#read()
      if (question === this.#question) this.state = ready(value)
    } catch (error) {
      const report = toReport(error)
      if (question !== this.#question) return
      // Cancelled by a newer request; it can be requested again.
      if (report.code === 'cancelled') this.state = this.state.status === 'ready' ? this.state : null
      else this.state = failed(this.state, report)
    } finally {
      if (question === this.#question) this.isBusy = false
    }
  }

  #addLater(): void {
    clearTimeout(this.#timer)
    if (this.#rows === 0 || this.#rows > maxAutomaticRows) return
    this.#timer = setTimeout(() => void this.add(), restMs)
  }
}
