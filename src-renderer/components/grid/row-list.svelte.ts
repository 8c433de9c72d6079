// A long list on screen: current query, loaded rows and errors.
import type { ErrorReport } from '../../../src-preload/contract/channel.ts'
import { toReport } from '../../shell/page/api.ts'
import { type Loadable, failed, loading, ready } from '../../shell/page/loadable.ts'
import { coalesce } from '../../shell/page/coalesce.ts'
import { RowBlocks, type Rows, type RowsAnswer } from './row-blocks.ts'

const refreshGapMs = 400

/** One long list on screen; loads its rows through RowBlocks. */
export class RowList<Row> {
  state = $state.raw<Loadable<Rows<Row>>>(loading)
  /** True while the rows are those of the previous query. */
  isAsking = $state(false)
  /** Counts queries: a new query starts at the top. */
  question = $state(0)

  readonly #idOf: (row: Row) => number
  #blocks: RowBlocks<Row> | null = null
  // A run returns immediately; `onchange` receives the response.
  readonly #refresher = coalesce(async () => {
    this.#blocks?.refresh()
    return Promise.resolve()
  }, refreshGapMs)

  constructor(idOf: (row: Row) => number) {
    this.#idOf = idOf
  }

  /**
   * Starts another query. Responses to the previous one are dropped; its rows stay until new ones arrive, or until
   * `forget`.
   */
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
        // Rows of another query are no fallback for this one.
        this.state = failed(this.isAsking ? loading : this.state, toReport(error))
        this.isAsking = false
      },
    })
    this.#blocks.look(0, 0, null)
  }

  /** Drops the rows, which belong to another account. */
  forget(): void {
    this.close()
    this.state = loading
  }

  /** Sets the visible rows; see RowBlocks.look. */
  look(first: number, last: number, anchor: number | null): void {
    // Indexes of the previous query do not apply.
    if (!this.isAsking) this.#blocks?.look(first, last, anchor)
  }

  /** Reloads the visible rows, throttled. */
  refresh(): void {
    this.#refresher.request()
  }

  /** Retries immediately after a failure. */
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

  /** Why the visible rows could not be refreshed; null when they could. */
  get refreshError(): ErrorReport | null {
    return this.state.status === 'ready' ? this.state.refreshError : null
  }
}
