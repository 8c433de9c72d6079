// What blocks an account from sending, and its known balance. Pure; never guesses a balance.
import { exactText, parseExact, subtract } from '../../src-preload/domain/numbers/exact-decimal.ts'
import type { Account } from '../../src-preload/contract/accounts/accounts.ts'
import type { PnlEntry } from '../../src-preload/contract/orders/entities.ts'
import type { TransferSetup } from '../../src-preload/contract/transfers.ts'
import { networkProfiles } from '../session/network-profile.ts'
import { mayKeyBeUsedAt } from '../accounts/wallet/l2-signer.ts'

/** What blocks sending, in the order in which to fix it. */
export function findBlockers(account: Account | null): TransferSetup['blockers'] {
  if (account === null) return []
  const { network, serviceKeys, profile, l2Key } = account
  const blockers: TransferSetup['blockers'] = []
  if (profile === null) blockers.push('noProfile')
  else if (l2Key.status !== 'matched') blockers.push('keyMismatch')
  else if (!mayKeyBeUsedAt(account)) blockers.push('publicKeyElsewhere')
  // The practice exchange's keys are known.
  if (!networkProfiles[network.kind].hasRealFunds) return blockers
  if (!serviceKeys.organizationKey || !serviceKeys.apiKey) blockers.push('noServiceKeys')
  return blockers
}

/**
 * USDC balance from the exchange's P&L figures: total credit minus total debit, of which open orders may hold a part. Null
 * without figures, or without USDC among them.
 */
export function readBalance(
  latest: { readonly entries: readonly PnlEntry[]; readonly asOfMs: number } | null,
): TransferSetup['balance'] {
  const entry = latest?.entries.find(({ currency }) => currency === 'usdc')
  if (latest === null || entry === undefined) return null
  return {
    amount: exactText(subtract(parseExact(entry.totalCredit), parseExact(entry.totalDebit))),
    kind: 'atMost',
    asOfMs: latest.asOfMs,
  }
}
