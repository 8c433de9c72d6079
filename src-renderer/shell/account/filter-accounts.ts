// Filters accounts by text.
import type { Account } from '../../../src-preload/contract/accounts/accounts.ts'
import { describeNetwork } from '../../text/networks.ts'

/** Number of accounts from which the menu has a filter. */
export const filterFrom = 9

/** Accounts whose name, address or network contains every word of the text, ignoring case. */
export function filterAccounts(accounts: readonly Account[], text: string): readonly Account[] {
  const words = text.toLocaleLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return accounts
  return accounts.filter(({ label, ethereumAddress, network }) => {
    const haystack = `${label}\n${ethereumAddress}\n${describeNetwork(network)}`.toLocaleLowerCase()
    return words.every((word) => haystack.includes(word))
  })
}
