// Derives from a judged ledger what the page shows of its books: fees, volume, the day's change, and how sure each book is.
import type { ChannelOutput } from '../../../../src-preload/contract/contract.ts'
import type { BookState } from '../../../../src-preload/contract/portfolio/figures.ts'
import { type Exact, exactText } from '../../../../src-preload/domain/numbers/exact-decimal.ts'
import { BOOK_DECIMALS } from './book.ts'
import type { JudgedBook } from './book-state.ts'
import { readDayChange } from '../day-change.ts'
import { feeBasisOf } from '../fee-basis.ts'
import { type CachedLedger, startOfSecond } from './ledger-reader.ts'
import type { LedgerSource } from './ledger-source.ts'
import { type MissingFills, sinceOf } from './ledger-scope.ts'
import { lastSteps, movedOutOf } from './moved-out.ts'
import { netTotal } from '../net-total.ts'
import type { MarketPrice } from '../prices/price-path.ts'
import { addTo, listSums } from '../sums.ts'

/** A ledger, its books as they were judged, and the fills that are not here. */
interface BooksInput {
  readonly kept: CachedLedger
  readonly judged: ReadonlyMap<string, JudgedBook>
  readonly missing: readonly MissingFills[]
}

/** 24 hours before a moment. */
const dayBefore = (untilMs: number): number => untilMs - 86_400_000

/**
 * Fees of all fills here, and the state of each currency's book.
 * @param prices - the last price of each market
 */
export async function listBooks(
  source: LedgerSource,
  { kept, judged, missing }: BooksInput,
  prices: ReadonlyMap<string, MarketPrice>,
): Promise<ChannelOutput<'portfolio:getBooks'>> {
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
  const feeBasis = feeBasisOf(all, (currency, at) => (all[at]?.momentMs ?? 0) >= sinceOf(scope, currency) - 1)
  const isPartial = scope.ordersFromMs > 0 || missing.some(({ fromMs }) => fromMs <= scope.untilMs)
  const text = (units: bigint | null): string | null =>
    units === null ? null : exactText({ units, scale: BOOK_DECIMALS })
  const day =
    said === null
      ? null
      : await readDayChange(
          source,
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
        ? netTotal(said, unit, prices, lastSteps(movedOutOf(ledger, judged)), feeSum)
        : null,
    readingMs: scope.reading && startOfSecond(scope.reading),
    fills,
    knownFromMs: scope.ordersFromMs === 0 ? null : scope.ordersFromMs,
    isPartial,
  }
}
