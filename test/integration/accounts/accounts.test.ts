// Proof of what is kept and what is in use while accounts are connected, given up, switched and removed: a real data file, a real
// service on loopback, a keychain that can be made to fail.
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Fetch } from '../../../src-main/exchange/http.ts'
import { openSecretStore } from '../../../src-main/keychain/open-secret-store.ts'
import type { Log } from '../../../src-main/diagnostics/log.ts'
import { type PracticeExchange, startPracticeExchange } from '../../../src-main/practice/exchange.ts'
import { type Accounts, createAccounts } from '../../../src-main/accounts/accounts.ts'
import { createKeychainLedger } from '../../../src-main/accounts/wallet/accounts-in-keychain.ts'
import { createCurrentAccount } from '../../../src-main/session/current-account.ts'
import { type AccountSession, createAccountSession } from '../../../src-main/session/account-session.ts'
import { createPracticeFetch, externalPracticeHost } from '../../../src-main/practice/practice-host.ts'
import type { GivenWallet } from '../../../src-main/accounts/wallet/wallet-entry.ts'
import type { Store } from '../../../src-main/store/api/store-api.ts'
import type { Account } from '../../../src-preload/contract/accounts/accounts.ts'
import type { ChannelInput } from '../../../src-preload/contract/contract.ts'
import { openJournalHere } from '../../fixtures/journal-here.ts'
import { CountingKeychain } from '../../fixtures/counting-keychain.ts'
import { startScriptedServer } from '../../fixtures/scripted-server.ts'
import { failureOf, movableClock, startMs } from '../../fixtures/test-client.ts'
import { eventually } from '../../fixtures/eventually.ts'
import { openOneThreadStore } from '../../fixtures/one-thread-store.ts'
import { workerUrl } from '../../fixtures/thread-scripts.ts'

const seed = 7
const clock = movableClock(startMs)
const noKeychain = 'Cannot autolaunch D-Bus without X11 $DISPLAY'
const lockedKeychain = 'Cannot create an item in a locked collection'
const log: Log = { info: () => undefined, fault: () => undefined }

let exchange: PracticeExchange
let folder: string
let files = 0
/** As it lies on disk: a restart takes it over. */
let store: Store
let keychain: CountingKeychain

beforeAll(async () => {
  exchange = await startPracticeExchange({ host: '127.0.0.1', seed, orders: 5, clock, genesisMs: startMs })
  folder = mkdtempSync(join(tmpdir(), 'starkdesk-accounts-'))
}, 60_000)

afterAll(async () => {
  await exchange.close()
  rmSync(folder, { recursive: true })
})

beforeEach(async () => {
  files += 1
  store = await openOneThreadStore({
    file: join(folder, `${String(files)}.sqlite`),
    clock,
    workerUrl,
  })
  keychain = new CountingKeychain()
})

const running: Accounts[] = []
afterEach(async () => {
  for (const accounts of running.splice(0)) accounts.close()
  await store.close()
})

interface App {
  readonly accounts: Accounts
  readonly session: () => AccountSession | null
  /** Addresses that were called. */
  readonly called: string[]
}

/** Starts the part of the app that has to do with accounts, on the data file and the keychain of the test. */
function startApp(faults: Partial<Store> = {}): App {
  const faulty: Store = { ...store, ...faults }
  const called: string[] = []
  const fetchAndNote: Fetch = (url, init) => {
    called.push(url)
    return fetch(url, init)
  }
  const practiceFetch = createPracticeFetch(externalPracticeHost(exchange.baseUrl), fetchAndNote)
  const secrets = openSecretStore({
    ledger: createKeychainLedger(store),
    load: () => Promise.resolve(keychain),
  })
  const current = createCurrentAccount(log)
  const accounts = createAccounts({
    journal: openJournalHere(),
    store: faulty,
    secrets,
    clock,
    emit: () => undefined,
    log,
    practiceSeed: seed,
    createId: randomUUID,
    signInAtStart: () => true,
    openSession: (own) =>
      createAccountSession({
        ...own,
        fetch: own.account.networkKind === 'practice' ? practiceFetch : fetchAndNote,
        clock,
        secrets,
        userAgent: 'Starkdesk/0.1.0 (test)',
        log,
      }),
    current,
  })
  running.push(accounts)
  return { accounts, session: current.get, called }
}

function walletOf(index: 0 | 1, changes: Partial<GivenWallet> = {}): GivenWallet {
  const user = exchange.users[index]
  if (user === undefined) throw new Error('no such practice user')
  return {
    label: user.name,
    wallet: { kind: 'privateKey', ethereumPrivateKey: user.ethereumPrivateKey },
    network: 'custom',
    baseUrl: exchange.baseUrl,
    accountId: null,
    ...changes,
  }
}

