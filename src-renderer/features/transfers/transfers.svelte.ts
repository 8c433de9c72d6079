// State of the Transfers view: setup, wizard and open receipt. Runs only steps that the user requested, each once.
import type { HistoryEntry, SentTransfer, TransferSetup } from '../../../src-preload/contract/transfers.ts'
import { call, on, toReport } from '../../shell/page/api.ts'
import { Fetched } from '../../shell/page/fetched.svelte.ts'
import type { Loadable } from '../../shell/page/loadable.ts'
import { coalesce } from '../../shell/page/coalesce.ts'
import { refreshOn } from '../../shell/page/refresh-on.ts'
import { keyOf } from './list/entry-key.ts'
import { transferRows } from './list/transfer-list.svelte.ts'
import { nothingSaid, OpenReceipt, toOutcome } from './receipt/open-receipt.svelte.ts'
import {
  closedWizard,
  emptyDraft,
  hasEntries,
  next,
  type WizardEvent,
  type WizardState,
} from './wizard/wizard.ts'

/** Panel beside the list. */
export type Place = 'none' | 'wizard' | 'entry' | 'book' | 'limits'

class Transfers {
  readonly #setup = new Fetched<TransferSetup>()
  wizard = $state.raw<WizardState>(closedWizard)
  place = $state<Place>('none')
  readonly receipt = new OpenReceipt()
  /** The input was dropped with its account. */
  isDropped = $state(false)

  #accountId: string | null = null
  /** Counts accounts: results for an earlier one are dropped. */
  #age = 0
  #checkQuestion = 0
  readonly #refresh = coalesce(() => this.#setup.load(() => call('transfers:getSetup', {})), 300)

  get setup(): Loadable<TransferSetup> {
    return this.#setup.state
  }

