// Adds fills, movements and readings to a ledger in chronological order, in slices that keep the main thread responsive.
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { PriceLink } from '../../../../src-preload/contract/portfolio/figures.ts'
import { splitMarket } from '../../../../src-preload/domain/markets/markets.ts'
import type { FillPlace } from '../../../store/api/order-pages.ts'
import type { TimedFill } from '../../../store/api/result-rows.ts'
import type { Ledger, LedgerFill } from './ledger.ts'
import type { LedgerSource } from './ledger-source.ts'
import type { TimedMovement } from './movements.ts'
import { readPricesAt } from '../prices/price-history.ts'

/** A few milliseconds on the main thread. */
const FILLS_PER_BATCH = 1_000
/** Time after which the main thread yields. */
const SLICE_MS = 8
/** Fills between two clock checks. */
const FILLS_PER_CLOCK_CHECK = 64
const MINUTE_MS = 60_000

/** What takes an account's events in chronological order. */
export type EventSink = Pick<Ledger, 'add' | 'skip' | 'move' | 'mark'>

/** The position after all fills of a moment. */
export const placeAfter = (momentMs: number): FillPlace | null =>
  momentMs < 0
    ? null
    : { atMs: momentMs, orderId: Number.MAX_SAFE_INTEGER, position: Number.MAX_SAFE_INTEGER }

/** A price from another minute: the candle of its own minute may still arrive. */
export interface LatePrice {
  readonly currency: string
  /** The end of the minute. */
  readonly atMs: number
  /** The links that were used; null without any. */
  readonly links: readonly PriceLink[] | null
}

const endOf = (atMs: number): number => (Math.floor(atMs / MINUTE_MS) + 1) * MINUTE_MS

/** The prices that a fill needs: of its quote if neither side is the unit, and of a fee in a third currency. */
function neededPrices(
  { feeCurrency }: Pick<TimedFill, 'feeCurrency'>,
  market: string,
  unit: string,
): { readonly quote: string | null; readonly fee: string | null } {
  const units = splitMarket(market)
  if (units === null) return { quote: null, fee: null }
  const isPriced = units.base === unit || units.quote === unit
  const fee = feeCurrency?.toLowerCase() ?? unit
  const isThird = fee !== unit && fee !== units.base && fee !== units.quote
  return { quote: isPriced ? null : units.quote, fee: isThird ? fee : null }
}

/** Returns the fills with the prices of their minutes. */
async function priceFills(
  source: LedgerSource,
  market: string,
  fills: readonly TimedFill[],
  unit: string,
  late: LatePrice[],
): Promise<LedgerFill[]> {
  const wanted = new Map<string, Set<number>>()
  const needs = fills.map((fill) => {
    const need = neededPrices(fill, market, unit)
    for (const currency of [need.quote, need.fee]) {
      if (currency === null) continue
      const times = wanted.get(currency) ?? new Set()
      wanted.set(currency, times.add(endOf(fill.atMs)))
    }
    return need
  })
  if (wanted.size === 0) {
    return fills.map((fill) => ({ ...fill, market, quotePrice: null, feePrice: null }))
  }
  const prices = new Map<string, Awaited<ReturnType<typeof readPricesAt>>>()
  for (const [currency, times] of wanted) {
    prices.set(currency, await readPricesAt(source, currency, unit, [...times]))
  }
  const find = (currency: string | null, atMs: number): readonly PriceLink[] | null => {
    if (currency === null) return null
    const links = prices.get(currency)?.get(endOf(atMs)) ?? null
    const isOfMinute = links?.every(({ asOfMs }) => asOfMs === endOf(atMs)) ?? false
    if (!isOfMinute) late.push({ currency, atMs: endOf(atMs), links })
    return links
  }
  return fills.map((fill, at): LedgerFill => ({
    ...fill,
    market,
    quotePrice: find(needs[at]?.quote ?? null, fill.atMs),
    feePrice: find(needs[at]?.fee ?? null, fill.atMs),
  }))
}

