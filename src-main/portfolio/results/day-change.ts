// The change of an account's market value over the last 24 hours, without what was deposited, received, withdrawn or sent.
import type { Figure, PriceLink } from '../../../src-preload/contract/portfolio/figures.ts'
import {
  add,
  compare,
  type Exact,
  exactText,
  parseExact,
  subtract,
  zero,
} from '../../../src-preload/domain/numbers/exact-decimal.ts'
import { splitMarket } from '../../../src-preload/domain/markets/markets.ts'
import { BOOK_DECIMALS } from './ledger/book.ts'
import type { PnlUnits } from './ledger/book-state.ts'
import { readAmounts } from './ledger/fill-value.ts'
import { foldEvents } from './ledger/fold-events.ts'
import type { LedgerFill } from './ledger/ledger.ts'
import type { LedgerSource } from './ledger/ledger-source.ts'
import type { TimedMovement } from './ledger/movements.ts'
import { readPricesAt } from './prices/price-history.ts'
import { convertAlong } from '../../../src-preload/domain/numbers/convert-along.ts'
import { lastPriceOf, type MarketPrice } from './prices/price-path.ts'
import { addTo } from './sums.ts'

const DAY_MS = 86_400_000
/** A balance may come out below zero by this much: 1e-8 of one unit, as in every check of a book. */
const TOLERANCE: Exact = { units: -1n, scale: 8 }

export interface DayChange {
  readonly fromMs: number
  /** In the currency of profit and loss. */
  readonly change: Figure
  /** Market value at `fromMs` + the value of what was deposited or received since; null where the change is unknown. */
  readonly base: string | null
}

/** What moved within the window. */
export interface DayFlows {
  /** By currency, received less given, of fills, fees and movements. */
  readonly amounts: ReadonlyMap<string, Exact>
  /** Value of what was deposited or received, and of what was withdrawn or sent; null where a price is missing. */
  readonly valueIn: Exact | null
  readonly valueOut: Exact | null
  /** The side or a currency of a fill is unknown, so the amounts are not all. */
  readonly isPartial: boolean
}

const negative = ({ units, scale }: Exact): Exact => ({ units: -units, scale })

/** What a fill added to each currency: its amount, its total, and its fee. Fees reduce the currency that they were taken in. */
function addFill(amounts: Map<string, Exact>, fill: LedgerFill): boolean {
  const units = splitMarket(fill.market)
  if (units === null) return false
  const { amount, total, fee } = readAmounts(fill)
  const isBuy = fill.side === 'buy'
  addTo(amounts, units.base, isBuy ? amount : negative(amount))
  addTo(amounts, units.quote, isBuy ? negative(total) : total)
  if (fee !== null) addTo(amounts, fee.currency, negative(fee.amount))
  return true
}

/** Sums what moved after `fromMs` and up to `untilMs`. Errors: those of the store. */
async function readFlows(
  source: LedgerSource,
  unit: string,
  fromMs: number,
  untilMs: number,
  movements: readonly TimedMovement[],
): Promise<DayFlows> {
  const amounts = new Map<string, Exact>()
  let valueIn: Exact | null = zero
  let valueOut: Exact | null = zero
  let isPartial = false
  const plus = (sum: Exact | null, value: string | null): Exact | null =>
    sum === null || value === null ? null : add(sum, parseExact(value))
  await foldEvents(
    source,
    {
      add: (fill) => {
        if (!addFill(amounts, fill)) isPartial = true
      },
      skip: () => {
        isPartial = true
      },
      move: ({ currency, direction, amount, value }) => {
        const moved = parseExact(amount)
        addTo(amounts, currency, direction === 'in' ? moved : negative(moved))
        if (direction === 'in') valueIn = plus(valueIn, value)
        else valueOut = plus(valueOut, value)
      },
      mark: () => undefined,
    },
    unit,
    fromMs,
    untilMs,
    movements,
    [],
  )
  return { amounts, valueIn, valueOut, isPartial }
}

/**
 * change = Σ balance × last price − Σ (balance − what moved since) × price then − value in + value out. It has no cost in it,
 * so it is the same by every cost method: the change of realized + unrealized P&L, less the fees of the window.
 *
 * Currencies without a last price are left out, as in the headline; the change is unknown where one of them moved, and
 * estimated where a balance comes out below zero, because something that came in is not told then.
 *
 * @param balances - now, by currency
 * @param thenOf - the links of a currency's price at the start of the window; null without a price
 */
export function dayChange(
  balances: ReadonlyMap<string, Exact>,
  { amounts, valueIn, valueOut, isPartial }: DayFlows,
  unit: string,
  prices: ReadonlyMap<string, MarketPrice>,
  thenOf: (currency: string) => readonly PriceLink[] | null,
): Omit<DayChange, 'fromMs'> {
  const unknown = { change: { state: 'unknown' }, base: null } as const
  if (valueIn === null || valueOut === null) return unknown
  let worthNow = zero
  let worthThen = zero
  let isSure = !isPartial
  for (const currency of new Set([...balances.keys(), ...amounts.keys()])) {
    const balance = balances.get(currency) ?? zero
    const moved = amounts.get(currency) ?? zero
    const before = subtract(balance, moved)
    if (compare(before, TOLERANCE) < 0) isSure = false
    const last = lastPriceOf(prices, currency, unit, 0)
    if (last === null) {
      if (moved.units !== 0n) return unknown
      continue
    }
    worthNow = add(worthNow, convertAlong(balance, last.links))
    if (before.units === 0n) continue
    const links = thenOf(currency)
    if (links === null) return unknown
    worthThen = add(worthThen, convertAlong(before, links))
  }
  const base = add(worthThen, valueIn)
  const change = add(subtract(worthNow, base), valueOut)
  return {
    change: { state: isSure ? 'known' : 'estimated', amount: exactText(change) },
    base: exactText(base),
  }
}

/**
 * The change over the 24 hours that end with a reading of `pnl`, at the prices of both ends: the last ones now, and closes of at
 * most a day before then.
 *
 * @param said - the exchange's figures of the reading, by currency
 * @param untilMs - moment of the reading
 * @param isPartial - fills of the window may be missing
 */
export async function readDayChange(
  source: LedgerSource,
  said: ReadonlyMap<string, PnlUnits>,
  unit: string,
  untilMs: number,
  movements: readonly TimedMovement[],
  prices: ReadonlyMap<string, MarketPrice>,
  isPartial: boolean,
): Promise<DayChange> {
  const fromMs = Math.max(0, untilMs - DAY_MS)
  const flows = await readFlows(source, unit, fromMs, untilMs, movements)
  const balances = new Map(
    [...said].map(([currency, { credit, debit }]): [string, Exact] => [
      currency,
      { units: credit - debit, scale: BOOK_DECIMALS },
    ]),
  )
  const then = new Map<string, readonly PriceLink[]>()
  for (const currency of new Set([...balances.keys(), ...flows.amounts.keys()])) {
    const links = (await readPricesAt(source, currency, unit, [fromMs])).get(fromMs)
    if (links !== undefined) then.set(currency, links)
  }
  return {
    fromMs,
    ...dayChange(
      balances,
      { ...flows, isPartial: flows.isPartial || isPartial },
      unit,
      prices,
      (currency) => then.get(currency) ?? null,
    ),
  }
}
