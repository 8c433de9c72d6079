// Owns: one long list on screen: what is asked now, its rows as far as they are here, and what failed. Must not: know what rows are.
import type { ErrorReport } from '../../../src-preload/contract/channel.ts'
import { toReport } from '../../shell/page/api.ts'
import type { Loadable } from '../../shell/page/loadable.ts'
import { failed, loading, ready } from '../../shell/page/loadable.ts'
import { createRefresher } from '../../shell/page/refresher.ts'
import { RowBlocks, type Rows, type RowsAnswer } from './row-blocks.ts'

const refreshGapMs = 400

export class RowList<Row> {
  state = $state.raw<Loadable<Rows<Row>>>(loading)
  /** The rows on screen are those of the question before; the answer to the present one is on its way. */
  isAsking = $state(false)
  /** Counts questions: another one begins at its top. */
  question = $state(0)

  readonly #idOf: (row: Row) => number
  #blocks: RowBlocks<Row> | null = null
  // A run ends at once; what it asked for is answered by `onchange`.
  readonly #refresher = createRefresher(async () => {
    this.#blocks?.refresh()
    return Promise.resolve()
  }, refreshGapMs)

  constructor(idOf: (row: Row) => number) {
    this.#idOf = idOf
  }

  /** Asks another question. Answers to the one before are dropped; its rows stay until there are others, or go with `forget`. */
  ask(read: (offset: number, limit: number) => Promise<RowsAnswer<Row>>): void {
    this.#blocks?.close()
    this.isAsking = true
    this.#blocks = new RowBlocks<Row>({
      read,
      idOf: this.#idOf,
      onchange: (rows) => {
        if (this.isAsking) this.question += 1
        this.isAsking = false
        this.state = ready(rows)
      },
      onerror: (error) => {
        // Rows that fit another question are no answer to this one.
        this.state = failed(this.isAsking ? loading : this.state, toReport(error))
        this.isAsking = false
      },
    })
    this.#blocks.look(0, 0, null)
  }

  /** Drops the rows, which are somebody else's. */
  forget(): void {
    this.close()
    this.state = loading
  }

  /** Says which rows are in sight; see RowBlocks.look. */
  look(first: number, last: number, anchor: number | null): void {
    // Places of the question before are none of the present one.
    if (!this.isAsking) this.#blocks?.look(first, last, anchor)
  }

  /** Reads again what is in sight, not more often than makes sense. */
  refresh(): void {
    this.#refresher.request()
  }

  /** Asks again after a failure, at once. */
  retry(): void {
    this.#blocks?.refresh()
  }

  close(): void {
    this.#blocks?.close()
    this.#blocks = null
    this.isAsking = false
    this.#refresher.stop()
  }

  get rows(): Rows<Row> | null {
    return this.state.status === 'ready' ? this.state.value : null
  }

  /** Why the rows in sight could not be brought up to date; null when they could. */
  get refreshError(): ErrorReport | null {
    return this.state.status === 'ready' ? this.state.refreshError : null
  }
}
