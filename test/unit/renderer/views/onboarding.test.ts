// Owns: what the onboarding form asks of main: whose key, and that it gives up what nobody waits for.
// Must not: test markup.
import { describe, expect, it } from 'vitest'
import type { Account } from '../../../../src-preload/contract/accounts.ts'
import type { ChannelInput } from '../../../../src-preload/contract/contract.ts'
import { AppError, type ErrorData } from '../../../../src-preload/shared/errors.ts'
import { accounts } from '../../../../src-renderer/lib/state/accounts.svelte.ts'
import { Onboarding } from '../../../../src-renderer/views/onboarding/onboarding.svelte.ts'
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
      form.wallet.ethereumPrivateKey = key
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
    form.wallet.ethereumPrivateKey = key
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
    form.wallet.ethereumPrivateKey = key
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

describe('a wallet given by its seed phrase', () => {
  const phrase = 'some words'
  const addressAt = (index: number): string => `0x${String(index).padStart(40, '0')}`
  function listFive({ start }: ChannelInput<'accounts:listPhraseAddresses'>) {
    return { addresses: Array.from({ length: 5 }, (_, offset) => addressAt(start + offset)) }
  }
  function formWith(again: Account | null = null): Onboarding {
    const form = new Onboarding(again)
    form.label ||= 'New'
    form.chooseKind('seedPhrase')
    form.wallet.phrase = phrase
    return form
  }

  it('shows its addresses first, five and five more, with the first one chosen', async () => {
    const asked: ChannelInput<'accounts:listPhraseAddresses'>[] = []
    installFakeMain({
      'accounts:listPhraseAddresses': (input) => {
        asked.push(input)
        return listFive(input)
      },
    })
    const form = formWith()
    expect(form.needsAddresses).toBe(true)
    expect(await form.listAddresses()).toBe(true)
    expect(form.needsAddresses).toBe(false)
    expect(form.wallet.index).toBe(0)
    form.wallet.index = 3
    await form.listAddresses()
    expect(form.wallet.addresses).toEqual(Array.from({ length: 10 }, (_, index) => addressAt(index)))
    expect(form.wallet.index).toBe(3)
    expect(asked).toEqual([
      { phrase, passphrase: '', start: 0 },
      { phrase, passphrase: '', start: 5 },
    ])
    while (form.canListMore) await form.listAddresses()
    expect(form.wallet.addresses).toHaveLength(100)
  })

  it('loses the list when the words change, also while it is being made', async () => {
    let answer: () => void = () => undefined
    installFakeMain({
      'accounts:listPhraseAddresses': (input) =>
        new Promise((resolve) => (answer = () => resolve(listFive(input)))),
    })
    const form = formWith()
    const listing = form.listAddresses()
    await eventually(() => {
      answer()
      expect(form.work).toBeNull()
    })
    await listing
    expect(form.wallet.addresses).toHaveLength(5)
    form.wallet.phrase = 'other words'
    expect([form.wallet.addresses, form.wallet.index]).toEqual([[], null])
    const late = form.listAddresses()
    form.forgetSecrets()
    await eventually(() => {
      answer()
      expect(form.work).toBeNull()
    })
    await late
    expect([form.wallet.addresses, form.wallet.index]).toEqual([[], null])
  })

  it('has the address of the account chosen whose key is entered again, and no other', async () => {
    installFakeMain({ 'accounts:listPhraseAddresses': listFive })
    const form = formWith({ ...account, ethereumAddress: addressAt(7) })
    await form.listAddresses()
    expect(form.wallet.index).toBeNull()
    expect(await form.connectWallet()).toBeNull()
    expect(form.firstWrongField).toBe('address')
    await form.listAddresses()
    expect(form.wallet.index).toBe(7)
  })

  it('is sent with the index of the address, and forgotten once it is connected', async () => {
    const asked: ChannelInput<'accounts:connectWallet'>[] = []
    installFakeMain({
      'accounts:listPhraseAddresses': listFive,
      'accounts:connectWallet': (input) => {
        asked.push(input)
        return account
      },
    })
    const form = formWith()
    form.wallet.ethereumPrivateKey = key
    await form.listAddresses()
    form.wallet.index = 2
    await form.connectWallet()
    expect(asked.map(({ wallet }) => wallet)).toEqual([
      { kind: 'seedPhrase', phrase, passphrase: '', index: 2 },
    ])
    expect([form.wallet.phrase, form.wallet.ethereumPrivateKey, form.wallet.addresses]).toEqual(['', '', []])
  })
})