const removalOf = ({ id, label }: Account): ChannelInput<'accounts:remove'> => ({
  id,
  label,
  leaveSecrets: false,
})
const keptIds = async (): Promise<string[]> => (await store.listAccounts()).map(({ id }) => id)

describe('connecting a wallet', () => {
  test('keeps its key in the keychain and takes it up', async () => {
    const app = startApp()
    const account = await app.accounts.connectWallet(walletOf(0))
    expect(await app.accounts.getState()).toMatchObject({
      activeId: account.id,
      protection: { kind: 'keychain', reason: null },
    })
    expect(keychain.entries.get(`Starkdesk|${account.id}/ethereumPrivateKey`)).toBe(
      exchange.users[0]?.ethereumPrivateKey,
    )
  })

  test('stores no account when the keychain refuses its key', async () => {
    const app = startApp()
    const first = await app.accounts.connectWallet(walletOf(0))
    keychain.fault = lockedKeychain
    expect(await failureOf(app.accounts.connectWallet(walletOf(1)))).toMatchObject({ code: 'keychainLocked' })
    expect(await keptIds()).toEqual([first.id])
    expect((await app.accounts.getState()).activeId).toBe(first.id)
  })

  test.each(['putAccount', 'setSetting'] as const)(
    'leaves neither key nor account behind when the data file fails at %s',
    async (method) => {
      const app = startApp({ [method]: () => Promise.reject(new Error('the disk is full')) })
      await expect(app.accounts.connectWallet(walletOf(0))).rejects.toThrow('the disk is full')
      expect([...keychain.entries.keys()]).toEqual([])
      expect(await keptIds()).toEqual([])
      expect(app.session()).toBeNull()
    },
  )

  test('that was given up while the service did not answer ends at once, and nothing is kept', async () => {
    const silent = await startScriptedServer(() => ({ headersDelayMs: Infinity }))
    try {
      const app = startApp()
      const connecting = failureOf(app.accounts.connectWallet(walletOf(0, { baseUrl: silent.baseUrl })))
      const waiting = failureOf(app.accounts.connectWallet(walletOf(1)))
      await eventually(() => expect(silent.requests).toHaveLength(1))
      app.accounts.cancelConnect()
      expect(await connecting).toMatchObject({ code: 'cancelled' })
      expect(await waiting).toMatchObject({ code: 'cancelled' })
      expect(app.called.filter((url) => url.startsWith(exchange.baseUrl))).toEqual([])
      expect(await keptIds()).toEqual([])
      expect(keychain.touched).toBe(0)
      // The next attempt is not affected.
      await app.accounts.connectWallet(walletOf(1))
      expect(await keptIds()).toHaveLength(1)
    } finally {
      await silent.stop()
    }
  })

  test('that was given up while the keychain asked for its password leaves nothing in it', async () => {
    const app = startApp()
    let answerPrompt: () => void = () => undefined
    const isAsked = new Promise<void>((resolve) => {
      keychain.beforeWrite = () => {
        resolve()
        return new Promise((answer) => {
          answerPrompt = answer
          keychain.beforeWrite = () => Promise.resolve()
        })
      }
    })
    const connecting = failureOf(app.accounts.connectWallet(walletOf(0)))
    await isAsked
    app.accounts.cancelConnect()
    answerPrompt()
    expect(await connecting).toMatchObject({ code: 'cancelled' })
    expect([...keychain.entries.keys()]).toEqual([])
    expect(await keptIds()).toEqual([])
    expect(app.session()).toBeNull()
  })
})

describe('entering the key of an account again', () => {
  test('refuses the key of another wallet before anything is sent', async () => {
    const app = startApp()
    const { id } = await app.accounts.connectWallet(walletOf(0))
    const before = app.called.length
    expect(await failureOf(app.accounts.connectWallet(walletOf(1, { accountId: id })))).toMatchObject({
      code: 'validation',
      data: { field: 'ethereumPrivateKey', reason: 'otherWallet' },
    })
    expect(app.called).toHaveLength(before)
    expect(await keptIds()).toEqual([id])
  })

  test('keeps name, network and address of the account', async () => {
    const app = startApp()
    const { id } = await app.accounts.connectWallet(walletOf(0, { label: 'Mine' }))
    const again = walletOf(0, { accountId: id, label: 'Other', network: 'mainnet', baseUrl: null })
    expect(await app.accounts.connectWallet(again)).toMatchObject({
      id,
      label: 'Mine',
      network: { kind: 'custom', baseUrl: exchange.baseUrl },
    })
    expect(await keptIds()).toEqual([id])
  })
})

