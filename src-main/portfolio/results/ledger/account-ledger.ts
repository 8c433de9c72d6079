// Keeps the ledger of the active account, and derives reports and book states from it.
import { createMutex } from '../../../async/mutex.ts'
import type { ChannelOutput } from '../../../../src-preload/contract/contract.ts'
import type { Performance } from '../../../../src-preload/contract/portfolio/performance.ts'
import type { PeriodReport } from '../../../../src-preload/contract/portfolio/report.ts'
import { AppError } from '../../../../src-preload/domain/errors.ts'
import type { Zone } from '../../../../src-preload/domain/locale/zone.ts'
import type { PnlReading, TimeRange } from '../../../store/api/result-rows.ts'
import type { OrderSyncRecord, Store } from '../../../store/api/store-api.ts'
import { type Evidence, judgeBook, type JudgedBook } from './book-state.ts'
import { listBooks } from './ledger-books.ts'
import { endOfSecond, isNearEvent, type CachedLedger, readLedger, startOfSecond } from './ledger-reader.ts'
import type { LedgerSource, LedgerStore } from './ledger-source.ts'
import {
  createScopeChoice,
  isBest,
  type LedgerScope,
  listKnown,
  type MissingFills,
  sinceOf,
} from './ledger-scope.ts'
import {
  countShort,
  listLacking,
  listMissing,
  type Looked,
  type MissingFillsStore,
  type Proof,
  stillProven,
} from './missing-fills.ts'
import { type MovedOutSum, movedOutOf } from './moved-out.ts'
import { readMovements, type TimedMovement, type TransferJournal, UNIT } from './movements.ts'
import { makePerformance } from '../period/performance.ts'
import { makeReport, type PeriodFrame } from '../period/period-report.ts'
import type { MarketPrice } from '../prices/price-path.ts'

/** The contract's maximum. */
const MAX_DAYS = 4_000
/** Maximum readings searched for a suitable one: for an account that trades every few seconds most are not. */
const MAX_READINGS = 1_000
const READINGS_PER_CALL = 50
/** Better candles for a fill may arrive at any time; they are checked at this interval. */
const PRICES_EVERY_MS = 60_000

type AccountLedgerStore = LedgerStore &
  MissingFillsStore &
  Pick<
    Store,
    'countCreatedOrders' | 'getOrderSync' | 'getLedgerVersion' | 'listMovements' | 'listCompletedTransfers'
  >

/** The account whose ledger is kept; `nowMs` is by the exchange's clock. */
export interface LedgerAccount {
  readonly accountId: string
  readonly network: string
  readonly address: string
  readonly zone: Zone
  readonly signal: AbortSignal
  readonly nowMs: number
}

interface Prepared {
  readonly version: string
  readonly accountId: string
  readonly zoneName: string
  readonly kept: CachedLedger
  readonly judged: ReadonlyMap<string, JudgedBook>
  readonly looked: Looked
  readonly missing: readonly MissingFills[]
  /** Null if fills or orders have always been missing. */
  readonly proof: Proof | null
  /** When better prices were last checked. */
  readonly pricedMs: number
  /** When orders were last listed; null if never. */
  readonly listedMs: number | null
}

export interface JudgedLedger {
  readonly kept: Omit<CachedLedger, 'ledger'>
  /** The same map until anything that it follows from has changed. */
  readonly judged: ReadonlyMap<string, JudgedBook>
  readonly readingMs: number | null
}

