// Strip under the top bar about a missing session, with its actions.
import type { Account, SessionState } from '../../../src-preload/contract/accounts/accounts.ts'
import type { LinkName } from '../../../src-preload/contract/app/app.ts'
import type { ErrorReport } from '../../../src-preload/contract/channel.ts'
import { findServicePage } from '../../text/networks.ts'
import { enterKeyAction, isKeyGone, type SessionAction } from './session-text.ts'

export interface SessionStrip {
  readonly text: string
  readonly action: SessionAction
  /** Link to the service's web page, when that is the solution. */
  readonly link: LinkName | null
}

const signIn: SessionAction = { kind: 'signIn', label: 'Sign in' }
const signInAgain: SessionAction = { kind: 'signIn', label: 'Sign in again' }
const before = 'Orders and figures are from the last session.'

function describeNeedOfKey(account: Account, failure: ErrorReport | null): SessionStrip {
  if (isKeyGone('needsKey', account, failure)) {
    const key = account.keyKind === 'stark' ? 'L2 key' : 'key'
    return {
      text: `Starkdesk no longer has this account’s ${key}. ${before}`,
      action: enterKeyAction(account),
      link: null,
    }
  }
  if (account.network.kind === 'practice') {
    return { text: `This account is not signed in. ${before}`, action: signInAgain, link: null }
  }
  return {
    text: `Signing in needs a signature from this account’s wallet, which Starkdesk doesn’t have. ${before}`,
    action: { kind: 'signIn', label: 'Sign in with a signature from your wallet' },
    link: null,
  }
}

/**
 * Strip for the account in use; null when there is nothing to show.
 * @param failure - the account's last failure
 */
export function describeSessionStrip(
  session: SessionState,
  account: Account,
  failure: ErrorReport | null,
): SessionStrip | null {
  switch (session) {
    case 'signedIn':
    case 'signingIn':
    case 'signedOut':
    // The lock strip says this.
    case 'appLocked':
      return null
    case 'needsSignIn':
      return { text: `This account is not signed in. ${before}`, action: signIn, link: null }
    case 'needsKey':
      return describeNeedOfKey(account, failure)
    case 'keychainLocked':
      return {
        text: `The system keychain is locked or not responding, so Starkdesk can’t sign in. Unlock it, then sign in again. ${before}`,
        action: signInAgain,
        link: null,
      }
    case 'refused':
      return {
        text:
          account.network.kind === 'practice'
            ? `The exchange rejected the sign-in. ${before}`
            : 'The exchange rejected the sign-in. A new wallet must be registered on the exchange’s website first.',
        action: signInAgain,
        link: findServicePage(account.network.kind),
      }
  }
}
