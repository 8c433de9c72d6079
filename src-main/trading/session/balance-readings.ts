// Reads an account's balances, and what may explain that one went down since: own fills, and transfers of the journal.
import type { TransferState } from '../../../src-preload/contract/transfers.ts'
import { AppError } from '../../../src-preload/domain/errors.ts'
import type { Clock } from '../../async/clock.ts'
import type { AccountSession } from '../../session/account-session.ts'
import type { Journal } from '../../store/api/journal-api.ts'
import { type KnownTransfer, type Outflow, outflowsOf } from './explain-balances.ts'
import type { Baseline } from './kept-balances.ts'

/** Somebody waits for this one; the looks afterwards stand back behind orders and cancels. */
const askedTurn = { urgency: 'asked', lane: 'trading' } as const
const turn = { urgency: 'screen', lane: 'signatures' } as const
/** A question does not wait longer for balances. */
const ASKED_MS = 5_000
/** Fills have times in whole seconds, and two clocks are compared. */
const NEAR_MS = 2_000
/** Fills since the reading before; where there may be more, nothing can be said. */
const MAX_FILLS = 1_000

export type WatchedSession = Pick<AccountSession, 'account' | 'network' | 'client' | 'time' | 'signal'>

export interface KnownFills {
  readonly outflows: readonly Outflow[]
  /** When the newest was made, by the exchange's clock; -Infinity without one. */
  readonly newestMs: number
  /** False where there may be more than could be read. */
  readonly isAll: boolean
}

/** Rows that cannot be read neither show a loss nor explain one. */
function requireAll(unread: { readonly firstField: string } | null): void {
  if (unread !== null) throw new AppError('contractViolation', { field: unread.firstField })
}

/** States of a transfer whose amount has left, or may have. */
const sentStates: ReadonlySet<TransferState> = new Set(['processing', 'succeeded', 'differs'])

export function createBalanceReadings(journal: Pick<Journal, 'listTransfers'>, clock: Clock) {
  async function read(
    session: WatchedSession,
    how: typeof turn | typeof askedTurn,
    signal: AbortSignal,
  ): Promise<Baseline> {
    const localMs = clock.now()
    const atMs = localMs + session.time.offsetMs()
    const { rows, unread } = await session.client.listBalances({}, { ...how, signal })
    requireAll(unread)
    return { rows: [...rows], atMs, localMs }
  }

  return {
    /** The balances of now. Errors: those of every read; contractViolation for rows that cannot be read. */
    read: (session: WatchedSession): Promise<Baseline> => read(session, turn, session.signal),

    /** As `read`, for a question that waits for it. */
    readNow: (session: WatchedSession): Promise<Baseline> =>
      read(session, askedTurn, AbortSignal.any([session.signal, AbortSignal.timeout(ASKED_MS)])),

    /** Own fills since then, by the exchange's clock. Errors: as `read`. */
    async listFills({ client, signal }: WatchedSession, sinceMs: number): Promise<KnownFills> {
      const { rows, unread } = await client.listOwnTrades({ limit: MAX_FILLS }, { ...turn, signal })
      requireAll(unread)
      const recent = rows.filter(({ createdAtMs }) => createdAtMs >= sinceMs - NEAR_MS)
      return {
        outflows: recent.flatMap(outflowsOf),
        newestMs: Math.max(-Infinity, ...recent.map(({ createdAtMs }) => createdAtMs)),
        isAll: recent.length < MAX_FILLS,
      }
    },

    /** Transfers that may have taken something since then, by the local clock, but for those that have been used. Errors: those of the journal. */
    async listTransfers(
      { network, account }: WatchedSession,
      localMs: number,
      used: readonly string[],
    ): Promise<KnownTransfer[]> {
      const transfers = await journal.listTransfers(network, account.ethereumAddress)
      return transfers.filter(
        ({ id, updatedAtMs, state }) =>
          sentStates.has(state) && !used.includes(id) && (state === 'processing' || updatedAtMs >= localMs),
      )
    },
  }
}
