// State of renaming one account; main stores the name.
import type { ErrorReport } from '../../../src-preload/contract/channel.ts'
import { readLabel } from '../../../src-preload/domain/wallet-input.ts'
import { toReport } from '../page/api.ts'
import { describeField } from '../../text/errors/describe-field.ts'
import { accounts } from '../state/accounts.svelte.ts'

export class NameForm {
  isOpen = $state(false)
  text = $state('')
  isBusy = $state(false)
  fault = $state.raw<string | undefined>(undefined)
  error = $state.raw<ErrorReport | null>(null)

  /** Starts with the current name. */
  open(label: string): void {
    this.text = label
    this.clear()
    this.isOpen = true
  }

  /** Closes without a change. */
  close(): void {
    this.clear()
    this.isOpen = false
  }

  clear(): void {
    this.fault = undefined
    this.error = null
  }

  /** Renames the account and closes; false on failure: see `fault` and `error`. */
  async save(id: string): Promise<boolean> {
    if (this.isBusy) return false
    this.clear()
    const reading = readLabel(this.text)
    if (!reading.ok) {
      this.fault = describeField('label', reading.fault)
      return false
    }
    this.isBusy = true
    try {
      await accounts.rename(id, reading.value)
      this.isOpen = false
      return true
    } catch (cause) {
      this.#take(toReport(cause))
      return false
    } finally {
      this.isBusy = false
    }
  }

  #take(report: ErrorReport): void {
    if (report.code === 'validation' && report.data['field'] === 'label') {
      this.fault = describeField('label', String(report.data['reason'] ?? ''), report.data)
    } else {
      this.error = report
    }
  }
}
