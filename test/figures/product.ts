// The product over a real exchange on this machine: its own client and store, filled as its sync fills them, and its portfolio.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { Clock } from '../../src-main/async/clock.ts'
import { createAccountSession, type AccountSession } from '../../src-main/session/account-session.ts'
import { createPnlReader } from '../../src-main/portfolio/pnl-reader.ts'
import { createPortfolio, type Portfolio } from '../../src-main/portfolio/portfolio.ts'
import { ethereumAddressOf } from '../../src-main/signing/ethereum.ts'
import type { Store, StoredAccount } from '../../src-main/store/api/store-api.ts'
import { openOneThreadStore } from '../fixtures/one-thread-store.ts'
import { workerUrl } from '../fixtures/thread-scripts.ts'
import { inUse } from '../integration/world.ts'
import type { Journal } from '../../src-main/store/api/journal-api.ts'
import { openJournalHere } from '../fixtures/journal-here.ts'

const PAGE = 100
const MINUTE_MS = 60_000
/** Of one answer. */
const MOST_CANDLES = 10_000

export interface Product {
  readonly journal: Journal
  readonly store: Store
  readonly session: AccountSession
  readonly portfolio: Portfolio
  readonly pnl: ReturnType<typeof createPnlReader>
  readonly clock: Clock
  readonly timeZone: string
}

export interface ProductOptions {
  readonly baseUrl: string
  readonly ethereumPrivateKey: string
  readonly clock: Clock
  readonly timeZone?: string
  /** How calls are sent; as they are unless told. */
  readonly fetch?: typeof globalThis.fetch
}

const nobody = (): Promise<never> => Promise.reject(new Error('nobody is there'))

/** A product without any rows, gone after the test. */
export async function openProduct(options: ProductOptions): Promise<Product> {
  const { baseUrl, ethereumPrivateKey, clock, timeZone = 'UTC' } = options
  const folder = mkdtempSync(join(tmpdir(), 'starkdesk-figures-'))
  const journal = openJournalHere()
  const store = await openOneThreadStore({ file: join(folder, 'test.sqlite'), clock, workerUrl })
  onTestFinished(async () => {
    await store.close()
    rmSync(folder, { recursive: true })
  })
  const account: StoredAccount = {
    id: 'a',
    label: 'Test',
    networkKind: 'custom',
    baseUrl,
    ethereumAddress: ethereumAddressOf(ethereumPrivateKey),
    keyKind: 'ethereum',
    createdAtMs: 0,
    profile: null,
  }
  await store.putAccount(account)
  const session = createAccountSession({
    account,
    baseUrl,
    fetch: options.fetch ?? globalThis.fetch,
    clock,
    secrets: {
      kind: 'untouched',
      reason: null,
      get: () => Promise.resolve(null),
      set: () => Promise.resolve(),
      delete: () => Promise.resolve(),
      deleteAll: () => Promise.resolve(),
    },
    userAgent: 'Starkdesk/0.1.0 (test)',
    log: { info: () => undefined, fault: () => undefined },
    candidate: {
      ethereumPrivateKey,
      refreshTokens: {
        load: () => Promise.resolve(null),
        save: () => Promise.resolve(),
        clear: () => Promise.resolve(),
      },
    },
    requestSignature: nobody,
    isSignedOut: false,
    mayLogIn: () => true,
  })
  onTestFinished(() => session.close())
  const portfolio = createPortfolio({
    store,
    journal,
    clock,
    current: inUse(session),
    getTimeZone: () => timeZone,
    onChanged: () => undefined,
  })
  const pnl = createPnlReader(store, journal, clock, session)
  return { store, journal, session, portfolio, pnl, clock, timeZone }
}

export interface SyncOptions {
  /** Of which orders the fills are read; all unless told. */
  readonly wantsFills?: (orderId: number) => boolean
  /** Orders that were created before are not kept. */
  readonly keptFromMs?: number
}

/** Reads `pnl`, then all orders with their fills, as the product's pollers do: profit and loss first, a listing after it. */
export async function syncAll(
  { store, session, pnl, clock }: Product,
  { wantsFills = () => true, keptFromMs = 0 }: SyncOptions = {},
): Promise<void> {
  const { signal } = new AbortController()
  await pnl.refresh(signal)
  const startedMs = clock.now()
  let ids: number[] = []
  for (let page = 1; ; page += 1) {
    const { orders } = await session.client.listOrders({ page, limit: PAGE }, { signal })
    ids = [...ids, ...orders.map(({ id }) => id)]
    const oldest = Math.min(...ids)
    const isEnd = orders.length < PAGE
    const stretch = { fromId: isEnd ? 0 : oldest, toId: Math.max(0, ...ids), rows: ids.length, fromMs: null }
    const record = { stretches: ids.length === 0 ? [] : [stretch], keptFromMs, asOfMs: clock.now() }
    const kept = orders.filter(({ createdAtMs }) => createdAtMs >= keptFromMs)
    await store.putOrders('a', kept, record)
    const wanted = kept.filter(({ id, tradesCount }) => tradesCount > 0 && wantsFills(id))
    const told = await Promise.all(wanted.map(({ id }) => session.client.getOrder(id, { signal })))
    for (const { order, trades } of told) await store.putOrderTrades('a', order, trades)
    if (isEnd) break
  }
  await pnl.noteListing(startedMs)
}

/** Puts the newest candles of each market into the store, which last prices and prices of earlier minutes come from. */
export async function syncCandles(
  { store, session, clock }: Product,
  markets: readonly string[],
): Promise<void> {
  const { signal } = new AbortController()
  const nowMs = clock.now()
  for (const market of markets) {
    for (const period of [1, 1440] as const) {
      const candles = await session.client.listCandles({ market, period, limit: 500 }, { signal })
      await store.putCandles(session.network, market, period, candles, null, {
        asOfMs: nowMs,
        nowMs,
        settledMs: nowMs - MINUTE_MS,
      })
    }
  }
}

/** Puts all minutes of a range of time into the store: what prices of the past come from. */
export async function syncMinutes(
  { store, session, clock }: Product,
  markets: readonly string[],
  range: { readonly startMs: number; readonly endMs: number },
): Promise<void> {
  const { signal } = new AbortController()
  const nowMs = clock.now()
  for (const market of markets) {
    const candles = await session.client.listCandles(
      { market, period: 1, limit: MOST_CANDLES, ...range },
      { signal },
    )
    if (candles.timesMs.length >= MOST_CANDLES) throw new Error('more minutes than one answer has')
    await store.putCandles(session.network, market, 1, candles, null, {
      asOfMs: nowMs,
      nowMs,
      settledMs: nowMs - MINUTE_MS,
    })
  }
}

/** Looks transfers up by their references, as a person does. */
export async function findTransfers(
  { journal, session, clock }: Product,
  references: Iterable<string>,
): Promise<void> {
  for (const reference of references) {
    const answer = await session.client.getTransfer(reference)
    if (!answer.isKnown) throw new Error(`no transfer ${reference}`)
    await journal.putFoundTransfer({
      accountId: session.account.id,
      accountAddress: session.account.ethereumAddress,
      networkKey: session.network,
      told: { ...answer.transfer, asOfMs: clock.now() },
    })
  }
}
