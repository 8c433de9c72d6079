// A whole set of services over a real store and a real local HTTP server, with a log and events that can be read.
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { EventName, EventPayload } from '../../src-preload/contract/contract.ts'
import { type Clock, systemClock } from '../../src-main/async/clock.ts'
import type { Emit } from '../../src-main/ipc/events.ts'
import { openSecretBackends, type SecretBackends } from '../../src-main/keychain/secret-backends.ts'
import { createFreshnessBoard } from '../../src-main/session/freshness-board.ts'
import { createFaults } from '../../src-main/session/faults.ts'
import { createKeychainLedger } from '../../src-main/accounts/wallet/accounts-in-keychain.ts'
import { type AccountSession, createAccountSession } from '../../src-main/session/account-session.ts'
import { createCurrentAccount, type CurrentAccount } from '../../src-main/session/current-account.ts'
import type { Workspace } from '../../src-main/session/workspace.ts'
import {
  type MarketFeed,
  type MarketFeedOptions,
  startMarketFeed,
} from '../../src-main/markets/market-feed.ts'
import type { TickerFeed } from '../../src-main/markets/ticker-feed.ts'
import type { Store, StoredAccount } from '../../src-main/store/api/store-api.ts'
import { AppError, isAppError } from '../../src-preload/domain/errors.ts'
import type { Log } from '../../src-main/diagnostics/log.ts'
import type { SecretStore } from '../../src-main/keychain/secret-store.ts'
import type { CountingKeychain } from '../fixtures/counting-keychain.ts'
import { walletAddress, walletKey } from '../fixtures/test-client.ts'
import { openOneThreadStore } from '../fixtures/one-thread-store.ts'
import { workerUrl } from '../fixtures/thread-scripts.ts'

export const account: StoredAccount = {
  id: 'a',
  label: 'Test',
  networkKind: 'custom',
  baseUrl: 'https://exchange.example',
  ethereumAddress: walletAddress,
  keyKind: 'ethereum',
  createdAtMs: 0,
  profile: null,
}

/** A real store in a folder of its own, with the account; gone after the test. */
export async function makeStore(): Promise<Store> {
  const folder = mkdtempSync(join(tmpdir(), 'starkdesk-services-'))
  const store = await openOneThreadStore({
    file: join(folder, 'test.sqlite'),
    clock: { now: () => 0 },
    workerUrl,
  })
  onTestFinished(async () => {
    await store.close()
    rmSync(folder, { recursive: true })
  })
  await store.putAccount(account)
  return store
}

export function makeLog(): { log: Log; faults: string[] } {
  const faults: string[] = []
  const log: Log = { info: () => undefined, fault: (_area, what) => faults.push(what) }
  return { log, faults }
}

/** Events that were sent to the page, in order. */
export interface Told {
  readonly emit: Emit
  count(name: EventName): number
  /** Oldest first. */
  all<Name extends EventName>(name: Name): EventPayload<Name>[]
  last<Name extends EventName>(name: Name): EventPayload<Name> | undefined
}

export function makeEvents(): Told {
  const sent: { name: EventName; payload: unknown }[] = []
  return {
    emit: (name, payload) => sent.push({ name, payload }),
    count: (name) => sent.filter((one) => one.name === name).length,
    all: <Name extends EventName>(name: Name) =>
      sent.filter((one) => one.name === name).map((one) => one.payload as EventPayload<Name>),
    last: <Name extends EventName>(name: Name) =>
      // Each payload was put in under its own name.
      sent.findLast((one) => one.name === name)?.payload as EventPayload<Name> | undefined,
  }
}

/** Where nothing was ever kept. */
export const noSecrets: SecretStore = {
  kind: 'untouched',
  reason: null,
  get: () => Promise.resolve(null),
  set: () => Promise.resolve(),
  delete: () => Promise.resolve(),
  deleteAll: () => Promise.resolve(),
}

/** Secrets in a keychain of the test, without an app password. */
export function openPlaces(store: Store, keychain: CountingKeychain): Promise<SecretBackends> {
  return openSecretBackends({
    ledger: createKeychainLedger(store),
    vaultFile: join(tmpdir(), `starkdesk-no-vault-${randomUUID()}`),
    clock: systemClock,
    onFault: () => undefined,
    listAccounts: async () => (await store.listAccounts()).map(({ id }) => id),
    load: () => Promise.resolve(keychain),
  })
}

/** The session of an account whose key is at hand, to a server that really answers. */
export function makeSession(baseUrl: string, clock: Clock): AccountSession {
  const session = createAccountSession({
    account,
    baseUrl,
    fetch: globalThis.fetch,
    clock,
    secrets: noSecrets,
    userAgent: 'Starkdesk/0.1.0 (test)',
    log: makeLog().log,
    candidate: {
      ethereumPrivateKey: walletKey,
      refreshTokens: {
        load: () => Promise.resolve(null),
        save: () => Promise.resolve(),
        clear: () => Promise.resolve(),
      },
    },
    requestSignature: () => Promise.reject(new AppError('cancelled')),
    isSignedOut: false,
    mayLogIn: () => true,
  })
  onTestFinished(() => session.close())
  return session
}

const noTickers: Pick<TickerFeed, 'find' | 'list' | 'readAtMs' | 'error'> = {
  find: () => null,
  list: () => [],
  readAtMs: () => null,
  error: () => null,
}

/** This account is in use, with as much background work as is told. */
export function inUse(session: AccountSession | null, work: Partial<Workspace> = {}): CurrentAccount {
  const current = createCurrentAccount(makeLog().log)
  const quiet = {
    reportOf: () => null,
    hasReport: () => false,
    errorOf: () => null,
    balancesMoved: () => undefined,
    tickers: noTickers,
    spreads: { find: () => null, trigger: () => undefined },
    alertsChanged: () => undefined,
    trigger: () => undefined,
    stop: () => Promise.resolve(),
  }
  // Whoever looks at more of it gives it.
  current.beginWork(() => ({ ...quiet, ...work }) as Workspace)
  current.use(session)
  return current
}

export interface FeedWorld {
  readonly feed: MarketFeed
  readonly session: AccountSession
  readonly told: Told
  /** Work whose failure was reported. */
  readonly reported: string[]
}

/** How a feed is asked to work where a test says nothing of it. */
export const usualFeed: Pick<MarketFeedOptions, 'listEveryMs' | 'watchEveryMs' | 'isTold' | 'mayStream'> = {
  listEveryMs: () => 10_000,
  watchEveryMs: () => 2_000,
  isTold: () => false,
  mayStream: () => true,
}

/** A market feed that runs until the test has ended. */
export function makeFeed(
  store: Store,
  baseUrl: string,
  clock: Clock,
  markets: string[],
  patch: Partial<Pick<MarketFeedOptions, 'watchEveryMs'>> = {},
): FeedWorld {
  const session = makeSession(baseUrl, clock)
  const told = makeEvents()
  const reported: string[] = []
  const faults = createFaults((work, error) => {
    reported.push(work)
    if (!isAppError(error)) throw error
    return { code: error.code, data: { ...error.data }, ref: null }
  })
  const freshness = createFreshnessBoard({ session, clock, onChange: () => undefined })
  onTestFinished(() => freshness.stop())
  const feed = startMarketFeed({
    ...usualFeed,
    session,
    store,
    clock,
    emit: told.emit,
    markets: () => Promise.resolve(markets),
    faults,
    freshness,
    // These servers have no streams, and tests count their requests.
    mayStream: () => false,
    random: () => 0,
    ...patch,
  })
  onTestFinished(() => feed.stop())
  return { feed, session, told, reported }
}
