// A new wallet is kept only with a backup, and is the one that its words give.
import { randomBytes } from 'node:crypto'
import { expect, it } from 'vitest'
import type { Account } from '../../../src-preload/contract/accounts/accounts.ts'
import type { ChannelInput } from '../../../src-preload/contract/contract.ts'
import { createWalletMaker, type KeepNewWallet } from '../../../src-main/accounts/wallet/create-wallet.ts'
import { ethereumAddressOf } from '../../../src-main/signing/ethereum.ts'
import { listSeedPhraseAddresses } from '../../../src-main/signing/seed-phrase.ts'
import { failureOf } from '../../fixtures/test-client.ts'
import { type Desk, makeDesk } from './confirm-desk.ts'

type Kept = Parameters<KeepNewWallet>[0]

function makeMaker(desk: Desk) {
  const kept: Kept[] = []
  const drawn: Uint8Array[] = []
  const makeWallet = createWalletMaker({
    confirmations: desk.confirmations,
    randomBytes: (length) => {
      const bytes = new Uint8Array(randomBytes(length))
      drawn.push(bytes)
      return bytes
    },
  })
  const keepNewWallet: KeepNewWallet = (wallet) => {
    kept.push(wallet)
    const account: Account = {
      id: '5f0c1d1e-6f3c-4d3b-9a53-0d1b5b2a7c11',
      label: wallet.label,
      keyKind: 'ethereum',
      network: { kind: wallet.network, baseUrl: wallet.baseUrl },
      ethereumAddress: ethereumAddressOf(wallet.ethereumPrivateKey),
      createdAtMs: 1,
      profile: null,
      l2Key: { status: 'unknown' },
      serviceKeys: { organizationKey: false, apiKey: false },
    }
    return Promise.resolve(account)
  }
  const createWallet = (asked: ChannelInput<'accounts:createWallet'>) => makeWallet(asked, keepNewWallet)
  return { createWallet, kept, drawn }
}

/** Reads the words from the window and types back those that are asked for. */
async function backUp(desk: Desk): Promise<string> {
  const shown = await desk.look()
  if (shown.kind !== 'backup') throw new Error('no words are shown')
  desk.wait(700)
  await desk.say({ kind: 'approve' })
  const quiz = await desk.look()
  if (quiz.kind !== 'quiz') throw new Error('no words are asked')
  await desk.say({ kind: 'words', words: quiz.positions.map((place) => shown.words[place - 1] ?? '') })
  return shown.words.join(' ')
}

it('keeps the first address of the words that were shown, once they were written down', async () => {
  const desk = makeDesk()
  const { createWallet, kept, drawn } = makeMaker(desk)
  const done = createWallet({ label: 'New', network: 'testnet', baseUrl: null })
  expect(kept).toEqual([])
  const phrase = await backUp(desk)
  const account = await done
  expect(account.ethereumAddress).toBe(listSeedPhraseAddresses(phrase, { count: 1 })[0])
  expect(kept).toMatchObject([{ label: 'New', network: 'testnet', baseUrl: null }])
  expect(drawn.map((bytes) => [...bytes])).toEqual([Array.from({ length: 16 }, () => 0)])
})

it('makes another wallet each time', async () => {
  const desk = makeDesk()
  const { createWallet } = makeMaker(desk)
  const first = createWallet({ label: 'One', network: 'mainnet', baseUrl: null })
  const firstPhrase = await backUp(desk)
  await first
  const second = createWallet({ label: 'Two', network: 'mainnet', baseUrl: null })
  expect(await backUp(desk)).not.toBe(firstPhrase)
  await second
})

it('keeps nothing when the window is closed over the words', async () => {
  const desk = makeDesk()
  const { createWallet, kept } = makeMaker(desk)
  const failed = failureOf(createWallet({ label: 'New', network: 'mainnet', baseUrl: null }))
  desk.closeWindow()
  expect((await failed).code).toBe('userDeclined')
  expect(kept).toEqual([])
})

it('keeps nothing when the words cannot be given back', async () => {
  const desk = makeDesk()
  const { createWallet, kept } = makeMaker(desk)
  const failed = failureOf(createWallet({ label: 'New', network: 'mainnet', baseUrl: null }))
  desk.wait(700)
  await desk.say({ kind: 'approve' })
  await desk.say({ kind: 'words', words: ['not', 'written', 'down'] })
  await desk.say({ kind: 'decline' })
  expect((await failed).code).toBe('userDeclined')
  expect(kept).toEqual([])
})

it('shows no words for an address that cannot be, and takes a right one in its normal form', async () => {
  const desk = makeDesk()
  const { createWallet, kept } = makeMaker(desk)
  const refused = await failureOf(
    createWallet({ label: 'New', network: 'custom', baseUrl: 'http://exchange.example' }),
  )
  expect(refused).toMatchObject({ code: 'validation', data: { field: 'baseUrl', reason: 'notHttps' } })
  expect(desk.windows).toEqual([])
  const done = createWallet({ label: 'New', network: 'custom', baseUrl: 'https://Exchange.example/' })
  await backUp(desk)
  await done
  expect(kept).toMatchObject([{ baseUrl: 'https://exchange.example' }])
})
