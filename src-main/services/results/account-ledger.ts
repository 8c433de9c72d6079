// Keeps the ledger of the account in use, and makes reports and book states of it.
import type { ChannelOutput } from '../../../src-preload/contract/contract.ts'
import type { BookState, PeriodReport } from '../../../src-preload/contract/portfolio.ts'
import { AppError } from '../../../src-preload/shared/errors.ts'
import { add, type Exact, exactText, parseExact, zero } from '../../../src-preload/shared/exact.ts'
import type { Zone } from '../../../src-preload/shared/zone.ts'
import type { LackingOrder, PnlReading, TimeRange } from '../../store/result-rows.ts'
import type { Store } from '../../store/store-api.ts'
import { BOOK_DECIMALS } from './book.ts'
import { currenciesOf, judgeBook, type JudgedBook, resultOf } from './book-state.ts'
import {
  isNearFill,
  type KeptLedger,
  type LedgerSource,
  type LedgerStore,
  readLedger,
} from './ledger-reader.ts'
import { readMovements, UNIT } from './movements.ts'
import { chooseScope, knownFrom, type MissingFills } from './ledger-scope.ts'
import { makeReport } from './period-report.ts'
import { addTo, listSums } from './sums.ts'

/** Some ten milliseconds of the reading thread; its answer is short. */
const ORDERS_PER_PIECE = 20_000
/** What the contract lets through. */
const MAX_DAYS = 4_000
/** Readings among which the one that fits best is looked for. */
const MAX_READINGS = 30
/** Orders with missing fills that are looked at one by one. */
const MAX_LACKING = 200
/** A change may be reported later than others that came after it. */
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
    | 'getLatestPnl'
    | 'listMovements'
    | 'listTransfers'
    | 'listFoundTransfers'
  >

export interface LedgerAccount {
  readonly accountId: string
  readonly network: string
  readonly address: string
  readonly zone: Zone
  readonly signal: AbortSignal
  readonly nowMs: number
}

/** Orders whose fills are not all here, as far as the orders that had changed by `latestMs` tell. */
interface Looked {
  readonly accountId: string
  readonly orders: readonly LackingOrder[]
  readonly latestMs: number
}

interface Prepared {
  readonly version: string
  readonly accountId: string
  readonly zoneName: string
  readonly kept: KeptLedger
  readonly judged: ReadonlyMap<string, JudgedBook>
  readonly lacking: readonly LackingOrder[]
  readonly ordersFromMs: number | null
  /** When orders were listed last; null where they never were. */
  readonly listedMs: number | null
}

