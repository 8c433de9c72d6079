// Keeps the ledger of the active account, and derives reports and book states from it.
import { createMutex } from '../../async/mutex.ts'
import type { ChannelOutput } from '../../../src-preload/contract/contract.ts'
import type { Performance } from '../../../src-preload/contract/portfolio/performance.ts'
import type { BookState, Figure, PeriodReport } from '../../../src-preload/contract/portfolio/portfolio.ts'
import { AppError } from '../../../src-preload/domain/errors.ts'
import { type Exact, exactText, parseExact, subtract } from '../../../src-preload/domain/numbers/exact.ts'
import type { Zone } from '../../../src-preload/domain/locale/zone.ts'
import type { LackingOrder, PnlReading, TimeRange } from '../../store/api/result-rows.ts'
import type { OrderSyncRecord, Store } from '../../store/api/store-api.ts'
import { BOOK_DECIMALS } from './book.ts'
import { type Evidence, judgeBook, type JudgedBook, resultOf, sumFigures } from './book-state.ts'
import { readDayChange } from './day-change.ts'
import { feeBasisOf } from './fee-basis.ts'
import {
  endOfSecond,
  isNearEvent,
  type CachedLedger,
  type LedgerSource,
  type LedgerStore,
  readLedger,
} from './ledger-reader.ts'
import {
  createScopeChoice,
  isBest,
  type LedgerScope,
  listKnown,
  type MissingFills,
  sinceOf,
} from './ledger-scope.ts'
import { currenciesOf } from './market-currencies.ts'
import { readMovements, type TimedMovement, type TransferJournal, UNIT } from './movements.ts'
import { netTotal } from './net-total.ts'
import { makePerformance } from './performance.ts'
import { makeReport, type PeriodFrame } from './period-report.ts'
import type { MarketPrice } from './price-path.ts'
import { addTo, listSums } from './sums.ts'

/** About ten milliseconds on the reading thread, with a short answer. */
const ORDERS_PER_BATCH = 20_000
/** The contract's maximum. */
const MAX_DAYS = 4_000
/** Maximum readings searched for a suitable one: for an account that trades every few seconds most are not. */
const MAX_READINGS = 1_000
const READINGS_PER_CALL = 50
/** Maximum orders with missing fills that are checked individually. */
const MAX_LACKING = 200
/** Better candles for a fill may arrive at any time; they are checked at this interval. */
const PRICES_EVERY_MS = 60_000
/** A change may be reported this much later than newer ones. */
const LATE_CHANGE_MS = 3_600_000

type AccountLedgerStore = LedgerStore &
  Pick<
    Store,
    | 'countCreatedOrders'
    | 'listLackingOrders'
    | 'listChangedLackingOrders'
    | 'getOrderSync'
    | 'getOrderTrades'
    | 'getLedgerVersion'
    | 'listMovements'
    | 'listCompletedTransfers'
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

/** Orders with missing fills, among the orders that had changed by `latestMs`. */
interface Looked {
  readonly orders: readonly LackingOrder[]
  readonly latestMs: number
}

/** A moment at which nothing was missing: fills missing since then, of orders that existed, happened after it. */
interface Proof {
  readonly momentMs: number
  /** The newest order at that moment. */
  readonly toId: number
  /** Number of fills up to that moment. */
  readonly fills: number
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

  /**
   * Lists orders with missing fills: all orders at first, then those that have changed since.
   * @param before - null if earlier fills have changed
   */
  async function listLacking({ accountId, signal }: LedgerAccount, before: Prepared | null): Promise<Looked> {
    if (before !== null) {
      const { latestMs } = before.looked
      const changed = await store.listChangedLackingOrders(accountId, latestMs - LATE_CHANGE_MS)
      const known = new Set([...changed.lookedIds, ...changed.orders.map(({ id }) => id)])
      const others = before.looked.orders.filter(({ id, kind }) => kind !== 'wanted' && !known.has(id))
      return { orders: [...changed.orders, ...others], latestMs: Math.max(latestMs, changed.latestMs) }
    }
    const orders: LackingOrder[] = []
    let latestMs = 0
    let belowId: number | null = null
    do {
      const piece: Awaited<ReturnType<Store['listLackingOrders']>> = await store.listLackingOrders(
        accountId,
        belowId,
        ORDERS_PER_BATCH,
      )
      signal.throwIfAborted()
      orders.push(...piece.orders)
      latestMs = Math.max(latestMs, piece.latestMs)
      belowId = piece.belowId
    } while (belowId !== null)
    return { orders, latestMs }
  }

