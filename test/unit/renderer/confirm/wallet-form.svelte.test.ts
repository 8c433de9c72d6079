// @vitest-environment page
// What the form of a wallet makes of what is typed: its addresses, what is answered, and that it lets go of all of it.
import { describe, expect, it } from 'vitest'
import type { WalletRequest } from '../../../../src-preload/contract/accounts/confirm.ts'
import type { StarkdeskConfirmApi } from '../../../../src-preload/contract/contract.ts'
import { WalletForm } from '../../../../src-renderer/confirm/wallet/wallet-form.svelte.ts'

type Lister = Pick<StarkdeskConfirmApi, 'confirm:listAddresses'>
type Asked = Parameters<Lister['confirm:listAddresses']>[0]

const address = '0x7E5F4552091A69125d5DfCb7b8C2659029395Bdf'
const again = (keyKind: 'ethereum' | 'stark', ethereumAddress = address): WalletRequest['again'] => ({
  ethereumAddress,
  keyKind,
})
const phrase = 'some words'
const addressAt = (index: number): string => `0x${String(index).padStart(40, '0')}`
const fiveFrom = (start: number): string[] => Array.from({ length: 5 }, (_, at) => addressAt(start + at))

/** Answers at once, or when it is told to. */
function makeLister(ready: Promise<unknown> = Promise.resolve()): Lister & { readonly asked: Asked[] } {
  const asked: Asked[] = []
  return {
    asked,
    'confirm:listAddresses': async (input) => {
      asked.push(input)
      await ready
      return { ok: true, value: { addresses: fiveFrom(input.start) } }
    },
  }
}

function formWith(of: WalletRequest['again'] = null): WalletForm {
  const form = new WalletForm(of)
  form.chooseKind('seedPhrase')
  form.wallet.phrase = phrase
  return form
}

describe('a wallet given by its seed phrase', () => {
  it('shows its addresses first, five and five more, with the first one chosen', async () => {
    const main = makeLister()
    const form = formWith()
    expect(form.needsAddresses).toBe(true)
    expect(await form.listAddresses(main)).toBe(true)
    expect(form.needsAddresses).toBe(false)
    expect(form.wallet.index).toBe(0)
    form.wallet.index = 3
    await form.listAddresses(main)
    expect(form.wallet.addresses).toEqual([...fiveFrom(0), ...fiveFrom(5)])
    expect(form.wallet.index).toBe(3)
    expect(main.asked).toEqual([
      { phrase, passphrase: '', start: 0 },
      { phrase, passphrase: '', start: 5 },
    ])
    while (form.canListMore) await form.listAddresses(main)
    expect(form.wallet.addresses).toHaveLength(100)
  })

  it('has one list made at a time', async () => {
    const { promise, resolve } = Promise.withResolvers<undefined>()
    const main = makeLister(promise)
    const form = formWith()
    const listing = form.listAddresses(main)
    expect(await form.listAddresses(main)).toBe(false)
    resolve(undefined)
    expect(await listing).toBe(true)
    expect(main.asked).toHaveLength(1)
  })

  it('loses the list when the words change, also while it is being made', async () => {
    const form = formWith()
    await form.listAddresses(makeLister())
    expect(form.wallet.addresses).toHaveLength(5)
    form.wallet.phrase = 'other words'
    expect([form.wallet.addresses, form.wallet.index]).toEqual([[], null])
    const { promise, resolve } = Promise.withResolvers<undefined>()
    const late = form.listAddresses(makeLister(promise))
    form.forget()
    resolve(undefined)
    await late
    expect([form.wallet.addresses, form.wallet.index]).toEqual([[], null])
  })

  it('has the address of the account chosen whose key is entered again, and no other', async () => {
    const main = makeLister()
    const form = formWith(again('ethereum', addressAt(7)))
    await form.listAddresses(main)
    expect(form.wallet.index).toBeNull()
    expect(form.read()).toBeNull()
    expect(Object.keys(form.fieldErrors)).toEqual(['address'])
    await form.listAddresses(main)
    expect(form.wallet.index).toBe(7)
  })

  it('is answered with the index of the address, and nothing of another way', async () => {
    const form = formWith()
    form.wallet.ethereumPrivateKey = '1'.padStart(64, '0')
    await form.listAddresses(makeLister())
    form.wallet.index = 2
    expect(form.read()).toEqual({ kind: 'seedPhrase', phrase, passphrase: '', index: 2 })
    form.forget()
    expect([form.wallet.phrase, form.wallet.ethereumPrivateKey, form.wallet.addresses]).toEqual(['', '', []])
  })

  it('of which main knows better has that told at its field, and a border that fails beside it', async () => {
    const form = formWith()
    const error = {
      code: 'validation',
      data: { field: 'seedPhrase', reason: 'wrongChecksum' },
      ref: null,
    } as const
    const refuse = () => Promise.resolve({ ok: false, error } as const)
    expect(await form.listAddresses({ 'confirm:listAddresses': refuse })).toBe(false)
    expect([Object.keys(form.fieldErrors), form.error]).toEqual([['seedPhrase'], null])
    const fail = () => Promise.reject(new Error('gone'))
    expect(await form.listAddresses({ 'confirm:listAddresses': fail })).toBe(false)
    expect([form.fieldErrors, form.error?.code, form.isListing]).toEqual([{}, 'internal', false])
  })
})

