// A wallet comes in by seed phrase and by keystore file as it does by private key: a real data file, a real practice exchange on
// loopback.
import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterEach, beforeAll, afterAll, beforeEach, describe, expect, test } from 'vitest'
import { openSecretStore } from '../../../src-main/keychain/open-secret-store.ts'
import { nodeScrypt } from '../../../src-main/keychain/node-scrypt.ts'
import type { Log } from '../../../src-main/diagnostics/log.ts'
import { type PracticeExchange, startPracticeExchange } from '../../../src-main/practice/exchange.ts'
import { type Accounts, createAccounts } from '../../../src-main/accounts/accounts.ts'
import { createKeychainLedger } from '../../../src-main/accounts/wallet/accounts-in-keychain.ts'
import { createCurrentAccount } from '../../../src-main/session/current-account.ts'
import { createAccountSession } from '../../../src-main/session/account-session.ts'
import { listPhraseAddresses, resolveWallet } from '../../../src-main/accounts/wallet/wallet-key.ts'
import type { GivenWallet } from '../../../src-main/accounts/wallet/wallet-entry.ts'
import { encryptKeystore } from '../../../src-main/signing/keystore.ts'
import type { Store } from '../../../src-main/store/api/store-api.ts'
import type { WalletInput } from '../../../src-preload/contract/accounts/wallet-input.ts'
import { openJournalHere } from '../../fixtures/journal-here.ts'
import { CountingKeychain } from '../../fixtures/counting-keychain.ts'
import { failureOf, movableClock, startMs } from '../../fixtures/test-client.ts'
import { openOneThreadStore } from '../../fixtures/one-thread-store.ts'
import { workerUrl } from '../../fixtures/thread-scripts.ts'

const phrase = 'test test test test test test test test test test test junk'
/** Well-known addresses of that phrase, as every Ethereum development chain prints them. */
const known = ['0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266', '0x70997970C51812dc3A010C7d01b50e0d17dc79C8']
const password = 'correct horse'
const clock = movableClock(startMs)
const log: Log = { info: () => undefined, fault: () => undefined }

let exchange: PracticeExchange
let folder: string
let files = 0
let store: Store
let keychain: CountingKeychain
let accounts: Accounts
let called: string[]
/** Alice's key in a file, cheap to open. */
let file: string

beforeAll(async () => {
  exchange = await startPracticeExchange({ host: '127.0.0.1', seed: 7, orders: 5, clock, genesisMs: startMs })
  folder = mkdtempSync(join(tmpdir(), 'starkdesk-import-'))
  file = await encryptKeystore(userAt(0).ethereumPrivateKey, password, {
    scrypt: nodeScrypt,
    randomBytes,
    cost: { n: 2 ** 10, r: 8, p: 1 },
  })
}, 60_000)

afterAll(async () => {
  await exchange.close()
  rmSync(folder, { recursive: true })
})

beforeEach(async () => {
  files += 1
  called = []
  keychain = new CountingKeychain()
  store = await openOneThreadStore({
    file: dataFile(),
    clock,
    workerUrl,
  })
  const secrets = openSecretStore({
    ledger: createKeychainLedger(store),
    load: () => Promise.resolve(keychain),
  })
  accounts = createAccounts({
    journal: openJournalHere(),
    store,
    secrets,
    clock,
    emit: () => undefined,
    log,
    practiceSeed: 7,
    createId: randomUUID,
    signInAtStart: () => true,
    openSession: (own) =>
      createAccountSession({
        ...own,
        fetch: (url, init) => {
          called.push(url)
          return fetch(url, init)
        },
        clock,
        secrets,
        userAgent: 'Starkdesk/0.1.0 (test)',
        log,
      }),
    current: createCurrentAccount(log),
  })
})

afterEach(async () => {
  accounts.close()
  await store.close()
})

const dataFile = (): string => join(folder, `${String(files)}.sqlite`)

function userAt(index: number) {
  const user = exchange.users[index]
  if (user === undefined) throw new Error('no such practice user')
  return user
}

function inputOf(wallet: WalletInput, accountId: string | null = null): GivenWallet {
  return { label: 'Mine', wallet, network: 'custom', baseUrl: exchange.baseUrl, accountId }
}

const keystore = (changes: Partial<Extract<WalletInput, { kind: 'keystore' }>> = {}): WalletInput => ({
  kind: 'keystore',
  file,
  password,
  ...changes,
})

/** That an attempt failed before anything left this computer or was kept on it. */
async function expectNothingDone(): Promise<void> {
  expect(called).toEqual([])
  expect(await store.listAccounts()).toEqual([])
  expect(keychain.touched).toBe(0)
}

