// Owns: one conversation in the confirmation window at a time: when it does not listen yet, what a no is, how it ends.
// Must not: know what is asked, Electron (the window comes from outside), or keep a secret once it was answered.
import type { ConfirmAnswer, ConfirmRequest } from '../../src-preload/contract/confirm.ts'
import { type AnswerFault, deafMs, listensAtOnce } from '../../src-preload/domain/confirm.ts'
import { AppError } from '../../src-preload/domain/errors.ts'
import { type AskingPause, createAskingPause } from './asking-pause.ts'

export interface ConfirmWindow {
  /** Closes it if it is open; `onClosed` is told. */
  close(): void
}

export interface ConfirmWindowEvents {
  /** Keeps what the window shows out of pictures of the screen. */
  readonly isKeptFromCapture: boolean
  /** To be called each time that the window is shown or gains focus. */
  readonly onAttention: () => void
  /** To be called once, when the window is gone for whatever reason. */
  readonly onClosed: () => void
}

export interface ConversationsOptions {
  /** Opens the window. What it throws is what the caller of the question gets. */
  readonly openWindow: (events: ConfirmWindowEvents) => ConfirmWindow
  /** Milliseconds on a clock that never goes back. */
  readonly monotonicMs: () => number
}

/** Every answer but no, which is the same for all questions. */
export type Positive = Exclude<ConfirmAnswer, { kind: 'decline' }>

export type Step<T> = { readonly ask: ConfirmRequest } | { readonly result: T }

/** One question, which may lead to others, until there is a result. */
export interface Conversation<T> {
  readonly first: ConfirmRequest
  /** Errors leave the window and its question as they are. */
  readonly reply: (given: Positive, asked: ConfirmRequest) => Step<T> | Promise<Step<T>>
  /** Takes the question back: the caller gets its reason. */
  readonly signal?: AbortSignal
}

/** The conversation under way, without its type: its window, and what an answer does to it. */
interface Open {
  request: ConfirmRequest
  /** When the window was shown or gained focus last; null while it was not shown yet. */
  attentionAtMs: number | null
  isBusy: boolean
  isSettled: boolean
  readonly reply: (given: Positive) => Promise<ConfirmRequest | null>
  readonly decline: () => void
}

/** An answer that is not taken; the window stays open. */
export function refuse(reason: AnswerFault): AppError {
  return new AppError('validation', { field: 'answer', reason })
}

/** Questions whose answer is a secret or a decision: none of it is in a picture or recording of the screen. */
const keptFromCapture: ReadonlySet<ConfirmRequest['kind']> = new Set([
  'backup',
  'transfer',
  'wallet',
  'serviceKey',
  'appPassword',
])

export function createConversations({ openWindow, monotonicMs }: ConversationsOptions) {
  /** By the kind of the first question: a page that is told no asks no sooner by asking something else of the kind. */
  const pauses = new Map<ConfirmRequest['kind'], AskingPause>()
  let open: Open | null = null

  function leftToWaitMs({ attentionAtMs, request }: Open): number {
    if (listensAtOnce(request)) return 0
    if (attentionAtMs === null) return deafMs
    return Math.max(0, Math.ceil(attentionAtMs + deafMs - monotonicMs()))
  }

  function pauseOf({ kind }: ConfirmRequest): AskingPause {
    const pause = pauses.get(kind) ?? createAskingPause(monotonicMs)
    pauses.set(kind, pause)
    return pause
  }

  /** Opens the window for a conversation. One at a time: a second would hide behind the first, or take its clicks. */
  function converse<T>({ first, reply, signal }: Conversation<T>): Promise<T> {
    if (signal?.aborted === true) return Promise.reject(signal.reason as Error)
    if (open !== null) return Promise.reject(new AppError('userDeclined', { reason: 'busy' }))
    const pause = pauseOf(first)
    const retryAfterMs = pause.leftMs()
    if (retryAfterMs > 0)
      return Promise.reject(new AppError('userDeclined', { reason: 'tooSoon', retryAfterMs }))
    const { promise, resolve, reject } = Promise.withResolvers<T>()

    function settle(tell: () => void): void {
      // Declined, or closed, while an answer was looked at: then that counts.
      if (own.isSettled) return
      own.isSettled = true
      open = null
      signal?.removeEventListener('abort', takeBack)
      tell()
    }
    const takeBack = (): void => {
      settle(() => {
        // Else a page could have its own question taken back, and ask without end.
        pause.recordNo()
        reject(signal?.reason)
      })
    }
    const own: Open = {
      request: first,
      attentionAtMs: null,
      isBusy: false,
      isSettled: false,
      async reply(given) {
        const step = await reply(given, own.request)
        if ('ask' in step) {
          own.request = step.ask
          return step.ask
        }
        settle(() => {
          pause.recordYes()
          resolve(step.result)
        })
        return null
      },
      decline: () => {
        settle(() => {
          pause.recordNo()
          reject(new AppError('userDeclined'))
        })
      },
    }
    open = own
    try {
      const window = openWindow({
        isKeptFromCapture: keptFromCapture.has(first.kind),
        onAttention: () => {
          own.attentionAtMs = monotonicMs()
        },
        onClosed: own.decline,
      })
      signal?.addEventListener('abort', takeBack, { once: true })
      // Both ways of settling close the window; it may be closed already.
      void promise.then(
        () => {
          window.close()
        },
        () => {
          window.close()
        },
      )
    } catch (error) {
      settle(() => {
        reject(error)
      })
    }
    return promise
  }

  async function answer(given: ConfirmAnswer): Promise<{ next: ConfirmRequest | null }> {
    const own = open
    if (own === null) throw new AppError('notFound', { what: 'confirmation' })
    if (given.kind === 'decline') {
      own.decline()
      return { next: null }
    }
    if (leftToWaitMs(own) > 0) throw refuse('tooEarly')
    if (own.isBusy) throw refuse('busy')
    own.isBusy = true
    try {
      return { next: await own.reply(given) }
    } finally {
      own.isBusy = false
    }
  }

  /** A question whose one answer besides no is yes. */
  function askForYes(first: ConfirmRequest, signal?: AbortSignal): Promise<void> {
    return converse<undefined>({
      first,
      ...(signal === undefined ? {} : { signal }),
      reply(given) {
        if (given.kind !== 'approve') throw refuse('notAsked')
        return { result: undefined }
      },
    })
  }

  return {
    converse,
    askForYes,
    answer,
    /** What is asked now. Errors: notFound once nothing is. */
    current(): { request: ConfirmRequest; deafForMs: number } {
      if (open === null) throw new AppError('notFound', { what: 'confirmation' })
      return { request: open.request, deafForMs: leftToWaitMs(open) }
    },
  }
}
