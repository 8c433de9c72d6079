// Owns: what the page may ask about sending: recipients, intents, steps, limits. Must not: take a step that was not asked for,
// or take the page's word for anything that the journal or the service knows.
import { type Exact, add, exactText, parseExact, zero } from '../../src-preload/domain/exact.ts'
import type { ChannelInput, ChannelOutput } from '../../src-preload/contract/contract.ts'
import type { Account } from '../../src-preload/contract/accounts.ts'
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
import type { Store } from '../store/store-api.ts'
import type { StoredTransfer, TransferStep } from '../store/transfer-rows.ts'
import type { Link } from '../session/link.ts'
import type { ClipboardWatch } from './clipboard-watch.ts'
import { toSentTransfer } from './history.ts'
import type { createKeptLimits } from './kept-limits.ts'
import { askForLimits, checkLimits } from './limits.ts'
import { countSentTo, findWarnings, type KnownAddresses, labelOf, recentRecipients } from './recipients.ts'
import type { TransferDesk, TransferRunner } from './runner.ts'
import { findBlockers, readBalance } from './setup.ts'

const dayMs = 86_400_000
const recentAtOnce = 8

export interface TransfersOptions {
  readonly store: Store
  readonly clock: Clock
  readonly getLink: () => Link | null
  readonly listAccounts: () => Promise<Account[]>
  readonly readKnown: (link: Link) => Promise<KnownAddresses>
  readonly runner: TransferRunner
  /** What a step needs of the account in use. */
  readonly deskOf: (link: Link) => TransferDesk
  readonly limits: ReturnType<typeof createKeptLimits>
  readonly clipboard: ClipboardWatch
  /** Resolves when a person allows it. Errors: userDeclined. */
  readonly confirmRaise: (link: Link, now: TransferLimits, asked: TransferLimits) => Promise<void>
  /** A reference that nobody has used. */
  readonly makeReference: () => string
  readonly createId: () => string
  readonly report: (error: unknown) => ErrorReport
  /** A transfer has changed in a way that may leave its outcome open. */
  readonly onStep: () => void
  /** A transfer is new, or has another note. The runner tells of its own steps. */
  readonly onChange: (id: string) => void
}

function invalid(field: string, reason: string, facts: Record<string, string> = {}): AppError {
  return new AppError('validation', { field, reason, ...facts })
}

/** The service may take more; these are plain to read aloud, and look like nothing else. */
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

/** What was sent, or may have been: from the moment of the signature on nobody can take it back. */
const sentStates = new Set<StoredTransfer['state']>(['signed', 'processing', 'succeeded', 'differs'])
const mayHaveLeft = ({ state, failure }: StoredTransfer): boolean =>
  sentStates.has(state) || (state === 'refused' && failure?.step === 'process')

/** When it left: when it was sent, or when the service told that somebody else has sent it. What is signed may leave any moment. */
function leftAtMs(state: StoredTransfer['state'], steps: readonly TransferStep[]): number {
  if (state === 'signed') return Infinity
  const left = steps.findLast((step) => step.state === 'processing') ?? steps.at(-1)
  return left?.atMs ?? Infinity
}

export type Transfers = ReturnType<typeof createTransfers>

