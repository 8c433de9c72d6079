// Reads an account's profit and loss from the service into the cache, and ties each reading to a listing of the orders.
// Must not: compute any figure.
import type { Clock } from '../async/clock.ts'
import { AppError } from '../../src-preload/domain/errors.ts'
import type { CallTimes } from '../exchange/endpoint.ts'
import type { UnreadRows } from '../exchange/endpoints/rows.ts'
import type { AccountSession } from '../session/account-session.ts'
import { networkProfiles } from '../session/network-profile.ts'
import type { Store } from '../store/api/store-api.ts'
import { isNearEvent } from './results/ledger/ledger-reader.ts'
import { readMovements, type TransferJournal } from './results/ledger/movements.ts'

/** A reading of `pnl` that took longer is of no certain moment, and checks nothing. */
const MAX_ANSWER_MS = 20_000

const turn = { lane: 'portfolio', urgency: 'screen' } as const

/** Between which times a reading was made, by the exchange's clock. */
interface ReadingTimes {
  readonly firstMs: number
  /** When its answer was written. */
  readonly momentMs: number
}

/**
 * The moment of a reading is its answer's Date header (figures.md, "One moment"); of the practice exchange, whose clock is ours, the time at
 * which it was asked. Null where nothing tells it.
 */
function momentOf({ account, time }: AccountSession, answer: CallTimes | null): ReadingTimes | null {
  if (answer === null || answer.durationMs > MAX_ANSWER_MS) return null
  const { startedAtMs, durationMs, date } = answer
  if (networkProfiles[account.networkKind].isOnThisComputer)
    return { firstMs: startedAtMs, momentMs: startedAtMs }
  const dateMs = date === null ? NaN : Date.parse(date)
  const momentMs = Number.isNaN(dateMs) ? startedAtMs + durationMs + (time.skewMs() ?? 0) : dateMs
  return { firstMs: momentMs - Math.ceil(durationMs), momentMs }
}

function unreadRows({ firstField }: UnreadRows): AppError {
  const data = { endpoint: 'user.pnl', field: firstField, reason: 'some rows could not be read' }
  return new AppError('contractViolation', data)
}

/** Of one session: a reading of before a change of account belongs to no listing after it. */
export function createPnlReader(
  store: Store,
  journal: TransferJournal,
  clock: Clock,
  session: AccountSession,
) {
  const { client, network, signal: left } = session
  const { id: accountId, ethereumAddress } = session.account
  /** The newest reading, and when it had been answered, by our clock. */
  let reading: (ReadingTimes & { readonly answeredMs: number }) | null = null
  /** The last reading was too near to something that happened: the next one is to be listed although it may be the same. */
  let isListingWanted = false

  return {
    /**
     * Reads the figures of now into the cache. Errors: those of the client and the store; contractViolation for currencies that
     * could not be read, after the others were stored: what is shown then lacks them.
     * @returns whether it tells other figures than the reading before it; and whether the orders are to be listed even if it does not,
     * so that the two can be held against each other
     */
    async refresh(
      signal: AbortSignal,
    ): Promise<{ readonly isNew: boolean; readonly isListingWanted: boolean }> {
      const before = await store.getLatestPnl(accountId)
      const askedAtMs = clock.now()
      let answer: CallTimes | null = null
      const { rows: entries, unread } = await client.getPnl({
        ...turn,
        signal,
        onAnswer: (times) => (answer = times),
      })
      signal.throwIfAborted()
      // A reading without some of its currencies checks nothing.
      const window = unread === null ? momentOf(session, answer) : null
      await store.putPnlSnapshot(accountId, entries, askedAtMs, window?.momentMs ?? null)
      reading = window && { ...window, answeredMs: clock.now() }
      if (unread !== null) throw unreadRows(unread)
      const isNew = JSON.stringify(before?.entries) !== JSON.stringify(entries)
      return { isNew, isListingWanted }
    },

    /**
     * Notes that a listing of the orders, with their fills as they were then, has ended.
     * @param startedMs - when it began: a reading of before belongs to it
     * @returns `listed` where a reading belongs to it; `again` where something happened too near to the reading to tell on which side
     * of it that was, so that it is to be read again; `none` where there was no reading
     */
    async noteListing(startedMs: number): Promise<'listed' | 'again' | 'none'> {
      if (reading === null || startedMs < reading.answeredMs) return 'none'
      const { momentMs, firstMs } = reading
      reading = null
      const movements = await readMovements(
        { store, journal, network, signal: left },
        { accountId, address: ethereumAddress },
      )
      isListingWanted = await isNearEvent({ store, accountId }, movements, firstMs, momentMs)
      if (isListingWanted) return 'again'
      await store.notePnlListed(accountId, momentMs)
      return 'listed'
    },
  }
}
