// Text about an account's keys: the signing key, whether its L2 key is registered, and what to do.
import type { KeyKind, L2Key } from '../../src-preload/contract/accounts.ts'

const eraNames = { tanx: 'tanX', brine: 'Brine' } as const

/** Signing key of an account, for a row: the wallet's key or the L2 key alone. */
export const keyKindWords: Readonly<Record<KeyKind, string>> = {
  ethereum: 'Ethereum key of the wallet',
  stark: 'L2 key alone; the wallet signs in elsewhere',
}

/** The L2 key that is compared with the registered one. */
const ownKeyWords: Readonly<Record<KeyKind, string>> = {
  ethereum: 'The L2 key that this wallet derives',
  stark: 'The L2 key that was entered',
}

const mismatchAdvice: Readonly<Record<KeyKind, string>> = {
  ethereum:
    'Check that the account was opened with this wallet on this network. An account opened with another wallet app may be registered with a key that cannot be derived here.',
  stark:
    'Check on the web page of the service which key belongs to this account, then add the account again with that one.',
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
        short: 'L2 key matches the account',
        long:
          l2Key.text === null
            ? 'The L2 key that was entered is the one that is registered at the service.'
            : `This wallet derives the L2 key that is registered at the service, from the ${l2Key.text.network} text of the ${eraNames[l2Key.text.era]} era.`,
      }
    case 'mismatch':
      return {
        short: 'L2 key does not match',
        long: `${ownKeyWords[keyKind]} is not the one registered at the service. Starkdesk will not sign transfers with it; orders and figures are shown as before. ${mismatchAdvice[keyKind]}`,
      }
    case 'unknown':
      return {
        short: 'L2 key not compared yet',
        long: 'The L2 key of this account was not compared with the one registered at the service yet. That takes the key itself and an answer of the service that names a registered key. Until then Starkdesk will not sign transfers.',
      }
  }
}
