// State of renaming one account; main stores the name.
import { readLabel } from '../../../src-preload/domain/accounts/wallet-input.ts'
import { Attempt } from '../page/attempt.svelte.ts'
import { describeField, findFieldFault } from '../../text/errors/describe-field.ts'
import { accounts } from '../state/accounts.svelte.ts'

export class NameForm extends Attempt {
  isOpen = $state(false)
  text = $state('')
  fault = $state.raw<string | undefined>(undefined)

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

  override clear(): void {
    super.clear()
    this.fault = undefined
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
    const isSaved = await this.attempt(
      () => accounts.rename(id, reading.value),
      (report) => (this.fault = findFieldFault(report, 'label')) !== undefined,
    )
    if (isSaved) this.isOpen = false
    return isSaved
  }
}
