// Owns: what is asked in the confirmation window, what counts as an answer there, and when the window does not listen.
// Must not: know Electron (the window comes from outside), sign or store anything, or keep a secret once it was answered.
import type {
  ChangeAsked,
  ConfirmAnswer,
  confirmChannels,
  ConfirmRequest,
  HostRequest,
  RemovalRequest,
  RemoveAllRequest,
  TransferRequest,
} from '../../src-preload/contract/confirm.ts'
import type { NetworkKind } from '../../src-preload/contract/accounts.ts'
import {
  type AnswerFault,
  deafMs,
  type FilePasswordFault,
  shortestFilePassword,
  wordsAskedBack,
} from '../../src-preload/shared/confirm.ts'
import { AppError, type ErrorData } from '../../src-preload/shared/errors.ts'
import { longestKeystorePassword } from '../../src-preload/shared/wallet-input.ts'
import type { HandlersOf } from '../ipc/register.ts'
import { chooseWordsToAsk, findWrongWords } from '../signing/seed-phrase.ts'
import { type AskingPause, createAskingPause } from './asking-pause.ts'

/**
 * What a person is asked in a window of its own. All reject with userDeclined when the person says no or closes it. After
 * questions of a kind that ended without a yes the next of that kind has to wait: asked earlier, it rejects with userDeclined
 * { reason: 'tooSoon', retryAfterMs } and opens no window.
 */
export interface Confirmations {
  /** Shows the words of a new wallet and resolves once some of them, asked back, were right. */
  backUpPhrase(asked: {
    readonly label: string
    readonly network: NetworkKind
    readonly phrase: string
  }): Promise<void>
  /** Resolves with the password for the file, typed twice, once the app password was right where one is needed. */
  askExportPasswords(asked: {
    readonly label: string
    readonly network: NetworkKind
    readonly ethereumAddress: string
    readonly needsAppPassword: boolean
    /** Resolves for the right password. Its errors are shown in the window, which stays open. */
    readonly verifyAppPassword: (password: string) => Promise<void>
  }): Promise<string>
  /**
   * Resolves when the transfer, as it stands in the record, was approved and each warning about its recipient acknowledged.
   * Aborting closes the window; it rejects with the reason.
   */
  confirmTransfer(record: Omit<TransferRequest, 'kind'>, signal: AbortSignal): Promise<void>
  /** Resolves when the account, as it stands in the record, may be removed with its key. */
  confirmRemoval(record: Omit<RemovalRequest, 'kind'>): Promise<void>
  /** Resolves when everything that is kept here may go. */
  confirmRemoveAll(record: Omit<RemoveAllRequest, 'kind'>): Promise<void>
  /** Resolves when what gets weaker, or goes, may do so. */
  confirmChange(change: ChangeAsked): Promise<void>
  /** Resolves when it was the person who sets a first app password. */
  confirmPassword(): Promise<void>
  /** Resolves when the service at this address may be spoken to. Aborting closes the window; it rejects with the reason. */
  confirmHost(asked: Omit<HostRequest, 'kind'>, signal: AbortSignal): Promise<void>
}

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

export interface ConfirmationsOptions {
  /** Opens the window. What it throws is what the caller of the question gets. */
  readonly openWindow: (events: ConfirmWindowEvents) => ConfirmWindow
  /** Milliseconds on a clock that never goes back. */
  readonly monotonicMs: () => number
  /** A whole number from 0 to below its argument, each equally likely; picks the words to ask back. */
  readonly randomBelow: (limit: number) => number
}

/** Every answer but no, which is the same for all questions. */
type Positive = Exclude<ConfirmAnswer, { kind: 'decline' }>

type Step<T> = { readonly ask: ConfirmRequest } | { readonly result: T }

