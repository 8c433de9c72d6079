// The open receipt and the result of its last action. Runs only requested steps, one at a time.
import { isDeclined } from '../../../text/errors/security-faults.ts'
import type { ErrorReport } from '../../../../src-preload/contract/channel.ts'
import type { HistoryEntry, SentTransfer, TransferOffer } from '../../../../src-preload/contract/transfers.ts'
import { call, toReport } from '../../../shell/page/api.ts'
import { Fetched } from '../../../shell/page/fetched.svelte.ts'
import type { Loadable } from '../../../shell/page/loadable.ts'
import { keyOf } from '../list/entry-key.ts'

/** Result of the last action on a transfer, besides its record. */
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
  /** Key of the entry (list/entry-key.ts); null for none. */
  key = $state<string | null>(null)
  readonly #entry = new Fetched<HistoryEntry>()
  outcome = $state.raw<ActOutcome>(nothingSaid)
  /** A step is in progress. */
  isActing = $state(false)

  /** Counts opened entries: a step's end on an earlier one is ignored. */
  #opened = 0

  get entry(): Loadable<HistoryEntry> {
    return this.#entry.state
  }

  /** Opens a loaded entry and reloads it. */
  show(entry: HistoryEntry): void {
    this.#entry.set(entry)
    this.#open(keyOf(entry))
  }

  /** Opens a journal transfer by its key. */
  showKey(key: string): void {
    if (key !== this.key) this.#entry.drop()
    this.#open(key)
  }

  close(): void {
    this.key = null
    this.#opened += 1
    this.#entry.drop()
  }

  /** Shows the result of a step that was run elsewhere. */
  say(key: string, outcome: ActOutcome): void {
    if (this.key !== key) return
    this.outcome = outcome
    void this.read()
  }

  /** Runs an offered action; `again`, which starts another transfer, is handled elsewhere. */
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

  /** Stores a note; rejects with an ApiError. */
  async setNote(id: string, note: string): Promise<void> {
    await call('transfers:setNote', { id, note })
    if (this.key === id) await this.read()
  }

  /** Reloads the open entry from the journal. */
  async read(): Promise<void> {
    const { key } = this
    // A looked-up transfer changes only by another look-up.
    if (key === null || key.startsWith('found:')) return
    await this.#entry.load(async () => ({
      kind: 'journal',
      transfer: await call('transfers:get', { id: key }),
    }))
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