describe('the passphrase of a seed phrase', () => {
  it('is taken exactly as typed, with the words that are not', async () => {
    const main = makeLister()
    const form = formWith()
    form.wallet.phrase = ' some words '
    form.wallet.hasPassphrase = true
    form.wallet.passphrase = '  Ünd so '
    await form.listAddresses(main)
    const given = { phrase: 'some words', passphrase: '  Ünd so ' }
    expect(main.asked).toEqual([{ ...given, start: 0 }])
    expect(form.read()).toEqual({ kind: 'seedPhrase', ...given, index: 0 })
    form.forget()
    expect([form.wallet.passphrase, form.wallet.hasPassphrase]).toEqual(['', false])
  })

  it('drops the addresses when it changes or goes, also while they are being listed', async () => {
    const form = formWith()
    const list = async (meanwhile: () => void = () => undefined) => {
      const { promise, resolve } = Promise.withResolvers<undefined>()
      const listing = form.listAddresses(makeLister(promise))
      meanwhile()
      resolve(undefined)
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
  it('is answered without spaces around it, and forgotten with the form', () => {
    const form = new WalletForm(null)
    form.chooseKind('starkKey')
    form.wallet.ethereumAddress = ` ${address} `
    form.wallet.starkPrivateKey = ' 0x12 '
    expect(form.read()).toEqual({ kind: 'starkKey', ethereumAddress: address, starkPrivateKey: '0x12' })
    form.forget()
    expect(form.wallet.starkPrivateKey).toBe('')
  })

  it('has the address of the account for which the key is entered again', () => {
    const form = new WalletForm(again('stark'))
    expect(form.wallet.value).toMatchObject({ kind: 'starkKey', ethereumAddress: address })
    const whole = new WalletForm(again('ethereum'))
    expect(whole.wallet.kind).toBe('privateKey')
  })
})

describe('a wallet given by its keystore file', () => {
  const fileOf = (text: string, size = text.length) => ({
    name: 'wallet.json',
    size,
    text: () => Promise.resolve(text),
  })
  function makeForm(): WalletForm {
    const form = new WalletForm(again('ethereum'))
    form.chooseKind('keystore')
    return form
  }

  it('is answered as text with its password, stays after that, and is forgotten when the form closes', async () => {
    const form = makeForm()
    await form.chooseFile(fileOf('{"version":3}'))
    form.wallet.password = ' as typed '
    const given = { kind: 'keystore', file: '{"version":3}', password: ' as typed ' }
    expect(form.read()).toEqual(given)
    expect(form.wallet.value).toEqual(given)
    form.forget()
    expect(form.wallet.value).toEqual({ kind: 'keystore', file: null, password: '' })
    expect(form.wallet.fileName).toBeNull()
  })

  it('that is too large or cannot be read is told at once, and is not read', async () => {
    const form = makeForm()
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
    const form = makeForm()
    const { promise, resolve } = Promise.withResolvers<string>()
    const slow = form.chooseFile({ name: 'slow.json', size: 2, text: () => promise })
    await form.chooseFile(fileOf('{}'))
    resolve('[]')
    await slow
    expect(form.wallet.fileName).toBe('wallet.json')
  })
})

describe('an error of main', () => {
  const fault = (field: string) =>
    ({ code: 'validation', data: { field, reason: 'otherWallet' }, ref: null }) as const

  it('is told at a field only where that field is on the screen', () => {
    const form = new WalletForm(null)
    expect(form.placeFault(fault('ethereumPrivateKey'))).toBe(true)
    expect(Object.keys(form.fieldErrors)).toEqual(['ethereumPrivateKey'])
    for (const field of ['label', 'baseUrl', 'keystore', 'answer'])
      expect(form.placeFault(fault(field))).toBe(false)
    expect(form.placeFault({ ...fault('ethereumPrivateKey'), code: 'rejectedByExchange' })).toBe(false)
    const ofStark = new WalletForm(again('stark'))
    expect(ofStark.placeFault(fault('ethereumAddress'))).toBe(false)
    expect(ofStark.placeFault(fault('starkPrivateKey'))).toBe(true)
  })
})
