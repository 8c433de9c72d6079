// Proof of what the confirmation window's border takes for a wallet and a password.
import { describe, expect, it } from 'vitest'
import { answer } from '../../../src-main/ipc/register.ts'
import { channels, confirmChannelNames } from '../../../src-preload/contract/contract.ts'

const { input: answerInput } = channels['confirm:answer']
const takes = (wallet: unknown): boolean => answerInput.safeParse({ kind: 'wallet', wallet }).success

describe('a wallet', () => {
  const wallets: readonly Readonly<Record<string, unknown>>[] = [
    { kind: 'privateKey', ethereumPrivateKey: 'not checked here' },
    { kind: 'seedPhrase', phrase: 'not checked here', passphrase: '', index: 99 },
    { kind: 'keystore', file: '{}', password: '' },
    { kind: 'starkKey', ethereumAddress: 'not checked here', starkPrivateKey: 'not checked here' },
  ]

  it.each(wallets)('given as $kind is taken whole and with nothing of another way', (wallet) => {
    expect(takes(wallet)).toBe(true)
    for (const other of wallets) {
      if (other !== wallet) expect(takes({ ...other, ...wallet })).toBe(false)
    }
    for (const key of Object.keys(wallet)) {
      for (const value of [undefined, null, NaN, {}, 'é'.repeat(65 * 1024)]) {
        expect(takes({ ...wallet, [key]: value })).toBe(false)
      }
    }
  })

  it.each([-1, 1.5, 100, '0'])('has no address %s of a phrase', (index) => {
    expect(takes({ kind: 'seedPhrase', phrase: 'x', passphrase: '', index })).toBe(false)
  })

  it.each([-1, 1.5, 96, '0'])('has no list of addresses from %s', (start) => {
    const { input } = channels['confirm:listAddresses']
    expect(input.safeParse({ phrase: 'x', passphrase: '', start: 0 }).success).toBe(true)
    expect(input.safeParse({ phrase: 'x', passphrase: '', start }).success).toBe(false)
  })

  it('that is too large is refused without its words', async () => {
    const secret = `0x${'5e'.repeat(32)}`.repeat(4)
    const handlers = Object.fromEntries(confirmChannelNames.map((name) => [name, () => ({})]))
    const log = { info: () => undefined, fault: () => undefined }
    const result = await answer(
      'confirm:answer',
      { kind: 'wallet', wallet: { kind: 'privateKey', ethereumPrivateKey: secret } },
      handlers,
      log,
    )
    expect(result).toEqual({
      ok: false,
      error: {
        code: 'validation',
        data: { field: 'wallet.ethereumPrivateKey', reason: 'too_big' },
        ref: null,
      },
    })
  })
})

it('no list of addresses has room for a key', () => {
  const addresses = Array.from({ length: 5 }, () => '0x7E5F4552091A69125d5DfCb7b8C2659029395Bdf')
  const { output } = channels['confirm:listAddresses']
  expect(output.safeParse({ addresses }).success).toBe(true)
  expect(output.safeParse({ addresses, privateKey: '0x1' }).success).toBe(false)
})

it('a word is text of some length', () => {
  const { input } = channels['confirm:setWord']
  expect(input.safeParse({ word: ' heron ' })).toEqual({ success: true, data: { word: 'heron' } })
  for (const word of ['', '  ', 'x'.repeat(41), 7]) expect(input.safeParse({ word }).success).toBe(false)
})