  /** Subscribes to main for the account until the returned function is called. Another account's state is dropped. */
  start(accountId: string | null): () => void {
    if (accountId !== null && accountId !== this.#accountId) {
      if (this.#accountId !== null) this.#forget()
      this.#accountId = accountId
    }
    const stops = [
      on('transfers:changed', ({ ids }) => this.#follow(ids)),
      // A loaded profile or a stored key may complete the setup.
      refreshOn(this.#refresh, 'portfolio:balancesChanged', 'accounts:changed'),
    ]
    void this.receipt.read()
    return () => {
      stops.forEach((stop) => stop())
    }
  }

  retrySetup(): void {
    this.#refresh.request()
  }

  /** Shows the wizard as it was left, or a new one. */
  openWizard(): void {
    if (this.wizard.step === 'closed') this.step({ kind: 'open', draft: emptyDraft })
    this.isDropped = false
    this.receipt.close()
    this.place = 'wizard'
  }

  /** Starts with a recipient; other input stays. */
  useAddress(address: string): void {
    if (this.wizard.step !== 'sending') {
      const before = this.wizard.step === 'closed' ? emptyDraft : this.wizard.draft
      const draft = { ...before, recipient: address, source: 'book', acknowledged: [] } as const
      this.step({ kind: 'open', draft })
      void this.check()
    }
    this.openWizard()
  }

  /** Closes the wizard; a transfer that was already stored is shown as its receipt. */
  cancelWizard(): void {
    const { wizard } = this
    const written = wizard.step === 'sending' ? wizard.transfer : null
    if (wizard.step === 'sending' && written === null) return
    this.#checkQuestion += 1
    this.step({ kind: 'close' })
    if (written === null) this.place = 'none'
    else this.showEntry({ kind: 'journal', transfer: written })
  }

  step(event: WizardEvent): void {
    if (event.kind === 'recipientEntered') this.#checkQuestion += 1
    this.wizard = next(this.wizard, event)
  }

  /** Checks the recipient in the field. */
  async check(): Promise<void> {
    const { wizard } = this
    if (wizard.step !== 'recipient') return
    this.#checkQuestion += 1
    const question = this.#checkQuestion
    this.step({ kind: 'checkStarted' })
    const { recipient, source } = wizard.draft
    try {
      const check = await call('transfers:checkRecipient', { address: recipient.trim(), source })
      if (question === this.#checkQuestion) this.step({ kind: 'checked', check })
    } catch (error) {
      if (question === this.#checkQuestion) this.step({ kind: 'checkFailed', error: toReport(error) })
    }
  }

  /** Stores the intent, and lets main carry it out. */
  async send(): Promise<void> {
    const { wizard } = this
    if (wizard.step !== 'review') return
    this.step({ kind: 'goOn', limits: null, balance: null })
    const age = this.#age
    const { recipient, source, acknowledged, reference, note } = wizard.draft
    let transfer: SentTransfer
    try {
      transfer = await call('transfers:create', {
        recipientAddress: recipient.trim(),
        source,
        amount: wizard.amount,
        reference: reference.trim() === '' ? null : reference.trim(),
        note: note.trim(),
        acknowledged: [...acknowledged],
      })
    } catch (error) {
      if (age !== this.#age) return
      this.step({ kind: 'notWritten', error: toReport(error) })
      // The recipient's check has new findings.
      void this.check()
      return
    }
    if (age !== this.#age) return
    this.step({ kind: 'moved', transfer })
    const { id } = transfer
    let outcome = nothingSaid
    try {
      transfer = await call('transfers:proceed', { id })
    } catch (error) {
      outcome = toOutcome(error)
    }
    if (age !== this.#age) return
    if (this.#isSending(id)) {
      const isOnScreen = this.place === 'wizard'
      this.step({ kind: 'close' })
      if (isOnScreen || this.place === 'none') this.showEntry({ kind: 'journal', transfer })
    }
    this.receipt.say(id, outcome)
  }

  /** Shows the receipt of a list entry by its key; null closes the panel. */
  select(key: string | null): void {
    if (key === null) {
      this.close()
      return
    }
    const { list } = transferRows
    const listed =
      list.status === 'ready' ? list.value.entries.find((entry) => keyOf(entry) === key) : undefined
    if (listed === undefined) this.receipt.showKey(key)
    else this.showEntry(listed)
    this.place = 'entry'
  }

  /** Shows the receipt of a loaded entry. */
  showEntry(entry: HistoryEntry): void {
    this.receipt.show(entry)
    this.place = 'entry'
  }

  showPlace(place: 'book' | 'limits'): void {
    this.receipt.close()
    this.place = place
  }

  /** Closes the panel beside the list; the wizard keeps its state. */
  close(): void {
    this.receipt.close()
    this.place = 'none'
  }

  /** Starts a similar transfer with a new reference. */
  beginAgain({ recipientAddress, amount, note }: SentTransfer): void {
    if (this.wizard.step !== 'sending') {
      const draft = { ...emptyDraft, recipient: recipientAddress, source: 'recent', amount, note } as const
      this.step({ kind: 'open', draft })
      void this.check()
    }
    this.openWizard()
  }

  #isSending(id: string): boolean {
    return this.wizard.step === 'sending' && this.wizard.transfer?.id === id
  }

  #forget(): void {
    this.#age += 1
    this.#checkQuestion += 1
    this.isDropped = hasEntries(this.wizard)
    this.wizard = closedWizard
    this.#setup.drop()
    this.close()
  }

  #follow(ids: readonly string[]): void {
    this.#refresh.request()
    if (this.receipt.key !== null && ids.includes(this.receipt.key)) void this.receipt.read()
    const { wizard } = this
    const sending = wizard.step === 'sending' ? (wizard.transfer?.id ?? null) : null
    if (sending !== null && ids.includes(sending)) void this.#readProgress(sending)
  }

  async #readProgress(id: string): Promise<void> {
    try {
      const transfer = await call('transfers:get', { id })
      if (this.#isSending(id)) this.step({ kind: 'moved', transfer })
    } catch {
      // The step itself reports how it ended.
    }
  }
}

export const transfers = new Transfers()
