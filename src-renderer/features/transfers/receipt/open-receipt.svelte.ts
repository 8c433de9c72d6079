// Owns: the entry whose receipt is open, and what the last thing that was asked of it came to.
// Must not: take a step that nobody asked for, or two at once.
import { isDeclined } from '../../../text/errors/security-faults.ts'
import type { ErrorReport } from '../../../../src-preload/contract/channel.ts'
import type { HistoryEntry, SentTransfer, TransferOffer } from '../../../../src-preload/contract/transfers.ts'
import { call, toReport } from '../../../shell/page/api.ts'
import type { Loadable } from '../../../shell/page/loadable.ts'
import { failed, loading, ready } from '../../../shell/page/loadable.ts'
import { keyOf } from '../list/entry-key.ts'

/** What the last thing that was asked of a transfer came to, besides what its record says. */
export type ActOutcome =
  | { readonly kind: 'none' }
  | { readonly kind: 'declined' }
  | { readonly kind: 'failed'; readonly error: ErrorReport }

export const nothingSaid: ActOutcome = { kind: 'none' }

export function toOutcome(error: unknown): ActOutcome {
  const report = toReport(error)
  return isDeclined(report) ? { kind: 'declined' } : { kind: 'failed', error: report }
}

export class OpenReceipt {
  /** Of the entry (list/entry-key.ts); null without one. */
  key = $state<string | null>(null)
  entry = $state.raw<Loadable<HistoryEntry>>(loading)
  outcome = $state.raw<ActOutcome>(nothingSaid)
  /** A step was asked for and has not ended. */
  isActing = $state(false)

  /** Counts what was opened: the end of a step of an earlier one says nothing here. */
  #opened = 0
  #question = 0

  /** Opens an entry that is at hand, and reads it anew. */
  show(entry: HistoryEntry): void {
    this.entry = ready(entry)
    this.#open(keyOf(entry))
  }

  /** Opens a transfer of the journal by its key. */
  showKey(key: string): void {
    if (key !== this.key) this.entry = loading
    this.#open(key)
  }

  close(): void {
    this.key = null
    this.#opened += 1
    this.#question += 1
  }

  /** Says what a step came to that was taken elsewhere. */
  say(key: string, outcome: ActOutcome): void {
    if (this.key !== key) return
    this.outcome = outcome
    void this.read()
  }

  /** Does what the transfer offers; `again` begins another and is not for here. */
  async act({ id }: SentTransfer, offer: Exclude<TransferOffer, 'again'>): Promise<void> {
    if (this.isActing) return
    const opened = this.#opened
    this.isActing = true
    this.outcome = nothingSaid
    let outcome = nothingSaid
    try {
      await call(`transfers:${offer}`, { id })
    } catch (error) {
      outcome = toOutcome(error)
    }
    if (opened !== this.#opened) return
    this.isActing = false
    this.outcome = outcome
    await this.read()
  }

  /** Keeps a note; rejects with an ApiError. */
  async setNote(id: string, note: string): Promise<void> {
    await call('transfers:setNote', { id, note })
    if (this.key === id) await this.read()
  }

  /** Reads what is open as the journal has it now. */
  async read(): Promise<void> {
    const { key } = this
    this.#question += 1
    const question = this.#question
    // What was only looked up changes by another look-up alone.
    if (key === null || key.startsWith('found:')) return
    try {
      const transfer = await call('transfers:get', { id: key })
      if (question === this.#question) this.entry = ready({ kind: 'journal', transfer })
    } catch (error) {
      if (question === this.#question) this.entry = failed(this.entry, toReport(error))
    }
  }

  #open(key: string): void {
    if (key !== this.key) {
      this.#opened += 1
      this.outcome = nothingSaid
      this.isActing = false
    }
    this.key = key
    void this.read()
  }
}
