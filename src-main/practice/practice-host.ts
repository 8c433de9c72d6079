// Owns: running the practice exchange in a thread of its own while someone practises. Must not: know what it answers.
import { Worker } from 'node:worker_threads'
import { AppError } from '../../src-preload/domain/errors.ts'
import type { Clock } from '../async/clock.ts'
import { practiceMessage, type PracticeWorkerOptions } from './worker-protocol.ts'
import type { Log } from '../diagnostics/log.ts'

/**
 * The practice exchange's address as accounts know it. The real one is a free port that is known only once the exchange
 * runs, and nothing should wait for that at start.
 */
export const practiceOrigin = 'http://practice.localhost'

/** Sends calls for `practiceOrigin` to wherever the exchange runs, which is started by the first of them. */
export function createPracticeFetch<Rest extends unknown[]>(
  host: PracticeHost,
  fetch: (url: string, init: RequestInit, ...rest: Rest) => Promise<Response>,
): typeof fetch {
  return async (url, init, ...rest) => {
    if (!url.startsWith(`${practiceOrigin}/`)) throw new AppError('internal', { what: 'practice address' })
    return fetch((await host.start()) + url.slice(practiceOrigin.length), init, ...rest)
  }
}

export interface PracticeHost {
  /** The address of the running exchange, started at the first call. Loopback, a free port. */
  start(): Promise<string>
  stop(): Promise<void>
}

/** A practice exchange that runs elsewhere, for tests and for development: nothing to start or stop. */
export function externalPracticeHost(baseUrl: string): PracticeHost {
  return { start: () => Promise.resolve(baseUrl), stop: () => Promise.resolve() }
}

/** How long the exchange may take to close before its thread is ended. */
const CLOSE_LIMIT_MS = 2_000

/** After a second failure in a row the exchange is left alone for this long; doubles each time. */
const FIRST_PAUSE_MS = 2_000
const LONGEST_PAUSE_MS = 60_000
/** An exchange that ran for this long was well: its end is the first failure of a new row. */
const WELL_AFTER_MS = 60_000

/** What became of the starts before this one. */
interface Failures {
  readonly count: number
  readonly atMs: number
  readonly error: AppError
}

function isPausing({ count, atMs }: Failures, nowMs: number): boolean {
  const pauseMs = count < 2 ? 0 : Math.min(FIRST_PAUSE_MS * 2 ** (count - 2), LONGEST_PAUSE_MS)
  // A clock that was set back must not lengthen the pause.
  return nowMs >= atMs && nowMs < atMs + pauseMs
}

export function createPracticeHost(
  workerUrl: URL,
  options: PracticeWorkerOptions,
  clock: Clock,
  log: Log,
): PracticeHost {
  let worker: Worker | null = null
  let address: Promise<string> | null = null
  let failures: Failures | null = null

  /** Ends a run that nobody asked to end. */
  function fail(failed: Worker, startedAtMs: number, error: AppError): void {
    if (worker !== failed) return
    worker = null
    address = null
    const nowMs = clock.now()
    const count = nowMs - startedAtMs >= WELL_AFTER_MS ? 1 : (failures?.count ?? 0) + 1
    failures = { count, atMs: nowMs, error }
    log.fault('practice', 'the practice exchange failed', error, { failures: count })
    void failed.terminate()
  }

  function run(): Promise<string> {
    const started = new Worker(workerUrl, { workerData: options, name: 'practice exchange' })
    const startedAtMs = clock.now()
    worker = started
    return new Promise<string>((resolve, reject) => {
      const end = (error: AppError): void => {
        fail(started, startedAtMs, error)
        reject(error)
      }
      started.on('message', (raw: unknown) => {
        const message = practiceMessage.parse(raw)
        if (message.type === 'ready') resolve(message.baseUrl)
        else end(new AppError(message.error.code, message.error.data))
      })
      started.on('error', (error) => end(new AppError('internal', { what: 'practice exchange' }, error)))
      started.on('exit', () => end(new AppError('internal', { what: 'the practice exchange ended' })))
    })
  }

  return {
    async start() {
      if (address === null && failures !== null && isPausing(failures, clock.now())) throw failures.error
      address ??= run()
      return address
    },
    async stop() {
      const running = worker
      if (running === null) return
      worker = null
      address = null
      const ended = new Promise((resolve) => running.once('exit', resolve))
      running.postMessage({ type: 'close' })
      const limit = setTimeout(() => void running.terminate(), CLOSE_LIMIT_MS)
      await ended
      clearTimeout(limit)
    },
  }
}
