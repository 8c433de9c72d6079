// Data files with rows of every table, ways to damage them, and kept stores, for the tests of maintenance.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import Database from 'better-sqlite3'
import { onTestFinished } from 'vitest'
import type { RepairReport } from '../../../../src-preload/contract/app/data.ts'
import { backUpOwnData } from '../../../../src-main/store/maintenance/back-up.ts'
import type { Backup } from '../../../../src-main/store/maintenance/maintenance.ts'
import { openForMaintenance } from '../../../../src-main/store/maintenance/check.ts'
import { type KeptStoreOptions, openKeptStore } from '../../../../src-main/store/client/kept-store.ts'
import type { KeptStore } from '../../../../src-main/store/client/kept-store.ts'
import type { Journal } from '../../../../src-main/store/api/journal-api.ts'
import type { Store } from '../../../../src-main/store/api/store-api.ts'
import { dataFile } from '../../../../src-main/store/files/data-file.ts'
import type { FileKind } from '../../../../src-main/store/files/file-kind.ts'
import {
  recipientAddress,
  sampleIntent,
  sampleTold,
  sender,
  timeOf,
  wayOf,
} from '../../../unit/store/sample-transfers.ts'
import { clock, makeFile, open, sampleAccount, sampleOrder, samplePnl, sampleTrade } from '../support.ts'
import { startKeptThread } from '../../../fixtures/kept-threads.ts'
import { maintenanceUrl, newerCareUrl, newerWorkerUrl, workerUrl } from '../../../fixtures/thread-scripts.ts'

export const backupsOf = (file: string): string => join(dirname(file), 'backups')
/** The journal beside a data file. */
export const journalOf = (file: string): string => join(dirname(file), 'starkdesk-journal.db')
export const dayMs = 24 * 60 * 60 * 1000

export interface Kept extends KeptStore {
  readonly reports: RepairReport[]
  readonly faults: unknown[]
}

/** Threads of an app that is one migration newer. */
export const newerThreads = { workerUrl: newerWorkerUrl, maintenanceUrl: newerCareUrl }

/** A real kept store and journal with real threads, closed after the test. */
export async function openKept(
  file: string,
  backupsFolder = backupsOf(file),
  threads: Pick<KeptStoreOptions, 'workerUrl' | 'maintenanceUrl' | 'startThread'> = {
    workerUrl,
    maintenanceUrl,
    startThread: startKeptThread,
  },
): Promise<Kept> {
  const reports: RepairReport[] = []
  const faults: unknown[] = []
  const kept = await openKeptStore({
    file,
    journalFile: journalOf(file),
    clock,
    ...threads,
    backupsFolder,
    onRepair: (report) => reports.push(report),
    onFault: (_what, error) => faults.push(error),
  })
  onTestFinished(async () => {
    await Promise.all([kept.store.close(), kept.journal.close()])
  })
  return { ...kept, reports, faults }
}

/** Writes what is the user's own in the data file: two accounts, settings, markets, a split opening. */
export async function putOwn(store: Store): Promise<void> {
  await store.putAccount(sampleAccount('a', { label: 'Größe ‘é’' }))
  await store.putAccount(sampleAccount('b', { keyKind: 'stark', profile: null }))
  await store.setSetting('theme', 'dark')
  await store.putMarkets('practice', ['ethusdc', 'btcusdc'])
  await store.putOpeningParts({ networkKey: 'practice', address: sender }, 'eth', [
    { amount: '1.5', openedMs: null, cost: null },
    { amount: '2', openedMs: 1_672_531_200_000, cost: '2400.5' },
  ])
}