describe('switching accounts', () => {
  test('leaves the account in use as it was when the choice cannot be written down', async () => {
    const first = startApp()
    const alice = await first.accounts.connectWallet(walletOf(0))
    const bob = await first.accounts.connectWallet(walletOf(1))
    first.accounts.close()

    let isFull = false
    const app = startApp({
      setSetting: (key, value) =>
        isFull ? Promise.reject(new Error('the disk is full')) : store.setSetting(key, value),
    })
    await app.accounts.resume()
    const session = app.session()
    isFull = true
    await expect(app.accounts.activate({ id: alice.id })).rejects.toThrow('the disk is full')
    expect((await app.accounts.getState()).activeId).toBe(bob.id)
    expect(app.session()).toBe(session)
    expect(session?.signal.aborted).toBe(false)
    isFull = false
    await app.accounts.activate({ id: alice.id })
    expect(app.session()?.account.id).toBe(alice.id)
  })
})

describe('removing an account', () => {
  test('in use changes nothing while the keychain is locked, and works once it is not', async () => {
    const app = startApp()
    const alice = await app.accounts.connectWallet(walletOf(0))
    const bob = await app.accounts.connectWallet(walletOf(1))
    keychain.fault = lockedKeychain
    expect(await failureOf(app.accounts.remove(removalOf(bob)))).toMatchObject({ code: 'keychainLocked' })
    expect(await app.accounts.getState()).toMatchObject({ activeId: bob.id })
    expect(app.session()?.signal.aborted).toBe(false)
    expect(await keptIds()).toEqual([alice.id, bob.id])
    keychain.fault = null
    await app.accounts.remove(removalOf(bob))
    expect((await app.accounts.getState()).activeId).toBe(alice.id)
    expect([...keychain.entries.keys()].filter((entry) => entry.includes(bob.id))).toEqual([])
  })

  test('is refused while the keychain that holds its key is gone, and the account stays', async () => {
    const first = startApp()
    const account = await first.accounts.connectWallet(walletOf(0))
    first.accounts.close()
    keychain.fault = noKeychain
    const app = startApp()
    await app.accounts.resume()
    expect(await failureOf(app.accounts.remove(removalOf(account)))).toMatchObject({
      code: 'keychainUnavailable',
      data: { reason: 'noService', isHeld: true },
    })
    expect(await keptIds()).toEqual([account.id])
    keychain.fault = null
    await app.accounts.remove(removalOf(account))
    expect(await keptIds()).toEqual([])
    expect([...keychain.entries.keys()]).toEqual([])
    expect(await store.getSetting('accountsInKeychain')).toBe('')
  })

  test('works after a restart where there was never a keychain, for wallets and for practice', async () => {
    keychain.fault = noKeychain
    const first = startApp()
    const wallet = await first.accounts.connectWallet(walletOf(0))
    const practice = await first.accounts.connectPractice({ user: 1 })
    first.accounts.close()
    const app = startApp()
    await app.accounts.resume()
    await app.accounts.remove(removalOf(practice))
    await app.accounts.remove(removalOf(wallet))
    expect(await keptIds()).toEqual([])
  })
})

describe('a keychain that is locked at start', () => {
  test('is told from a lost key, and signing in again works once it is unlocked', async () => {
    const first = startApp()
    await first.accounts.connectWallet(walletOf(0))
    first.accounts.close()
    keychain.fault = lockedKeychain
    const app = startApp()
    await app.accounts.resume()
    expect(await failureOf(app.accounts.signIn())).toMatchObject({ code: 'keychainLocked' })
    expect((await app.accounts.getState()).session).toBe('keychainLocked')
    keychain.fault = null
    await app.accounts.signIn()
    expect((await app.accounts.getState()).session).toBe('signedIn')
  })
})

describe('the note of what is in the keychain', () => {
  test('loses no account when several are noted and removed at once', async () => {
    const ledger = createKeychainLedger(store)
    const ids = Array.from({ length: 20 }, () => randomUUID())
    await Promise.all(ids.map((id) => ledger.noteStored(id)))
    await Promise.all(ids.slice(0, 10).map((id) => ledger.noteRemoved(id)))
    const held = await Promise.all(ids.map((id) => ledger.mayHold(id)))
    expect(held).toEqual(ids.map((_id, index) => index >= 10))
  })
})
