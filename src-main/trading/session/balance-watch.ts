// Looks at an account's balances for an hour after each signature: whether one went down without a known reason. Only reads.
// What the balances were before is on the disk until the looks are over, so that they go on when the account is in use again.
import { setTimeout as wait } from 'node:timers/promises'
import type { SigningDifference } from '../../../src-preload/contract/trading/signing-difference.ts'
import type { Clock } from '../../async/clock.ts'
import type { Log } from '../../diagnostics/log.ts'
import { readBasis } from '../../portfolio/balances/stored-balances.ts'
import { isCutOff } from '../../session/account-session.ts'
import type { Journal } from '../../store/api/journal-api.ts'
import type { StoredPlacedOrder } from '../../store/api/placed-order-rows.ts'
import type { Store } from '../../store/api/store-api.ts'
import { createBalanceReadings, type WatchedSession } from './balance-readings.ts'
import { explainByTransfers } from './explain-balances.ts'
import { type Baseline, createKeptBalances, type KeptBalances } from './kept-balances.ts'

/** Listings may lag behind: what is missing is looked for so often before it is a difference. */
const LOOKS = 5
/** How long after a signature its balances are looked at, with gaps that double up to the longest. */
const WATCHED_MS = 3_600_000
const MAX_GAP_MS = 600_000
/** Between two looks of which the first could not read. */
const MAX_PAUSE_MS = 60_000
/** Balances that were read longer ago than this are read again before a signature that no look is under way for. */
const BASELINE_MS = 600_000
/** Balances of before a restart say something for so long. */
const KEPT_MS = 86_400_000
/** A balance may lag behind its fill: the next look begins with the same balances while one is this young. */
const QUIET_MS = 10_000

/** What is known of one account in use. */
interface Watch {
  baseline: Baseline | null
  /** The first reading, while it is under way. */
  reading: Promise<void> | null
  /** Transfers that have explained a decrease: each does so once. */
  used: readonly string[]
  /** Until when it is looked at, by the local clock. */
  untilMs: number
  gapMs: number
  /** Looks in a row that could not read. */
  failed: number
  isRunning: boolean
  wake: () => void
}

export interface BalanceWatchOptions {
  readonly store: Pick<Store, 'getSetting' | 'setSetting'>
  readonly journal: Pick<Journal, 'listTransfers' | 'listSentOrders'>
  readonly clock: Clock
  readonly log: Log
  /** The first pause between two looks, in milliseconds. */
  readonly lookEveryMs: number
  readonly onDifference: (session: WatchedSession, difference: SigningDifference) => void
  /** The balances cannot be read, again and again. */
  readonly onUnread: (session: WatchedSession) => void
}

