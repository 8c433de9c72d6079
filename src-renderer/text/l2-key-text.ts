// Text about an account's keys: the signing key, whether its L2 key is registered, and what to do.
import type { KeyKind, L2Key } from '../../src-preload/contract/accounts/accounts.ts'

const eraNames = { tanx: 'tanX', brine: 'Brine' } as const

/** Signing key of an account, for a row: the wallet's key or the L2 key alone. */
export const keyKindWords: Readonly<Record<KeyKind, string>> = {
  ethereum: 'The wallet’s Ethereum key',
  stark: 'L2 key only; the wallet signs in elsewhere',
}

/** The L2 key that is compared with the registered one. */
const ownKeyWords: Readonly<Record<KeyKind, string>> = {
  ethereum: 'The L2 key derived from this wallet',
  stark: 'The L2 key you entered',
}

const mismatchAdvice: Readonly<Record<KeyKind, string>> = {
  ethereum:
    'Check that the account was opened with this wallet on this network. Accounts opened in other wallet apps may use a key that can’t be derived here.',
  stark: 'Check the account’s key on the exchange’s website, then add the account again with that key.',
}

export interface L2KeyWords {
  /** Short text for a row or a menu. */
  readonly short: string
  /** Full sentences: the state, its consequences and what to do. */
  readonly long: string
}

export function describeL2Key(l2Key: L2Key, keyKind: KeyKind): L2KeyWords {
  switch (l2Key.status) {
    case 'matched':
      return {
        short: 'L2 key matches',
        long:
          l2Key.text === null
            ? 'The L2 key you entered is registered at the exchange.'
            : `This wallet’s L2 key is registered at the exchange (${l2Key.text.network} text, ${eraNames[l2Key.text.era]} era).`,
      }
    case 'mismatch':
      return {
        short: 'L2 key does not match',
        long: `${ownKeyWords[keyKind]} doesn’t match the exchange’s record. Starkdesk won’t sign transfers with it; orders and figures still work. ${mismatchAdvice[keyKind]}`,
      }
    case 'unknown':
      return {
        short: 'L2 key not compared yet',
        long: 'The L2 key was not compared with the exchange’s record yet. Starkdesk won’t sign transfers until it matches.',
      }
  }
}
