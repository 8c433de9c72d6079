// Main's side of the thread that reads large answers: started on first use, ended when there is nothing to read, replaced when it
// dies. Never repeats a read; reads of a dead thread fail.
import { Worker } from 'node:worker_threads'
import { AppError } from '../../../src-preload/domain/errors.ts'
import { type ReadRequest, readResponse } from './answer-protocol.ts'
import { type ReadAnswer, readBySize } from './answer-reader.ts'

/** In MiB. Many times the need of the largest answer; a thread that exceeds it dies without affecting main. */
const MAX_HEAP_MB = 192
/** Maximum number of answers queued for the thread; the request limits allow fewer (request-limits.ts). */
const MAX_WAITING = 64
/** Starting the thread takes as long as reading a few answers; keeping it takes 15 MB. Longer than between two pages of a sync. */
const IDLE_MS = 20_000

export interface AnswerThread {
  readonly read: ReadAnswer
  /** Ends the thread; pending reads fail. */
  close(): Promise<void>
}

interface Waiting {
  readonly resolve: (value: unknown) => void
  readonly reject: (error: AppError) => void
  readonly endpoint: string
}

export interface AnswerThreadOptions {
  /** The thread's script, bundled with the app. */
  readonly workerUrl: URL
  /** Called when the thread ends by itself. */
  readonly onFault: (error: AppError) => void
  /** The thread ends after so long without a read; IDLE_MS unless told. */
  readonly idleMs?: number
}

/** Errors of reads besides those of readAnswer: `internal` with `what: 'answer thread'` if the thread has died. */
export function createAnswerThread({
  workerUrl,
  onFault,
  idleMs = IDLE_MS,
}: AnswerThreadOptions): AnswerThread {
  const waiting = new Map<number, Waiting>()
  let worker: Worker | null = null
  let idleTimer: NodeJS.Timeout | undefined
  let lastSeq = 0
  let isClosed = false

  function end(ended: Worker, reason: string, cause?: unknown): void {
    if (worker !== ended) return
    worker = null
    for (const { reject, endpoint } of waiting.values()) reject(threadEnded(reason, endpoint, cause))
    waiting.clear()
    if (!isClosed) onFault(threadEnded(reason, null, cause))
  }

  function endIdle(): void {
    const idle = worker
    // First: its exit is then no fault.
    worker = null
    void idle?.terminate()
  }

  function settle(message: unknown): void {
    const response = readResponse.parse(message)
    const call = waiting.get(response.seq)
    waiting.delete(response.seq)
    // Keeps the process alive only while reads are pending.
    if (waiting.size === 0) {
      worker?.unref()
      idleTimer = setTimeout(endIdle, idleMs).unref()
    }
    if (response.kind === 'read') call?.resolve(response.value)
    else call?.reject(new AppError(response.code, response.data))
  }

  function start(): Worker {
    const resourceLimits = { maxOldGenerationSizeMb: MAX_HEAP_MB }
    const started = new Worker(workerUrl, { name: 'answers', execArgv: [], resourceLimits })
    started.on('message', settle)
    started.on('messageerror', (error) => end(started, 'message was unreadable', error))
    started.on('error', (error) => end(started, 'crashed', error))
    started.on('exit', (exitCode) => end(started, `exited with ${exitCode}`))
    return started
  }

  const readOnThread: ReadAnswer = <Answer>(
    ...[endpoint, answer, clock]: Parameters<ReadAnswer>
  ): Promise<Answer> => {
    const { name } = endpoint
    if (isClosed) return Promise.reject(new AppError('cancelled', { endpoint: name }))
    if (waiting.size >= MAX_WAITING) return Promise.reject(threadEnded('too many answers', name))
    return new Promise((resolve, reject) => {
      const seq = ++lastSeq
      const request: ReadRequest = { seq, endpoint: name, answer, nowMs: clock.now() }
      // The thread reads the answer with the schema of this endpoint (endpoints/all.ts), so the value has its type.
      waiting.set(seq, { resolve: (value) => resolve(value as Answer), reject, endpoint: name })
      clearTimeout(idleTimer)
      worker ??= start()
      worker.ref()
      worker.postMessage(request, [answer.body.buffer])
    })
  }

  return {
    read: readBySize(readOnThread),
    async close() {
      isClosed = true
      clearTimeout(idleTimer)
      await worker?.terminate()
    },
  }
}

function threadEnded(reason: string, endpoint: string | null, cause?: unknown): AppError {
  return new AppError('internal', { what: 'answer thread', reason, endpoint }, cause)
}
