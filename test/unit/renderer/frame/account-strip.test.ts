// Owns: what the frame says and offers about the account in use, or about none, as it is first drawn.
// Must not: test what a click does (the end-to-end specs do).
import { render } from 'svelte/server'
import { describe, expect, it } from 'vitest'
import type { Account, AccountsState, SessionState } from '../../../../src-preload/contract/accounts.ts'
import SessionNotice from '../../../../src-renderer/frame/SessionNotice.svelte'
import TopBar from '../../../../src-renderer/frame/TopBar.svelte'
import { accounts } from '../../../../src-renderer/lib/state/accounts.svelte.ts'
import { installFakeMain } from '../views/fake-main.ts'

const account: Account = {
  id: '5f0c1d1e-6f3c-4d3b-9a53-0d1b5b2a7c11',
  label: 'Mine',
  network: { kind: 'mainnet', baseUrl: null },
  ethereumAddress: '0x7E5F4552091A69125d5DfCb7b8C2659029395Bdf',
  createdAtMs: 1,
  profile: null,
  l2Key: { status: 'unknown' },
}
const none = () => undefined

function drawNotice(session: SessionState, active: Account | null): string {
  return render(SessionNotice, { props: { session, active, onenterkey: none } }).body
}

function drawBar(all: Account[], active: Account | null): string {
  const state: AccountsState = {
    accounts: all,
    activeId: active?.id ?? null,
    session: 'signedOut',
    protection: { kind: 'untouched', reason: null },
  }
  return render(TopBar, { props: { state, active, onadd: none, ondetails: none, onremove: none } }).body
}

describe('the strip under the bar', () => {
  it('offers to sign in again when the keychain is locked, and does not ask for the key', () => {
    const drawn = drawNotice('keychainLocked', account)
    expect(drawn).toContain('keychain is locked')
    expect(drawn).toContain('Sign in again')
    expect(drawn).not.toContain('Enter the key again')
    expect(drawn).not.toContain('no longer holds')
  })

  it('asks for a key that is not kept any more', () => {
    expect(drawNotice('needsKey', account)).toContain('Enter the key again')
  })

  it('says what failed about an account while none is in use, and nothing when all is well', async () => {
    installFakeMain({})
    expect(drawNotice('signedOut', null)).not.toContain('role="alert"')
    await accounts.remove(account.id)
    expect(drawNotice('signedOut', null)).toContain('role="alert"')
    accounts.dismissError()
  })
})

describe('the bar', () => {
  it('offers the accounts that are here while none of them is in use', () => {
    expect(drawBar([account], null)).toContain('Account: none')
    expect(drawBar([account], account)).toContain('Mainnet, Mine')
    expect(drawBar([], null)).not.toContain('Account:')
  })
})
