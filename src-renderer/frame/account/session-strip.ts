// Owns: what the strip under the bar says about a session that is not there, and what it offers. Must not: decide it.
import type { Account, SessionState } from '../../../src-preload/contract/accounts.ts'
import type { LinkName } from '../../../src-preload/contract/app.ts'
import { findServicePage } from '../../lib/networks.ts'

export interface SessionStrip {
  readonly text: string
  /** `enterKey`: in the form for wallets. `signIn`: by what is kept, or by a wallet elsewhere. */
  readonly action: { readonly kind: 'enterKey' | 'signIn'; readonly label: string }
  /** The web page of the service, where that is the way out. */
  readonly link: LinkName | null
}

const signIn = { kind: 'signIn', label: 'Sign in' } as const
const signInAgain = { kind: 'signIn', label: 'Sign in again' } as const
const before = 'Its orders and figures are those of the last session.'

/** What to say of the account in use; null while there is nothing to say. */
export function describeSessionStrip(session: SessionState, account: Account): SessionStrip | null {
  switch (session) {
    case 'signedIn':
    case 'signingIn':
    case 'signedOut':
    // The strip about the lock says it.
    case 'appLocked':
      return null
    case 'needsSignIn':
      return { text: `This account is not signed in. ${before}`, action: signIn, link: null }
    case 'needsKey':
      return account.keyKind === 'stark'
        ? {
            text: `Signing in takes a signature from the wallet of this account, which Starkdesk does not have. ${before}`,
            action: { kind: 'signIn', label: 'Sign in with a signature from your wallet' },
            link: null,
          }
        : {
            text: `Starkdesk no longer holds the key of this account. ${before}`,
            action:
              account.network.kind === 'practice'
                ? signInAgain
                : { kind: 'enterKey', label: 'Enter the key again' },
            link: null,
          }
    case 'keychainLocked':
      return {
        text: `The system keychain is locked or does not answer, so Starkdesk cannot sign in. Unlock the keychain, then sign in again. ${before}`,
        action: signInAgain,
        link: null,
      }
    case 'refused':
      return {
        text:
          account.network.kind === 'practice'
            ? `The service did not accept the sign-in. ${before}`
            : 'The service did not accept the sign-in. A wallet that is new to it has to be registered on its web page first.',
        action: signInAgain,
        link: findServicePage(account.network.kind),
      }
  }
}
