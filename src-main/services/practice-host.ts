// Owns: running the practice exchange in a thread of its own while someone practises. Must not: know what it answers.
import { Worker } from 'node:worker_threads'
import { AppError } from '../../src-preload/shared/errors.ts'
import { practiceMessage, type PracticeWorkerOptions } from '../practice/worker-protocol.ts'
import type { Fetch } from '../exchange/http.ts'
import type { Log } from '../log.ts'

/**
 * The practice exchange's address as accounts know it. The real one is a free port that is known only once the exchange
 * runs, and nothing should wait for that at start.
 */
export const practiceOrigin = 'http://practice.localhost'

/** Sends calls for `practiceOrigin` to wherever the exchange runs, which is started by the first of them. */
export function createPracticeFetch(host: PracticeHost, fetch: Fetch): Fetch {
  return async (url, init) => {
    if (!url.startsWith(`${practiceOrigin}/`)) throw new AppError('internal', { what: 'practice address' })
    return fetch((await host.start()) + url.slice(practiceOrigin.length), init)
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

export function createPracticeHost(workerUrl: URL, options: PracticeWorkerOptions, log: Log): PracticeHost {
  let worker: Worker | null = null
  let address: Promise<string> | null = null

  function run(): Promise<string> {
    const started = new Worker(workerUrl, { workerData: options, name: 'practice exchange' })
    worker = started
    return new Promise<string>((resolve, reject) => {
      started.on('message', (raw: unknown) => {
        const message = practiceMessage.parse(raw)
        if (message.type === 'ready') resolve(message.baseUrl)
        else reject(new AppError(message.error.code, message.error.data))
      })
      started.on('error', (error) => {
        log.fault('practice', 'the practice exchange failed', error)
        reject(new AppError('internal', { what: 'practice exchange' }, error))
      })
      started.on('exit', () => {
        if (worker === started) {
          worker = null
          address = null
        }
        reject(new AppError('internal', { what: 'the practice exchange ended' }))
      })
    })
  }

  return {
    start() {
      address ??= run().catch((error: unknown) => {
        address = null
        throw error
      })
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
