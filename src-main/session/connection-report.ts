// Writes the connection report for support. Never contains secrets, addresses, names or paths, even if the service's messages
// repeat them.
import type { NetworkKind, SessionState } from '../../src-preload/contract/accounts/accounts.ts'
import type { ErrorReport } from '../../src-preload/contract/channel.ts'
import type {
  ConnectionActivity,
  ConnectionState,
  ConnectionTest,
  TestStepState,
} from '../../src-preload/contract/app/connection.ts'
import { assertNever } from '../../src-preload/domain/errors.ts'
import type { StoredAccount } from '../store/api/store-api.ts'
import { createFactCleaner, type FactCleaner } from '../diagnostics/report-facts.ts'

/** The report's facts about the app and the computer. */
export interface AppFacts {
  /** Name and version, as sent to the service. */
  readonly userAgent: string
  /** Name and version of the system, and the processor. */
  readonly platform: string
  /** The user's home folder, which is redacted. */
  readonly home: string
}

export interface ReportContent {
  readonly app: AppFacts
  readonly nowMs: number
  /** All accounts, whose data is redacted. */
  readonly accounts: readonly StoredAccount[]
  readonly connection: ConnectionState
  /** Null without an account. */
  readonly inUse: {
    readonly networkKind: NetworkKind
    readonly session: SessionState
    readonly activity: ConnectionActivity
    readonly test: ConnectionTest | null
  } | null
}

type Rows = readonly (readonly string[])[]

const timeText = (timeMs: number): string => new Date(timeMs).toISOString()
const durationText = (durationMs: number): string => `${String(Math.round(durationMs))} ms`

/** Formats rows as indented lines with aligned columns. */
function table(rows: Rows): string[] {
  const widths: number[] = []
  for (const row of rows) {
    row.forEach((text, column) => (widths[column] = Math.max(widths[column] ?? 0, text.length)))
  }
  return rows.map((row) =>
    `  ${row.map((text, column) => text.padEnd(widths[column] ?? 0)).join('  ')}`.trimEnd(),
  )
}

function section(title: string, rows: Rows): string[] {
  return ['', title, ...(rows.length === 0 ? ['  none'] : table(rows))]
}

/** Host of the service without its path, which may be private. */
function hostOf(baseUrl: string | null): string {
  return (baseUrl === null ? null : URL.parse(baseUrl)?.host) ?? 'none'
}

function skewText(skewMs: number | null): string {
  if (skewMs === null) return 'not known'
  const seconds = String(Math.abs(skewMs) / 1_000)
  if (skewMs === 0) return 'agrees with ours to the second'
  return skewMs > 0 ? `${seconds} s ahead of ours` : `${seconds} s behind ours`
}

