// Collects the content of a diagnostics file from the services.
import type { AccountsState } from '../../src-preload/contract/accounts/accounts.ts'
import type { Display, ThemeChoice } from '../../src-preload/contract/app/app.ts'
import type { NoticeOptions } from '../../src-preload/contract/app/alerts.ts'
import type { ConnectionActivity, ConnectionState } from '../../src-preload/contract/app/connection.ts'
import type { DataState } from '../../src-preload/contract/app/data.ts'
import type { SecurityState } from '../../src-preload/contract/accounts/security.ts'
import { isAppError } from '../../src-preload/domain/errors.ts'
import type { Maintenance } from '../store/maintenance/maintenance.ts'
import type { DiagnosticsContent } from './content.ts'

/** The services that are queried; each returns what its screen shows. */
export interface DiagnosedServices {
  readonly getTheme: () => ThemeChoice
  readonly getDisplay: () => Display
  readonly getSecurity: () => Promise<SecurityState> | SecurityState
  readonly getNotices: () => Promise<NoticeOptions> | NoticeOptions
  readonly isReadingPaused: () => boolean
  readonly getAccounts: () => Promise<AccountsState>
  readonly getConnection: () => ConnectionState
  /** Errors: notFound without an account. */
  readonly getActivity: () => ConnectionActivity
  readonly getRepeats: () => { readonly hashes: number; readonly nonces: number }
  readonly getData: () => Promise<DataState>
  readonly maintenance: Pick<Maintenance, 'check' | 'countTables' | 'readVersions'>
}

const text = (timeMs: number): string => new Date(timeMs).toISOString()
const textOrNull = (timeMs: number | null): string | null => (timeMs === null ? null : text(timeMs))
const tenth = (ms: number): number => Math.round(ms * 10) / 10

async function gatherSettings(rooms: DiagnosedServices): Promise<DiagnosticsContent['settings']> {
  const { timeZone, palette, isPrivate } = rooms.getDisplay()
  const [security, notices, { protection }, { kinds }] = await Promise.all([
    rooms.getSecurity(),
    rooms.getNotices(),
    rooms.getAccounts(),
    rooms.getData(),
  ])
  return {
    theme: rooms.getTheme(),
    timeZone: timeZone === 'UTC' || timeZone === 'system' ? timeZone : 'other',
    palette,
    amountsHidden: isPrivate,
    appLock: security.password,
    keysIn: protection.kind,
    lockAfterMinutes: security.lockAfterMinutes,
    readableWhenLocked: security.readableWhenLocked,
    signInAtStart: security.signInAtStart,
    notificationsMuted: notices.isMuted,
    quietHours: notices.quietHours !== null,
    notificationsOf: { prices: notices.ofPrices, fills: notices.ofFills, cancels: notices.ofCancels },
    readingPaused: rooms.isReadingPaused(),
    keepDays: Object.fromEntries(kinds.map(({ kind, keepDays }) => [kind, keepDays])) as NonNullable<
      DiagnosticsContent['settings']
    >['keepDays'],
  }
}

async function checkFile(
  maintenance: Pick<Maintenance, 'check'>,
): Promise<{ quickCheck: 'sound' | 'damaged' | 'failed'; problems: number }> {
  try {
    const { isSound, problems } = await maintenance.check()
    return { quickCheck: isSound ? 'sound' : 'damaged', problems: problems.length }
  } catch (error) {
    // A failed check is itself a finding.
    return { quickCheck: isAppError(error, 'databaseCorrupt') ? 'damaged' : 'failed', problems: 0 }
  }
}

export interface GatheredStore {
  readonly store: NonNullable<DiagnosticsContent['store']>
  readonly sqlite: string
}

async function gatherStore(rooms: DiagnosedServices): Promise<GatheredStore> {
  // Sequential, because each reads the whole file.
  const check = await checkFile(rooms.maintenance)
  const { schema, sqlite, tables } = await rooms.maintenance.countTables()
  const { backups, fileBytes, freeBytes } = await rooms.getData()
  const { accounts } = await rooms.getAccounts()
  const counted = (kind: AccountsState['accounts'][number]['network']['kind']): number =>
    accounts.filter(({ network }) => network.kind === kind).length
  return {
    sqlite,
    store: {
      migration: schema,
      fileBytes,
      freeBytes,
      tables: tables.map(({ name, rows, bytes }) => ({ name, rows, bytes })),
      ...check,
      backups: { count: backups.count, bytes: backups.bytes, newest: textOrNull(backups.newestMs) },
      accounts: {
        mainnet: counted('mainnet'),
        testnet: counted('testnet'),
        practice: counted('practice'),
        custom: counted('custom'),
      },
    },
  }
}

function describeActivity(
  activity: ConnectionActivity,
): NonNullable<DiagnosticsContent['connection']>['activity'] {
  const { sinceMs, clockSkewMs, rateLimit, endpoints, lastCalls } = activity
  return {
    since: text(sinceMs),
    clockSkewMs,
    waiting: rateLimit.waiting,
    sentLastMinute: rateLimit.sentLastMinute,
    slowDowns: rateLimit.slowDowns,
    endpoints: endpoints.map(({ endpoint, calls, failures, latency, lastFailure }) => ({
      endpoint,
      calls,
      failures,
      medianMs: latency === null ? null : tenth(latency.medianMs),
      p95Ms: latency === null ? null : tenth(latency.p95Ms),
      longestMs: latency === null ? null : tenth(latency.longestMs),
      lastFailure: lastFailure?.error.code ?? null,
    })),
    lastCalls: lastCalls.map(({ endpoint, atMs, durationMs, waitedMs, status, error }) => ({
      at: text(atMs),
      endpoint,
      durationMs: tenth(durationMs),
      waitedMs: tenth(waitedMs),
      status,
      error: error?.code ?? null,
    })),
  }
}

function gatherConnection(rooms: DiagnosedServices): DiagnosticsContent['connection'] {
  const { status, sinceMs, lastAnswerMs, latencyMs, error } = rooms.getConnection()
  let activity: NonNullable<DiagnosticsContent['connection']>['activity'] = null
  try {
    activity = describeActivity(rooms.getActivity())
  } catch (fault) {
    if (!isAppError(fault, 'notFound')) throw fault
  }
  return {
    status,
    since: textOrNull(sinceMs),
    lastAnswer: textOrNull(lastAnswerMs),
    latencyMs: latencyMs === null ? null : tenth(latencyMs),
    error: error?.code ?? null,
    activity,
  }
}

/** Errors: those of the store when it cannot be read at all. */
export async function gatherServices(
  rooms: DiagnosedServices,
): Promise<Pick<DiagnosticsContent, 'settings' | 'connection' | 'trading'> & GatheredStore> {
  const { hashes, nonces } = rooms.getRepeats()
  return {
    trading: { hashesRepeated: hashes, noncesRepeated: nonces },
    settings: await gatherSettings(rooms),
    connection: gatherConnection(rooms),
    ...(await gatherStore(rooms)),
  }
}
