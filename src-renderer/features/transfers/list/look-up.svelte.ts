// Looks up one reference at the service. A missing response never counts as "unknown".
import type { HistoryEntry } from '../../../../src-preload/contract/transfers.ts'
import { call } from '../../../shell/page/api.ts'
import { Attempt } from '../../../shell/page/attempt.svelte.ts'
import { describeField, findFieldFault } from '../../../text/errors/describe-field.ts'

export class LookUpForm extends Attempt {
  text = $state('')
  /** What is wrong with the typed reference. */
  fault = $state.raw<string | undefined>(undefined)
  /** A reference that the service said it does not know; null otherwise. */
  unknownReference = $state<string | null>(null)

  override clear(): void {
    super.clear()
    this.fault = undefined
    this.unknownReference = null
  }

  /** The transfer with this reference from the service or the journal; null when unknown, or on failure. */
  async submit(): Promise<HistoryEntry | null> {
    if (this.isBusy) return null
    this.clear()
    const reference = this.text.trim()
    if (reference === '') {
      this.fault = describeField('reference', 'empty')
      return null
    }
    return this.ask(
      async () => {
        const { entry } = await call('transfers:find', { reference })
        if (entry === null) this.unknownReference = reference
        else this.text = ''
        return entry
      },
      (report) => (this.fault = findFieldFault(report, 'reference')) !== undefined,
    )
  }
}
