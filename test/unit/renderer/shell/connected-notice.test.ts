// What is offered right after a wallet was connected.
import { render } from 'svelte/server'
import { expect, it } from 'vitest'
import type { KeyProtection } from '../../../../src-preload/contract/accounts/accounts.ts'
import ConnectedNotice from '../../../../src-renderer/shell/notices/ConnectedNotice.svelte'
import { makeAccount } from '../make-account.ts'

const none = () => undefined

function draw(protection: KeyProtection, isNew = false, account = makeAccount(1)): string {
  const props = { account, isNew, protection, onsetpassword: none, ondismiss: none }
  return render(ConnectedNotice, { props }).body
}

it('offers an app password to who has the key in memory only, and to nobody else', () => {
  expect(draw({ kind: 'memory', reason: 'noService' })).toContain('Set app password')
  for (const kind of ['keychain', 'vault', 'untouched'] as const) {
    expect(draw({ kind, reason: null })).not.toContain('Set app password')
  }
})

it('speaks of neither key nor password for a practice wallet', () => {
  const practice = makeAccount(1, { label: 'Alice', network: { kind: 'practice', baseUrl: null } })
  const drawn = draw({ kind: 'memory', reason: 'noService' }, false, practice)
  expect(drawn).toContain('Alice is open.')
  expect(drawn).not.toMatch(/key|password/i)
})

it('does not call a wallet connected that the service has never seen', () => {
  expect(draw({ kind: 'vault', reason: null }, true)).not.toContain('connected')
  expect(draw({ kind: 'vault', reason: null })).toContain('connected')
})
