// Keeps the freshness of everything that is kept current for the screen, and reports it when it changes.
import type { ConnectionState } from '../../src-preload/contract/app/connection.ts'
import type { FreshnessReport } from '../../src-preload/contract/app/freshness.ts'
import { type Freshness, leastFresh } from '../../src-preload/domain/freshness.ts'
import type { Clock } from '../async/clock.ts'
import type { StreamKind } from '../exchange/streams/stream-names.ts'
import type { Streams } from '../exchange/streams/streams.ts'
import { freshnessOf } from './freshness.ts'

/** How often ages and silent streams are looked at. */
const CHECK_EVERY_MS = 1_000

/** What a thing's freshness depends on. */
export interface FreshnessSource {
  /** The connection its streams come by, and their names: all of them are needed. Empty: it is polled only. */
  readonly kind: StreamKind
  readonly streams: readonly string[]
  /** True once what the streams missed before they were confirmed is known by REST. */
  readonly isCaughtUp: () => boolean
  /** When it was last answered by REST, on the local clock; null for never. */
  readonly answeredAtMs: () => number | null
  /** False while it is left out of what is said of all things together; by default none is. */
  readonly counts?: () => boolean
}

export interface FreshnessBoardOptions {
  readonly session: {
    readonly streams: Pick<Streams, 'isConfirmed' | 'aliveAtMs'>
    readonly connection: { getState(): Pick<ConnectionState, 'status' | 'sinceMs'> }
  }
  readonly clock: Clock
  /** Called when the report is another one. */
  readonly onChange: (report: FreshnessReport) => void
}

export function createFreshnessBoard({ session, clock, onChange }: FreshnessBoardOptions) {
  const { streams, connection } = session
  const shown = new Map<string, FreshnessSource>()
  let reported = ''
  let timer: NodeJS.Timeout | null = null

  function read({ kind, streams: names, isCaughtUp, answeredAtMs }: FreshnessSource): Freshness {
    return freshnessOf({
      isStreamed: names.length > 0 && names.every((name) => streams.isConfirmed(name)) && isCaughtUp(),
      aliveAtMs: streams.aliveAtMs(kind),
      answeredAtMs: answeredAtMs(),
      connection: connection.getState(),
      nowMs: clock.now(),
    })
  }

  function report(): FreshnessReport {
    const all = [...shown].map(([topic, source]) => ({ topic, source, freshness: read(source) }))
    const counted = all.filter(({ source }) => source.counts?.() ?? true)
    return {
      things: all.map(({ topic, freshness }) => ({ topic, freshness })),
      overall: leastFresh(counted.map(({ freshness }) => freshness)),
    }
  }

  function check(): void {
    const next = report()
    const text = JSON.stringify(next)
    if (text === reported) return
    reported = text
    onChange(next)
  }

  function runTimer(): void {
    if (shown.size > 0) timer ??= setInterval(check, CHECK_EVERY_MS)
    else if (timer !== null) {
      clearInterval(timer)
      timer = null
    }
  }

  return {
    /** Reports a thing (see freshnessTopics) until the returned function is called. The last source of a topic counts. */
    show(topic: string, source: FreshnessSource): () => void {
      shown.set(topic, source)
      runTimer()
      check()
      return () => {
        if (shown.get(topic) !== source) return
        shown.delete(topic)
        runTimer()
        check()
      }
    },
    /** Null for a thing that is not shown. */
    of(topic: string): Freshness | null {
      const source = shown.get(topic)
      return source === undefined ? null : read(source)
    },
    report,
    /** Looks now instead of within a second, as after an answer or a lost stream. */
    check,
    stop(): void {
      shown.clear()
      runTimer()
    },
  }
}

export type FreshnessBoard = ReturnType<typeof createFreshnessBoard>
