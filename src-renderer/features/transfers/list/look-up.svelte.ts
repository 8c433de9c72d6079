// Owns: asking the service about one reference, and what came of it. Must not: take silence for "unknown".
import type { ErrorReport } from '../../../../src-preload/contract/channel.ts'
import type { HistoryEntry } from '../../../../src-preload/contract/transfers.ts'
import { call, toReport } from '../../../shell/page/api.ts'
import { describeField } from '../../../text/errors/describe-field.ts'

export class LookUpForm {
  text = $state('')
  isBusy = $state(false)
  /** What is wrong with the reference as it was typed. */
  fault = $state.raw<string | undefined>(undefined)
  error = $state.raw<ErrorReport | null>(null)
  /** The reference that the service answered not to know; null while there is none. */
  unknownReference = $state<string | null>(null)

  clear(): void {
    this.fault = undefined
    this.error = null
    this.unknownReference = null
  }

  /** What the service, or the journal, knows by this reference; null where it does not, or could not be asked. */
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
