// Owns: main's side of the thread that reads large answers: started by the first one, replaced when it dies.
// Must not: ask anything twice: what a thread that died was to read has failed.
import { Worker } from 'node:worker_threads'
import { AppError } from '../../../src-preload/domain/errors.ts'
import { type ReadRequest, readResponse } from './answer-protocol.ts'
import { type ReadAnswer, readBySize } from './answer-reader.ts'

/** Many times what the largest answer takes; a thread that wants more dies alone, and main lives. In MiB. */
const MAX_HEAP_MB = 192
/** Answers that wait for the thread at once; the traffic lets through fewer (traffic-limits.ts). */
const MAX_WAITING = 64

export interface AnswerThread {
  readonly read: ReadAnswer
  /** Ends the thread; what it has not read fails. */
  close(): Promise<void>
}

interface Waiting {
  readonly resolve: (value: unknown) => void
  readonly reject: (error: AppError) => void
  readonly endpoint: string
}

export interface AnswerThreadOptions {
  /** Script of the thread: bundled in the app. */
  readonly workerUrl: URL
  /** Hears of a thread that ended by itself. */
  readonly onFault: (error: AppError) => void
}

/** Errors of what it reads, beside those of readAnswer: `internal` with `what: 'answer thread'` where the thread has died. */
export function createAnswerThread({ workerUrl, onFault }: AnswerThreadOptions): AnswerThread {
  const waiting = new Map<number, Waiting>()
  let worker: Worker | null = null
  let lastSeq = 0
  let isClosed = false

  function end(ended: Worker, reason: string, cause?: unknown): void {
    if (worker !== ended) return
    worker = null
    for (const { reject, endpoint } of waiting.values()) reject(threadEnded(reason, endpoint, cause))
    waiting.clear()
    if (!isClosed) onFault(threadEnded(reason, null, cause))
  }

  function settle(message: unknown): void {
    const response = readResponse.parse(message)
    const call = waiting.get(response.seq)
    waiting.delete(response.seq)
    // An app that wants to end waits for what it has asked, and for nothing else.
    if (waiting.size === 0) worker?.unref()
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

  const readApart: ReadAnswer = <Answer>(
    ...[endpoint, answer, clock]: Parameters<ReadAnswer>
  ): Promise<Answer> => {
    const { name } = endpoint
    if (isClosed) return Promise.reject(new AppError('cancelled', { endpoint: name }))
    if (waiting.size >= MAX_WAITING) return Promise.reject(threadEnded('too many answers', name))
    return new Promise((resolve, reject) => {
      const seq = ++lastSeq
      const request: ReadRequest = { seq, endpoint: name, answer, nowMs: clock.now() }
      // The thread reads the answer by the schema of this very endpoint (endpoints/all.ts), so the value is what that makes of it.
      waiting.set(seq, { resolve: (value) => resolve(value as Answer), reject, endpoint: name })
      worker ??= start()
      worker.ref()
      worker.postMessage(request, [answer.body.buffer])
    })
  }

  return {
    read: readBySize(readApart),
    async close() {
      isClosed = true
      await worker?.terminate()
    },
  }
}

function threadEnded(reason: string, endpoint: string | null, cause?: unknown): AppError {
  return new AppError('internal', { what: 'answer thread', reason, endpoint }, cause)
}