export function createBalanceWatch(options: BalanceWatchOptions) {
  const { store, journal, clock, log, lookEveryMs } = options
  const kept = createKeptBalances(store)
  const readings = createBalanceReadings(journal, clock)
  const watches = new WeakMap<WatchedSession, Watch>()
  /** Accounts that came into use: what the disk has of before is read first. */
  const resuming = new WeakMap<WatchedSession, Promise<unknown>>()

  function watchOf(session: WatchedSession): Watch {
    const known = watches.get(session)
    if (known !== undefined) return known
    const made: Watch = {
      baseline: null,
      reading: null,
      used: [],
      untilMs: -Infinity,
      gapMs: lookEveryMs,
      failed: 0,
      isRunning: false,
      wake: () => undefined,
    }
    watches.set(session, made)
    return made
  }

  /** Never rejects: without it only a restart loses what was known. */
  async function save({ account, signal }: WatchedSession, balances: KeptBalances | null): Promise<void> {
    try {
      await kept.save(account.id, balances)
    } catch (error) {
      if (!signal.aborted) log.fault('trading', 'keep the balances before an order', error)
    }
  }

  const isCurrent = (session: WatchedSession, watch: Watch): boolean => watches.get(session) === watch

  /** Compares with these from now on. */
  async function take(session: WatchedSession, watch: Watch, baseline: Baseline): Promise<void> {
    if (!isCurrent(session, watch)) return
    watch.baseline = baseline
    await save(session, { ...baseline, used: [...watch.used] })
  }

  /** Once for all who ask for it at a time. */
  function readFirst(session: WatchedSession, watch: Watch): Promise<void> {
    watch.reading ??= (async () => {
      try {
        await take(session, watch, await readings.readNow(session))
      } finally {
        watch.reading = null
      }
    })()
    return watch.reading
  }

  /** One comparison. Takes the balances of now as those of before where nothing is missing and nothing lags. */
  async function look(session: WatchedSession, watch: Watch): Promise<SigningDifference | null> {
    const before = watch.baseline
    const after = await readings.read(session)
    if (before === null) {
      // Those of before could not be read: what leaves from now on is found.
      await take(session, watch, after)
      return null
    }
    const fills = await readings.listFills(session, before.atMs)
    const transfers = await readings.listTransfers(session, before.localMs, watch.used)
    const basis = await readBasis(store, session.network)
    const { found, used } = explainByTransfers(before.rows, after.rows, fills.outflows, transfers, basis)
    if (found !== null && fills.isAll) return { kind: 'balance', ...found, atMs: clock.now() }
    const isQuiet = fills.newestMs < after.atMs - QUIET_MS || after.localMs - before.localMs > BASELINE_MS
    if (isQuiet || !fills.isAll) {
      watch.used = [...watch.used, ...used]
      await take(session, watch, after)
    }
    return null
  }

  /** Looks until nothing is missing, and answers what still is at the end. */
  async function lookAgain(session: WatchedSession, watch: Watch): Promise<SigningDifference | null> {
    let found: SigningDifference | null = null
    for (let count = 0; count < LOOKS; count += 1) {
      if (count > 0) await wait(lookEveryMs, undefined, { signal: session.signal })
      found = await look(session, watch)
      if (found === null) return null
    }
    return found
  }

  /** Resolves early when there is something new to look at. Errors: the reason of the session's signal. */
  async function pause({ signal }: WatchedSession, watch: Watch, pauseMs: number): Promise<void> {
    const stopper = new AbortController()
    watch.wake = () => stopper.abort()
    try {
      await wait(pauseMs, undefined, { signal: AbortSignal.any([signal, stopper.signal]) })
    } catch {
      signal.throwIfAborted()
    } finally {
      watch.wake = () => undefined
    }
  }

  async function lookOnce(session: WatchedSession, watch: Watch): Promise<'clean' | 'difference' | 'unread'> {
    try {
      const found = await lookAgain(session, watch)
      watch.failed = 0
      if (found === null || !isCurrent(session, watch)) return 'clean'
      options.onDifference(session, found)
      return 'difference'
    } catch (error) {
      session.signal.throwIfAborted()
      log.fault('trading', 'look at the balances after a signature', error)
      watch.failed += 1
      if (watch.failed === LOOKS) options.onUnread(session)
      return 'unread'
    }
  }

  async function run(session: WatchedSession, watch: Watch): Promise<void> {
    for (;;) {
      // Asking while signed out could ask for a signature.
      const isAskable = !isCutOff[session.client.sessionState()]
      const outcome = isAskable ? await lookOnce(session, watch) : 'unread'
      if (!isCurrent(session, watch)) return
      if (outcome === 'difference') {
        watch.baseline = null
        break
      }
      // The baseline stays: a question that is open now was prepared with it.
      if (outcome === 'clean' && clock.now() >= watch.untilMs) break
      const { failed, gapMs } = watch
      const failedMs = Math.min(lookEveryMs * 2 ** Math.min(failed, 5), MAX_PAUSE_MS)
      watch.gapMs = Math.min(gapMs * 2, MAX_GAP_MS)
      await pause(session, watch, failed > 0 ? failedMs : gapMs)
    }
    // At once: a signature that comes while this is written begins anew.
    watch.isRunning = false
    await save(session, null)
  }

  /** At once, or as soon as the look that is under way has ended. */
  function begin(session: WatchedSession, watch: Watch): void {
    watch.wake()
    if (watch.isRunning) return
    watch.isRunning = true
    run(session, watch).catch((error: unknown) => {
      watch.isRunning = false
      if (!session.signal.aborted) log.fault('trading', 'look at the balances after a signature', error)
    })
  }

  return {
    /**
     * Reads the balances before a signature, unless a reading of a short while ago is known. Never rejects: false where they
     * cannot be read.
     */
    async prepare(session: WatchedSession): Promise<boolean> {
      await resuming.get(session)
      const watch = watchOf(session)
      const { baseline, isRunning, failed } = watch
      const isUsable = baseline !== null && (isRunning || clock.now() - baseline.localMs <= BASELINE_MS)
      try {
        if (!isUsable) await readFirst(session, watch)
        // They were read once, and could not be lately.
        else if (failed > 0) await readings.readNow(session)
        return true
      } catch (error) {
        if (!session.signal.aborted) log.fault('trading', 'read the balances before an order', error)
        return false
      }
    },

    /** A person has looked at what there is: the next signature begins with new balances. */
    forget(session: WatchedSession): void {
      watches.get(session)?.wake()
      watches.delete(session)
      void save(session, null)
    },

    /** To be called after each signature. */
    note(session: WatchedSession): void {
      const watch = watchOf(session)
      watch.untilMs = clock.now() + WATCHED_MS
      watch.gapMs = lookEveryMs
      // After the end of the looks only the memory has it.
      if (!watch.isRunning && watch.baseline !== null)
        void save(session, { ...watch.baseline, used: [...watch.used] })
      begin(session, watch)
    },

    /**
     * Goes on where the account was left, or the app closed, while its balances were looked at. Answers the orders that were
     * signed since the last look. Never rejects.
     */
    resume(session: WatchedSession): Promise<readonly StoredPlacedOrder[]> {
      const work = (async (): Promise<readonly StoredPlacedOrder[]> => {
        try {
          const stored = await kept.load(session.account.id)
          if (stored === null) return []
          const { network, account } = session
          const sinceMs = stored.atMs - WATCHED_MS
          const sent = await journal.listSentOrders(network, account.ethereumAddress, sinceMs)
          const newestMs = Math.max(-Infinity, ...sent.map(({ sentAtMs }) => sentAtMs ?? 0))
          if (sent.length === 0 || clock.now() - stored.localMs > KEPT_MS) {
            await save(session, null)
            return []
          }
          const watch = watchOf(session)
          const { used, ...baseline } = stored
          watch.baseline = baseline
          watch.used = used
          watch.untilMs = newestMs + WATCHED_MS
          begin(session, watch)
          return sent.filter(({ sentAtMs }) => (sentAtMs ?? 0) >= stored.atMs - QUIET_MS)
        } catch (error) {
          if (!session.signal.aborted) log.fault('trading', 'read the balances of before', error)
          return []
        }
      })()
      resuming.set(session, work)
      return work
    },
  }
}