  /** The time ranges of each order's missing fills. */
  async function listMissing(
    accountId: string,
    lacking: readonly LackingOrder[],
    proof: Proof | null,
  ): Promise<MissingFills[]> {
    const gaps = lacking.map(({ id, kind, market, createdMs, updatedMs }) => {
      const isProven = kind === 'wanted' && proof !== null && id <= proof.toId && createdMs <= proof.momentMs
      return {
        id,
        gap: {
          ...{ market, createdMs, untilMs: updatedMs, isFetched: kind === 'short' },
          fromMs: isProven ? proof.momentMs + 1 : createdMs,
        },
        isOpen: kind === 'wanted' && !isProven,
      }
    })
    const open = gaps.filter(({ isOpen }) => isOpen)
    if (open.length === 0 || open.length > MAX_LACKING) return gaps.map(({ gap }) => gap)
    return Promise.all(
      gaps.map(async ({ id, gap, isOpen }): Promise<MissingFills> => {
        if (!isOpen) return gap
        const here = await store.getOrderTrades(accountId, id)
        const times = (here?.trades ?? []).map((trade) => trade.createdAtMs ?? gap.createdMs)
        return { ...gap, fromMs: Math.max(gap.createdMs, ...times.map((atMs) => atMs + 1)) }
      }),
    )
  }

