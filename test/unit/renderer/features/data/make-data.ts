// What lies on a computer, and how far its history is, for tests.
import type { DataKind, DataState, RepairReport } from '../../../../../src-preload/contract/app/data.ts'
import type { StreamState, SyncState } from '../../../../../src-preload/contract/app/sync.ts'

const atMs = (text: string): number => Date.parse(text)

export function makeKinds(): DataState['kinds'] {
  const range = (from: string, to: string) => ({ oldestMs: atMs(from), newestMs: atMs(to) })
  const exact = { areBytesEstimated: false } as const
  const estimated = { areBytesEstimated: true } as const
  return [
    {
      kind: 'orders',
      ...exact,
      rows: 1_204_331,
      bytes: 412_044_288,
      keepDays: null,
      ...range('2021-03-03', '2026-11-20'),
    },
    {
      kind: 'fills',
      ...exact,
      rows: 2_911_870,
      bytes: 389_120_000,
      keepDays: null,
      ...range('2021-03-03', '2026-11-20'),
    },
    { kind: 'pnl', ...exact, rows: 812, bytes: 94_208, keepDays: null, ...range('2024-01-09', '2026-11-20') },
    {
      kind: 'fineCandles',
      ...estimated,
      rows: 4_680_112,
      bytes: 498_700_288,
      keepDays: 365,
      ...range('2025-11-20', '2026-11-20'),
    },
    {
      kind: 'coarseCandles',
      ...estimated,
      rows: 201_344,
      bytes: 21_811_200,
      keepDays: null,
      ...range('2019-05-01', '2026-11-20'),
    },
    {
      kind: 'marketTrades',
      ...exact,
      rows: 88_040,
      bytes: 9_404_416,
      keepDays: 30,
      ...range('2026-10-21', '2026-11-20'),
    },
  ]
}

export function makeDataState(changes: Partial<DataState> = {}): DataState {
  return {
    file: '/home/mia/.config/Starkdesk/starkdesk.sqlite',
    fileBytes: 1_402_880_000,
    ownBytes: 1_228_800,
    freeBytes: 212_900_000_000,
    kinds: makeKinds(),
    measuredAtMs: atMs('2026-11-20T12:01:10Z'),
    isMeasuring: false,
    check: { status: 'sound', atMs: atMs('2026-11-20T11:58:02Z') },
    backups: {
      folder: '/home/mia/.config/Starkdesk/backups',
      count: 12,
      bytes: 4_912_000,
      newestMs: atMs('2026-11-20T09:00:00Z'),
      lastError: null,
    },
    repair: null,
    dropping: null,
    dropError: null,
    ...changes,
  }
}

/** The same with one kind changed. */
export function withKind(kind: DataKind, changes: Partial<DataState['kinds'][number]>): DataState['kinds'] {
  return makeKinds().map((one) => (one.kind === kind ? { ...one, ...changes } : one))
}

export function makeStream(stream: StreamState['stream'], changes: Partial<StreamState> = {}): StreamState {
  return {
    stream,
    status: 'complete',
    done: 1,
    total: 1,
    backToMs: 0,
    conflicts: 0,
    lastError: null,
    ...changes,
  }
}

/** Orders are here, their fills are being read, candles wait for their turn. */
export function makeSyncState(changes: Partial<SyncState> = {}): SyncState {
  return {
    isPaused: false,
    hold: null,
    streams: [
      makeStream('orders', { done: 1_204_331, total: 1_204_331, backToMs: atMs('2021-03-03') }),
      makeStream('fills', {
        status: 'running',
        done: 45_200,
        total: 120_000,
        backToMs: atMs('2026-08-14T09:12:00Z'),
      }),
      makeStream('candles', {
        status: 'waiting',
        done: 2_310_400,
        total: 4_881_456,
        backToMs: atMs('2026-05-30'),
      }),
      makeStream('marketTrades', {
        status: 'waiting',
        done: 12_000,
        total: null,
        backToMs: atMs('2026-11-18'),
      }),
    ],
    ...changes,
  }
}

export const syncedState: SyncState = makeSyncState({
  streams: makeSyncState().streams.map((stream) => ({
    ...stream,
    status: 'complete',
    total: stream.done,
  })),
})

/** Of the journal unless told. */
export function makeRepair(changes: Partial<RepairReport> = {}): RepairReport {
  return {
    file: 'journal',
    atMs: atMs('2026-11-20T12:00:00Z'),
    reason: 'SQLITE_CORRUPT',
    setAsideAs: '/home/mia/.config/Starkdesk/starkdesk-journal.sqlite.damaged-20261120T120000000Z',
    backupMs: atMs('2026-11-20T09:00:00Z'),
    savedTables: ['recipients', 'transfer_limits'],
    restoredTables: ['transfers', 'transfer_steps', 'found_transfers', 'journal_restore', 'restore_reviews'],
    ...changes,
  }
}