function writer(clean: FactCleaner) {
  const errorText = ({ code, data, ref }: ErrorReport): string =>
    [code, clean(data), ref === null ? '' : `ref=${ref}`].filter((part) => part !== '').join(' ')

  function stepText(step: TestStepState): string {
    switch (step.status) {
      case 'waiting':
      case 'running':
      case 'skipped':
        return step.status
      case 'passed':
        return `passed in ${durationText(step.durationMs)}`
      case 'failed':
        return `failed in ${durationText(step.durationMs)}: ${errorText(step.error)}`
      default:
        return assertNever(step, 'step')
    }
  }

  function connectionRows({ status, sinceMs, latencyMs, lastAnswerMs, error }: ConnectionState): Rows {
    return [
      ['Connection', `${status} since ${timeText(sinceMs)}`],
      ['Last answer', lastAnswerMs === null ? 'never' : timeText(lastAnswerMs)],
      ['Latency', latencyMs === null ? 'not known' : durationText(latencyMs)],
      ...(error === null ? [] : [['Because of', errorText(error)]]),
    ]
  }

  function rateLimitRows({ rateLimit }: ConnectionActivity): Rows {
    const { inFlight, maxInFlight, waiting, perSecond, maxPerSecond, pausedUntilMs } = rateLimit
    return [
      ['A second', `${String(Math.round(perSecond * 10) / 10)} of ${String(maxPerSecond)}`],
      ['Under way', `${String(inFlight)} of ${String(maxInFlight)}`],
      ['Waiting', String(waiting)],
      ['Last minute', `${String(rateLimit.sentLastMinute)} sent`],
      ['Slow-downs', String(rateLimit.slowDowns)],
      ['Paused', pausedUntilMs === null ? 'no' : `until ${timeText(pausedUntilMs)}`],
    ]
  }

  function endpointRows({ endpoints }: ConnectionActivity): Rows {
    if (endpoints.length === 0) return []
    return [
      ['Endpoint', 'Calls', 'Failed', 'Median', '95 %', '99 %', 'Longest', 'Last call'],
      ...endpoints.map(({ endpoint, calls, failures, latency, lastAtMs }) => [
        endpoint,
        String(calls),
        String(failures),
        ...(latency === null
          ? ['-', '-', '-', '-']
          : [latency.medianMs, latency.p95Ms, latency.p99Ms, latency.longestMs].map(durationText)),
        timeText(lastAtMs),
      ]),
    ]
  }

  function unreadRows({ endpoints }: ConnectionActivity): Rows {
    return endpoints.flatMap(({ endpoint, unread }) =>
      unread === null ? [] : [[endpoint, String(unread.count), `first: ${unread.firstField}`]],
    )
  }

  function failureRows({ endpoints }: ConnectionActivity): Rows {
    return endpoints.flatMap(({ endpoint, lastFailure }) =>
      lastFailure === null ? [] : [[endpoint, timeText(lastFailure.atMs), errorText(lastFailure.error)]],
    )
  }

  function testLines(test: ConnectionTest | null): string[] {
    if (test === null) return section('Test of the connection', [])
    const end = test.isRunning ? 'still running' : test.isCancelled ? 'cancelled' : 'run to its end'
    return section(`Test of the connection, ${timeText(test.startedMs)}, ${end}`, [
      ['Health', stepText(test.health)],
      ['Profile', stepText(test.profile)],
      ['Clock', stepText(test.clock)],
      ...(test.clock.status === 'passed' ? [["Service's clock", skewText(test.clockSkewMs)]] : []),
    ])
  }

  function callRows({ lastCalls }: ConnectionActivity): Rows {
    return lastCalls.map(({ number, atMs, endpoint, durationMs, waitedMs, status, error }) => [
      `#${String(number)}`,
      timeText(atMs),
      endpoint,
      durationText(durationMs),
      `waited ${durationText(waitedMs)}`,
      status === null ? 'no answer' : String(status),
      error?.code ?? '',
    ])
  }

  function streamRows({ streams }: ConnectionActivity): Rows {
    return [
      ['Stream', 'State', 'Messages', 'A second', 'Gaps', 'Unread', 'Reopened', 'Last message', 'Streams'],
      ...streams.map((stream) => [
        stream.kind,
        stream.fault === null ? stream.status : `${stream.status} (${stream.fault})`,
        String(stream.messages),
        String(Math.round(stream.messagesPerSecond * 10) / 10),
        String(stream.gaps),
        String(stream.unread),
        String(stream.reconnects),
        stream.lastMessageAtMs === null ? 'never' : timeText(stream.lastMessageAtMs),
        // Which markets a person follows is nobody's business; how many streams there are is.
        `${String(stream.subscriptions.filter(({ isConfirmed }) => isConfirmed).length)} of ${String(stream.subscriptions.length)}`,
      ]),
    ]
  }

  return {
    connectionRows,
    streamRows,
    rateLimitRows,
    endpointRows,
    unreadRows,
    failureRows,
    testLines,
    callRows,
  }
}

/** Texts that identify the user: all are redacted, whatever their source. */
function privateTexts({ app, accounts }: ReportContent): string[] {
  return [
    app.home,
    ...accounts.flatMap(({ id, label, ethereumAddress, baseUrl, profile }) => [
      id,
      label,
      ethereumAddress,
      (baseUrl === null ? null : URL.parse(baseUrl)?.pathname) ?? '',
      ...(profile === null
        ? []
        : [profile.name, profile.username, profile.customerId ?? '', profile.starkKey]),
    ]),
  ]
}

/** Writes plain text in English with times in UTC: support reads it, so it is not translated. */
export function writeConnectionReport(content: ReportContent): string {
  const { app, nowMs, connection, inUse } = content
  const rows = writer(createFactCleaner(privateTexts(content)))
  const head = [
    ['App', app.userAgent],
    ['System', app.platform],
    ['Written', timeText(nowMs)],
  ]
  const lines =
    inUse === null
      ? table([...head, ['Account', 'none']])
      : [
          ...table([
            ...head,
            ['Network', inUse.networkKind],
            ['Service', hostOf(connection.baseUrl)],
            ...rows.connectionRows(connection),
            ['Session', inUse.session],
            ["Service's clock", skewText(inUse.activity.clockSkewMs)],
          ]),
          ...section('Rate limit', rows.rateLimitRows(inUse.activity)),
          ...section('Live streams', rows.streamRows(inUse.activity)),
          ...rows.testLines(inUse.test),
          ...section(`Calls since ${timeText(inUse.activity.sinceMs)}`, rows.endpointRows(inUse.activity)),
          ...section('Rows that could not be read', rows.unreadRows(inUse.activity)),
          ...section('Last failures', rows.failureRows(inUse.activity)),
          ...section('Last calls, newest first', rows.callRows(inUse.activity)),
        ]
  return `${['Starkdesk connection report', '', ...lines].join('\n')}\n`
}