describe('the addresses of a seed phrase', () => {
  test('are listed five at a time, in the order that every wallet shows them, and nothing is asked', async () => {
    const { addresses } = listPhraseAddresses({ phrase, passphrase: '', start: 0 })
    expect(addresses).toHaveLength(5)
    expect(addresses.slice(0, 2)).toEqual(known)
    const more = listPhraseAddresses({ phrase, passphrase: '', start: 5 }).addresses
    expect(new Set([...addresses, ...more]).size).toBe(10)
    expect(listPhraseAddresses({ phrase, passphrase: '', start: 1 }).addresses.slice(0, 4)).toEqual(
      addresses.slice(1),
    )
    await expectNothingDone()
  })

  test('are those of the keys that they are connected with, to the last one that can be chosen', async () => {
    for (const passphrase of ['', 'Ω 25']) {
      for (const start of [0, 95]) {
        const { addresses } = listPhraseAddresses({ phrase, passphrase, start })
        for (const [offset, address] of addresses.entries()) {
          const wallet = await resolveWallet({
            kind: 'seedPhrase',
            phrase,
            passphrase,
            index: start + offset,
          })
          expect(wallet).toMatchObject({ keyKind: 'ethereum', ethereumAddress: address })
        }
      }
    }
  })

  test('are others with a passphrase, and a passphrase that has no UTF-8 form is refused', () => {
    // Source: the BIP-39 seed of "abandon … about" with this passphrase, as every wallet derives it.
    const words = `${'abandon '.repeat(11)}about`
    const plain = listPhraseAddresses({ phrase: words, passphrase: '', start: 0 }).addresses
    expect(plain[0]).toBe('0x9858EfFD232B4033E47d90003D41EC34EcaEda94')
    const hidden = listPhraseAddresses({ phrase: words, passphrase: 'TREZOR', start: 0 }).addresses
    expect(hidden[0]).toBe('0x9c32F71D4DB8Fb9e1A58B0a80dF79935e7256FA6')
    expect(listPhraseAddresses({ phrase: words, passphrase: 'TREZOR ', start: 0 }).addresses[0]).not.toBe(
      hidden[0],
    )
    expect(() => listPhraseAddresses({ phrase: words, passphrase: '\ud83d', start: 0 })).toThrow(
      expect.objectContaining({ code: 'validation', data: { field: 'passphrase', reason: 'notUnicode' } }),
    )
  })
})

describe('a wallet given by its seed phrase', () => {
  test.each([
    ['a wrong checksum', phrase.replace('junk', 'test'), { reason: 'wrongChecksum' }],
    ['a word of no list', phrase.replace('junk', 'jnuk'), { reason: 'unknownWord', position: 12 }],
    ['a word too few', phrase.replace(' junk', ''), { reason: 'wrongCount', count: 11 }],
  ])('with %s is refused before anything is sent', async (_what, wrong, data) => {
    const failure = await failureOf(
      accounts.connectWallet(inputOf({ kind: 'seedPhrase', phrase: wrong, passphrase: '', index: 0 })),
    )
    expect(failure).toMatchObject({ code: 'validation', data: { field: 'seedPhrase', ...data } })
    await expectNothingDone()
  })

  test('that the service does not know is told so, and nothing of it is kept', async () => {
    const connecting = accounts.connectWallet(
      inputOf({ kind: 'seedPhrase', phrase, passphrase: '', index: 1 }),
    )
    expect(await failureOf(connecting)).toMatchObject({
      code: expect.stringMatching(/^(accountNotRegistered|rejectedByExchange)$/) as string,
    })
    expect(called.some((url) => url.startsWith(exchange.baseUrl))).toBe(true)
    expect(await store.listAccounts()).toEqual([])
    expect([...keychain.entries.keys()]).toEqual([])
  })
})

describe('a wallet given by its keystore file', () => {
  test('is connected as by its private key, and neither file nor password is kept', async () => {
    const account = await accounts.connectWallet(inputOf(keystore()))
    expect(account.ethereumAddress).toBe(userAt(0).ethereumAddress)
    const entry = `Starkdesk|${account.id}/ethereumPrivateKey`
    expect(keychain.entries.get(entry)).toBe(userAt(0).ethereumPrivateKey)
    // With the journal beside it, where the newest rows are.
    const onDisk = readdirSync(folder)
      .filter((name) => name.startsWith(basename(dataFile())))
      .map((name) => readFileSync(join(folder, name), 'latin1'))
    const kept = [...keychain.entries.values(), ...onDisk].join()
    expect(kept).toContain(userAt(0).ethereumAddress)
    expect(kept).not.toContain(password)
    expect(kept).not.toContain('ciphertext')
  })

  test.each([
    ['a wrong password', { password: 'Correct horse' }, { field: 'password', reason: 'wrongPassword' }],
    ['no JSON in it', { file: 'hello' }, { field: 'keystore', reason: 'notJson' }],
    ['JSON of something else', { file: '{}' }, { field: 'keystore', reason: 'notKeystore' }],
  ])('with %s is refused before anything is sent', async (_what, changes, data) => {
    expect(await failureOf(accounts.connectWallet(inputOf(keystore(changes))))).toMatchObject({
      code: 'validation',
      data,
    })
    await expectNothingDone()
  })

  test('that names another address than its key has is refused', async () => {
    const other = userAt(1).ethereumAddress.slice(2).toLowerCase()
    const forged = file.replace(userAt(0).ethereumAddress.slice(2).toLowerCase(), other)
    expect(await failureOf(accounts.connectWallet(inputOf(keystore({ file: forged }))))).toMatchObject({
      data: { field: 'keystore', reason: 'addressMismatch' },
    })
    await expectNothingDone()
  })
})

describe('entering the key of an account again', () => {
  test('works with a file of the same wallet, and tells the field where another one came from', async () => {
    const { id } = await accounts.connectWallet(
      inputOf({ kind: 'privateKey', ethereumPrivateKey: userAt(0).ethereumPrivateKey }),
    )
    expect(await accounts.connectWallet(inputOf(keystore(), id))).toMatchObject({ id })
    const bob = await accounts.connectWallet(
      inputOf({ kind: 'privateKey', ethereumPrivateKey: userAt(1).ethereumPrivateKey }),
    )
    const before = called.length
    for (const [wallet, field] of [
      [keystore(), 'keystore'],
      [{ kind: 'seedPhrase', phrase, passphrase: '', index: 0 } as const, 'address'],
    ] as const) {
      expect(await failureOf(accounts.connectWallet(inputOf(wallet, bob.id)))).toMatchObject({
        code: 'validation',
        data: { field, reason: 'otherWallet' },
      })
    }
    expect(called).toHaveLength(before)
  })
})
