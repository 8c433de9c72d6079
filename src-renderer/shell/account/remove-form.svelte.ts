// State of removing an account: the typed name and obstacles.
import type { Account } from '../../../src-preload/contract/accounts.ts'
import type { ErrorReport } from '../../../src-preload/contract/channel.ts'
import { toReport } from '../page/api.ts'
import { describeField } from '../../text/errors/describe-field.ts'
import { isDeclined } from '../../text/errors/security-faults.ts'
import { accounts } from '../state/accounts.svelte.ts'

/** Form for one account. */
export class RemoveForm {
  typed = $state('')
  isBusy = $state(false)
  fault = $state.raw<string | undefined>(undefined)
  error = $state.raw<ErrorReport | null>(null)
  /** True after the user declined in the confirmation window, which is not an error. */
  isDeclined = $state(false)
  readonly account: Account

  constructor(account: Account) {
    this.account = account
  }

  /** True once the account's name was typed, ignoring surrounding spaces. */
  get isConfirmed(): boolean {
    return this.typed.trim() === this.account.label.trim()
  }

  /** True when main asks for confirmation in its own window: a key would be lost. */
  get isAskedAgain(): boolean {
    return this.account.network.kind !== 'practice'
  }

  /** True when only the keychain, which holds a secret of the account, blocks the removal. */
  get canLeaveSecrets(): boolean {
    const { error } = this
    if (error === null || error.data['isHeld'] !== true) return false
    return error.code === 'keychainUnavailable' || error.code === 'keychainLocked'
  }

  /** Typing clears the error. */
  clearFault(): void {
    this.fault = undefined
  }

  /**
   * Removes the account; false on failure or decline: see `fault`, `error` and `isDeclined`.
   * @param leaveSecrets - leave unreachable secrets in the keychain
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
