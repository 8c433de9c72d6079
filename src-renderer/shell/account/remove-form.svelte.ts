// Owns: the question before an account is removed: the name that has to be typed, and what stands in the way.
// Must not: remove rows or secrets itself; main does.
import type { Account } from '../../../src-preload/contract/accounts.ts'
import type { ErrorReport } from '../../../src-preload/contract/channel.ts'
import { toReport } from '../page/api.ts'
import { describeField } from '../../text/errors/describe-field.ts'
import { isDeclined } from '../../text/errors/security-faults.ts'
import { accounts } from '../state/accounts.svelte.ts'

/** A form for one account. */
export class RemoveForm {
  typed = $state('')
  isBusy = $state(false)
  fault = $state.raw<string | undefined>(undefined)
  error = $state.raw<ErrorReport | null>(null)
  /** True after the person said no in the window that asks once more, which is no fault. */
  isDeclined = $state(false)
  readonly account: Account

  constructor(account: Account) {
    this.account = account
  }

  /** True once the name of the account was typed, whatever spaces stand around it. */
  get isConfirmed(): boolean {
    return this.typed.trim() === this.account.label.trim()
  }

  /** True where main asks once more in a window of its own: there is a key to lose. */
  get isAskedAgain(): boolean {
    return this.account.network.kind !== 'practice'
  }

  /** True when nothing but the keychain, which holds a secret of the account, stands in the way. */
  get canLeaveSecrets(): boolean {
    const { error } = this
    if (error === null || error.data['isHeld'] !== true) return false
    return error.code === 'keychainUnavailable' || error.code === 'keychainLocked'
  }

  /** Typing takes the sentence away. */
  clearFault(): void {
    this.fault = undefined
  }

  /**
   * Removes the account; false when that failed or was declined: see `fault`, `error` and `isDeclined`.
   * @param leaveSecrets - leave in the keychain what cannot be reached now
   */
  async remove(leaveSecrets: boolean): Promise<boolean> {
    if (this.isBusy || !this.isConfirmed) return false
    this.isBusy = true
    this.fault = undefined
    this.error = null
    this.isDeclined = false
    try {
      await accounts.remove(this.account, this.typed.trim(), leaveSecrets)
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
    } else if (isDeclined(report)) {
      this.isDeclined = true
    } else {
      this.error = report
    }
  }
}
