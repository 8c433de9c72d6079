// What the frame says and offers about the account in use, or about none, as it is first drawn.
import { render } from 'svelte/server'
import { describe, expect, it } from 'vitest'
import {
  type Account,
  type SessionState,
  sessionStates,
} from '../../../../src-preload/contract/accounts/accounts.ts'
import { AppError } from '../../../../src-preload/domain/errors.ts'
import SessionNotice from '../../../../src-renderer/shell/notices/SessionNotice.svelte'
import TopBar from '../../../../src-renderer/shell/TopBar.svelte'
import { accounts } from '../../../../src-renderer/shell/state/accounts.svelte.ts'
import { makeAccount, makeAccountsState } from '../make-account.ts'
import { installFakeMain } from '../features/fake-main.ts'

const account = makeAccount(1, { label: 'Mine' })
const stark = makeAccount(2, { keyKind: 'stark' })
const practice = makeAccount(3, { network: { kind: 'practice', baseUrl: null } })
const custom = makeAccount(4, { network: { kind: 'custom', baseUrl: 'https://exchange.example' } })
const none = () => undefined

function drawNotice(session: SessionState, active: Account | null): string {
  return render(SessionNotice, { props: { session, active, onenterkey: none } }).body
}

function drawBar(all: Account[], active: Account | null): string {
  const state = makeAccountsState(all, { activeId: active?.id ?? null, session: 'signedOut' })
  return render(TopBar, {
    props: { state, active, onadd: none, onenterkey: none, ondetails: none, onremove: none, onlock: none },
  }).body
}

describe('the strip under the bar', () => {
  it('is there only while there is something to do about the session', () => {
    const silent = sessionStates.filter((session) => !drawNotice(session, account).includes('<section'))
    expect(silent).toEqual(['signedOut', 'signingIn', 'signedIn', 'appLocked'])
  })

  it('offers to sign in again when the keychain is locked, and does not ask for the key', () => {
    const drawn = drawNotice('keychainLocked', account)
    expect(drawn).toContain('keychain is locked')
    expect(drawn).toContain('Sign in again')
    expect(drawn).not.toContain('Enter the key again')
    expect(drawn).not.toContain('no longer has')
  })

  it('asks for a key that is not kept any more', () => {
    expect(drawNotice('needsKey', account)).toContain('Enter the key again')
    expect(drawNotice('needsKey', practice)).not.toContain('Enter the key again')
  })

  it('asks the wallet of a mere L2 key for a signature instead', () => {
    const drawn = drawNotice('needsKey', stark)
    expect(drawn).toContain('Sign in with a signature from your wallet')
    expect(drawn).not.toContain('Enter the key again')
  })

  it('asks for a mere L2 key once a sign-in has found that it is gone, and says that once', async () => {
    installFakeMain({
      'accounts:signIn': () => {
        throw new AppError('unauthenticated', { reason: 'noKey' })
      },
    })
    await accounts.signIn()
    const drawn = drawNotice('needsKey', stark)
    expect(drawn).toContain('no longer has this account’s L2 key')
    expect(drawn).toContain('Enter the L2 key again')
    expect(drawn).not.toContain('a signature from your wallet')
    expect(drawn).not.toContain('role="alert"')
    accounts.dismissError()
  })

  it('speaks of no lost key for practice', () => {
    expect(drawNotice('needsKey', practice)).not.toMatch(/\bkey\b/)
  })

  it('offers to sign in after signing out', () => {
    const drawn = drawNotice('needsSignIn', account)
    expect(drawn).toContain('not signed in')
    expect(drawn).toContain('>Sign in<')
  })

  it('sends a wallet that the service refuses to its web page, where there is one', () => {
    expect(drawNotice('refused', account)).toMatch(
      /registered on the exchange’s website first.*trade\.tanx\.fi/s,
    )
    expect(drawNotice('refused', custom)).toContain('registered on the exchange’s website first')
    expect(drawNotice('refused', custom)).not.toContain('Open trade')
    expect(drawNotice('refused', practice)).not.toContain('web page')
  })

  it('says what failed about an account while none is in use, and nothing when all is well', async () => {
    installFakeMain({})
    expect(drawNotice('signedOut', null)).not.toContain('role="alert"')
    await accounts.activate(account.id)
    expect(drawNotice('signedOut', null)).toContain('role="alert"')
    accounts.dismissError()
  })
})

describe('the bar', () => {
  it('offers the accounts that are here while none of them is in use', () => {
    expect(drawBar([account], null)).toContain('Account: none')
    expect(drawBar([account], account)).toContain('tanX, Mine')
    expect(drawBar([], null)).not.toContain('Account:')
  })
})
