// Statistics of one account's calls: counts, durations and failures per endpoint, and the last calls. Bounded in size; holds
// no parameters or answers.
import type { ErrorReport } from '../../src-preload/contract/channel.ts'
import type { CallLine, EndpointActivity } from '../../src-preload/contract/app/connection.ts'
import { type EndpointName, endpointNames } from '../../src-preload/domain/endpoints.ts'
import type { AppError } from '../../src-preload/domain/errors.ts'
import type { CallRecord } from '../exchange/call.ts'

/** Maximum stored durations per endpoint. */
export const KEPT_DURATIONS = 500
/** Maximum characters of a field's path; the client's own are shorter. */
const MAX_FIELD_LENGTH = 200
/** Maximum stored calls. */
export const KEPT_CALLS = 100

interface Entry {
  calls: number
  failures: number
  lastAtMs: number
  lastFailure: EndpointActivity['lastFailure']
  unread: EndpointActivity['unread']
  /** A ring buffer: `next` is the index of the next duration. */
  readonly durations: number[]
  next: number
}

/**
 * The nearest-rank percentile: the smallest value that at least `percent` percent of the values do not exceed. Always one of
 * the values.
 * @param sorted - ascending, at least one value
 */
export function nearestRank(sorted: readonly number[], percent: number): number {
  const rank = Math.max(1, Math.ceil((percent * sorted.length) / 100))
  return sorted[rank - 1] ?? NaN
}

function latencyOf(durations: readonly number[]): EndpointActivity['latency'] {
  if (durations.length === 0) return null
  const sorted = [...durations].sort((one, other) => one - other)
  return {
    medianMs: nearestRank(sorted, 50),
    p95Ms: nearestRank(sorted, 95),
    p99Ms: nearestRank(sorted, 99),
    longestMs: nearestRank(sorted, 100),
  }
}

export interface CallLedgerOptions {
  readonly sinceMs: number
  /** Converts an error for the IPC border and logs internal ones, as reportError does. */
  readonly report: (error: AppError, endpoint: EndpointName) => ErrorReport
}

export function createCallLedger({ sinceMs, report }: CallLedgerOptions) {
  const entries = new Map<EndpointName, Entry>()
  const lines: CallLine[] = []
  const faults = new Map<EndpointName, { readonly key: string; readonly report: ErrorReport }>()
  let number = 0

  /** A repeated internal error (such as a practice exchange that does not start) is logged once. */
  function reportOnce(error: AppError, endpoint: EndpointName): ErrorReport {
    if (error.code !== 'internal') return report(error, endpoint)
    const key = `${error.message} ${String(error.cause)}`
    const known = faults.get(endpoint)
    if (known?.key === key) return known.report
    const made = report(error, endpoint)
    faults.set(endpoint, { key, report: made })
    return made
  }

  function keepLine(record: CallRecord, error: ErrorReport | null): void {
    const { endpoint, startedAtMs: atMs, durationMs, waitedMs, status } = record
    number += 1
    lines.push({ number, endpoint, atMs, durationMs, waitedMs, status, error })
    if (lines.length > KEPT_CALLS) lines.shift()
  }

  function entryOf(endpoint: EndpointName): Entry {
    const known = entries.get(endpoint)
    if (known !== undefined) return known
    const made: Entry = {
      calls: 0,
      failures: 0,
      lastAtMs: 0,
      lastFailure: null,
      unread: null,
      durations: [],
      next: 0,
    }
    entries.set(endpoint, made)
    return made
  }

  return {
    /** When counting started. */
    sinceMs,
    /** Records an ended request. A canceled one is only listed, not counted. */
    note(record: CallRecord): void {
      const { endpoint, startedAtMs, durationMs } = record
      const error = record.error === null ? null : reportOnce(record.error, endpoint)
      keepLine(record, error)
      if (error?.code === 'cancelled') return
      const entry = entryOf(endpoint)
      entry.calls += 1
      entry.lastAtMs = startedAtMs
      if (error !== null) {
        entry.failures += 1
        entry.lastFailure = { error, atMs: startedAtMs }
        return
      }
      if (record.unread !== null) {
        const { count, firstField } = record.unread
        entry.unread = {
          count: (entry.unread?.count ?? 0) + count,
          firstField: entry.unread?.firstField ?? firstField.slice(0, MAX_FIELD_LENGTH),
        }
      }
      entry.durations[entry.next] = durationMs
      entry.next = (entry.next + 1) % KEPT_DURATIONS
    },
    /** Endpoints that were called, in the order of the endpoint names. */
    endpoints: (): EndpointActivity[] =>
      endpointNames.flatMap((endpoint) => {
        const entry = entries.get(endpoint)
        if (entry === undefined) return []
        const { calls, failures, lastAtMs, lastFailure, unread, durations } = entry
        return [{ endpoint, calls, failures, lastAtMs, latency: latencyOf(durations), unread, lastFailure }]
      }),
    /** The last calls, newest first. */
    lastCalls: (): CallLine[] => lines.toReversed(),
    /** Number of the last call; 0 before the first. */
    lastNumber: (): number => number,
  }
}

export type CallLedger = ReturnType<typeof createCallLedger>