describe('the passphrase of a seed phrase', () => {
  const addresses = Array.from({ length: 5 }, (_, index) => `0x${String(index).padStart(40, '0')}`)

  it('is sent exactly as typed, with the words that are not', async () => {
    const asked: unknown[] = []
    installFakeMain({
      'accounts:listPhraseAddresses': (input) => {
        asked.push(input)
        return { addresses }
      },
      'accounts:connectWallet': ({ wallet }) => {
        asked.push(wallet)
        return account
      },
    })
    const form = new Onboarding(null)
    form.label = 'New'
    form.chooseKind('seedPhrase')
    form.wallet.phrase = ' some words '
    form.wallet.hasPassphrase = true
    form.wallet.passphrase = '  Ünd so '
    await form.listAddresses()
    await form.connectWallet()
    const given = { phrase: 'some words', passphrase: '  Ünd so ' }
    expect(asked).toEqual([
      { ...given, start: 0 },
      { kind: 'seedPhrase', ...given, index: 0 },
    ])
    expect([form.wallet.passphrase, form.wallet.hasPassphrase]).toEqual(['', false])
  })

  it('drops the addresses when it changes or goes, also while they are being listed', async () => {
    let answer: () => void = () => undefined
    installFakeMain({
      'accounts:listPhraseAddresses': () => new Promise((resolve) => (answer = () => resolve({ addresses }))),
    })
    const form = new Onboarding(null)
    form.chooseKind('seedPhrase')
    form.wallet.phrase = 'some words'
    const list = async (meanwhile: () => void = () => undefined) => {
      const listing = form.listAddresses()
      meanwhile()
      await eventually(() => {
        answer()
        expect(form.work).toBeNull()
      })
      await listing
      return form.wallet.addresses.length
    }
    form.wallet.hasPassphrase = true
    form.wallet.passphrase = 'one'
    expect(await list()).toBe(5)
    form.wallet.passphrase = 'other'
    expect([form.wallet.addresses, form.wallet.index]).toEqual([[], null])
    expect(await list()).toBe(5)
    form.wallet.hasPassphrase = false
    expect([form.wallet.addresses, form.wallet.passphrase]).toEqual([[], ''])
    form.wallet.hasPassphrase = true
    expect(await list(() => (form.wallet.passphrase = 'third'))).toBe(0)
  })
})

describe('a wallet given by its L2 key', () => {
  it('has its login text shown by the form for as long as the form waits, and is forgotten then', async () => {
    let finish: () => void = () => undefined
    const asked: ChannelInput<'accounts:connectWallet'>[] = []
    installFakeMain({
      'accounts:connectWallet': (input) => {
        asked.push(input)
        return new Promise((resolve) => (finish = () => resolve(account)))
      },
    })
    const form = new Onboarding(null)
    form.label = 'New'
    form.chooseKind('starkKey')
    form.wallet.ethereumAddress = ` ${account.ethereumAddress} `
    form.wallet.starkPrivateKey = ' 0x12 '
    expect(accounts.isSignatureHeld).toBe(false)
    const connecting = form.connectWallet()
    expect(accounts.isSignatureHeld).toBe(true)
    await eventually(() => expect(asked).toHaveLength(1))
    finish()
    expect(await connecting).toEqual(account)
    expect(accounts.isSignatureHeld).toBe(false)
    expect(form.wallet.starkPrivateKey).toBe('')
    const { ethereumAddress } = account
    expect(asked[0]?.wallet).toEqual({ kind: 'starkKey', ethereumAddress, starkPrivateKey: '0x12' })
  })

  it('leaves the login text of another wallet to the dialog', async () => {
    installFakeMain({
      'accounts:connectWallet': () => {
        expect(accounts.isSignatureHeld).toBe(false)
        return account
      },
    })
    const form = new Onboarding(account)
    form.wallet.ethereumPrivateKey = key
    expect(await form.connectWallet()).not.toBeNull()
  })

  it('has the address of the account for which the key is entered again', () => {
    const form = new Onboarding({ ...account, keyKind: 'stark' })
    expect(form.wallet.value).toMatchObject({
      kind: 'starkKey',
      ethereumAddress: account.ethereumAddress,
    })
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

describe('a wallet given by its keystore file', () => {
  const fileOf = (text: string, size = text.length) => ({
    name: 'wallet.json',
    size,
    text: () => Promise.resolve(text),
  })

  it('is sent as text with its password, stays after a failure, and is forgotten when the form closes', async () => {
    const asked: ChannelInput<'accounts:connectWallet'>[] = []
    installFakeMain({
      'accounts:connectWallet': (input) => {
        asked.push(input)
        throw new Error('no')
      },
    })
    const form = new Onboarding(account)
    form.chooseKind('keystore')
    await form.chooseFile(fileOf('{"version":3}'))
    form.wallet.password = ' as typed '
    expect(await form.connectWallet()).toBeNull()
    const sent = { kind: 'keystore', file: '{"version":3}', password: ' as typed ' }
    expect(asked.map(({ wallet }) => wallet)).toEqual([sent])
    expect(form.wallet.value).toEqual(sent)
    form.forgetSecrets()
    expect(form.wallet.value).toEqual({ kind: 'keystore', file: null, password: '' })
    expect(form.wallet.fileName).toBeNull()
  })

  it('that is too large or cannot be read is told at once, and is not read', async () => {
    const form = new Onboarding(account)
    form.chooseKind('keystore')
    let reads = 0
    const text = () => {
      reads += 1
      return Promise.reject(new Error('gone'))
    }
    await form.chooseFile({ name: 'film.mkv', size: 64 * 1024 + 1, text })
    expect(form.fieldErrors.keystore).toMatch(/64 kB/)
    expect(reads).toBe(0)
    await form.chooseFile({ name: 'gone.json', size: 500, text })
    expect(form.fieldErrors.keystore).toMatch(/could not be read/)
    await form.chooseFile(fileOf('{}'))
    expect(form.fieldErrors.keystore).toBeUndefined()
  })

  it('chosen last is the one in use, however slow an earlier one is', async () => {
    const form = new Onboarding(account)
    form.chooseKind('keystore')
    let finish: (text: string) => void = () => undefined
    const slow = form.chooseFile({
      name: 'slow.json',
      size: 2,
      text: () => new Promise((resolve) => (finish = resolve)),
    })
    await form.chooseFile(fileOf('{}'))
    finish('[]')
    await slow
    expect(form.wallet.fileName).toBe('wallet.json')
  })
})
