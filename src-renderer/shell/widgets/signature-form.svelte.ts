// Owns: giving the signature that a wallet elsewhere made of a login text, or giving it up. Must not: check it; main does.
import type { ErrorReport } from '../../../src-preload/contract/channel.ts'
import { toReport } from '../page/api.ts'
import { describeField } from '../../text/errors/describe-field.ts'
import { accounts } from '../state/accounts.svelte.ts'

/** A form for one login text. */
export class SignatureForm {
  signature = $state('')
  isBusy = $state(false)
  /** What is wrong with the signature; the text still waits for another one. */
  fault = $state.raw<string | undefined>(undefined)
  error = $state.raw<ErrorReport | null>(null)

  /** Hands the signature to main; false when it was refused: see `fault` and `error`. */
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

  /** Gives up what waits for the signature. */
  async cancel(): Promise<void> {
    this.clear()
    await this.#run(() => accounts.cancelConnect())
  }

  /** Typing takes the sentences away. */
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
