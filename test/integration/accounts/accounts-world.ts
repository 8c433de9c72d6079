// The part of the app that has to do with accounts, on a data file and a keychain of the test that outlive a restart, against a
// practice exchange over HTTP whose answers can be bent.
import { randomUUID } from 'node:crypto'
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import type { Fetch } from '../../../src-main/exchange/http.ts'
import { openSecretStore } from '../../../src-main/keychain/open-secret-store.ts'
import { openSecretBackends, type SecretBackends } from '../../../src-main/keychain/secret-backends.ts'
import type { SecretStore } from '../../../src-main/keychain/secret-store.ts'
import { openVault } from '../../../src-main/keychain/vault/password-vault.ts'
import type { Log } from '../../../src-main/diagnostics/log.ts'
import { type PracticeExchange, startPracticeExchange } from '../../../src-main/practice/exchange.ts'
import type { PracticeUser } from '../../../src-main/practice/users.ts'
import { type Accounts, createAccounts } from '../../../src-main/accounts/accounts.ts'
import { createKeychainLedger } from '../../../src-main/accounts/wallet/accounts-in-keychain.ts'
import { createCurrentAccount } from '../../../src-main/session/current-account.ts'
import { createAccountSession, type AccountSession } from '../../../src-main/session/account-session.ts'
import type { GivenWallet } from '../../../src-main/accounts/wallet/wallet-entry.ts'
import type { Store, StoredAccount } from '../../../src-main/store/api/store-api.ts'
import type { AccountsState } from '../../../src-preload/contract/accounts/accounts.ts'
import type { WalletInput } from '../../../src-preload/contract/accounts/wallet-input.ts'
import { openJournalHere } from '../../fixtures/journal-here.ts'
import { CountingKeychain } from '../../fixtures/counting-keychain.ts'
import { eventually } from '../../fixtures/eventually.ts'
import {
  type ScriptedAnswer,
  type ScriptedServer,
  startScriptedServer,
} from '../../fixtures/scripted-server.ts'
import { movableClock, startMs } from '../../fixtures/test-client.ts'
import { cheap } from '../keychain/vault/cheap-scrypt.ts'
import { makeEvents, type Told } from '../world.ts'
import { openOneThreadStore } from '../../fixtures/one-thread-store.ts'
import { workerUrl } from '../../fixtures/thread-scripts.ts'

export const seed = 7
export const lockedKeychain = 'Cannot create an item in a locked collection'
export const noKeychain = 'Cannot autolaunch D-Bus without X11 $DISPLAY'

export const healthPath = '/sapi/v1/health/'
export const noncePath = '/sapi/v2/auth/nonce/'
export const loginPath = '/sapi/v2/auth/login/'
export const refreshPath = '/sapi/v1/auth/token/refresh/'
export const profilePath = '/sapi/v1/user/profile/'

export interface App {
  readonly accounts: Accounts
  readonly secrets: SecretStore
  readonly told: Told
  readonly session: () => AccountSession
  readonly state: () => Promise<AccountsState>
  /** Waits until the page is told of a session in this state. */
  readonly reaches: (session: AccountsState['session']) => Promise<void>
  readonly stop: () => void
}

export interface StartOptions {
  readonly signInAtStart?: () => boolean
  /** Instead of the keychain of the test. */
  readonly secrets?: SecretStore
  readonly store?: Partial<Store>
}

export interface AccountsWorld {
  readonly server: ScriptedServer
  readonly store: Store
  readonly keychain: CountingKeychain
  /** Every line of the log, with its facts. */
  readonly lines: string[]
  /** The folder of the data file. */
  readonly folder: string
  /** Answers that the service gives instead of its own, by path. */
  readonly bent: Map<string, ScriptedAnswer>
  /** What the service waits for before it answers, by path. */
  readonly held: Map<string, Promise<void>>
  user(index: 0 | 1): PracticeUser
  start(options?: StartOptions): App
  /** Input that connects a wallet of a network of the user's own. */
  input(wallet: WalletInput, changes?: Partial<GivenWallet>): GivenWallet
  privateKey(index: 0 | 1): WalletInput
  ids(): Promise<string[]>
  stored(id: string): Promise<StoredAccount | undefined>
  entry(id: string, name: string): string | undefined
  /** The places of the app, on the keychain of the test and a vault file beside the data file, as after a start. */
  openPlaces(): Promise<SecretBackends>
  /** What the vault file holds, as `account/name`, read apart from the app. */
  inVault(): Promise<string[]>
}

/** Of the vault of {@link AccountsWorld.openPlaces}. */
export const password = 'correct horse battery'

