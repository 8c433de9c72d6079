// The transfers service for the page: recipients, intents, steps, limits.
// Takes no step that was not requested, and does not trust the page about anything in the journal or at the exchange.
import {
  type Exact,
  add,
  exactText,
  parseExact,
  zero,
} from '../../src-preload/domain/numbers/exact-decimal.ts'
import type { ChannelInput, ChannelOutput } from '../../src-preload/contract/contract.ts'
import type { Account } from '../../src-preload/contract/accounts/accounts.ts'
import type {
  LimitsState,
  RecipientCheck,
  SentTransfer,
  TransferLimits,
} from '../../src-preload/contract/transfers.ts'
import type { ErrorReport } from '../../src-preload/contract/channel.ts'
import { AppError } from '../../src-preload/domain/errors.ts'
import type { Clock } from '../async/clock.ts'
import { checkReference, checkTransferAmount } from '../exchange/endpoints/rules.ts'
import { parseEthereumAddress } from '../signing/ethereum.ts'
import type { Journal } from '../store/api/journal-api.ts'
import type { StoredTransfer, TransferStep } from '../store/api/transfer-rows.ts'
import type { AccountSession } from '../session/account-session.ts'
import type { CurrentAccount } from '../session/current-account.ts'
import type { ClipboardWatch } from './recipients/clipboard-watch.ts'
import { toSentTransfer } from './history/history.ts'
import type { createLimitsStore } from './limits/stored-limits.ts'
import { requestLimits, checkLimits } from './limits/limits.ts'
import {
  countSentTo,
  findWarnings,
  type KnownAddresses,
  labelOf,
  recentRecipients,
} from './recipients/recipients.ts'
import type { TransferContext, TransferRunner } from './runner.ts'
import type { createSendable } from './sendable.ts'
import { findBlockers } from './setup.ts'

const dayMs = 86_400_000
const recentAtOnce = 8

export interface TransfersOptions {
  readonly sendable: ReturnType<typeof createSendable>
  readonly journal: Journal
  readonly clock: Clock
  readonly current: Pick<CurrentAccount, 'require'>
  readonly listAccounts: () => Promise<Account[]>
  readonly readKnown: (session: AccountSession) => Promise<KnownAddresses>
  readonly runner: TransferRunner
  /** The context that a step needs of the account in use. */
  readonly contextOf: (session: AccountSession) => TransferContext
  readonly limits: ReturnType<typeof createLimitsStore>
  readonly clipboard: ClipboardWatch
  /** Resolves when a person has looked at the orders that the exchange lists. Errors: userDeclined; those of every private read. */
  readonly confirmRestored: (session: AccountSession) => Promise<void>
  /** Resolves when the user approves. Errors: userDeclined. */
  readonly confirmRaise: (
    session: AccountSession,
    now: TransferLimits,
    asked: TransferLimits,
  ) => Promise<void>
  /** Creates an unused reference. */
  readonly makeReference: () => string
  readonly createId: () => string
  readonly report: (error: unknown) => ErrorReport
  /** Called when a step may have left the outcome open. */
  readonly onStep: () => void
  /** Called when a transfer is new or its note changed. The runner reports its own steps. */
  readonly onChange: (id: string) => void
}

function invalid(field: string, reason: string, facts: Record<string, string> = {}): AppError {
  return new AppError('validation', { field, reason, ...facts })
}

/** The exchange may accept more; these are easy to read aloud and unambiguous. */
function readReference(text: string): string {
  const reference = checkReference(text)
  if (!/^[A-Za-z0-9_-]+$/.test(reference)) throw invalid('reference', 'notOwn')
  return reference
}

function readRecipient(text: string): string {
  try {
    return parseEthereumAddress(text)
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'validation') throw error
    throw invalid('recipient', String(error.data['reason']))
  }
}

/** States in which money was sent or may have been: a signature cannot be revoked. */
const sentStates = new Set<StoredTransfer['state']>(['signed', 'processing', 'succeeded', 'differs'])
const mayHaveLeft = ({ state, failure }: StoredTransfer): boolean =>
  sentStates.has(state) || (state === 'refused' && failure?.step === 'process')

/**
 * When the money left: when it was sent, or when the exchange reported that another computer sent it. A signed transfer may
 * leave at any moment.
 */
function leftAtMs(state: StoredTransfer['state'], steps: readonly TransferStep[]): number {
  if (state === 'signed') return Infinity
  const left = steps.findLast((step) => step.state === 'processing') ?? steps.at(-1)
  return left?.atMs ?? Infinity
}

