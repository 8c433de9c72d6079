// Temporary folders, stores and sample rows for the store's tests.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import type {
  CandleColumns,
  Order,
  OrderTrade,
  PnlEntry,
} from '../../../src-preload/contract/orders/entities.ts'
import { fixedClock } from '../../../src-main/async/clock.ts'
import { openJournal, openStore } from '../../../src-main/store/client/open-store.ts'
import type { Journal } from '../../../src-main/store/api/journal-api.ts'
import type { AnswerTimes, Store, StoredAccount } from '../../../src-main/store/api/store-api.ts'
import { startKeptThread } from '../../fixtures/kept-threads.ts'
import { workerUrl } from '../../fixtures/thread-scripts.ts'

export const clock = fixedClock(1_700_000_000_000)
export { anyOrder, newestFirst } from '../../../src-main/store/api/order-filter.ts'

/** A folder that is gone after the test. */
export function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'starkdesk-store-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** A path for a database that does not exist yet, in a folder that does not either. */
export function makeFile(): string {
  return join(makeFolder(), 'data', 'starkdesk.db')
}

/** A real store in real threads, closed after the test. */
export async function open(file = makeFile()): Promise<Store> {
  const store = await openStore({ file, clock, workerUrl, startThread: startKeptThread })
  onTestFinished(() => store.close())
  return store
}

/** A real journal in a real thread, closed after the test. */
export async function openTestJournal(file = makeFile()): Promise<Journal> {
  const journal = await openJournal({ file, clock, workerUrl, startThread: startKeptThread })
  onTestFinished(() => journal.close())
  return journal
}

/** A store with one account, `a`. */
export async function openWithAccount(): Promise<Store> {
  const store = await open()
  await store.putAccount(sampleAccount('a'))
  return store
}

export function sampleAccount(id: string, changes: Partial<StoredAccount> = {}): StoredAccount {
  return {
    id,
    label: `Wallet ${id}`,
    networkKind: 'practice',
    baseUrl: null,
    ethereumAddress: '0x52908400098527886E0F7030069857D2E4169EE7',
    keyKind: 'ethereum',
    createdAtMs: 1_600_000_000_000,
    profile: null,
    ...changes,
  }
}

export function sampleOrder(id: number, changes: Partial<Order> = {}): Order {
  return {
    id,
    uuid: `00000000-0000-4000-8000-${String(id).padStart(12, '0')}`,
    side: 'buy',
    type: 'limit',
    price: '1867.5000000000',
    stopPrice: null,
    averagePrice: '0.0',
    state: 'wait',
    market: 'ethusdc',
    createdAtMs: 1_650_000_000_000 + id * 1000,
    updatedAtMs: 1_650_000_000_000 + id * 1000,
    originVolume: '1.0000000000',
    remainingVolume: '1.0000000000',
    executedVolume: '0.0',
    makerFee: '0.001',
    takerFee: '0.002',
    tradesCount: 0,
    cancelReason: null,
    ...changes,
  }
}

export function sampleTrade(id: number, changes: Partial<OrderTrade> = {}): OrderTrade {
  return {
    id,
    orderId: 1,
    market: 'ethusdc',
    side: 'buy',
    takerType: 'sell',
    price: '1336.63',
    amount: '0.0375',
    total: '50.123625',
    feeCurrency: 'eth',
    feeRate: '0.001',
    feeAmount: '0.0000375',
    createdAtMs: 1_667_855_520_000,
    ...changes,
  }
}

export function samplePnl(currency: string, changes: Partial<PnlEntry> = {}): PnlEntry {
  return {
    currency,
    pnlCurrency: 'usdc',
    totalCredit: '10.5',
    totalDebit: '3.25',
    totalCreditValue: '1000.000000',
    totalDebitValue: '400.1',
    averageBuyPrice: '95.238095',
    averageSellPrice: '123.1',
    averageBalancePrice: '90',
    totalBalanceValue: '-12.5',
    ...changes,
  }
}

/** An answer asked for at a time; what had ended by then is final. Stored at once unless told. */
export function toldAt(asOfMs: number, nowMs = asOfMs): AnswerTimes {
  return { asOfMs, nowMs, settledMs: asOfMs }
}

/** Candles at the given starts; every price is `close`, so that versions can be told apart. */
export function sampleCandles(timesMs: readonly number[], close = 100): CandleColumns {
  const column = (value: number) => Float64Array.from(timesMs, () => value)
  return {
    timesMs: Float64Array.from(timesMs),
    open: column(close),
    high: column(close + 0.125),
    low: column(close - 0.1),
    close: column(close),
    volume: column(0.000_000_000_1),
  }
}

/** The seed of a random test: SEED from outside to repeat a failure, otherwise a new one. Put it into the test's name. */
export const seed = Number(process.env['SEED'] ?? Math.floor(Math.random() * 2 ** 31))
