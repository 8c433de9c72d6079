// Owns: what is said about an account's L2 key: whether it is the registered one, and what follows. Must not: decide it.
import type { L2Key } from '../../src-preload/contract/accounts.ts'

const eraNames = { tanx: 'tanX', brine: 'Brine' } as const

export interface L2KeyWords {
  /** A few words for a row or a menu. */
  readonly short: string
  /** Whole sentences: what it is, what follows and what to do. */
  readonly long: string
}

export function describeL2Key(l2Key: L2Key): L2KeyWords {
  switch (l2Key.status) {
    case 'matched':
      return {
        short: 'L2 key matches the account',
        long: `This wallet derives the L2 key that is registered at the service, from the ${l2Key.textNetwork} text of the ${eraNames[l2Key.era]} era.`,
      }
    case 'mismatch':
      return {
        short: 'L2 key does not match',
        long: 'The L2 key that this wallet derives is not the one registered at the service. Starkdesk will not sign transfers with it; orders and figures are shown as before. Check that the account was opened with this wallet on this network. An account opened with another wallet app may be registered with a key that cannot be derived here.',
      }
    case 'unknown':
      return {
        short: 'L2 key not compared yet',
        long: 'The L2 key of this wallet was not compared with the one registered at the service yet. That takes the key of the wallet and an answer of the service that names a registered key. Until then Starkdesk will not sign transfers.',
      }
  }
}
