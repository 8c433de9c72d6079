// Submits an external wallet's signature of a login text, or cancels it. Main verifies it.
import type { ErrorReport } from '../../../src-preload/contract/channel.ts'
import { toReport } from '../page/api.ts'
import { describeField } from '../../text/errors/describe-field.ts'
import { accounts } from '../state/accounts.svelte.ts'

/** Form for one login text. */
export class SignatureForm {
  signature = $state('')
  isBusy = $state(false)
  /** What is wrong with the signature; the login text still waits for another one. */
  fault = $state.raw<string | undefined>(undefined)
  error = $state.raw<ErrorReport | null>(null)

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
    this.clear()
    await this.#run(() => accounts.cancelConnect())
  }

  /** Typing clears the errors. */
  clear(): void {
    this.fault = undefined
    this.error = null
  }

  async #run(action: () => Promise<void>): Promise<boolean> {
    this.isBusy = true
    try {
      await action()
      return true
    } catch (cause) {
      this.#take(toReport(cause))
      return false
    } finally {
      this.isBusy = false
    }
  }

  #take(report: ErrorReport): void {
    if (report.code === 'validation' && report.data['field'] === 'signature') {
      this.fault = describeField('signature', String(report.data['reason'] ?? ''), report.data)
    } else {
      this.error = report
    }
  }
}
