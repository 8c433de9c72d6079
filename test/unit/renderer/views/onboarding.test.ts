// Owns: what the onboarding form asks of main: whose key, and that it gives up what nobody waits for.
// Must not: test markup.
import { describe, expect, it } from 'vitest'
import type { Account } from '../../../../src-preload/contract/accounts.ts'
import type { ChannelInput } from '../../../../src-preload/contract/contract.ts'
import { Onboarding } from '../../../../src-renderer/views/onboarding/onboarding.svelte.ts'
import { installFakeMain } from './fake-main.ts'
import { eventually } from '../../../fixtures/eventually.ts'

const account: Account = {
  id: '5f0c1d1e-6f3c-4d3b-9a53-0d1b5b2a7c11',
  label: 'Mine',
  network: { kind: 'custom', baseUrl: 'https://exchange.example' },
  ethereumAddress: '0x7E5F4552091A69125d5DfCb7b8C2659029395Bdf',
  createdAtMs: 1,
  profile: null,
}
const key = '1'.padStart(64, '0')

describe('the form that connects a wallet', () => {
  it('names the account whose key is entered again, and none for a new one', async () => {
    const asked: ChannelInput<'accounts:connectWallet'>[] = []
    installFakeMain({
      'accounts:connectWallet': (input) => {
        asked.push(input)
        return account
      },
    })
    for (const again of [account, null]) {
      const form = new Onboarding(again)
      form.label ||= 'New'
      form.ethereumPrivateKey = key
      await form.connectWallet()
    }
    expect(asked.map(({ accountId }) => accountId)).toEqual([account.id, null])
    expect(asked[0]).toMatchObject({ label: 'Mine', network: 'custom', baseUrl: 'https://exchange.example' })
  })

  it('gives up an attempt that is under way, and asks nothing when none is', async () => {
    const waiting: (() => void)[] = []
    const main = installFakeMain({
      'accounts:connectWallet': () =>
        new Promise((_resolve, reject) => {
          waiting.push(() => reject(new Error('given up')))
        }),
      'accounts:cancelConnect': () => {
        waiting.forEach((stop) => stop())
        return {}
      },
    })
    const form = new Onboarding(account)
    form.cancel()
    expect(main.calls).toEqual([])
    form.ethereumPrivateKey = key
    const connecting = form.connectWallet()
    await eventually(() => expect(waiting).toHaveLength(1))
    form.cancel()
    expect(await connecting).toBeNull()
    expect(form.work).toBeNull()
    form.cancel()
    expect(main.calls).toEqual(['accounts:connectWallet', 'accounts:cancelConnect'])
  })
})