/** One question, which may lead to others, until there is a result. */
interface Conversation<T> {
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

function refuse(reason: AnswerFault): AppError {
  return new AppError('validation', { field: 'answer', reason })
}

function readFilePassword(password: string, again: string): string {
  const refusePassword = (reason: FilePasswordFault, facts: ErrorData = {}): AppError =>
    new AppError('validation', { field: 'filePassword', reason, ...facts })
  if (!password.isWellFormed()) throw refusePassword('notText')
  // The file is made with the NFKC form (signing/keystore.ts), so that is what is measured.
  const length = Array.from(password.normalize('NFKC')).length
  if (length < shortestFilePassword) throw refusePassword('tooShort', { shortest: shortestFilePassword })
  if (password.length > longestKeystorePassword) throw refusePassword('tooLong')
  if (password !== again) throw refusePassword('notEqual')
  return password
}

export function createConfirmations(options: ConfirmationsOptions): {
  readonly confirmations: Confirmations
  /** Answers the channels of the confirmation window. */
  readonly handlers: HandlersOf<typeof confirmChannels>
} {
  const { openWindow, monotonicMs, randomBelow } = options
  /** By the kind of the first question: a page that is told no asks no sooner by asking something else of the kind. */
  const pauses = new Map<ConfirmRequest['kind'], AskingPause>()
  let open: Open | null = null

  function leftToWaitMs({ attentionAtMs }: Open): number {
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
        isKeptFromCapture: first.kind === 'backup' || first.kind === 'transfer',
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

  const confirmations: Confirmations = {
    backUpPhrase: ({ label, network, phrase }) => {
      const backup: ConfirmRequest = { kind: 'backup', label, network, words: phrase.split(' ') }
      return converse<undefined>({
        first: backup,
        reply(given, asked) {
          if (asked.kind === 'backup' && given.kind === 'approve') {
            // Drawn anew each time: whoever goes back to the words does not come back to the same three.
            const positions = chooseWordsToAsk(backup.words.length, wordsAskedBack, randomBelow)
            return { ask: { kind: 'quiz', label, network, positions } }
          }
          if (asked.kind === 'quiz' && given.kind === 'showWords') return { ask: backup }
          if (asked.kind !== 'quiz' || given.kind !== 'words') throw refuse('notAsked')
          const wrong = findWrongWords(phrase, asked.positions, given.words)
          if (wrong.length === 0) return { result: undefined }
          throw new AppError('validation', {
            field: 'words',
            reason: 'wrongWords',
            positions: wrong.join(', '),
          })
        },
      })
    },

    askExportPasswords: ({ verifyAppPassword, ...shown }) =>
      converse<string>({
        first: { kind: 'exportKeystore', ...shown },
        async reply(given) {
          if (given.kind !== 'passwords') throw refuse('notAsked')
          const password = readFilePassword(given.filePassword, given.filePasswordAgain)
          if (shown.needsAppPassword) await verifyAppPassword(given.appPassword ?? '')
          return { result: password }
        },
      }),

    confirmTransfer: (record, signal) =>
      converse<undefined>({
        first: { kind: 'transfer', ...record },
        signal,
        reply(given) {
          if (given.kind !== 'approveTransfer') throw refuse('notAsked')
          const { warnings } = record.recipient
          if (!warnings.every(({ kind }) => given.acknowledged.includes(kind))) throw refuse('unacknowledged')
          return { result: undefined }
        },
      }),
    confirmRemoval: (record) => askForYes({ kind: 'removal', ...record }),
    confirmChange: (change) => askForYes({ kind: 'change', change }),
    confirmRemoveAll: (record) => askForYes({ kind: 'removeAll', ...record }),
    confirmPassword: () => askForYes({ kind: 'appPassword' }),
    confirmHost: (asked, signal) => askForYes({ kind: 'host', ...asked }, signal),
  }

  return {
    confirmations,
    handlers: {
      'confirm:getRequest': () => {
        if (open === null) throw new AppError('notFound', { what: 'confirmation' })
        return { request: open.request, deafForMs: leftToWaitMs(open) }
      },
      'confirm:answer': answer,
    },
  }
}