export function createAccountLedger(store: AccountLedgerStore, journal: TransferJournal) {
  let prepared: Prepared | null = null
  /** Serializes walks: the next one uses the result of the one before. */
  const runExclusive = createMutex()

  /** Whether the earlier fills are unchanged. */
  async function hasSameFills(accountId: string, { ledger, scope }: CachedLedger): Promise<boolean> {
    return ledger.state.fills === (await store.countFillsBetween(accountId, -1, scope.untilMs))
  }

  /** Finds the best reading, starting from the newest. */
  async function findScope(
    { accountId, signal, nowMs }: LedgerAccount,
    movements: readonly TimedMovement[],
    missing: readonly MissingFills[],
    sync: OrderSyncRecord,
  ): Promise<LedgerScope> {
    const choice = createScopeChoice(listKnown(sync, nowMs), missing, sync.asOfMs ?? nowMs, UNIT)
    let beforeId: number | null = null
    for (let looked = 0; looked < MAX_READINGS; looked += READINGS_PER_CALL) {
      const piece: PnlReading[] = await store.listPnlReadings(accountId, beforeId, READINGS_PER_CALL)
      for (const reading of piece) {
        const isNear = await isNearEvent({ store, accountId }, movements, reading.momentMs)
        signal.throwIfAborted()
        if (!isNear) choice.add(endOfSecond(reading))
        if (choice.isSettled()) return choice.best()
      }
      if (piece.length < READINGS_PER_CALL) break
      beforeId = piece.at(-1)?.id ?? null
    }
    return choice.best()
  }

  async function prepare(account: LedgerAccount): Promise<Prepared> {
    const { accountId, network, zone, signal, nowMs } = account
    const source: LedgerSource = { store, accountId, network, zone, signal }
    const [orderVersion, movements] = await Promise.all([
      store.getLedgerVersion(accountId),
      readMovements({ store, journal, network, signal }, account),
    ])
    const version = `${orderVersion} ${JSON.stringify(movements)}`
    const before = prepared?.accountId === accountId ? prepared : null
    const isPriced = before !== null && Math.abs(nowMs - before.pricedMs) < PRICES_EVERY_MS
    if (
      before?.version === version &&
      before.zoneName === zone.name &&
      // A missing price may have arrived.
      (before.kept.late.length === 0 || isPriced)
    ) {
      return before
    }
    const isSame = before !== null && (await hasSameFills(accountId, before.kept))
    const [looked, sync] = await Promise.all([
      listLacking(store, accountId, signal, isSame ? before.looked : null),
      store.getOrderSync(accountId),
    ])
    const proof = before?.proof ?? null
    const isCounted = isSame && proof !== null && proof.momentMs <= before.kept.scope.untilMs
    const proven = isCounted ? proof : await stillProven(store, accountId, proof)
    const missing = await listMissing(store, accountId, looked.orders, proven)
    const scope = await findScope(account, movements, missing, sync)
    // An aborted walk leaves a partly filled ledger, which must not be used again.
    prepared = null
    const kept = await readLedger(source, scope, UNIT, movements, before?.kept ?? null, !isPriced)
    const judged = judge(kept, missing)
    signal.throwIfAborted()
    const nextProof =
      isBest(scope, listKnown(sync, nowMs)) && scope.ordersFromMs === 0
        ? {
            momentMs: scope.untilMs,
            toId: sync.stretches[0]?.toId ?? 0,
            fills: kept.ledger.state.fills,
          }
        : proven
    prepared = {
      ...{ version, accountId, zoneName: zone.name, kept, judged, looked, missing, proof: nextProof },
      pricedMs: isPriced ? before.pricedMs : nowMs,
      listedMs: sync.asOfMs,
    }
    return prepared
  }

  function judge(kept: CachedLedger, missing: readonly MissingFills[]): Map<string, JudgedBook> {
    const evidence: Evidence = {
      unit: kept.unit,
      reading: kept.said,
      earlier: kept.earlier,
      sinceOf: (currency) => sinceOf(kept.scope, currency),
      openings: kept.openings,
      ordersMissingFills: countShort(kept.scope, missing),
    }
    const currencies = new Set([
      ...kept.ledger.state.books.keys(),
      ...kept.ledger.state.unpriced.keys(),
      ...(kept.said?.keys() ?? []),
    ])
    return new Map([...currencies].map((currency) => [currency, judgeBook(currency, kept.ledger, evidence)]))
  }

  const prepareExclusively = (account: LedgerAccount): Promise<Prepared> =>
    runExclusive(() => prepare(account))

  return {
    /** The ledger's inputs, its judged books, and the time of the reading that they were checked against. */
    async judged(account: LedgerAccount): Promise<JudgedLedger> {
      const { kept, judged } = await prepareExclusively(account)
      return { kept, judged, readingMs: kept.scope.reading && startOfSecond(kept.scope.reading) }
    },

    /**
     * The report of a period, from the start of one day to the start of another, in the account's zone.
     * Errors: `validation` with field `toMs` for a range with fills on more than 4,000 days; those of the store.
     */
    async report(account: LedgerAccount, range: TimeRange): Promise<PeriodReport> {
      const first = await prepareExclusively(account)
      const untilMs = first.kept.scope.untilMs
      // Orders and fills of the same moment.
      const toMs = Math.max(range.fromMs, Math.min(range.toMs, untilMs + 1))
      const orders = await store.countCreatedOrders(account.accountId, { fromMs: range.fromMs, toMs })
      // Nothing is awaited between the ledger and its report: later fills are added to the same books.
      const now = await prepareExclusively(account)
      const report = makeReport(now.kept.ledger.state, now.judged, {
        ...frameOf(account, now, range),
        orders,
      })
      account.signal.throwIfAborted()
      checkDays(report)
      return report
    },

    /** The performance of a period; range and errors as of {@link report}. */
    async performance(account: LedgerAccount, range: TimeRange): Promise<Performance> {
      const now = await prepareExclusively(account)
      const performance = makePerformance(now.kept.ledger.state, now.judged, frameOf(account, now, range))
      account.signal.throwIfAborted()
      checkDays(performance)
      return performance
    },

    /**
     * Fees of all fills here, and the state of each currency's book.
     * @param prices - the last price of each market
     */
    async books(
      account: LedgerAccount,
      prices: ReadonlyMap<string, MarketPrice>,
    ): Promise<ChannelOutput<'portfolio:getBooks'>> {
      return listBooks({ store, ...account }, await prepareExclusively(account), prices)
    },

    /**
     * Returns a function from currency (lower case) and moment to what was moved out until then; undefined if nothing was.
     * What was moved out after the ledger's moment has an unknown cost.
     */
    async movedOut(
      account: LedgerAccount,
    ): Promise<(currency: string, untilMs: number) => MovedOutSum | undefined> {
      const { network, signal } = account
      const movements = await readMovements({ store, journal, network, signal }, account)
      const out = movements.filter(({ direction, currency }) => direction === 'out' && currency !== UNIT)
      if (out.length === 0) return () => undefined
      const { kept, judged } = await prepareExclusively(account)
      const sums = movedOutOf(kept.ledger, judged)
      for (const { currency, atMs } of out.sort((a, b) => a.atMs - b.atMs)) {
        if (atMs <= kept.scope.untilMs) continue
        const steps = sums.get(currency) ?? []
        sums.set(currency, [...steps, { atMs, result: { state: 'unknown' }, cost: { state: 'unknown' } }])
      }
      return (currency, untilMs) => sums.get(currency)?.findLast(({ atMs }) => atMs <= untilMs)
    },
  }
}
export type AccountLedger = ReturnType<typeof createAccountLedger>

/** What a period's figures are based on, besides its cells. */
function frameOf(
  { zone, nowMs }: LedgerAccount,
  { kept, missing, listedMs }: Pick<Prepared, 'kept' | 'missing' | 'listedMs'>,
  range: TimeRange,
): PeriodFrame {
  const { reading, ordersFromMs, untilMs } = kept.scope
  return {
    ...{ range, zone, nowMs, unit: kept.unit },
    // Fills missed after the ledger's moment do not belong to it.
    missing: missing.filter(({ fromMs }) => fromMs <= untilMs),
    sinceOf: (currency) => sinceOf(kept.scope, currency),
    knownFromMs: ordersFromMs === 0 ? null : ordersFromMs,
    knownUntilMs: listedMs === null ? null : reading === null ? listedMs : startOfSecond(reading),
    readingMs: reading && startOfSecond(reading),
  }
}

function checkDays({ days }: { readonly days: readonly unknown[] }): void {
  if (days.length > MAX_DAYS) throw new AppError('validation', { field: 'toMs', reason: 'tooLong' })
}
