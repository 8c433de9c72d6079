// Owns: the exact sums over what the filter lets through: when they are asked for, and whether they still hold. Must not: add.
import { toReport } from '../../../shell/page/api.ts'
import type { Loadable } from '../../../shell/page/loadable.ts'
import { failed, loading, ready } from '../../../shell/page/loadable.ts'

/** So many rows are added up without being asked for: it takes no time. */
const mostUnasked = 20_000
const restMs = 600

export class Totals<Value> {
  /** Null before they were asked for. */
  state = $state.raw<Loadable<Value> | null>(null)
  /** Rows changed since these were added up. */
  isOld = $state(false)
  isBusy = $state(false)

  readonly #read: () => Promise<Value>
  #question = 0
  #rows = 0
  /** Rows may have changed while nobody followed them. */
  #isUnsure = false
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(read: () => Promise<Value>) {
    this.#read = read
  }

  /** Another filter: what was added up is of no use, and an answer under way is dropped. */
  forget(): void {
    this.#question += 1
    clearTimeout(this.#timer)
    this.state = null
    this.isOld = this.isBusy = this.#isUnsure = false
    this.#rows = 0
  }

  /** Tells how many rows there are now. Few are added up by themselves once they rest. */
  follow(rows: number): void {
    const isWanted = (this.state === null || this.#isUnsure) && !this.isBusy
    this.#rows = rows
    if (isWanted) this.#addLater()
  }

  /** The table has gone from the screen: nothing is asked for before rows are followed again. */
  close(): void {
    clearTimeout(this.#timer)
    this.#isUnsure = true
  }

  /** Tells that rows changed. */
  touch(): void {
    if (this.state === null) return
    this.isOld = true
    this.#addLater()
  }

  /** Adds up now. The newest ask ends the one before. */
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
      // Somebody else's newer ask ended this one: it can be asked again.
      if (report.code === 'cancelled') this.state = this.state.status === 'ready' ? this.state : null
      else this.state = failed(this.state, report)
    } finally {
      if (question === this.#question) this.isBusy = false
    }
  }

  #addLater(): void {
    clearTimeout(this.#timer)
    if (this.#rows === 0 || this.#rows > mostUnasked) return
    this.#timer = setTimeout(() => void this.add(), restMs)
  }
}
