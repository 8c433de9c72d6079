// Runs the embedded practice exchange in a worker thread while it is used.
import { Worker } from 'node:worker_threads'
import { AppError } from '../../src-preload/domain/errors.ts'
import type { Clock } from '../async/clock.ts'
import { practiceMessage, type PracticeWorkerOptions } from './worker-protocol.ts'
import type { Log } from '../diagnostics/log.ts'

/**
 * The practice exchange's address in accounts. The real one has a free port that is only known once the exchange runs, and
 * startup must not wait for that.
 */
export const practiceOrigin = 'http://practice.localhost'

/** Sends requests for `practiceOrigin` to the running exchange; the first request starts it. */
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
  /** The address of the exchange on loopback, at a free port; the first call starts it. */
  start(): Promise<string>
  stop(): Promise<void>
}

/** An external practice exchange, for tests and development: nothing to start or stop. */
export function externalPracticeHost(baseUrl: string): PracticeHost {
  return { start: () => Promise.resolve(baseUrl), stop: () => Promise.resolve() }
}

/** Time limit for closing before the thread is terminated. */
const CLOSE_LIMIT_MS = 2_000

/** Pause after a second failure in a row; doubles each time. */
const FIRST_PAUSE_MS = 2_000
const LONGEST_PAUSE_MS = 60_000
/** After running this long the exchange counts as healthy, and its failure starts a new row. */
const WELL_AFTER_MS = 60_000

/** Result of earlier starts. */
interface Failures {
  readonly count: number
  readonly atMs: number
  readonly error: AppError
}

function isPausing({ count, atMs }: Failures, nowMs: number): boolean {
  const pauseMs = count < 2 ? 0 : Math.min(FIRST_PAUSE_MS * 2 ** (count - 2), LONGEST_PAUSE_MS)
  // Setting the clock back must not extend the pause.
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

  /** Handles an unexpected end of the worker. */
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