  /** Returns the proof unless fills or orders of that time are gone: cleared, expired, or in a new file. */
  async function stillProven(accountId: string, proof: Proof | null): Promise<Proof | null> {
    if (proof === null) return null
    return (await store.countFillsBetween(accountId, -1, proof.momentMs)) < proof.fills ? null : proof
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
      listLacking(account, isSame ? before : null),
      store.getOrderSync(accountId),
    ])
    const proof = before?.proof ?? null
    const isCounted = isSame && proof !== null && proof.momentMs <= before.kept.scope.untilMs
    const proven = isCounted ? proof : await stillProven(accountId, proof)
    const missing = await listMissing(accountId, looked.orders, proven)
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

  /** Counts orders by currency whose fetched fills add up to less than they have filled. */
  function countShort({ scope }: CachedLedger, missing: readonly MissingFills[]): Map<string, number> {
    const short = new Map<string, number>()
    for (const { market, createdMs, isFetched } of missing) {
      if (!isFetched || createdMs > scope.untilMs) continue
      for (const currency of currenciesOf(market)) {
        if (createdMs >= sinceOf(scope, currency)) short.set(currency, (short.get(currency) ?? 0) + 1)
      }
    }
    return short
  }

  function judge(kept: CachedLedger, missing: readonly MissingFills[]): Map<string, JudgedBook> {
    const evidence: Evidence = {
      unit: kept.unit,
      reading: kept.said,
      earlier: kept.earlier,
      sinceOf: (currency) => sinceOf(kept.scope, currency),
      openings: kept.openings,
      ordersMissingFills: countShort(kept, missing),
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
      const { kept, judged, missing } = await prepareExclusively(account)
      const { ledger, scope, said, unit } = kept
      const { cells, fills, marks, books } = ledger.state
      const fees = new Map<string, Exact>()
      let feeSum: bigint | null = 0n
      let volumeSum: bigint | null = 0n
      const plus = (sum: bigint | null, value: bigint | null): bigint | null =>
        sum === null || value === null ? null : sum + value
      for (const days of cells.values()) {
        for (const cell of days.values()) {
          for (const [currency, fee] of cell.fees) addTo(fees, currency, fee)
          feeSum = plus(feeSum, cell.feeValue)
          volumeSum = plus(plus(volumeSum, cell.boughtUnits), cell.soldUnits)
        }
      }
      const readings = marks.flatMap((mark) => {
        const then = kept.earlier.get(mark.readingId)
        return then === undefined ? [] : [{ said: then, books: mark.books, momentMs: mark.momentMs }]
      })
      const now = {
        said: said ?? new Map(),
        books: new Map([...books].map(([currency, book]) => [currency, book.now()])),
        momentMs: scope.untilMs,
      }
      const all = [...readings, now]
      const feeBasis = feeBasisOf(
        all,
        (currency, at) => (all[at]?.momentMs ?? 0) >= sinceOf(scope, currency) - 1,
      )
      const isPartial = scope.ordersFromMs > 0 || missing.some(({ fromMs }) => fromMs <= scope.untilMs)
      const text = (units: bigint | null): string | null =>
        units === null ? null : exactText({ units, scale: BOOK_DECIMALS })
      const day =
        said === null
          ? null
          : await readDayChange(
              { store, ...account },
              said,
              unit,
              scope.untilMs,
              kept.movements,
              prices,
              scope.ordersFromMs > dayBefore(scope.untilMs) ||
                missing.some(
                  ({ fromMs, untilMs }) => fromMs <= scope.untilMs && untilMs > dayBefore(scope.untilMs),
                ),
            )
      return {
        pnlCurrency: unit,
        books: [...judged]
          .map(([currency, { state, fault }]): BookState => ({ currency, state, fault }))
          .sort((a, b) => (a.currency < b.currency ? -1 : 1)),
        feeBasis,
        fees: listSums(fees),
        feeSum: text(feeSum),
        volumeSum: text(volumeSum),
        day,
        net:
          feeBasis === 'beforeFees' && !isPartial && feeSum !== null && said !== null
            ? netTotal(said, unit, prices, lastSteps(movedOutOf(kept, judged)), feeSum)
            : null,
        readingMs: scope.reading && startOfSecond(scope.reading),
        fills,
        knownFromMs: scope.ordersFromMs === 0 ? null : scope.ordersFromMs,
        isPartial,
      }
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
      const sums = movedOutOf(kept, judged)
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

/** A reading's time with the exchange's resolution: seconds. */
const startOfSecond = ({ momentMs }: PnlReading): number => Math.floor(momentMs / 1_000) * 1_000

/** What was moved out of a currency. */
export interface MovedOutSum {
  /** Its value − its share of the cost. */
  readonly result: Figure
  /** Its share of the cost. */
  readonly cost: Figure
}

/** The total moved out of a currency from a moment on. */
interface MovedOutStep extends MovedOutSum {
  readonly atMs: number
}

/** 24 hours before a moment. */
const dayBefore = (untilMs: number): number => untilMs - 86_400_000

/** A cost = value − result, as certain as the result. */
function costOf(value: bigint, result: Figure): Figure {
  if (result.state === 'unknown') return result
  const cost = subtract({ units: value, scale: BOOK_DECIMALS }, parseExact(result.amount))
  return { state: result.state, amount: exactText(cost) }
}

/** By currency, the running sums of the results of what was moved out. */
function movedOutOf(
  { ledger }: CachedLedger,
  judged: ReadonlyMap<string, JudgedBook>,
): Map<string, MovedOutStep[]> {
  const sums = new Map<string, MovedOutStep[]>()
  for (const { currency, atMs, value, result: linear } of ledger.state.movedOut) {
    const book = judged.get(currency)
    const result: Figure = book === undefined ? { state: 'unknown' } : resultOf(linear, book)
    const cost = costOf(value, result)
    const steps = sums.get(currency) ?? []
    sums.set(currency, steps)
    const before = steps.at(-1)
    steps.push({
      atMs,
      result: before === undefined ? result : sumFigures([before.result, result]),
      cost: before === undefined ? cost : sumFigures([before.cost, cost]),
    })
  }
  return sums
}

const lastSteps = (sums: ReadonlyMap<string, readonly MovedOutStep[]>): ReadonlyMap<string, Figure> =>
  new Map([...sums].flatMap(([currency, steps]) => steps.slice(-1).map(({ result }) => [currency, result])))