/** Writes some of everything into the journal: a transfer at the end of its way, one found, a recipient, limits. */
export async function putJournal(journal: Journal): Promise<void> {
  await putTransfer(journal, 0)
  await journal.putFoundTransfer({
    networkKey: 'practice',
    accountId: 'a',
    accountAddress: sender,
    told: sampleTold(99),
  })
  await journal.putRecipient('practice', {
    address: recipientAddress,
    label: 'Cold wallet',
    note: '',
    createdAtMs: 7,
  })
  await journal.putTransferLimits('practice', sender, {
    now: { perTransfer: '5', perDay: '10' },
    next: { limits: { perTransfer: null, perDay: '20' }, fromMs: 9 },
  })
}

/** A transfer that has gone its whole way. */
export async function putTransfer(journal: Journal, number: number): Promise<void> {
  await journal.createTransfer(sampleIntent(number), `note ${number}`)
  let from = 'intended' as Parameters<Journal['moveTransfer']>[1][number]
  for (const [at, { to, change }] of wayOf(number).entries()) {
    await journal.moveTransfer(sampleIntent(number).id, [from], to, change, timeOf(number, at + 1))
    from = to
  }
}

/** What a filled file holds, by its count of orders: a copy costs a hundredth of what filling one does. */
const filled = new Map<number, Buffer>()

async function fill(orders: number): Promise<Buffer> {
  const file = makeFile()
  const store = await open(file)
  await putOwn(store)
  await putCache(store, orders)
  await store.close()
  const bytes = readFileSync(file)
  filled.set(orders, bytes)
  return bytes
}

/** A closed data file with the user's own and so many orders, candles and trades. */
export async function makeFilled(orders = 600): Promise<string> {
  const bytes = filled.get(orders) ?? (await fill(orders))
  const file = makeFile()
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, bytes)
  return file
}

export async function putCache(store: Store, orders: number): Promise<void> {
  const rows = Array.from({ length: orders }, (_, id) => sampleOrder(id))
  await store.putOrders('a', rows, null)
  await store.putOrderTrades('a', sampleOrder(1, { tradesCount: 1, updatedAtMs: 1_700_000_000_000 }), [
    sampleTrade(5),
  ])
  await store.putPnlSnapshot('a', [samplePnl('eth')], 1_600_000_000_000)
}

/** Every row of every table of the user's own in a file, by table, read by a connection of its own. */
export function readOwn(file: string, kind: FileKind = dataFile): Record<string, unknown[]> {
  const db = new Database(file, { readonly: true, fileMustExist: true })
  try {
    const tables = kind.ownFamilies.flat()
    return Object.fromEntries(tables.map((table) => [table, db.prepare(`SELECT * FROM ${table}`).all()]))
  } finally {
    db.close()
  }
}

/** Backs up a file that nobody else has open. */
export function backUp(file: string, nowMs: number, kind: FileKind = dataFile): Backup {
  const db = openForMaintenance(file)
  try {
    return backUpOwnData(db, kind, backupsOf(file), nowMs)
  } finally {
    db.close()
  }
}

/** Numbers of the pages of a table or index, its first one first. */
export function pagesOf(file: string, tree: string): number[] {
  const db = new Database(file, { readonly: true })
  try {
    return db
      .prepare<[string], number>('SELECT pageno FROM dbstat WHERE name = ? ORDER BY path')
      .pluck()
      .all(tree)
  } finally {
    db.close()
  }
}

/** Writes nonsense over pages of a closed file. */
export function damagePages(file: string, pages: readonly number[]): void {
  const bytes = readFileSync(file)
  for (const page of pages) bytes.fill(0xa5, (page - 1) * 4096, page * 4096)
  writeFileSync(file, bytes)
}

/** The names in the folder of the data file, but for what SQLite keeps beside it. */
export function namesBeside(file: string): string[] {
  return readdirSync(dirname(file))
    .filter((name) => !/-(wal|shm)$/.test(name))
    .sort()
}

/** The damaged files that were set aside, without their logs. */
export function listAside(file: string): string[] {
  const pattern = new RegExp(`^${basename(file)}\\.damaged-[\\dTZ-]+$`)
  return readdirSync(dirname(file)).filter((name) => pattern.test(name) && !/-(wal|shm)$/.test(name))
}
