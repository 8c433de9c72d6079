// Exact totals of the filtered rows, which keep themselves current.
import { toReport } from '../../../shell/page/api.ts'
import { type Loadable, failed, loading, ready } from '../../../shell/page/loadable.ts'

/** Rows rest this long before they are totalled. */
const restMs = 600
/** Totals that take long are computed in a tenth of the time, whatever changes. */
const restPerWork = 9
const maxRestMs = 60_000

/** Totals of one filter: computed once the rows rest, and again when they changed. */
export class Totals<Value> {
  /** Null before the first request. */
  state = $state.raw<Loadable<Value> | null>(null)
  /** Rows changed since the totals were computed. */
  isOld = $state(false)
  isBusy = $state(false)

  readonly #read: () => Promise<Value>
  #question = 0
  #rows = 0
  /** How long the last totals took, in milliseconds. */
  #tookMs = 0
  /** Rows may have changed while not subscribed. */
  #isUnsure = false
  /** The table is on screen. */
  #isFollowed = false
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(read: () => Promise<Value>) {
    this.#read = read
  }

  /** Drops the totals and any pending response for another filter. */
  forget(): void {
    this.#question += 1
    this.#stopTimer()
    this.state = null
    this.isOld = this.isBusy = this.#isUnsure = false
    this.#rows = this.#tookMs = 0
  }

  /** Sets the number of rows, which are totalled once they rest. */
  follow(rows: number): void {
    this.#isFollowed = true
    // Sums of rows that have all gone are no sums of none.
    if (rows === 0) this.forget()
    const isWanted = (this.state === null || this.#isUnsure) && !this.isBusy
    this.#rows = rows
    if (isWanted) this.#addLater()
  }

  /** Stops requests after the table closed. */
  close(): void {
    this.#stopTimer()
    this.#isFollowed = false
    this.#isUnsure = true
  }

  /** Marks the totals as outdated after rows changed. */
  touch(): void {
    if (this.state === null) return
    this.isOld = true
    // What is being computed is finished first, or a list that changes all the time would never have totals.
    if (!this.isBusy) this.#addLater()
  }

  /** Computes the totals now. A newer request cancels the previous one. */
  async add(): Promise<void> {
    this.#stopTimer()
    this.#question += 1
    const question = this.#question
    this.isBusy = true
    this.isOld = this.#isUnsure = false
    this.state ??= loading
    const beganMs = performance.now()
    try {
      const value = await this.#read()
      if (question !== this.#question) return
      this.state = ready(value)
      this.#tookMs = performance.now() - beganMs
    } catch (error) {
      const report = toReport(error)
      if (question !== this.#question) return
      // Cancelled by a newer request; it can be requested again.
      if (report.code === 'cancelled') this.state = this.state.status === 'ready' ? this.state : null
      else this.state = failed(this.state, report)
    } finally {
      if (question === this.#question) this.#finish()
    }
  }

  /** Rows that changed meanwhile are totalled once more. */
  #finish(): void {
    this.isBusy = false
    if (this.isOld) this.#addLater()
  }

  #stopTimer(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
  }

  #addLater(): void {
    if (this.#rows === 0 || !this.#isFollowed || this.#timer !== undefined) return
    const waitMs = Math.min(maxRestMs, Math.max(restMs, this.#tookMs * restPerWork))
    this.#timer = setTimeout(() => void this.add(), waitMs)
  }
}
