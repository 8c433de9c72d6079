// Reads an account's balances into the cache, and learns from the readings whether they include what orders lock.
import type { LockedBasis } from '../../../src-preload/contract/portfolio/balances.ts'
import type { Balance } from '../../../src-preload/contract/trading/trading-entities.ts'
import { AppError } from '../../../src-preload/domain/errors.ts'
import type { Clock } from '../../async/clock.ts'
import type { AccountSession } from '../../session/account-session.ts'
import type { Store } from '../../store/api/store-api.ts'
import { judgeChange, judgeTotals, nextBasis } from './locked-basis.ts'
import { type BalanceReading, readBasis, writeBalances, writeBasis } from './stored-balances.ts'

const turn = { lane: 'balances', urgency: 'screen' } as const
/** Fills have times in whole seconds, and two clocks are compared. */
const NEAR_MS = 2_000
/** `pnl` is compared with balances this often at most, and only until it is known what they include. */
const COMPARE_EVERY_MS = 60_000

export interface BalanceReaderOptions {
  readonly store: Pick<Store, 'putBalances' | 'getSetting' | 'setSetting'>
  readonly clock: Clock
  readonly session: Pick<AccountSession, 'account' | 'network' | 'client' | 'time'>
  /** A reading was stored, but nothing could be learned from it because another call failed. */
  readonly onFault: (error: unknown) => void
}

const isLocked = ({ locked }: Balance): boolean => /[1-9]/.test(locked)

export function createBalanceReader({ store, clock, session, onFault }: BalanceReaderOptions) {
  const { account, network, client, time } = session
  let last: BalanceReading | null = null
  let comparedAtMs = -Infinity

  /** Errors: those of the client and the store; contractViolation for rows that cannot be read, after the others were stored. */
  async function readOnce(signal: AbortSignal): Promise<BalanceReading> {
    const asOfMs = clock.now()
    const { rows, unread } = await client.listBalances({}, { ...turn, signal })
    signal.throwIfAborted()
    await writeBalances(store, account.id, { rows, asOfMs })
    if (unread !== null) {
      const data = {
        endpoint: 'user.balances',
        field: unread.firstField,
        reason: 'some rows could not be read',
      }
      throw new AppError('contractViolation', data)
    }
    return { rows, asOfMs }
  }

  /** Whether no own fill and no transfer lies between that time and now, as the exchange tells them. */
  async function isQuietSince(sinceMs: number, signal: AbortSignal): Promise<boolean> {
    const [fills, transfers] = await Promise.all([
      client.listOwnTrades({ limit: 1 }, { ...turn, signal }),
      client.listTransfers({ limit: 1 }, { ...turn, signal }),
    ])
    const isEarlier = (atMs: number): boolean => atMs < sinceMs + (time.skewMs() ?? 0) - NEAR_MS
    return (
      fills.unread === null &&
      transfers.unread === null &&
      fills.rows.every(({ createdAtMs }) => isEarlier(createdAtMs)) &&
      transfers.rows.every(({ updatedAtMs }) => isEarlier(updatedAtMs))
    )
  }

  /** `pnl` between two readings that are alike in a currency is of their moment. */
  async function compareTotals(before: BalanceReading, signal: AbortSignal): Promise<LockedBasis> {
    comparedAtMs = clock.now()
    const { rows: entries } = await client.getPnl({ ...turn, signal })
    const after = await readOnce(signal)
    last = after
    const steady = after.rows.filter((now) =>
      before.rows.some(
        (then) =>
          then.currency === now.currency && then.balance === now.balance && then.locked === now.locked,
      ),
    )
    return judgeTotals(steady, entries)
  }

  async function findBasis(
    before: BalanceReading | null,
    after: BalanceReading,
    known: LockedBasis,
    signal: AbortSignal,
  ): Promise<LockedBasis> {
    const changed = before === null ? 'unknown' : judgeChange(before.rows, after.rows)
    // What is known already costs no further call.
    if (before !== null && changed !== 'unknown' && changed !== known) {
      if (await isQuietSince(before.asOfMs, signal)) return changed
    }
    const isDue = clock.now() - comparedAtMs >= COMPARE_EVERY_MS || clock.now() < comparedAtMs
    return known === 'unknown' && isDue && after.rows.some(isLocked)
      ? compareTotals(after, signal)
      : 'unknown'
  }

  return {
    /** Reads the balances of now into the cache. Errors: those of readOnce. */
    async refresh(signal: AbortSignal): Promise<void> {
      const before = last
      last = null
      const after = await readOnce(signal)
      last = after
      try {
        const known = await readBasis(store, network)
        const next = nextBasis(known, await findBasis(before, after, known, signal))
        signal.throwIfAborted()
        if (next !== known) await writeBasis(store, network, next)
      } catch (error) {
        if (signal.aborted) throw error
        onFault(error)
      }
    },
  }
}
