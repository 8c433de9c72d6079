// The equity curve of the active account: its balances over time, rolled back from the exchange's readings, at the prices of then.
import type {
  EquityAnswer,
  EquityPoint,
  EquityPointAnswer,
  EquityQuestion,
  EquityRequest,
} from '../../../src-preload/contract/portfolio/equity.ts'
import type { PnlEntry } from '../../../src-preload/contract/orders/entities.ts'
import { AppError } from '../../../src-preload/domain/errors.ts'
import {
  compare,
  type Exact,
  exactText,
  parseExact,
} from '../../../src-preload/domain/numbers/exact-decimal.ts'
import type { Store } from '../../store/api/store-api.ts'
import type { LedgerAccount } from '../results/ledger/account-ledger.ts'
import { placeAfter } from '../results/ledger/fold-events.ts'
import { candlePeriods } from '../../../src-preload/domain/markets/markets.ts'
import { listKnown } from '../results/ledger/ledger-scope.ts'
import { readMovements, type TransferJournal, UNIT } from '../results/ledger/movements.ts'
import { lastPriceOf, type MarketPrice } from '../results/prices/price-path.ts'
import { addTo } from '../results/sums.ts'
import { type AnchorStore, balancesOf, createAnchorCache, makeAnchor } from './anchors.ts'
import { createEquityPrices, type PastPrice } from './equity-prices.ts'
import { holdInstead, type PriceOf, valueBalances, type ValuedBalances } from './equity-values.ts'
import { createFlowCache, type Flow, type FlowStore, HOUR_MS, readFlows } from './flow-cache.ts'
import {
  type Amounts,
  hourOf,
  joinUnknown,
  rollBack,
  type Rolled,
  type SignedMovement,
  type UnknownMove,
} from './roll-back.ts'

const MINUTE_MS = 60_000
const WEEK_MS = 7 * 24 * HOUR_MS
const MAX_QUESTIONS = 100
/** A smaller difference is noise of roundings: of the amount itself, or of one unit (figures.md, "The opening"). */
const DUST: Exact = { units: 1n, scale: 8 }

type EquityStore = AnchorStore &
  FlowStore &
  Pick<
    Store,
    | 'getOrderSync'
    | 'getFillProgress'
    | 'getFillsFromMs'
    | 'listMovements'
    | 'listCompletedTransfers'
    | 'listCandleMarkets'
    | 'listClosesAt'
  >

/** The headline's figures: the newest reading of `pnl`, and the last price of each market. */
export interface Present {
  readonly entries: readonly PnlEntry[]
  /** By the exchange's clock. */
  readonly asOfMs: number
  readonly prices: ReadonlyMap<string, MarketPrice>
}

/** What the balances of any moment follow from. */
interface Timeline {
  readonly movements: readonly SignedMovement[]
  /** The hour of the first fill, or of the first reading without one; null without either. */
  readonly beginMs: number | null
  readonly isCut: boolean
  readonly ordersWithoutFills: number
  readonly roll: (timesMs: readonly number[]) => Rolled
}

/**
 * The shortest candle period, otherwise number of weeks, of which at most `most` start within a length of time; null for
 * none.
 */
export function chooseStep(lengthMs: number, most: number): number | null {
  if (most < 1) return null
  const leastMs = lengthMs / most
  const period = candlePeriods.find((minutes) => minutes * MINUTE_MS >= leastMs)
  return period === undefined ? Math.ceil(leastMs / WEEK_MS) * WEEK_MS : period * MINUTE_MS
}

