// Defines the questions of the confirmation window and their valid answers. Signs and stores nothing and keeps no secrets.
import type { NetworkKind } from '../../../src-preload/contract/accounts/accounts.ts'
import type { ChangeAsked } from '../../../src-preload/contract/accounts/confirm-change.ts'
import type {
  AppPasswordRequest,
  ConfirmRequest,
  HostRequest,
  RemovalRequest,
  RemoveAllRequest,
  ServiceKeyRequest,
  TransferRequest,
  WalletRequest,
} from '../../../src-preload/contract/accounts/confirm.ts'
import type { OrderQuestion } from '../../../src-preload/contract/trading/confirm-order.ts'
import type { SessionQuestion } from '../../../src-preload/contract/trading/confirm-session.ts'
import type { WalletInput } from '../../../src-preload/contract/accounts/wallet-input.ts'
import {
  type FilePasswordFault,
  minFilePasswordLength,
  backupCheckWordCount,
} from '../../../src-preload/domain/accounts/confirm.ts'
import type { ConfirmChannelName } from '../../../src-preload/contract/contract.ts'
import { AppError, type ErrorData, isAppError } from '../../../src-preload/domain/errors.ts'
import { maxKeystorePasswordLength } from '../../../src-preload/domain/accounts/wallet-input.ts'
import type { HandlersOf } from '../../ipc/register.ts'
import { chooseBackupCheckWords, findWrongWords } from '../../signing/seed-phrase.ts'
import { type ConversationsOptions, createConversations, refuse } from './conversation.ts'
import { listPhraseAddresses } from '../wallet/wallet-key.ts'

/** The typed app passwords; empty if the task does not ask for one. */
export interface TypedAppPassword {
  readonly currentPassword: string
  readonly newPassword: string
}

/** Storage of the user's anti-phishing word, which distinguishes the window from an imitation. */
export interface AntiPhishingWord {
  readonly get: () => Promise<string | null>
  readonly set: (word: string) => Promise<void>
}

/**
 * Questions that the user answers in the confirmation window. All reject with userDeclined when the user declines or closes
 * it (then with { reason: 'closed' }: by a lock or the end of the main window too). After questions of a kind that ended without a yes, the next of that kind has to wait: asked earlier, it rejects with
 * userDeclined { reason: 'tooSoon', retryAfterMs } and opens no window.
 */
export interface Confirmations {
  /** Shows the words of a new wallet and resolves once the user has repeated some of them correctly. */
  backUpPhrase(asked: {
    readonly label: string
    readonly network: NetworkKind
    readonly phrase: string
  }): Promise<void>
  /** Resolves with the password for the file, typed twice, after the app password was verified if one is needed. */
  askExportPasswords(asked: {
    readonly label: string
    readonly network: NetworkKind
    readonly ethereumAddress: string
    readonly needsAppPassword: boolean
    /** Resolves if the password is right. Its errors are shown in the window, which stays open. */
    readonly verifyAppPassword: (password: string) => Promise<void>
  }): Promise<string>
  /**
   * Resolves when the transfer was approved exactly as in the record and each warning about its recipient was acknowledged.
   * Aborting closes the window; it rejects with the reason.
   */
  confirmTransfer(record: Omit<TransferRequest, 'kind'>, signal: AbortSignal): Promise<void>
  /**
   * Resolves when the order was approved exactly as in the record and each warning about its price was acknowledged. Aborting
   * closes the window; it rejects with the reason.
   */
  confirmOrder(record: Omit<OrderQuestion, 'kind'>, signal: AbortSignal): Promise<void>
  /** Errors: userDeclined { reason: 'busy' | 'tooSoon' } where a question about an order would not open now. */
  checkOrderAskable(): void
  /** Resolves when the trading session was granted exactly as in the record. Aborting as above. */
  confirmSession(record: Omit<SessionQuestion, 'kind'>, signal: AbortSignal): Promise<void>
  /** Resolves when the removal of the account in the record, with its key, was approved. */
  confirmRemoval(record: Omit<RemovalRequest, 'kind'>): Promise<void>
  /** Resolves when the removal of all stored data was approved. */
  confirmRemoveAll(record: Omit<RemoveAllRequest, 'kind'>): Promise<void>
  /** Resolves when the weaker setting or the removal was approved. */
  confirmChange(change: ChangeAsked): Promise<void>
  /**
   * Asks for a wallet. Calls `take` with each wallet that is typed: its errors are shown in the window, which stays open for
   * another attempt; the function it returns is called after the window has closed, and its result is the result here.
   * Aborting closes the window.
   */
  askWallet<T>(
    asked: Omit<WalletRequest, 'kind'>,
    take: (wallet: WalletInput) => Promise<() => T | Promise<T>>,
    signal: AbortSignal,
  ): Promise<T>
  /**
   * Asks for the passwords of the task. `take` as above, but an error that no other password would fix closes the window and
   * rejects.
   */
  askAppPassword(
    asked: Omit<AppPasswordRequest, 'kind'>,
    take: (typed: TypedAppPassword) => Promise<unknown>,
  ): Promise<void>
  /** Asks for a key of the service's operator. `take` as above. */
  askServiceKey(
    asked: Omit<ServiceKeyRequest, 'kind'>,
    take: (value: string) => Promise<unknown>,
  ): Promise<void>
  /**
   * Resolves when connecting to the service at this address was approved. Aborting closes the window; it rejects with the
   * reason.
   */
  confirmHost(asked: Omit<HostRequest, 'kind'>, signal: AbortSignal): Promise<void>
}

