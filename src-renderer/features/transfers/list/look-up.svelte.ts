// Looks up one reference at the service. A missing response never counts as "unknown".
import type { ErrorReport } from '../../../../src-preload/contract/channel.ts'
import type { HistoryEntry } from '../../../../src-preload/contract/transfers.ts'
import { call, toReport } from '../../../shell/page/api.ts'
import { describeField } from '../../../text/errors/describe-field.ts'

export class LookUpForm {
  text = $state('')
  isBusy = $state(false)
  /** What is wrong with the typed reference. */
  fault = $state.raw<string | undefined>(undefined)
  error = $state.raw<ErrorReport | null>(null)
  /** A reference that the service said it does not know; null otherwise. */
  unknownReference = $state<string | null>(null)

  clear(): void {
    this.fault = undefined
    this.error = null
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
    this.isBusy = true
    try {
      const { entry } = await call('transfers:find', { reference })
      if (entry === null) this.unknownReference = reference
      else this.text = ''
      return entry
    } catch (cause) {
      const report = toReport(cause)
      if (report.code === 'validation' && report.data['field'] === 'reference') {
        this.fault = describeField('reference', String(report.data['reason'] ?? ''), report.data)
      } else {
        this.error = report
      }
      return null
    } finally {
      this.isBusy = false
    }
  }
}
