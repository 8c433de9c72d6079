// Runs one conversation in the confirmation window at a time: input delay, declines and endings. Independent of Electron and
// of the questions; keeps no secret after its answer.
import type { ConfirmAnswer, ConfirmRequest } from '../../../src-preload/contract/accounts/confirm.ts'
import {
  type AnswerFault,
  inputDelayMs,
  acceptsInputAtOnce,
} from '../../../src-preload/domain/accounts/confirm.ts'
import { AppError } from '../../../src-preload/domain/errors.ts'
import { type DeclineCooldown, createDeclineCooldown } from './decline-cooldown.ts'

export interface ConfirmWindow {
  /** Closes the window if it is open; calls `onClosed`. */
  close(): void
}

export interface ConfirmWindowEvents {
  /** True if the window is excluded from screen capture. */
  readonly isExcludedFromCapture: boolean
  /** Must be called each time the window is shown or focused. */
  readonly onAttention: () => void
  /** Must be called once when the window closes for any reason. */
  readonly onClosed: () => void
}

export interface ConversationsOptions {
  /** Opens the window. Its errors are passed to the caller of the question. */
  readonly openWindow: (events: ConfirmWindowEvents) => ConfirmWindow
  /** A monotonic clock in milliseconds. */
  readonly monotonicMs: () => number
}

/** Every answer except the decline, which all questions share. */
export type Positive = Exclude<ConfirmAnswer, { kind: 'decline' }>

/** The next question of a conversation, or its result. */
export type Step<T> = { readonly ask: ConfirmRequest } | { readonly result: T }

/** One question, which may lead to others, until there is a result. */
export interface Conversation<T> {
  readonly first: ConfirmRequest
  /** Errors leave the window and its question unchanged. */
  readonly reply: (given: Positive, asked: ConfirmRequest) => Step<T> | Promise<Step<T>>
  /** Withdraws the question: it rejects with the signal's reason. */
  readonly signal?: AbortSignal
}

/** The open conversation, without its result type: its window, and the effect of an answer. */
interface Open {
  request: ConfirmRequest
  /** When the window was last shown or focused; null until it is shown. */
  attentionAtMs: number | null
  isBusy: boolean
  isSettled: boolean
  readonly reply: (given: Positive) => Promise<ConfirmRequest | null>
  /** @param reason - null where a person said no */
  readonly decline: (reason: 'closed' | null) => void
}

/** An answer that is rejected; the window stays open. */
export function refuse(reason: AnswerFault): AppError {
  return new AppError('validation', { field: 'answer', reason })
}

/** Questions whose answer is a secret or a decision: excluded from screenshots and screen recordings. */
const excludedFromCapture: ReadonlySet<ConfirmRequest['kind']> = new Set([
  'backup',
  'transfer',
  'order',
  'tradingSession',
  'wallet',
  'serviceKey',
  'appPassword',
])

export function createConversations({ openWindow, monotonicMs }: ConversationsOptions) {
  /** By the kind of the first question: after a no, other questions of the same kind wait as well. */
  const pauses = new Map<ConfirmRequest['kind'], DeclineCooldown>()
  let open: Open | null = null

  function remainingDelayMs({ attentionAtMs, request }: Open): number {
    if (acceptsInputAtOnce(request)) return 0
    if (attentionAtMs === null) return inputDelayMs
    return Math.max(0, Math.ceil(attentionAtMs + inputDelayMs - monotonicMs()))
  }

  function pauseOf({ kind }: Pick<ConfirmRequest, 'kind'>): DeclineCooldown {
    const pause = pauses.get(kind) ?? createDeclineCooldown(monotonicMs)
    pauses.set(kind, pause)
    return pause
  }

  /** Why no question of this kind can be asked now; null where it can. */
  function whyNot(first: Pick<ConfirmRequest, 'kind'>): AppError | null {
    if (open !== null) return new AppError('userDeclined', { reason: 'busy' })
    const retryAfterMs = pauseOf(first).leftMs()
    return retryAfterMs > 0 ? new AppError('userDeclined', { reason: 'tooSoon', retryAfterMs }) : null
  }

  /** Opens the window for a conversation. One at a time: a second would hide behind the first or take its clicks. */
  function converse<T>({ first, reply, signal }: Conversation<T>): Promise<T> {
    if (signal?.aborted === true) return Promise.reject(signal.reason as Error)
    const refusal = whyNot(first)
    if (refusal !== null) return Promise.reject(refusal)
    const pause = pauseOf(first)
    const { promise, resolve, reject } = Promise.withResolvers<T>()

    function settle(tell: () => void): void {
      // Declined or closed while an answer was checked: the decline counts.
      if (own.isSettled) return
      own.isSettled = true
      open = null
      signal?.removeEventListener('abort', takeBack)
      tell()
    }
    let isTakenBack = false
    const takeBack = (): void => {
      settle(() => {
        isTakenBack = true
        // Otherwise a page could withdraw its own question and ask without end.
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
        // A page that hears first that its wallet is connected takes its question back: the answer was a yes all the same.
        if (isTakenBack) pause.recordYes()
        settle(() => {
          pause.recordYes()
          resolve(step.result)
        })
        return null
      },
      decline: (reason) => {
        settle(() => {
          pause.recordNo()
          reject(new AppError('userDeclined', reason === null ? {} : { reason }))
        })
      },
    }
    open = own
    try {
      const window = openWindow({
        isExcludedFromCapture: excludedFromCapture.has(first.kind),
        onAttention: () => {
          own.attentionAtMs = monotonicMs()
        },
        onClosed: () => own.decline('closed'),
      })
      signal?.addEventListener('abort', takeBack, { once: true })
      // Both outcomes close the window, which may be closed already.
      void promise.then(
        () => window.close(),
        () => window.close(),
      )
    } catch (error) {
      settle(() => reject(error))
    }
    return promise
  }

  async function answer(given: ConfirmAnswer): Promise<{ next: ConfirmRequest | null }> {
    const own = open
    if (own === null) throw new AppError('notFound', { what: 'confirmation' })
    if (given.kind === 'decline') {
      own.decline(null)
      return { next: null }
    }
    if (remainingDelayMs(own) > 0) throw refuse('tooEarly')
    if (own.isBusy) throw refuse('busy')
    own.isBusy = true
    try {
      return { next: await own.reply(given) }
    } finally {
      own.isBusy = false
    }
  }

  /** A question whose only answer besides no is yes. */
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
    whyNot,
    /** The open question. Errors: notFound without one. */
    current(): { request: ConfirmRequest; deafForMs: number } {
      if (open === null) throw new AppError('notFound', { what: 'confirmation' })
      return { request: open.request, deafForMs: remainingDelayMs(open) }
    },
  }
}
