// Brings fills, movements and readings to a ledger in the order of time, in pieces between which the main thread does other things.
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { PriceLink } from '../../../src-preload/contract/portfolio.ts'
import { splitMarket } from '../../../src-preload/shared/markets.ts'
import type { FillPlace } from '../../store/order-pages.ts'
import type { TimedFill } from '../../store/result-rows.ts'
import type { Ledger, LedgerFill } from './ledger.ts'
import type { LedgerSource, TimedMovement } from './ledger-reader.ts'
import { readPricesAt } from './price-history.ts'

/** A few milliseconds of the main thread. */
const FILLS_PER_PIECE = 1_000
/** The main thread goes on with other things after so long. */
const SLICE_MS = 8
/** Fills between two looks at the clock. */
const FILLS_PER_LOOK = 64
const MINUTE_MS = 60_000

/** The place behind all fills of a moment. */
export const placeAfter = (momentMs: number): FillPlace | null =>
  momentMs < 0
    ? null
    : { atMs: momentMs, orderId: Number.MAX_SAFE_INTEGER, position: Number.MAX_SAFE_INTEGER }

/** The price of each fill's quote at its minute, where neither side is the unit. */
async function pricedFills(
  source: LedgerSource,
  market: string,
  fills: readonly TimedFill[],
  unit: string,
): Promise<LedgerFill[]> {
  const units = splitMarket(market)
  if (units === null || units.base === unit || units.quote === unit) {
    return fills.map((fill) => ({ ...fill, market, quotePrice: null }))
  }
  const endOf = (atMs: number): number => (Math.floor(atMs / MINUTE_MS) + 1) * MINUTE_MS
  const times = fills.map(({ atMs }) => endOf(atMs))
  const prices = await readPricesAt(source, units.quote, unit, times)
  return fills.map((fill): LedgerFill => {
    const links: readonly PriceLink[] | null = prices.get(endOf(fill.atMs)) ?? null
    return { ...fill, market, quotePrice: links }
  })
}

/** Fills of one market after a moment and until another, a piece ahead of what is taken. */
function createFillQueue(
  source: LedgerSource,
  market: string,
  unit: string,
  afterMs: number,
  untilMs: number,
) {
  const { store, accountId, signal } = source
  let queue: LedgerFill[] = []
  let at = 0
  const read = async (after: FillPlace | null) => {
    const piece = await store.readFillsByTime(accountId, market, after, untilMs + 1, FILLS_PER_PIECE)
    signal.throwIfAborted()
    return { next: piece.next, fills: await pricedFills(source, market, piece.fills, unit) }
  }
  const start: FillPlace | null =
    afterMs < 0
      ? null
      : { atMs: afterMs, orderId: Number.MAX_SAFE_INTEGER, position: Number.MAX_SAFE_INTEGER }
  let ahead: ReturnType<typeof read> | null = read(start)
  ahead.catch(() => undefined)

  return {
    /** The next fill; null after the last. It has to be awaited only where `isReady` is false. */
    peek: (): LedgerFill | null => queue[at] ?? null,
    isReady: (): boolean => at < queue.length || ahead === null,
    async fill(): Promise<void> {
      if (ahead === null) return
      const { next, fills } = await ahead
      queue = fills
      at = 0
      ahead = next === null ? null : read(next)
      ahead?.catch(() => undefined)
    },
    take(): void {
      at += 1
    },
  }
}

/** Fills of one time go by the exchange's trade ids; REST reports times to the second. */
const isEarlier = (a: LedgerFill, b: LedgerFill): boolean =>
  a.atMs < b.atMs || (a.atMs === b.atMs && a.id < b.id)

/** All events after a moment and until another, in the order of time; readings of a moment come after its fills. */
export async function foldEvents(
  source: LedgerSource,
  ledger: Ledger,
  unit: string,
  afterMs: number,
  untilMs: number,
  movements: readonly TimedMovement[],
  readings: readonly { readonly id: number; readonly momentMs: number }[],
): Promise<void> {
  const markets = await source.store.listFillMarkets(source.accountId)
  const queues = markets.map((market) => createFillQueue(source, market, unit, afterMs, untilMs))
  const moves = movements
    .filter(({ atMs }) => atMs > afterMs && atMs <= untilMs)
    .sort((a, b) => a.atMs - b.atMs)
  const marks = readings
    .filter(({ momentMs }) => momentMs > afterMs && momentMs < untilMs)
    .sort((a, b) => a.momentMs - b.momentMs)
  let move = 0
  let mark = 0
  /** Fills of one second that come in another order than their ids are put into it. */
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
        ledger.mark(marked.id)
        mark += 1
      }
    }
  }
  let sliceMs = performance.now()
  for (let taken = 1; ; taken += 1) {
    if (taken % FILLS_PER_LOOK === 0 && performance.now() - sliceMs > SLICE_MS) {
      await nextTurn()
      source.signal.throwIfAborted()
      sliceMs = performance.now()
    }
    for (const queue of queues) while (!queue.isReady()) await queue.fill()
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
}
