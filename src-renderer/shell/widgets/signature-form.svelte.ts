// Submits an external wallet's signature of a login text, or cancels it. Main verifies it.
import { Attempt } from '../page/attempt.svelte.ts'
import { describeField, findFieldFault } from '../../text/errors/describe-field.ts'
import { accounts } from '../state/accounts.svelte.ts'

/** Form for one login text. */
export class SignatureForm extends Attempt {
  signature = $state('')
  /** What is wrong with the signature; the login text still waits for another one. */
  fault = $state.raw<string | undefined>(undefined)

  /** Sends the signature to main; false when it was refused: see `fault` and `error`. */
  async give(): Promise<boolean> {
    if (this.isBusy) return false
    this.clear()
    const signature = this.signature.trim()
    if (signature === '') {
      this.fault = describeField('signature', 'empty')
      return false
    }
    return this.#run(() => accounts.giveSignature(signature))
  }

  /** Cancels the sign-in. */
  async cancel(): Promise<void> {
    await this.#run(() => accounts.cancelConnect())
  }

  /** Typing clears the errors. */
  override clear(): void {
    super.clear()
    this.fault = undefined
  }

  #run(action: () => Promise<void>): Promise<boolean> {
    return this.attempt(action, (report) => (this.fault = findFieldFault(report, 'signature')) !== undefined)
  }
}