/** Registers what it takes before and after the tests of the file; what it gives is there while a test runs. */
export function useAccountsWorld(): AccountsWorld {
  const clock = movableClock(startMs)
  let exchange: PracticeExchange
  let server: ScriptedServer
  let folder: string
  let store: Store
  let keychain: CountingKeychain
  const bent = new Map<string, ScriptedAnswer>()
  const held = new Map<string, Promise<void>>()
  const lines: string[] = []
  const running = new Set<App>()
  const log: Log = {
    info: (...line) => lines.push(JSON.stringify(line)),
    fault: (area, what, error, facts) => lines.push(JSON.stringify([area, what, String(error), facts])),
  }

  beforeAll(async () => {
    exchange = await startPracticeExchange({ host: '127.0.0.1', seed, orders: 3, clock, genesisMs: startMs })
  }, 60_000)
  afterAll(() => exchange.close())

  beforeEach(async () => {
    bent.clear()
    held.clear()
    lines.length = 0
    server = await startScriptedServer(async ({ method, path, query, headers, body }) => {
      await held.get(path)
      const answer = bent.get(path)
      if (answer !== undefined) return answer
      const response = await fetch(`${exchange.baseUrl}${path}?${new URLSearchParams(query).toString()}`, {
        method,
        headers: {
          'content-type': 'application/json',
          ...(headers.authorization === undefined ? {} : { authorization: headers.authorization }),
        },
        ...(body === null ? {} : { body: JSON.stringify(body) }),
      })
      return { status: response.status, text: await response.text() }
    })
    folder = mkdtempSync(join(tmpdir(), 'starkdesk-accounts-'))
    keychain = new CountingKeychain()
    store = await openOneThreadStore({
      file: join(folder, 'test.sqlite'),
      clock,
      workerUrl,
    })
  })
  afterEach(async () => {
    for (const app of running) app.stop()
    await store.close()
    await server.stop()
    rmSync(folder, { recursive: true })
  })

  function start(options: StartOptions = {}): App {
    const told = makeEvents()
    const secrets =
      options.secrets ??
      openSecretStore({ ledger: createKeychainLedger(store), load: () => Promise.resolve(keychain) })
    const practiceFetch: Fetch = (url, init) =>
      fetch(`${server.baseUrl}${new URL(url).pathname}${new URL(url).search}`, init)
    const current = createCurrentAccount(log)
    const accounts = createAccounts({
      journal: openJournalHere(),
      store: { ...store, ...options.store },
      secrets,
      clock,
      emit: told.emit,
      log,
      practiceSeed: seed,
      createId: randomUUID,
      signInAtStart: options.signInAtStart ?? (() => true),
      openSession: (own) =>
        createAccountSession({
          ...own,
          fetch: own.account.networkKind === 'practice' ? practiceFetch : fetch,
          clock,
          secrets,
          userAgent: 'Starkdesk/0.1.0 (test)',
          log,
        }),
      current,
    })
    current.events.on('changed', (session) => {
      if (session !== null) accounts.syncProfile(session)
    })
    const app: App = {
      accounts,
      secrets,
      told,
      session: current.require,
      state: () => accounts.getState(),
      reaches: (session) =>
        eventually(() => {
          const last = told.last('accounts:changed')?.session
          if (last !== session) throw new Error(`the session is ${String(last)}`)
        }),
      stop: () => {
        running.delete(app)
        accounts.close()
      },
    }
    running.add(app)
    return app
  }

  function user(index: 0 | 1): PracticeUser {
    const found = exchange.users[index]
    if (found === undefined) throw new Error('no such practice user')
    return found
  }

  return {
    get server() {
      return server
    },
    get store() {
      return store
    },
    get keychain() {
      return keychain
    },
    get folder() {
      return folder
    },
    lines,
    bent,
    held,
    user,
    start,
    input: (wallet, changes = {}) => ({
      label: 'Mine',
      wallet,
      network: 'custom',
      baseUrl: server.baseUrl,
      accountId: null,
      ...changes,
    }),
    privateKey: (index) => ({ kind: 'privateKey', ethereumPrivateKey: user(index).ethereumPrivateKey }),
    ids: async () => (await store.listAccounts()).map(({ id }) => id),
    stored: async (id) => (await store.listAccounts()).find((account) => account.id === id),
    entry: (id, name) => keychain.entries.get(`Starkdesk|${id}/${name}`),
    openPlaces: () =>
      openSecretBackends({
        ledger: createKeychainLedger(store),
        vaultFile: join(folder, 'keys.vault'),
        clock,
        onFault: (what, error) => lines.push(JSON.stringify(['keychain', what, String(error)])),
        listAccounts: async () => (await store.listAccounts()).map(({ id }) => id),
        load: () => Promise.resolve(keychain),
        scrypt: cheap,
      }),
    inVault: async () => {
      // A copy: unlocking removes what an ended write left beside the file, which may be what the app is just writing.
      const file = join(mkdtempSync(join(folder, 'copy-')), 'keys.vault')
      copyFileSync(join(folder, 'keys.vault'), file)
      const vault = openVault({ file, clock, scrypt: cheap })
      await vault.unlock(password)
      const entries = await vault.list()
      vault.lock()
      return entries.map(({ account, name }) => `${account}/${name}`)
    },
  }
}
