// Answers the page's requests about past transfers: the list, and looking up any reference. Moves no money.
import type { ChannelInput, ChannelOutput } from '../../../src-preload/contract/contract.ts'
import type { ErrorReport } from '../../../src-preload/contract/channel.ts'
import type { HistoryEntry } from '../../../src-preload/contract/transfers.ts'
import type { Clock } from '../../async/clock.ts'
import type { Journal } from '../../store/api/journal-api.ts'
import type { AccountSession } from '../../session/account-session.ts'
import type { CurrentAccount } from '../../session/current-account.ts'
import type { ListFound } from '../received/received.ts'
import { filterHistory, timeOf, toFoundEntry, toSentTransfer } from './history.ts'

export interface TransferHistoryOptions {
  readonly journal: Journal
  readonly clock: Clock
  readonly current: Pick<CurrentAccount, 'require'>
  readonly listFound: ListFound
  /** Why the list of transfers to the account could not be brought up to date; null if it was. */
  readonly listError: () => ErrorReport | null
  readonly isBusy: (id: string) => boolean
  /** Called when a look-up found a transfer that was not in the list. */
  readonly onFound: () => void
}

export function createTransferHistory(options: TransferHistoryOptions) {
  const { journal, clock, current, listFound, isBusy, onFound } = options

  async function readAll(session: AccountSession): Promise<HistoryEntry[]> {
    const { network, account } = session
    const [book, sent, found] = await Promise.all([
      journal.listRecipients(network),
      journal.listTransfers(network, account.ethereumAddress),
      listFound(session),
    ])
    const own = new Set(sent.map(({ reference }) => reference))
    return [
      ...sent.map((stored): HistoryEntry => ({
        kind: 'journal',
        transfer: toSentTransfer(stored, book, isBusy(stored.id), clock.now()),
      })),
      // A transfer looked up before it entered the journal is listed once.
      ...found
        .filter(({ told }) => !own.has(told.reference))
        .map((stored) => toFoundEntry(stored, account.ethereumAddress)),
    ]
  }

  return {
    /** All matching entries of the account in use, newest first. */
    readHistory: async (filter: ChannelInput<'transfers:list'>['filter']): Promise<HistoryEntry[]> =>
      filterHistory(await readAll(current.require()), filter),

    async list({
      filter,
      limit,
      beforeMs,
    }: ChannelInput<'transfers:list'>): Promise<ChannelOutput<'transfers:list'>> {
      const all = filterHistory(await readAll(current.require()), filter)
      const rest = beforeMs === null ? all : all.filter((entry) => timeOf(entry) < beforeMs)
      return { entries: rest.slice(0, limit), hasMore: rest.length > limit, lastError: options.listError() }
    },

    /** Looks up any reference at the exchange. Errors: validation of `reference`; those of every read. */
    async find({ reference }: { reference: string }): Promise<{ entry: HistoryEntry | null }> {
      const session = current.require()
      const { network, account } = session
      const own = await journal.findTransfer(network, account.ethereumAddress, reference)
      if (own !== null) {
        const book = await journal.listRecipients(network)
        return {
          entry: { kind: 'journal', transfer: toSentTransfer(own, book, isBusy(own.id), clock.now()) },
        }
      }
      const answer = await session.client.getTransfer(reference, {
        signal: session.signal,
        urgency: 'asked',
        lane: 'transfers',
      })
      session.signal.throwIfAborted()
      if (!answer.isKnown) return { entry: null }
      const told = { ...answer.transfer, asOfMs: clock.now() }
      const found = {
        accountId: account.id,
        accountAddress: account.ethereumAddress,
        networkKey: network,
        told,
      }
      await journal.putFoundTransfer(found)
      onFound()
      return { entry: toFoundEntry(found, account.ethereumAddress) }
    },
  }
}
