// Streams of the app before a real server, with a token that the test chooses.
import { onTestFinished } from 'vitest'
import type { StreamActivity } from '../../../../src-preload/contract/app/connection.ts'
import { createTrust } from '../../../../src-main/exchange/streams/stream-line.ts'
import {
  createStreams,
  type Streams,
  type StreamsOptions,
} from '../../../../src-main/exchange/streams/streams.ts'
import type { StreamKind } from '../../../../src-main/exchange/streams/stream-names.ts'

export interface StreamsWorld {
  readonly streams: Streams
  /** What handlers and the streams themselves threw. */
  readonly faults: unknown[]
  report(kind: StreamKind): StreamActivity
}

const trust = createTrust()

export function openStreams(baseUrl: string, changes: Partial<StreamsOptions> = {}): StreamsWorld {
  const faults: unknown[] = []
  const streams = createStreams({
    address: () => Promise.resolve(baseUrl),
    resolveProxy: () => Promise.resolve('DIRECT'),
    trust,
    userAgent: 'Starkdesk/0.1.0 (test)',
    random: Math.random,
    monotonicMs: () => performance.now(),
    nowMs: () => Date.now(),
    getToken: () => Promise.reject(new Error('no token')),
    isPrivateAllowed: true,
    readBook: () => Promise.reject(new Error('no book')),
    onFault: (error) => faults.push(error),
    ...changes,
  })
  onTestFinished(() => streams.close())
  return {
    streams,
    faults,
    report(kind) {
      const found = streams.report().find((one) => one.kind === kind)
      if (found === undefined) throw new Error('no such connection')
      return found
    },
  }
}

/** Time that passes so many times as fast, for limits of many seconds. */
export function fastClock(times: number): () => number {
  const start = performance.now()
  return () => start + (performance.now() - start) * times
}
