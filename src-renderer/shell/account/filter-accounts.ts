// Owns: which accounts a few typed characters mean. Must not: order or change them.
import type { Account } from '../../../src-preload/contract/accounts.ts'
import { describeNetwork } from '../../text/networks.ts'

/** From so many accounts on, looking for one takes a filter. */
export const filterFrom = 9

/** The accounts of which every word of the text is in the name, the address or the network, whatever its case. */
export function filterAccounts(accounts: readonly Account[], text: string): readonly Account[] {
  const words = text.toLocaleLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return accounts
  return accounts.filter(({ label, ethereumAddress, network }) => {
    const haystack = `${label}\n${ethereumAddress}\n${describeNetwork(network)}`.toLocaleLowerCase()
    return words.every((word) => haystack.includes(word))
  })
}
