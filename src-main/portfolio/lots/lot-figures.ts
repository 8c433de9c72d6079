// Turns lots and disposals into figures, each as sure as the book of its currency. Pure.
import type { Lot as LotFigures } from '../../../src-preload/contract/portfolio/lots.ts'
import type { BookState, Figure } from '../../../src-preload/contract/portfolio/figures.ts'
import type { LastPrice } from '../../../src-preload/contract/portfolio/results.ts'
import {
  type Exact,
  exactText,
  multiplyDivideHalfEven,
  one,
  parseExact,
  subtract,
} from '../../../src-preload/domain/numbers/exact-decimal.ts'
import type { OwnedOpeningPart } from '../../store/api/result-rows.ts'
import { BOOK_DECIMALS } from '../results/ledger/book.ts'
import { isOpeningSolvable, type JudgedBook } from '../results/ledger/book-state.ts'
import { convertAlong } from '../../../src-preload/domain/numbers/convert-along.ts'
import { addCosts, COST_DECIMALS, type Cost, toCost } from './cost.ts'
import type { Lot, LotPart } from './lot-book.ts'
import type { Disposal } from './lots-fold.ts'
import type { OpeningLot } from './opening-split.ts'

const DAY_MS = 86_400_000

const unknown: Figure = { state: 'unknown' }
export const amountText = (amount: bigint): string => exactText({ units: amount, scale: BOOK_DECIMALS })

/** The opening of each currency with the user's split; its cost is the one that the book was judged by. */
export function openingLots(
  openings: ReadonlyMap<string, bigint>,
  judged: ReadonlyMap<string, JudgedBook>,
  parts: readonly OwnedOpeningPart[],
): Map<string, OpeningLot> {
  return new Map(
    [...openings].map(([currency, amount]): [string, OpeningLot] => {
      const book = judged.get(currency)
      const cost = book === undefined || book.state === 'unknown' ? null : book.openingCost
      const isKnown = cost !== null && book !== undefined && isOpeningSolvable(book)
      const own = parts
        .filter((part) => part.currency === currency)
        .map((part) => ({ amount: part.amount, openedMs: part.openedMs, cost: part.cost }))
      return [currency, { amount, cost: isKnown ? toCost(cost) : null, parts: own }]
    }),
  )
}

/** A value in 10^-18, as sure as the book of its currency. */
export function figureOf(value: bigint | null, state: BookState['state']): Figure {
  if (value === null || state === 'unknown') return unknown
  return { state, amount: exactText({ units: value, scale: COST_DECIMALS }) }
}

const unitCostOf = (cost: bigint | null, amount: bigint): Exact | null =>
  cost === null || amount === 0n
    ? null
    : multiplyDivideHalfEven(
        { units: cost, scale: COST_DECIMALS },
        one,
        { units: amount, scale: BOOK_DECIMALS },
        COST_DECIMALS,
      )

/**
 * The figures of an open lot, or of all lots of a currency together: unit cost = cost ÷ amount, market value = amount × last
 * price, unrealized = market value − cost.
 */
export function lotFigures(
  lot: Cost & { readonly amount: bigint },
  state: BookState['state'],
  price: LastPrice | null,
): Omit<LotFigures, 'openedMs' | 'isOpening'> {
  const cost = figureOf(lot.cost, state)
  const unitCost = unitCostOf(lot.cost, lot.amount)
  const amount: Exact = { units: lot.amount, scale: BOOK_DECIMALS }
  const marketValue = price && convertAlong(amount, price.links)
  const unrealized: Figure =
    cost.state === 'unknown' || marketValue === null
      ? unknown
      : { state: cost.state, amount: exactText(subtract(marketValue, parseExact(cost.amount))) }
  return {
    amount: amountText(lot.amount),
    cost,
    grossCost: figureOf(lot.gross, state),
    unitCost:
      unitCost === null || cost.state === 'unknown'
        ? unknown
        : { state: cost.state, amount: exactText(unitCost) },
    marketValue: marketValue && exactText(marketValue),
    unrealized,
  }
}

export const sumLots = (lots: readonly Lot[]): Cost & { readonly amount: bigint } => ({
  amount: lots.reduce((sum, { amount }) => sum + amount, 0n),
  ...addCosts(lots),
})

/** A disposal for a file; values in the currency of profit and loss. */
export interface DisposalFigures extends Pick<Disposal, 'kind' | 'currency' | 'atMs' | 'fill' | 'isEarly'> {
  readonly amount: string
  /** After the fee of the sale, and before it. */
  readonly proceeds: Figure
  readonly grossProceeds: Figure
  /** With the fees of the buys, and without. */
  readonly cost: Figure
  readonly grossCost: Figure
  /** proceeds − cost. */
  readonly gain: Figure
  /** Whole days from the newest and from the oldest of its lots; null if one came in at an unknown time. */
  readonly heldDays: { readonly least: number; readonly most: number } | null
  readonly parts: readonly {
    readonly openedMs: number | null
    readonly isOpening: boolean
    readonly amount: string
    readonly cost: Figure
  }[]
  /** What left beyond the known lots; null if nothing did. */
  readonly uncovered: string | null
}

function heldDaysOf({ parts, atMs, uncovered, isEarly }: Disposal): DisposalFigures['heldDays'] {
  if (isEarly || uncovered > 0n || parts.length === 0) return null
  let [least, most] = [Infinity, 0]
  for (const { openedMs } of parts) {
    if (openedMs === null) return null
    const days = Math.floor((atMs - openedMs) / DAY_MS)
    least = Math.min(least, days)
    most = Math.max(most, days)
  }
  return { least, most }
}

/** The figures of a disposal: gain = proceeds − cost; unknown where one of its parts is, or where it took more than is known. */
export function disposalFigures(disposal: Disposal, state: BookState['state']): DisposalFigures {
  const { kind, currency, atMs, fill, isEarly, amount, proceeds, grossProceeds, parts, uncovered } = disposal
  const isCovered = uncovered === 0n
  const cost = isCovered ? disposal.cost.cost : null
  const part = ({ openedMs, isOpening, amount: taken, cost: partCost }: LotPart) => ({
    openedMs,
    isOpening,
    amount: amountText(taken),
    cost: figureOf(partCost, state),
  })
  return {
    ...{ kind, currency, atMs, fill, isEarly, amount: amountText(amount) },
    // What was sold for is known without the book.
    proceeds: figureOf(proceeds, 'known'),
    grossProceeds: figureOf(grossProceeds, 'known'),
    cost: figureOf(cost, state),
    grossCost: figureOf(isCovered ? disposal.cost.gross : null, state),
    gain: figureOf(cost === null || proceeds === null ? null : proceeds - cost, state),
    heldDays: heldDaysOf(disposal),
    parts: parts.map(part),
    uncovered: isCovered ? null : amountText(uncovered),
  }
}
