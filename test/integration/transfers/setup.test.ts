// Proof of what is said to be missing before anything can be sent, and of the balance.
import { expect, test } from 'vitest'
import type { Account } from '../../../src-preload/contract/accounts/accounts.ts'
import { findBlockers, readBalance } from '../../../src-main/transfers/setup.ts'
import { samplePnl } from '../store/support.ts'

const ready: Account = {
  id: 'f3b1a7de-94a1-4c1c-8a3e-0d6f2f1c9b01',
  label: 'Main',
  keyKind: 'ethereum',
  network: { kind: 'mainnet', baseUrl: null },
  ethereumAddress: '0x52908400098527886E0F7030069857D2E4169EE7',
  createdAtMs: 0,
  profile: { name: '', customerId: null, username: '', starkKey: '0x1' },
  l2Key: { status: 'matched', publicKey: '0x1', text: { era: 'tanx', network: 'mainnet' } },
  serviceKeys: { organizationKey: true, apiKey: true },
}

test('nothing is missing where the profile is read, the L2 key is its own, and both keys of the service are kept', () => {
  expect(findBlockers(ready)).toEqual([])
})

test('each key of the service is needed, except at the practice exchange, whose keys are known', () => {
  for (const serviceKeys of [
    { organizationKey: false, apiKey: true },
    { organizationKey: true, apiKey: false },
  ]) {
    expect(findBlockers({ ...ready, serviceKeys })).toEqual(['noServiceKeys'])
    expect(findBlockers({ ...ready, serviceKeys, network: { kind: 'practice', baseUrl: null } })).toEqual([])
  }
})

test('the profile comes first: without it nobody knows whose L2 key it is', () => {
  const serviceKeys = { organizationKey: false, apiKey: false }
  expect(findBlockers({ ...ready, profile: null, serviceKeys })).toEqual(['noProfile', 'noServiceKeys'])
})

test('a key from a text of the public service signs at no address that somebody chose', () => {
  const at = (baseUrl: string): Account => ({ ...ready, network: { kind: 'custom', baseUrl } })
  expect(findBlockers(at('https://exchange.example'))).toEqual(['publicKeyElsewhere'])
  expect(findBlockers(at('http://127.0.0.1:8080'))).toEqual([])
})

test('the balance is all that came less all that went, to the last digit, with its age', () => {
  const entries = [
    samplePnl('eth'),
    samplePnl('usdc', { totalCredit: '9007199254740993.100001', totalDebit: '0.000001' }),
  ]
  expect(readBalance({ entries, asOfMs: 5 })).toEqual({
    amount: '9007199254740993.1',
    kind: 'atMost',
    asOfMs: 5,
  })
})

test('no balance is told where there are no figures, or none of USDC', () => {
  expect(readBalance(null)).toBeNull()
  expect(readBalance({ entries: [samplePnl('eth')], asOfMs: 5 })).toBeNull()
})
