// Owns: the product over a real exchange on this machine: its own client and store, filled as its sync fills them, and its portfolio.
// Must not: compute a figure.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { Clock } from '../../src-main/clock.ts'
import { createLink, type Link } from '../../src-main/services/link.ts'
import { createPortfolio, type Portfolio } from '../../src-main/services/portfolio.ts'
import { ethereumAddressOf } from '../../src-main/signing/ethereum.ts'
import { openStore } from '../../src-main/store/open-store.ts'
import type { Store, StoredAccount } from '../../src-main/store/store-api.ts'
import { workerUrl } from '../fixtures/thread-scripts.ts'

const PAGE = 100
const MINUTE_MS = 60_000

export interface Product {
  readonly store: Store
  readonly link: Link
  readonly portfolio: Portfolio
  readonly clock: Clock
}

export interface ProductOptions {
  readonly baseUrl: string
  readonly ethereumPrivateKey: string
  readonly clock: Clock
  readonly timeZone?: string
}

const nobody = (): Promise<never> => Promise.reject(new Error('nobody is there'))

/** A product without any rows, gone after the test. */
export async function openProduct(options: ProductOptions): Promise<Product> {
  const { baseUrl, ethereumPrivateKey, clock, timeZone = 'UTC' } = options
  const folder = mkdtempSync(join(tmpdir(), 'starkdesk-figures-'))
  const store = await openStore({ file: join(folder, 'test.sqlite'), clock, workerUrl })
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
  const link = createLink({
    account,
    baseUrl,
    fetch: globalThis.fetch,
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
    onSession: () => undefined,
    onConnection: () => undefined,
    onReturn: () => undefined,
  })
  onTestFinished(() => link.close())
  const portfolio = createPortfolio({
    store,
    clock,
    getLink: () => link,
    getFault: () => null,
    getTimeZone: () => timeZone,
    onChanged: () => undefined,
  })
  return { store, link, portfolio, clock }
}

export interface SyncOptions {
  /** Of which orders the fills are read; all unless told. */
  readonly wantsFills?: (orderId: number) => boolean
}

/** Reads `pnl`, then all orders with their fills, as the product's pollers do: profit and loss first, a listing after it. */
export async function syncAll(
  { store, link, portfolio, clock }: Product,
  { wantsFills = () => true }: SyncOptions = {},
): Promise<void> {
  const { signal } = new AbortController()
  await portfolio.refresh(link, signal)
  const startedMs = clock.now()
  let ids: number[] = []
  for (let page = 1; ; page += 1) {
    const { orders } = await link.client.listOrders({ page, limit: PAGE }, { signal })
    ids = [...ids, ...orders.map(({ id }) => id)]
    const oldest = Math.min(...ids)
    const isEnd = orders.length < PAGE
    const stretch = { fromId: isEnd ? 0 : oldest, toId: Math.max(0, ...ids), rows: ids.length, fromMs: null }
    const record = { stretches: ids.length === 0 ? [] : [stretch], keptFromMs: 0, asOfMs: clock.now() }
    await store.putOrders('a', orders, record)
    for (const order of orders.filter(({ id, tradesCount }) => tradesCount > 0 && wantsFills(id))) {
      const { order: fresh, trades } = await link.client.getOrder(order.id, { signal })
      await store.putOrderTrades('a', fresh, trades)
    }
    if (isEnd) break
  }
  await portfolio.noteListing(link, startedMs)
}

/** Puts the newest candles of each market into the store, which last prices and prices of earlier minutes come from. */
export async function syncCandles(
  { store, link, clock }: Product,
  markets: readonly string[],
): Promise<void> {
  const { signal } = new AbortController()
  const nowMs = clock.now()
  for (const market of markets) {
    for (const period of [1, 1440] as const) {
      const candles = await link.client.listCandles({ market, period, limit: 500 }, { signal })
      await store.putCandles(link.network, market, period, candles, null, {
        asOfMs: nowMs,
        nowMs,
        settledMs: nowMs - MINUTE_MS,
      })
    }
  }
}
