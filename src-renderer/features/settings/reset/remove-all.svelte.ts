// Owns: the question before everything is removed: what would go, the words to type, what stands in the way.
// Must not: remove anything itself; main asks once more and does.
import type { ErrorReport } from '../../../../src-preload/contract/channel.ts'
import type { RemovalFacts } from '../../../../src-preload/contract/removal.ts'
import { isRemovalTyped } from '../../../../src-preload/domain/removal.ts'
import { call, toReport } from '../../../shell/page/api.ts'
import { countOf } from '../../../text/format/words.ts'
import { failed, type Loadable, loading, ready } from '../../../shell/page/loadable.ts'
import { isDeclined } from '../../../text/errors/security-faults.ts'

/** What goes, a line each. */
export function listAllThatGoes({ wallets, practiceAccounts }: RemovalFacts): string[] {
  return [
    ...(wallets > 0
      ? [
          `The keys and sign-ins of ${countOf(wallets, ['account', 'accounts'])}, in the keychain or the vault`,
        ]
      : []),
    ...(practiceAccounts > 0 ? [countOf(practiceAccounts, ['practice account', 'practice accounts'])] : []),
    'Orders, fills, figures, candles and trades that were loaded',
    'Settings, limits, the address book, notes, drawings and alerts',
    'The record of transfers, all backups, and the log',
  ]
}

/** What is said of transfers that are not decided; null without such. */
export function describeUndecided({ undecidedTransfers: count }: RemovalFacts): string | null {
  if (count === 0) return null
  return `${countOf(count, ['transfer is', 'transfers are'])} on the way and nobody knows yet what became of it. Look it up first: without its record Starkdesk cannot, and cannot keep you from sending the same money twice.`
}

export class RemoveAllForm {
  facts = $state.raw<Loadable<RemovalFacts>>(loading)
  typed = $state('')
  isBusy = $state(false)
  /** The person said no in the other window, which is no fault. */
  isDeclined = $state(false)
  error = $state.raw<ErrorReport | null>(null)

  get isConfirmed(): boolean {
    return isRemovalTyped(this.typed)
  }

  async load(): Promise<void> {
    try {
      this.facts = ready(await call('removal:getFacts', {}))
    } catch (error) {
      this.facts = failed(this.facts, toReport(error))
    }
  }

  /** Asks main, which asks once more. Where it goes well the app ends. */
  async remove(): Promise<void> {
    if (this.isBusy || !this.isConfirmed) return
    this.isBusy = true
    this.isDeclined = false
    this.error = null
    try {
      await call('removal:removeAll', { typed: this.typed.trim() })
    } catch (cause) {
      const report = toReport(cause)
      if (isDeclined(report)) this.isDeclined = true
      else this.error = report
      // Some may have gone before it failed.
      await this.load()
    } finally {
      this.isBusy = false
    }
  }
}
