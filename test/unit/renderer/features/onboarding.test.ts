// What the onboarding form asks of main: for which account, never a key, and that it gives up what nobody waits for.
import { describe, expect, it } from 'vitest'
import type { Account } from '../../../../src-preload/contract/accounts/accounts.ts'
import type { ChannelInput } from '../../../../src-preload/contract/contract.ts'
import { AppError, type ErrorData } from '../../../../src-preload/domain/errors.ts'
import { accounts } from '../../../../src-renderer/shell/state/accounts.svelte.ts'
import { Onboarding } from '../../../../src-renderer/features/onboarding/onboarding.svelte.ts'
import { installFakeMain } from './fake-main.ts'
import { eventually } from '../../../fixtures/eventually.ts'

const account: Account = {
  id: '5f0c1d1e-6f3c-4d3b-9a53-0d1b5b2a7c11',
  label: 'Mine',
  keyKind: 'ethereum',
  network: { kind: 'custom', baseUrl: 'https://exchange.example' },
  ethereumAddress: '0x7E5F4552091A69125d5DfCb7b8C2659029395Bdf',
  createdAtMs: 1,
  profile: null,
  l2Key: { status: 'unknown' },
  serviceKeys: { organizationKey: false, apiKey: false },
}

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
    const connecting = form.connectWallet()
    await eventually(() => expect(waiting).toHaveLength(1))
    form.cancel()
    expect(await connecting).toBeNull()
    expect(form.work).toBeNull()
    form.cancel()
    expect(main.calls).toEqual(['accounts:connectWallet', 'accounts:cancelConnect'])
  })
})

describe('an address that main asks a person about', () => {
  it('that is declined is no fault', async () => {
    let data: ErrorData = {}
    installFakeMain({
      'accounts:connectWallet': () => {
        throw new AppError('userDeclined', data)
      },
    })
    const form = new Onboarding(null)
    form.label = 'New'
    form.network = 'custom'
    form.baseUrl = 'https://exchange.example'
    expect(await form.connectWallet()).toBeNull()
    expect([form.isConnectionDeclined, form.error]).toEqual([true, null])
    data = { reason: 'busy' }
    expect(await form.connectWallet()).toBeNull()
    expect([form.isConnectionDeclined, form.error?.report.code]).toEqual([false, 'userDeclined'])
  })

  it('may be any but one of a network that is known, or of the account itself', () => {
    const form = new Onboarding(null)
    const mayAsk = [
      ['mainnet', ''],
      ['custom', 'no address'],
      ['custom', 'http://127.0.0.1:4000'],
      ['custom', ' https://exchange.example '],
    ].map(([network, baseUrl]) => {
      form.network = network as 'mainnet' | 'custom'
      form.baseUrl = baseUrl ?? ''
      return form.mayAskAboutAddress
    })
    expect(mayAsk).toEqual([false, false, true, true])
    expect(new Onboarding(account).mayAskAboutAddress).toBe(false)
  })
})

describe('a wallet that is typed in the other window', () => {
  it('is asked of main by name, network and address alone', async () => {
    const asked: unknown[] = []
    installFakeMain({
      'accounts:connectWallet': (input) => {
        asked.push(input)
        return account
      },
    })
    const form = new Onboarding(null)
    form.label = ' New '
    expect(await form.connectWallet()).toEqual(account)
    form.network = 'custom'
    expect(await form.connectWallet()).toBeNull()
    expect(form.firstWrongField).toBe('baseUrl')
    form.baseUrl = ' https://exchange.example '
    await form.connectWallet()
    expect(asked).toEqual([
      { label: 'New', network: 'mainnet', baseUrl: null, accountId: null },
      { label: 'New', network: 'custom', baseUrl: 'https://exchange.example', accountId: null },
    ])
  })

  it('has an error about a field of this form told there, and any other beside it', async () => {
    let fault = new AppError('validation', { field: 'baseUrl', reason: 'notHttps' })
    installFakeMain({
      'accounts:connectWallet': () => {
        throw fault
      },
    })
    const form = new Onboarding(null)
    form.label = 'New'
    await form.connectWallet()
    expect([form.firstWrongField, form.error]).toEqual(['baseUrl', null])
    form.clearFieldError('baseUrl')
    fault = new AppError('validation', { field: 'ethereumPrivateKey', reason: 'empty' })
    await form.connectWallet()
    expect([form.firstWrongField, form.error?.report.code]).toEqual([null, 'validation'])
  })

  it('has its login text shown by the form for as long as the form waits', async () => {
    const { promise, resolve } = Promise.withResolvers<Account>()
    installFakeMain({ 'accounts:connectWallet': () => promise })
    const form = new Onboarding(null)
    form.label = 'New'
    expect(accounts.isSignatureHeld).toBe(false)
    const connecting = form.connectWallet()
    expect(accounts.isSignatureHeld).toBe(true)
    expect(await form.connectWallet()).toBeNull()
    expect(accounts.isSignatureHeld).toBe(true)
    resolve(account)
    expect(await connecting).toEqual(account)
    expect(accounts.isSignatureHeld).toBe(false)
  })
})

describe('a new wallet', () => {
  function formFor(name: string): Onboarding {
    const form = new Onboarding(null)
    form.label = name
    return form
  }

  it('is asked of main by name and network alone', async () => {
    const asked: unknown[] = []
    installFakeMain({
      'accounts:createWallet': (input) => {
        asked.push(input)
        return account
      },
    })
    const form = formFor(' New ')
    expect(await form.createWallet()).toEqual(account)
    form.network = 'custom'
    expect(await form.createWallet()).toBeNull()
    expect(form.firstWrongField).toBe('baseUrl')
    form.baseUrl = ' https://exchange.example '
    await form.createWallet()
    expect(asked).toEqual([
      { label: 'New', network: 'mainnet', baseUrl: null },
      { label: 'New', network: 'custom', baseUrl: 'https://exchange.example' },
    ])
  })

  it('that the user leaves is no fault, and what else fails is', async () => {
    let code: 'userDeclined' | 'keychainLocked' = 'userDeclined'
    installFakeMain({
      'accounts:createWallet': () => {
        throw new AppError(code)
      },
    })
    const form = formFor('New')
    expect(await form.createWallet()).toBeNull()
    expect([form.isCreationDeclined, form.error]).toEqual([true, null])
    code = 'keychainLocked'
    expect(await form.createWallet()).toBeNull()
    expect([form.isCreationDeclined, form.error?.report.code]).toEqual([false, 'keychainLocked'])
  })
})