export function createAccountEquity(store: EquityStore, journal: TransferJournal) {
  const flowCache = createFlowCache(store)
  const anchorCache = createAnchorCache()
  const prices = createEquityPrices()

  async function openTimeline(account: LedgerAccount, present: Present): Promise<Timeline> {
    const { accountId, network, signal, nowMs } = account
    const [told, sync, progress, fillsFromMs, flows] = await Promise.all([
      readMovements({ store, journal, network, signal }, account),
      store.getOrderSync(accountId),
      store.getFillProgress(accountId),
      store.getFillsFromMs(accountId),
      flowCache.read(accountId, signal),
    ])
    const movements = told.map(({ currency, direction, amount, atMs }): SignedMovement => {
      const exact = parseExact(amount)
      return { currency, atMs, amount: direction === 'in' ? exact : { ...exact, units: -exact.units } }
    })
    const source = { store, accountId, flows, movements, signal }
    const listed = await anchorCache.read(source)
    const firstMs = flows.hours[0]?.startMs ?? listed[0]?.hourMs ?? Infinity
    // While fills are read, those from some order on are all here.
    const knownFromMs = Math.max(
      listKnown(sync, nowMs)[0]?.fromMs ?? 0,
      progress.wanted > 0 ? (fillsFromMs ?? 0) : 0,
    )
    const isCut = knownFromMs > firstMs
    const beginMs = isCut ? hourOf(knownFromMs) + HOUR_MS : firstMs
    const within = listed.filter(({ hourMs }) => hourMs >= beginMs)
    const input = {
      hours: flows.hours.filter(({ startMs }) => startMs >= beginMs),
      movements: movements.filter(({ atMs }) => atMs >= beginMs),
      // Until orders were listed after a reading, the newest reading is all there is.
      anchors:
        within.length > 0 ? within : [await makeAnchor(source, present.asOfMs, balancesOf(present.entries))],
    }
    return {
      ...{ movements, isCut, ordersWithoutFills: progress.wanted },
      beginMs: Number.isFinite(beginMs) ? beginMs : null,
      roll: (timesMs) => rollBack(input, timesMs),
    }
  }

  /** Balances at times between full hours: those of the hour's start, and what moved in the hour until then. */
  async function balancesAt(
    { accountId, signal }: LedgerAccount,
    { roll, movements }: Timeline,
    timesMs: readonly number[],
    stepMs: number,
  ): Promise<Rolled> {
    const hours = [...new Set(timesMs.map(hourOf))]
    const rolled = roll(hours)
    const firstMs = hours[0]
    if (stepMs >= HOUR_MS || firstMs === undefined) return rolled
    const lastMs = timesMs.at(-1) ?? firstMs
    const { steps } = await readFlows(store, accountId, placeAfter(firstMs - 1), lastMs - 1, stepMs, signal)
    const fine = [...steps.values()].sort((a, b) => a.startMs - b.startMs)
    const moved = [...movements].sort((a, b) => a.atMs - b.atMs)
    const balances = new Map<number, Amounts>()
    let [stepAt, movedAt] = [0, 0]
    let hourMs = -1
    let sums = new Map<string, Exact>()
    for (const atMs of timesMs) {
      if (hourOf(atMs) !== hourMs) {
        hourMs = hourOf(atMs)
        sums = new Map(rolled.balances.get(hourMs))
      }
      for (
        let step: Flow | undefined = fine[stepAt];
        step && step.startMs < atMs;
        step = fine[(stepAt += 1)]
      ) {
        if (step.startMs < hourMs) continue
        for (const [currency, amount] of step.amounts) addTo(sums, currency, amount)
      }
      for (let one = moved[movedAt]; one && one.atMs < atMs; one = moved[(movedAt += 1)]) {
        if (one.atMs >= hourMs) addTo(sums, one.currency, one.amount)
      }
      balances.set(atMs, new Map(sums))
    }
    return { balances, unknown: rolled.unknown }
  }

  /** The price of any currency at some moments of the past. */
  async function readPast(
    { network, signal, nowMs }: LedgerAccount,
    currencies: Iterable<string>,
    timesMs: readonly number[],
  ): Promise<(currency: string, atMs: number) => PastPrice | null> {
    const found = new Map<string, (atMs: number) => PastPrice | null>()
    for (const currency of currencies) {
      found.set(currency, await prices.read({ store, network, signal }, currency, timesMs, nowMs))
    }
    return (currency, atMs) => found.get(currency)?.(atMs) ?? null
  }

  /** The headline's balances at the headline's prices. */
  function valuePresent(present: Present): {
    readonly atMs: number
    readonly priceOf: PriceOf
    readonly valued: ValuedBalances
  } {
    const priceOf: PriceOf = (currency) => {
      const price = lastPriceOf(present.prices, currency, UNIT, present.asOfMs)
      return price && { links: price.links, isCarried: false }
    }
    const valued = valueBalances(balancesOf(present.entries), priceOf)
    const times = valued.parts.flatMap(({ links }) => (links ?? []).map(({ asOfMs }) => asOfMs))
    return { atMs: Math.max(present.asOfMs, ...times), priceOf, valued }
  }

  const pointOf = (
    atMs: number,
    isCurrent: boolean,
    { value, leftOut, carried }: ValuedBalances,
    neverPriced: ReadonlySet<string>,
  ): EquityPoint => ({
    ...{ atMs, isCurrent },
    // A value that leaves out what other points have would be drawn as a loss.
    value: leftOut.every((currency) => neverPriced.has(currency)) ? exactText(value) : null,
    ...{ leftOut: [...leftOut], carried: [...carried] },
  })

  /** Currencies that have no price even now: every value leaves them out, the headline's too. */
  const listNeverPriced = (priceOf: PriceOf, currencies: Iterable<string>): ReadonlySet<string> =>
    new Set([...currencies].filter((currency) => priceOf(currency) === null))

  return {
    /** The curve of a range. Errors: `validation` with field `toMs` unless it is after fromMs; those of the store. */
    async curve(account: LedgerAccount, request: EquityRequest, present: Present): Promise<EquityAnswer> {
      if (request.toMs <= request.fromMs) throw new AppError('validation', { field: 'toMs' })
      const timeline = await openTimeline(account, present)
      const now = valuePresent(present)
      const fromMs = Math.max(request.fromMs, timeline.beginMs ?? Infinity)
      const stepMs = chooseStep(Math.max(0, request.toMs - fromMs), request.most) ?? HOUR_MS
      const isFromBegin = fromMs === timeline.beginMs
      const firstMs = (isFromBegin ? Math.floor(fromMs / stepMs) : Math.ceil(fromMs / stepMs)) * stepMs
      const times: number[] = []
      for (let atMs = firstMs; atMs < Math.min(request.toMs, now.atMs); atMs += stepMs) times.push(atMs)
      const { balances, unknown } = await balancesAt(account, timeline, times, stepMs)
      const held = new Set(
        [...balances.values()].flatMap((each) =>
          [...each].flatMap(([currency, { units }]) => (units === 0n ? [] : [currency])),
        ),
      )
      const moved = [...timeline.movements, ...unknown]
      const compared =
        request.benchmarks.length === 0 ? [] : [...request.benchmarks, ...moved.map((one) => one.currency)]
      const priceAt = await readPast(account, new Set([...held, ...compared]), times)
      const neverPriced = listNeverPriced(now.priceOf, held)
      const past = times.map((atMs) => {
        const priceOf: PriceOf = (currency) => priceAt(currency, atMs)
        const valued = valueBalances(balances.get(atMs) ?? new Map(), priceOf)
        return { priceOf, point: pointOf(atMs, false, valued, neverPriced) }
      })
      const isPresentIn = now.atMs >= request.fromMs && present.asOfMs < request.toMs
      const never = listNeverPriced(now.priceOf, now.valued.leftOut)
      const current = { priceOf: now.priceOf, point: pointOf(now.atMs, true, now.valued, never) }
      const all = isPresentIn ? [...past, current] : past
      const moments = all.map(({ priceOf, point: { atMs, value } }) => ({
        ...{ atMs, priceOf },
        value: value === null ? null : parseExact(value),
      }))
      const questions = timeline.ordersWithoutFills > 0 ? [] : listQuestions(unknown)
      account.signal.throwIfAborted()
      return {
        unit: UNIT,
        points: all.map(({ point }) => point),
        benchmarks: request.benchmarks.map((currency) => ({
          currency,
          values: holdInstead(currency, moments, moved).map((value) => value && exactText(value)),
        })),
        questions: questions.slice(0, MAX_QUESTIONS),
        olderQuestions: Math.max(0, questions.length - MAX_QUESTIONS),
        beginMs: timeline.beginMs,
        ordersWithoutFills: timeline.ordersWithoutFills,
        isCut: timeline.isCut,
      }
    },

    /**
     * What a point of a curve is made of.
     * @param atMs - a multiple of a minute; null for the present
     * Errors: `validation` with field `atMs` otherwise; those of the store.
     */
    async point(account: LedgerAccount, atMs: number | null, present: Present): Promise<EquityPointAnswer> {
      const now = valuePresent(present)
      if (atMs === null) {
        const never = listNeverPriced(now.priceOf, now.valued.leftOut)
        return { unit: UNIT, ...pointOf(now.atMs, true, now.valued, never), parts: [...now.valued.parts] }
      }
      if (atMs % MINUTE_MS !== 0) throw new AppError('validation', { field: 'atMs' })
      const timeline = await openTimeline(account, present)
      const stepMs = atMs % HOUR_MS === 0 ? HOUR_MS : MINUTE_MS
      const { balances } = await balancesAt(account, timeline, [atMs], stepMs)
      const held = balances.get(atMs) ?? new Map<string, Exact>()
      const priceAt = await readPast(account, held.keys(), [atMs])
      const valued = valueBalances(held, (currency) => priceAt(currency, atMs))
      account.signal.throwIfAborted()
      const never = listNeverPriced(now.priceOf, held.keys())
      return { unit: UNIT, ...pointOf(atMs, false, valued, never), parts: [...valued.parts] }
    },
  }
}

const absolute = ({ units, scale }: Exact): Exact => ({ units: units < 0n ? -units : units, scale })

/** What a person is asked about: one question per currency and pair of readings, without what is less than 1e-8. */
function listQuestions(unknown: readonly UnknownMove[]): EquityQuestion[] {
  return joinUnknown(unknown)
    .filter(({ amount }) => compare(absolute(amount), DUST) > 0)
    .map(({ amount, currency, reason, fromMs, untilMs, atMs }) => ({
      ...{ currency, reason, fromMs, untilMs, atMs },
      direction: amount.units < 0n ? 'out' : 'in',
      amount: exactText(absolute(amount)),
    }))
}