/** The fills of one market within a time range, read one batch ahead. */
function createFillQueue(
  source: LedgerSource,
  market: string,
  unit: string,
  afterMs: number,
  untilMs: number,
  late: LatePrice[],
) {
  const { store, accountId, signal } = source
  let queue: LedgerFill[] = []
  let at = 0
  const read = async (after: FillPlace | null) => {
    const piece = await store.readFillsByTime(accountId, market, after, untilMs + 1, FILLS_PER_BATCH)
    signal.throwIfAborted()
    const { next, skipped } = piece
    return { next, skipped, fills: await priceFills(source, market, piece.fills, unit, late) }
  }
  let ahead: ReturnType<typeof read> | null = read(placeAfter(afterMs))
  ahead.catch(() => undefined)

  return {
    /** The next fill; null after the last. Valid only if `isReady` is true. */
    peek: (): LedgerFill | null => queue[at] ?? null,
    isReady: (): boolean => at < queue.length || ahead === null,
    /** Uses the batch that was read ahead; returns the number of fills omitted from it. */
    async fill(): Promise<number> {
      if (ahead === null) return 0
      const { next, fills, skipped } = await ahead
      queue = fills
      at = 0
      ahead = next === null ? null : read(next)
      ahead?.catch(() => undefined)
      return skipped
    },
    take(): void {
      at += 1
    },
  }
}

/** Simultaneous fills are ordered by the exchange's trade ids; REST reports times in seconds. */
const isEarlier = (a: LedgerFill, b: LedgerFill): boolean =>
  a.atMs < b.atMs || (a.atMs === b.atMs && a.id < b.id)

/**
 * Adds all events within a time range in chronological order; readings of a moment come after its fills.
 * @returns prices from other minutes than their own
 */
export async function foldEvents(
  source: LedgerSource,
  ledger: EventSink,
  unit: string,
  afterMs: number,
  untilMs: number,
  movements: readonly TimedMovement[],
  readings: readonly { readonly id: number; readonly momentMs: number }[],
): Promise<LatePrice[]> {
  const markets = await source.store.listFillMarkets(source.accountId)
  const late: LatePrice[] = []
  const queues = markets.map((market) => createFillQueue(source, market, unit, afterMs, untilMs, late))
  const moves = movements
    .filter(({ atMs }) => atMs > afterMs && atMs <= untilMs)
    .sort((a, b) => a.atMs - b.atMs)
  const marks = readings
    .filter(({ momentMs }) => momentMs > afterMs && momentMs < untilMs)
    .sort((a, b) => a.momentMs - b.momentMs)
  let move = 0
  let mark = 0
  /** Fills of one second, which are sorted by id before they are added. */
  let second: LedgerFill[] = []
  const flush = (): void => {
    second.sort((a, b) => (isEarlier(a, b) ? -1 : 1)).forEach((fill) => ledger.add(fill))
    second = []
  }
  const passOthers = (atMs: number): void => {
    for (;;) {
      const moved = moves[move]
      const marked = marks[mark]
      const moveMs = moved?.atMs ?? Infinity
      const markMs = marked?.momentMs ?? Infinity
      if (Math.min(moveMs, markMs) >= atMs) return
      if (moved !== undefined && moveMs <= markMs) {
        ledger.move(moved)
        move += 1
      } else if (marked !== undefined) {
        ledger.mark(marked.id, marked.momentMs)
        mark += 1
      }
    }
  }
  let sliceMs = performance.now()
  for (let taken = 1; ; taken += 1) {
    if (taken % FILLS_PER_CLOCK_CHECK === 0 && performance.now() - sliceMs > SLICE_MS) {
      await nextTurn()
      source.signal.throwIfAborted()
      sliceMs = performance.now()
    }
    for (const [at, queue] of queues.entries()) {
      while (!queue.isReady()) {
        const skipped = await queue.fill()
        if (skipped > 0) ledger.skip(markets[at] ?? '', skipped)
      }
    }
    let next: (typeof queues)[number] | null = null
    let earliest: LedgerFill | null = null
    for (const queue of queues) {
      const fill = queue.peek()
      if (fill !== null && (earliest === null || isEarlier(fill, earliest))) {
        earliest = fill
        next = queue
      }
    }
    if (earliest === null || next === null) break
    if (second[0] !== undefined && second[0].atMs !== earliest.atMs) {
      flush()
    }
    if (second.length === 0) passOthers(earliest.atMs)
    second.push(earliest)
    next.take()
  }
  flush()
  passOthers(Infinity)
  return late
}