export function createTransfers(options: TransfersOptions) {
  const { sendable, journal, clock, current, runner, limits, readKnown } = options

  const listSent = ({ network, account }: AccountSession): Promise<StoredTransfer[]> =>
    journal.listTransfers(network, account.ethereumAddress)

  /** Lower limits apply immediately and are harmless; higher ones need confirmation. */
  async function askAboutRaise(session: AccountSession, asked: TransferLimits): Promise<void> {
    const kept = await limits.read(session, clock.now())
    if (requestLimits(kept, asked, clock.now()).next === null) return
    await options.confirmRaise(session, kept.now, asked)
  }

  async function sumLastDay(sent: readonly StoredTransfer[], besides: string | null): Promise<Exact> {
    const sinceMs = clock.now() - dayMs
    // A signature may wait longer than a day; everything else left before its last change.
    const candidates = sent.filter(
      (transfer) =>
        transfer.id !== besides &&
        mayHaveLeft(transfer) &&
        (transfer.state === 'signed' || transfer.updatedAtMs > sinceMs),
    )
    // A note or a look-up also changes a transfer; only its steps show when it left.
    const counted = await Promise.all(
      candidates.map(async ({ id, state, amount }) =>
        leftAtMs(state, await journal.getTransferSteps(id)) > sinceMs ? amount : '0',
      ),
    )
    return counted.reduce((sum, amount) => add(sum, parseExact(amount)), zero)
  }

  async function readLimits(session: AccountSession, sent: readonly StoredTransfer[]): Promise<LimitsState> {
    const { now, next } = await limits.read(session, clock.now())
    return { now, next, sentLastDay: exactText(await sumLastDay(sent, null)) }
  }

  async function toShow(session: AccountSession, stored: StoredTransfer): Promise<SentTransfer> {
    return toSentTransfer(
      stored,
      await journal.listRecipients(session.network),
      runner.isBusy(stored.id),
      clock.now(),
    )
  }

  /** A transfer of the account in use; those of other accounts are not revealed. */
  async function requireOwn(session: AccountSession, id: string): Promise<StoredTransfer> {
    const stored = await journal.getStoredTransfer(id)
    const isOwn =
      stored !== null &&
      stored.networkKey === session.network &&
      stored.senderAddress.toLowerCase() === session.account.ethereumAddress.toLowerCase()
    if (!isOwn) throw new AppError('notFound', { what: 'transfer' })
    return stored
  }

  async function takeStep(
    id: string,
    step: (session: AccountSession, transfer: StoredTransfer) => Promise<StoredTransfer>,
  ): Promise<SentTransfer> {
    const session = current.require()
    const transfer = await requireOwn(session, id)
    try {
      return await toShow(session, await step(session, transfer))
    } finally {
      // The outcome may be open even after an error.
      options.onStep()
    }
  }

  /** A transfer's intent may be old: other transfers may have used the limits up since. */
  async function checkLimitsOf(session: AccountSession, { id, amount }: StoredTransfer): Promise<void> {
    const { now } = await limits.read(session, clock.now())
    checkLimits(now, amount, await sumLastDay(await listSent(session), id))
  }

  /** False where the journal was restored from a backup or begun anew, and the user has not looked at its transfers since. */
  async function isReviewed({ network, account }: AccountSession): Promise<boolean> {
    return (await journal.getUnreviewedRestore(network, account.ethereumAddress)) === null
  }

  /** Transfers that the journal lost could be signed a second time. */
  async function checkReviewed(session: AccountSession): Promise<void> {
    if (!(await isReviewed(session))) throw invalid('transfer', 'journalRestored')
  }

  async function askExistence(
    session: AccountSession,
    address: string,
  ): Promise<RecipientCheck['existence']> {
    try {
      const keys = await options.contextOf(session).readServiceKeys()
      const exists = await session.client.checkUserExists(
        { ...keys, destinationAddress: address },
        { signal: session.signal, urgency: 'asked', lane: 'transfers' },
      )
      return { status: exists ? 'exists' : 'missing' }
    } catch (error) {
      return { status: 'unknown', error: options.report(error) }
    }
  }

  return {
    async getSetup(): Promise<ChannelOutput<'transfers:getSetup'>> {
      const session = current.require()
      const [known, accounts] = await Promise.all([readKnown(session), options.listAccounts()])
      const account = accounts.find(({ id }) => id === session.account.id)
      return {
        blockers: [
          ...((await isReviewed(session)) ? [] : ['journalRestored' as const]),
          ...findBlockers(account ?? null),
        ],
        balance: await sendable.read(session),
        limits: await readLimits(session, known.sent),
        recent: recentRecipients(known.sent, known.book, recentAtOnce),
        // The book is one for all accounts of a network; nothing can be sent to oneself.
        recipients: known.book.filter(({ address }) => address !== session.account.ethereumAddress),
      }
    },

    async checkRecipient(input: ChannelInput<'transfers:checkRecipient'>): Promise<RecipientCheck> {
      const session = current.require()
      const address = readRecipient(input.address)
      if (address === session.account.ethereumAddress) throw invalid('recipient', 'ownAddress')
      const known = await readKnown(session)
      return {
        address,
        label: labelOf(address, known.book),
        sentBefore: countSentTo(address, known.sent),
        warnings: findWarnings(address, known, await options.clipboard.lookFor(input.source)),
        existence: await askExistence(session, address),
      }
    },

    async create(input: ChannelInput<'transfers:create'>): Promise<SentTransfer> {
      const session = current.require()
      const { id: accountId, ethereumAddress, networkKind, baseUrl } = session.account
      const recipientAddress = readRecipient(input.recipientAddress)
      if (recipientAddress === ethereumAddress) throw invalid('recipient', 'ownAddress')
      const amount = checkTransferAmount(input.amount)
      const reference = input.reference === null ? options.makeReference() : readReference(input.reference)
      const known = await readKnown(session)
      // Looked up before: another computer of this account has used the reference.
      if (known.found.some(({ told }) => told.reference === reference)) throw invalid('reference', 'taken')
      const warnings = findWarnings(recipientAddress, known, await options.clipboard.lookFor(input.source))
      const missing = warnings.find(({ kind }) => !input.acknowledged.includes(kind))
      if (missing !== undefined) throw invalid('acknowledged', 'missing', { kind: missing.kind })
      const { now } = await limits.read(session, clock.now())
      checkLimits(now, amount, await sumLastDay(known.sent, null))
      await sendable.check(session, amount)
      const stored = await journal.createTransfer(
        {
          id: options.createId(),
          accountId,
          networkKey: session.network,
          networkKind,
          baseUrl,
          host: new URL(session.client.baseUrl).host,
          senderAddress: ethereumAddress,
          recipientAddress,
          amount,
          currency: 'usdc',
          reference,
          createdAtMs: clock.now(),
        },
        input.note,
      )
      options.onChange(stored.id)
      return toShow(session, stored)
    },

    proceed: ({ id }: { id: string }) =>
      takeStep(id, async (session, transfer) => {
        await checkReviewed(session)
        return runner.proceed(options.contextOf(session), id, async () => {
          // The journal may be restored while the user is asked.
          await checkReviewed(session)
          await checkLimitsOf(session, transfer)
        })
      }),
    abandon: ({ id }: { id: string }) => takeStep(id, () => runner.abandon(id)),
    lookUp: ({ id }: { id: string }) =>
      takeStep(id, (session) => runner.lookUp(options.contextOf(session), id)),

    async get({ id }: { id: string }): Promise<SentTransfer> {
      const session = current.require()
      return toShow(session, await requireOwn(session, id))
    },

    async setNote({ id, note }: ChannelInput<'transfers:setNote'>): Promise<SentTransfer> {
      const session = current.require()
      const { id: own } = await requireOwn(session, id)
      const noted = await journal.noteTransfer(own, { note }, clock.now())
      if (noted === null) throw new AppError('notFound', { what: 'transfer' })
      options.onChange(own)
      return toShow(session, noted)
    },

    async setLimits(asked: ChannelInput<'transfers:setLimits'>): Promise<LimitsState> {
      const session = current.require()
      for (const [field, limit] of Object.entries(asked)) {
        if (limit !== null && parseExact(limit).units <= 0n) throw invalid(field, 'zero')
      }
      await askAboutRaise(session, asked)
      await limits.ask(session, asked, clock.now())
      return readLimits(session, await listSent(session))
    },

    async noteReviewed(): Promise<ChannelOutput<'transfers:noteReviewed'>> {
      const session = current.require()
      const { network, account } = session
      if (await isReviewed(session)) return {}
      await options.confirmRestored(session)
      await journal.noteReviewed(network, account.ethereumAddress)
      return {}
    },

    async putRecipient(input: ChannelInput<'transfers:putRecipient'>) {
      const address = readRecipient(input.address)
      const { label, note } = input
      return journal.putRecipient(current.require().network, {
        address,
        label,
        note,
        createdAtMs: clock.now(),
      })
    },

    async removeRecipient({ address }: { address: string }): Promise<void> {
      await journal.removeRecipient(current.require().network, address)
    },
  }
}