export interface ConfirmationsOptions extends ConversationsOptions {
  /** A whole number from 0 to below its argument, each equally likely; picks the words of the backup check. */
  readonly randomBelow: (limit: number) => number
  readonly word: AntiPhishingWord
}

function readFilePassword(password: string, again: string): string {
  const refusePassword = (reason: FilePasswordFault, facts: ErrorData = {}): AppError =>
    new AppError('validation', { field: 'filePassword', reason, ...facts })
  if (!password.isWellFormed()) throw refusePassword('notText')
  // The file uses the NFKC form (signing/keystore.ts), so that form is measured.
  const length = Array.from(password.normalize('NFKC')).length
  if (length < minFilePasswordLength) throw refusePassword('tooShort', { shortest: minFilePasswordLength })
  if (password.length > maxKeystorePasswordLength) throw refusePassword('tooLong')
  if (password !== again) throw refusePassword('notEqual')
  return password
}

/** Creates the questions and the window's handlers; one question is open at a time. */
export function createConfirmations(options: ConfirmationsOptions): {
  readonly confirmations: Confirmations
  /** Handlers of the confirmation window's channels. */
  readonly handlers: HandlersOf<ConfirmChannelName>
} {
  const { randomBelow } = options
  const conversations = createConversations(options)
  const { converse, askForYes, answer } = conversations

  const confirmations: Confirmations = {
    backUpPhrase: ({ label, network, phrase }) => {
      const backup: ConfirmRequest = { kind: 'backup', label, network, words: phrase.split(' ') }
      return converse<undefined>({
        first: backup,
        reply(given, asked) {
          if (asked.kind === 'backup' && given.kind === 'approve') {
            // Drawn anew each time, so going back to the words does not repeat the same three.
            const positions = chooseBackupCheckWords(backup.words.length, backupCheckWordCount, randomBelow)
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
    confirmOrder: (record, signal) =>
      converse<undefined>({
        first: { kind: 'order', ...record },
        signal,
        reply(given) {
          if (given.kind !== 'approveOrder') throw refuse('notAsked')
          if (!record.warnings.every((kind) => given.acknowledged.includes(kind)))
            throw refuse('unacknowledged')
          return { result: undefined }
        },
      }),
    checkOrderAskable() {
      const refusal = conversations.whyNot({ kind: 'order' })
      if (refusal !== null) throw refusal
    },
    confirmSession: (record, signal) => askForYes({ kind: 'tradingSession', ...record }, signal),
    confirmRemoval: (record) => askForYes({ kind: 'removal', ...record }),
    confirmChange: (change) => askForYes({ kind: 'change', change }),
    confirmRemoveAll: (record) => askForYes({ kind: 'removeAll', ...record }),
    confirmHost: (asked, signal) => askForYes({ kind: 'host', ...asked }, signal),
    askWallet: async (asked, take, signal) => {
      const rest = await converse({
        first: { kind: 'wallet', ...asked },
        signal,
        async reply(given) {
          if (given.kind !== 'wallet') throw refuse('notAsked')
          return { result: await take(given.wallet) }
        },
      })
      return rest()
    },
    askAppPassword: async (asked, take) => {
      const rest = await converse<() => void>({
        first: { kind: 'appPassword', ...asked },
        async reply(given) {
          if (given.kind !== 'appPassword') throw refuse('notAsked')
          const { currentPassword, newPassword, newPasswordAgain } = given
          if (newPassword !== newPasswordAgain)
            throw new AppError('validation', { field: 'newPassword', reason: 'notSame' })
          try {
            await take({ currentPassword, newPassword })
            return { result: () => undefined }
          } catch (error) {
            if (isAppError(error, 'wrongPassword', 'passwordDelayed', 'validation')) throw error
            // No other password would help; the main window says what would.
            return {
              result: () => {
                throw error
              },
            }
          }
        },
      })
      rest()
    },
    askServiceKey: (asked, take) =>
      converse<undefined>({
        first: { kind: 'serviceKey', ...asked },
        async reply(given) {
          if (given.kind !== 'serviceKey') throw refuse('notAsked')
          await take(given.value)
          return { result: undefined }
        },
      }),
  }

  return {
    confirmations,
    handlers: {
      'confirm:getRequest': async () => {
        const word = await options.word.get()
        return { ...conversations.current(), word }
      },
      'confirm:answer': answer,
      'confirm:listAddresses': (input) => {
        if (conversations.current().request.kind !== 'wallet')
          throw new AppError('notFound', { what: 'wallet' })
        return listPhraseAddresses(input)
      },
      'confirm:setWord': async ({ word }) => {
        // Only while a question is open: the window exists for nothing else.
        conversations.current()
        await options.word.set(word)
        return {}
      },
    },
  }
}