export function createTransfers(options: TransfersOptions) {
  const { store, clock, runner, limits, readKnown } = options

  function requireLink(): Link {
    const link = options.getLink()
    if (link === null) throw new AppError('notFound', { what: 'active account' })
    return link
  }

  const listSent = ({ network, account }: Link): Promise<StoredTransfer[]> =>
    store.listTransfers(network, account.ethereumAddress)

  /** What is lower holds at once and hurts nobody; what is higher, a person allows. */
  async function askAboutRaise(link: Link, asked: TransferLimits): Promise<void> {
    const kept = await limits.read(link, clock.now())
    if (askForLimits(kept, asked, clock.now()).next === null) return
    await options.confirmRaise(link, kept.now, asked)
  }

  async function sumLastDay(sent: readonly StoredTransfer[], besides: string | null): Promise<Exact> {
    const sinceMs = clock.now() - dayMs
    // A signature may wait for longer than a day; nothing else has left after its last change.
    const candidates = sent.filter(
      (transfer) =>
        transfer.id !== besides &&
        mayHaveLeft(transfer) &&
        (transfer.state === 'signed' || transfer.updatedAtMs > sinceMs),
    )
    // A note or a look-up changes a transfer too; only its steps tell when it left.
    const counted = await Promise.all(
      candidates.map(async ({ id, state, amount }) =>
        leftAtMs(state, await store.getTransferSteps(id)) > sinceMs ? amount : '0',
      ),
    )
    return counted.reduce((sum, amount) => add(sum, parseExact(amount)), zero)
  }

  async function readLimits(link: Link, sent: readonly StoredTransfer[]): Promise<LimitsState> {
    const { now, next } = await limits.read(link, clock.now())
    return { now, next, sentLastDay: exactText(await sumLastDay(sent, null)) }
  }

  async function toShow(link: Link, stored: StoredTransfer): Promise<SentTransfer> {
    return toSentTransfer(
      stored,
      await store.listRecipients(link.network),
      runner.isBusy(stored.id),
      clock.now(),
    )
  }

  /** A transfer of the account in use; of another one nothing is told. */
  async function requireOwn(link: Link, id: string): Promise<StoredTransfer> {
    const stored = await store.getStoredTransfer(id)
    const isOwn =
      stored !== null &&
      stored.networkKey === link.network &&
      stored.senderAddress.toLowerCase() === link.account.ethereumAddress.toLowerCase()
    if (!isOwn) throw new AppError('notFound', { what: 'transfer' })
    return stored
  }

  async function takeStep(
    id: string,
    step: (link: Link, transfer: StoredTransfer) => Promise<StoredTransfer>,
  ): Promise<SentTransfer> {
    const link = requireLink()
    const transfer = await requireOwn(link, id)
    try {
      return await toShow(link, await step(link, transfer))
    } finally {
      // What stopped a step may have left its outcome open all the same.
      options.onStep()
    }
  }

  /** The limits count when the money leaves, not when the intent is written. */
  async function checkLimitsOf(link: Link, { id, amount }: StoredTransfer): Promise<void> {
    const { now } = await limits.read(link, clock.now())
    checkLimits(now, amount, await sumLastDay(await listSent(link), id))
  }

  async function askExistence(link: Link, address: string): Promise<RecipientCheck['existence']> {
    try {
      const keys = await options.deskOf(link).readServiceKeys()
      const exists = await link.client.checkUserExists(
        { ...keys, destinationAddress: address },
        { signal: link.signal, urgency: 'asked', lane: 'transfers' },
      )
      return { status: exists ? 'exists' : 'missing' }
    } catch (error) {
      return { status: 'unknown', error: options.report(error) }
    }
  }

  return {
    async getSetup(): Promise<ChannelOutput<'transfers:getSetup'>> {
      const link = requireLink()
      const [known, accounts] = await Promise.all([readKnown(link), options.listAccounts()])
      const account = accounts.find(({ id }) => id === link.account.id)
      return {
        blockers: findBlockers(account ?? null),
        balance: readBalance(await store.getLatestPnl(link.account.id)),
        limits: await readLimits(link, known.sent),
        recent: recentRecipients(known.sent, known.book, recentAtOnce),
        recipients: [...known.book],
      }
    },

    async checkRecipient(input: ChannelInput<'transfers:checkRecipient'>): Promise<RecipientCheck> {
      const link = requireLink()
      const address = readRecipient(input.address)
      if (address === link.account.ethereumAddress) throw invalid('recipient', 'ownAddress')
      const known = await readKnown(link)
      return {
        address,
        label: labelOf(address, known.book),
        sentBefore: countSentTo(address, known.sent),
        warnings: findWarnings(address, known, await options.clipboard.lookFor(input.source)),
        existence: await askExistence(link, address),
      }
    },

    async create(input: ChannelInput<'transfers:create'>): Promise<SentTransfer> {
      const link = requireLink()
      const { id: accountId, ethereumAddress, networkKind, baseUrl } = link.account
      const recipientAddress = readRecipient(input.recipientAddress)
      if (recipientAddress === ethereumAddress) throw invalid('recipient', 'ownAddress')
      const amount = checkTransferAmount(input.amount)
      const reference = input.reference === null ? options.makeReference() : readReference(input.reference)
      const known = await readKnown(link)
      // Looked up here before: another computer of this account has used it.
      if (known.found.some(({ told }) => told.reference === reference)) throw invalid('reference', 'taken')
      const warnings = findWarnings(recipientAddress, known, await options.clipboard.lookFor(input.source))
      const missing = warnings.find(({ kind }) => !input.acknowledged.includes(kind))
      if (missing !== undefined) throw invalid('acknowledged', 'missing', { kind: missing.kind })
      const { now } = await limits.read(link, clock.now())
      checkLimits(now, amount, await sumLastDay(known.sent, null))
      const stored = await store.createTransfer(
        {
          id: options.createId(),
          accountId,
          networkKey: link.network,
          networkKind,
          baseUrl,
          host: new URL(link.client.baseUrl).host,
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
      return toShow(link, stored)
    },

    initiate: ({ id }: { id: string }) =>
      takeStep(id, async (link, transfer) => {
        await checkLimitsOf(link, transfer)
        return runner.initiate(options.deskOf(link), id)
      }),
    confirm: ({ id }: { id: string }) =>
      takeStep(id, async (link, transfer) => {
        await checkLimitsOf(link, transfer)
        return runner.confirm(options.deskOf(link), id, () => checkLimitsOf(link, transfer))
      }),
    send: ({ id }: { id: string }) => takeStep(id, (link) => runner.send(options.deskOf(link), id)),
    abandon: ({ id }: { id: string }) => takeStep(id, () => runner.abandon(id)),
    lookUp: ({ id }: { id: string }) => takeStep(id, (link) => runner.lookUp(options.deskOf(link), id)),

    async get({ id }: { id: string }): Promise<SentTransfer> {
      const link = requireLink()
      return toShow(link, await requireOwn(link, id))
    },

    async setNote({ id, note }: ChannelInput<'transfers:setNote'>): Promise<SentTransfer> {
      const link = requireLink()
      const { id: own } = await requireOwn(link, id)
      const noted = await store.noteTransfer(own, { note }, clock.now())
      if (noted === null) throw new AppError('notFound', { what: 'transfer' })
      options.onChange(own)
      return toShow(link, noted)
    },

    async setLimits(asked: ChannelInput<'transfers:setLimits'>): Promise<LimitsState> {
      const link = requireLink()
      for (const [field, limit] of Object.entries(asked)) {
        if (limit !== null && parseExact(limit).units <= 0n) throw invalid(field, 'zero')
      }
      await askAboutRaise(link, asked)
      await limits.ask(link, asked, clock.now())
      return readLimits(link, await listSent(link))
    },

    async putRecipient(input: ChannelInput<'transfers:putRecipient'>) {
      const address = readRecipient(input.address)
      const { label, note } = input
      return store.putRecipient(requireLink().network, { address, label, note, createdAtMs: clock.now() })
    },

    async removeRecipient({ address }: { address: string }): Promise<Record<string, never>> {
      await store.removeRecipient(requireLink().network, address)
      return {}
    },
  }
}
