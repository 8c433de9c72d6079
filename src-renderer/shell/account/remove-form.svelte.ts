// State of removing an account: the typed name and obstacles.
import type { Account } from '../../../src-preload/contract/accounts/accounts.ts'
import { Attempt } from '../page/attempt.svelte.ts'
import { findFieldFault } from '../../text/errors/describe-field.ts'
import { accounts } from '../state/accounts.svelte.ts'

/** Form for one account. */
export class RemoveForm extends Attempt {
  typed = $state('')
  fault = $state.raw<string | undefined>(undefined)
  readonly account: Account

  constructor(account: Account) {
    super()
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
    if (!this.isConfirmed) return false
    this.fault = undefined
    return this.attempt(
      () => accounts.remove(this.account, this.typed.trim(), leaveSecrets),
      (report) => (this.fault = findFieldFault(report, 'label')) !== undefined,
    )
  }
}
