// State of removing everything: consequences, confirmation text and errors. Main asks once more and removes.
import type { RemovalFacts } from '../../../../src-preload/contract/accounts/removal.ts'
import { isRemovalTyped } from '../../../../src-preload/domain/accounts/removal.ts'
import { call } from '../../../shell/page/api.ts'
import { Attempt } from '../../../shell/page/attempt.svelte.ts'
import { countOf } from '../../../text/format/words.ts'
import { Fetched } from '../../../shell/page/fetched.svelte.ts'
import { describeOrderBusiness } from '../../../text/order-business-text.ts'

/** What is removed, one line each. */
export function listAllThatGoes({ wallets, practiceAccounts }: RemovalFacts): string[] {
  return [
    ...(wallets > 0 ? [`The keys and sign-ins of ${countOf(wallets, ['account', 'accounts'])}`] : []),
    ...(practiceAccounts > 0 ? [countOf(practiceAccounts, ['practice account', 'practice accounts'])] : []),
    'Downloaded orders, fills, figures, candles and trades',
    'Settings, limits, the address book, notes, drawings and alerts',
    'Transfer records, all backups and the log',
  ]
}

/** Warnings about transfers and orders with an unknown outcome, open orders and a running session; empty without any. */
export function describeUndecided(facts: RemovalFacts): string[] {
  const { undecidedTransfers, undecidedOrders } = facts
  return [
    ...(undecidedTransfers > 0
      ? [
          `${countOf(undecidedTransfers, ['transfer has', 'transfers have'])} an unknown outcome. Check it first: without its record, Starkdesk can’t check it or prevent a double transfer.`,
        ]
      : []),
    ...(undecidedOrders > 0
      ? [
          `${countOf(undecidedOrders, ['order was', 'orders were'])} sent without an answer. Wait for it or check at the exchange: without its record, Starkdesk can’t look for it.`,
        ]
      : []),
    ...describeOrderBusiness({ ...facts, undecidedOrders: 0 }),
  ]
}

export class RemoveAllForm extends Attempt {
  readonly facts = new Fetched<RemovalFacts>()
  typed = $state('')

  get isConfirmed(): boolean {
    return isRemovalTyped(this.typed)
  }

  load(): Promise<void> {
    return this.facts.load(() => call('removal:getFacts', {}))
  }

  /** Requests the removal; main asks once more. On success the app quits. */
  async remove(): Promise<void> {
    if (!this.isConfirmed) return
    const isRemoved = await this.attempt(() => call('removal:removeAll', { typed: this.typed.trim() }))
    // Part of the data may have been removed before the failure.
    if (!isRemoved) await this.load()
  }
}