export function createAccountLedger(store: AccountLedgerStore) {
  let prepared: Prepared | null = null
  let looked: Looked | null = null
  /** One walk at a time: the next one finds what the one before has kept. */
  let last: Promise<unknown> = Promise.resolve()

  /** All orders are looked at once; after that, where none was lacking, those that have changed since. */
  async function listLacking({ accountId, signal }: LedgerAccount): Promise<Looked> {
    const before = looked?.accountId === accountId && looked.orders.length === 0 ? looked : null
    looked = null
    const orders: LackingOrder[] = []
    let latestMs = 0
    if (before !== null) {
      const changed = await store.listChangedLackingOrders(accountId, before.latestMs - LATE_CHANGE_MS)
      orders.push(...changed.orders)
      latestMs = Math.max(before.latestMs, changed.latestMs)
    } else {
      let belowId: number | null = null
      do {
        const piece: Awaited<ReturnType<Store['listLackingOrders']>> = await store.listLackingOrders(
          accountId,
          belowId,
          ORDERS_PER_PIECE,
        )
        signal.throwIfAborted()
        orders.push(...piece.orders)
        latestMs = Math.max(latestMs, piece.latestMs)
        belowId = piece.belowId
      } while (belowId !== null)
    }
    looked = { accountId, orders, latestMs }
    return looked
  }

  /** Between which times the missing fills of each order lie. */
  async function listMissing(accountId: string, lacking: readonly LackingOrder[]): Promise<MissingFills[]> {
    const wanted = lacking.filter(({ kind }) => kind === 'wanted')
    return Promise.all(
      lacking
        .filter(({ kind }) => kind !== 'bare')
        .map(async ({ id, kind, createdMs, updatedMs }) => {
          if (kind === 'dropped' || wanted.length > MAX_LACKING)
            return { fromMs: createdMs, untilMs: updatedMs }
          const here = await store.getOrderTrades(accountId, id)
          const times = (here?.trades ?? []).map((trade) => trade.createdAtMs ?? createdMs)
          return { fromMs: Math.max(createdMs, ...times.map((atMs) => atMs + 1)), untilMs: updatedMs }
        }),
    )
  }

  async function prepare(account: LedgerAccount): Promise<Prepared> {
    const { accountId, network, zone, signal, nowMs } = account
    const [orderVersion, movements] = await Promise.all([
      store.getLedgerVersion(accountId),
      readMovements(store, account),
    ])
    const version = `${orderVersion} ${JSON.stringify(movements)}`
    if (
      prepared?.version === version &&
      // A price that was not here may have come.
      prepared.kept.ledger.state.unpriced.size === 0 &&
      prepared.accountId === accountId &&
      prepared.zoneName === zone.name
    ) {
      return prepared
    }
    const [{ orders: lacking }, sync] = await Promise.all([
      listLacking(account),
      store.getOrderSync(accountId),
    ])
    const missing = await listMissing(accountId, lacking)
    const readings = await store.listPnlReadings(accountId, null, MAX_READINGS)
    const usable: PnlReading[] = []
    for (const reading of readings) {
      const { id, momentMs } = reading
      const isNear =
        movements.some(({ atMs }) => Math.abs(atMs - momentMs) <= 2_999) ||
        (await isNearFill(store, accountId, momentMs))
      signal.throwIfAborted()
      if (isNear) continue
      usable.push({ id, momentMs: Math.floor(momentMs / 1_000) * 1_000 + 999 })
      // Where nothing is missing, no earlier one could be better.
      if (missing.length === 0) break
    }
    const ordersFromMs = knownFrom(sync, nowMs)
    const scope = chooseScope(usable, ordersFromMs, missing, sync.asOfMs ?? nowMs)
    const source: LedgerSource = { store, accountId, network, zone, signal }
    const before: KeptLedger | null = prepared?.accountId === accountId ? prepared.kept : null
    // A walk that is given up leaves a ledger that has taken a part: it is not used again.
    prepared = null
    const kept = await readLedger(source, scope, UNIT, movements, before)
    const judged = await judge(account, kept, lacking)
    signal.throwIfAborted()
    prepared = {
      version,
      accountId,
      zoneName: zone.name,
      kept,
      judged,
      lacking,
      ordersFromMs,
      listedMs: sync.asOfMs,
    }
    return prepared
  }

  /** Orders whose fills come to less than they have filled, by currency; fills after the ledger's moment count, too. */
  async function countMissing(
    { accountId }: LedgerAccount,
    { ledger, scope }: KeptLedger,
    lacking: readonly LackingOrder[],
  ): Promise<Map<string, number>> {
    const missing = new Map<string, number>()
    const known = new Set(lacking.map(({ id }) => id))
    const note = (market: string): void => {
      for (const currency of currenciesOf(market)) missing.set(currency, (missing.get(currency) ?? 0) + 1)
    }
    for (const [orderId, { market, left }] of ledger.state.unfilled) {
      if (left.units <= 0n || known.has(orderId)) continue
      const here = await store.getOrderTrades(accountId, orderId)
      const after = (here?.trades ?? []).filter(({ createdAtMs }) => (createdAtMs ?? 0) > scope.untilMs)
      const filled = after.reduce<Exact>((sum, { amount }) => add(sum, parseExact(amount)), zero)
      if (add(left, { ...filled, units: -filled.units }).units > 0n) note(market)
    }
    for (const { kind, market, createdMs } of lacking) {
      if (kind === 'bare' && createdMs >= scope.sinceMs && createdMs <= scope.untilMs) note(market)
    }
    return missing
  }

  async function judge(
    account: LedgerAccount,
    kept: KeptLedger,
    lacking: readonly LackingOrder[],
  ): Promise<Map<string, JudgedBook>> {
    const ordersMissingFills = await countMissing(account, kept, lacking)
    const evidence = {
      unit: kept.unit,
      reading: kept.said,
      earlier: kept.earlier,
      isWhole: kept.scope.sinceMs === 0,
      openings: kept.openings,
      ordersMissingFills,
    }
    const currencies = new Set([
      ...kept.ledger.state.books.keys(),
      ...kept.ledger.state.unpriced.keys(),
      ...(kept.said?.keys() ?? []),
    ])
    return new Map([...currencies].map((currency) => [currency, judgeBook(currency, kept.ledger, evidence)]))
  }

  function prepareInTurn(account: LedgerAccount): Promise<Prepared> {
    const turn = last.then(() => prepare(account))
    last = turn.catch(() => undefined)
    return turn
  }

  return {
    /**
     * The report of a period, from the beginning of one day to that of another, in the account's zone.
     * Errors: `validation` with field `toMs` for a range with fills on more than 4,000 days; those of the store.
     */
    async report(account: LedgerAccount, range: TimeRange): Promise<PeriodReport> {
      const orders = await store.countCreatedOrders(account.accountId, range)
      // Nothing is awaited between the ledger and its report: the next fills are added to the same books.
      const { kept, judged, lacking, ordersFromMs, listedMs } = await prepareInTurn(account)
      const isWithin = ({ createdMs }: LackingOrder): boolean =>
        createdMs >= range.fromMs && createdMs < range.toMs
      const { sinceMs, untilMs, reading } = kept.scope
      const report = makeReport(kept.ledger.state, judged, {
        range,
        timeZone: account.zone.name,
        unit: kept.unit,
        orders,
        lacking: {
          within: lacking.filter(isWithin).length,
          before: lacking.filter(({ createdMs }) => createdMs < range.fromMs).length,
        },
        knownFromMs: sinceMs === 0 ? null : Math.max(sinceMs, ordersFromMs ?? 0),
        knownUntilMs: listedMs === null ? null : reading === null ? listedMs : untilMs,
        readingMs: reading?.momentMs ?? null,
      })
      account.signal.throwIfAborted()
      if (report.days.length > MAX_DAYS)
        throw new AppError('validation', { field: 'toMs', reason: 'tooLong' })
      return report
    },

    /** Fees of all fills here, and the state of each currency's book. */
    async books(account: LedgerAccount): Promise<ChannelOutput<'portfolio:getBooks'>> {
      const { kept, judged } = await prepareInTurn(account)
      const { cells, fills } = kept.ledger.state
      const fees = new Map<string, Exact>()
      let feeSum: bigint | null = 0n
      for (const days of cells.values()) {
        for (const cell of days.values()) {
          for (const [currency, fee] of cell.fees) addTo(fees, currency, fee)
          feeSum = feeSum === null || cell.feeValue === null ? null : feeSum + cell.feeValue
        }
      }
      const books = [...judged].map(([currency, { state, fault }]): BookState => ({ currency, state, fault }))
      // Then the exchange's figures agree with Σ (amount − fee) × price in and Σ gross out, so they are before fees.
      const isShown = fees.size > 0 && books.every(({ state }) => state === 'known')
      return {
        pnlCurrency: kept.unit,
        books: books.sort((a, b) => (a.currency < b.currency ? -1 : 1)),
        feeBasis: isShown ? 'beforeFees' : 'asTheExchangeCounts',
        fees: listSums(fees),
        feeSum: feeSum === null ? null : exactText({ units: feeSum, scale: BOOK_DECIMALS }),
        fills,
        knownFromMs: kept.scope.sinceMs === 0 ? null : kept.scope.sinceMs,
      }
    },

    /** By currency in lower case, the value of what was moved out less its share of the cost, where its book is not unknown. */
    async movedOut(account: LedgerAccount): Promise<ReadonlyMap<string, Exact>> {
      const movements = await readMovements(store, account)
      if (!movements.some(({ direction, currency }) => direction === 'out' && currency !== UNIT))
        return new Map()
      const { kept, judged } = await prepareInTurn(account)
      return new Map(
        [...kept.ledger.state.movedOut].flatMap(([currency, result]): [string, Exact][] => {
          const book = judged.get(currency)
          const figure = book === undefined ? null : resultOf(result, book)
          return figure === null || figure.state === 'unknown' ? [] : [[currency, parseExact(figure.amount)]]
        }),
      )
    },
  }
}
export type AccountLedger = ReturnType<typeof createAccountLedger>
