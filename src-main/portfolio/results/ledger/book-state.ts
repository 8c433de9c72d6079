// Judges a ledger's books by the exchange's figures of the account: solves the cost of the openings, and checks it. Pure.
// Definitions: figures.md, "The opening".
import type { PnlEntry } from '../../../../src-preload/contract/orders/entities.ts'
import type { BookFault, Figure } from '../../../../src-preload/contract/portfolio/figures.ts'
import {
  add,
  divideHalfEven,
  type Exact,
  exactText,
  parseExact,
  roundHalfEven,
  zero,
} from '../../../../src-preload/domain/numbers/exact-decimal.ts'
import { type Book, BOOK_DECIMALS, wholeShare } from './book.ts'
import { toUnits } from './fill-value.ts'
import { type Ledger, type LinearResult, untouchedBook } from './ledger.ts'

/** Tolerance of checks: 1e-8 of the figure, or of one unit. */
const TOLERANCE = 100_000_000n
/** A solved opening cost is used only while the opening held before a sale is at most this many times the rest of it. */
const MAX_SHARE_RATIO = 100_000_000n
/** Decimals of a result of one market on one day; their sums are exact. */
const RESULT_DECIMALS = 18
const unitOne = 10n ** BigInt(BOOK_DECIMALS)

const text = (units: bigint): string => exactText({ units, scale: BOOK_DECIMALS })
const size = (value: bigint): bigint => (value < 0n ? -value : value)
/** True if equal within 1e-8 of the expected value, or of one unit. */
export const agrees = (found: bigint, expected: bigint): boolean =>
  size(found - expected) * TOLERANCE <= (size(expected) > unitOne ? size(expected) : unitOne)

/** An exchange's figures of a currency, in units of 10^-30. */
export interface PnlUnits {
  readonly credit: bigint
  readonly debit: bigint
  readonly creditValue: bigint
  readonly debitValue: bigint
  readonly balanceValue: bigint
}

/** Converts an entry's decimal texts to 10^-30. */
export function pnlUnits(entry: PnlEntry): PnlUnits {
  const read = (value: string): bigint => toUnits(parseExact(value))
  return {
    credit: read(entry.totalCredit),
    debit: read(entry.totalDebit),
    creditValue: read(entry.totalCreditValue),
    debitValue: read(entry.totalDebitValue),
    balanceValue: read(entry.totalBalanceValue),
  }
}

/** The inputs of the judgment besides the ledger. */
export interface Evidence {
  readonly unit: string
  /** By currency in lower case, of the reading at the ledger's moment; null without one. */
  readonly reading: ReadonlyMap<string, PnlUnits> | null
  /** By id, the readings at which the ledger was marked. */
  readonly earlier: ReadonlyMap<number, ReadonlyMap<string, PnlUnits>>
  /** The time from which all fills of a currency are here; 0 for all. */
  readonly sinceOf: (currency: string) => number
  readonly openings: ReadonlyMap<string, bigint>
  /** By currency, orders that have filled more than the fills here. */
  readonly ordersMissingFills: ReadonlyMap<string, number>
}

/** The judgment of a currency's book. */
export interface JudgedBook {
  readonly state: 'known' | 'estimated' | 'unknown'
  readonly fault: BookFault | null
  /** Cost of the opening, in 10^-30; null for the unit of account, whose sales have no result. */
  readonly openingCost: bigint | null
  /** The remaining part of the opening, in 10^-40; null if the opening cost was not solved from it. */
  readonly solvedFrom: bigint | null
}

const known: Pick<JudgedBook, 'state' | 'fault'> = { state: 'known', fault: null }
const unknownBy = (fault: BookFault): JudgedBook => ({
  state: 'unknown',
  fault,
  openingCost: 0n,
  solvedFrom: null,
})

/** True for the currency of profit and loss itself: a unit is always worth one, so movements have no result. */
function isUnitOfAccount(currency: string, unit: string, said: PnlUnits): boolean {
  return (
    currency === unit &&
    agrees(said.creditValue, said.credit) &&
    agrees(said.debitValue, said.debit) &&
    agrees(said.balanceValue, said.credit - said.debit)
  )
}

const costOf = ({ own, share }: Pick<Book, 'own' | 'share'>, openingCost: bigint): bigint =>
  own + divideHalfEven(share * openingCost, wholeShare)

interface Check {
  readonly check: Extract<BookFault, { reason: 'check' }>['check']
  readonly expected: bigint
  readonly found: bigint
  /** Time of an earlier reading. */
  readonly atMs?: number
}

function firstFailed(checks: readonly Check[]): BookFault | null {
  const failed = checks.find(({ expected, found }) => !agrees(found, expected))
  if (failed === undefined) return null
  return {
    reason: 'check',
    check: failed.check,
    expected: text(failed.expected),
    found: text(failed.found),
    atMs: failed.atMs ?? null,
  }
}

function earlierChecks(currency: string, ledger: Ledger, evidence: Evidence, openingCost: bigint): Check[] {
  const sinceMs = evidence.sinceOf(currency)
  return ledger.state.marks.flatMap(({ readingId, momentMs, books }): Check[] => {
    const said = evidence.earlier.get(readingId)?.get(currency)
    if (said === undefined || momentMs < sinceMs) return []
    const book = books.get(currency) ?? untouchedBook(evidence.openings.get(currency) ?? 0n)
    return [
      { check: 'earlierBalance', expected: said.credit - said.debit, found: book.held, atMs: momentMs },
      { check: 'earlierCost', expected: said.balanceValue, found: costOf(book, openingCost), atMs: momentMs },
    ]
  })
}

/** Judges the book of one currency. See figures.md, "The opening", for each step. */
export function judgeBook(currency: string, ledger: Ledger, evidence: Evidence): JudgedBook {
  const said = evidence.reading?.get(currency)
  if (said === undefined) return unknownBy({ reason: 'noReading' })
  if (isUnitOfAccount(currency, evidence.unit, said)) return { ...known, openingCost: null, solvedFrom: null }
  const unpriced = ledger.state.unpriced.get(currency)
  if (unpriced !== undefined) return unknownBy({ reason: 'noPrice', ...unpriced })
  const orders = evidence.ordersMissingFills.get(currency)
  if (orders !== undefined) return unknownBy({ reason: 'fillsMissing', orders })
  if (ledger.state.skipped.has(currency)) return unknownBy({ reason: 'noSide' })

  const opening = evidence.openings.get(currency) ?? 0n
  const book = ledger.state.books.get(currency)?.now() ?? untouchedBook(opening)
  const least = -(unitOne / TOLERANCE)
  if (opening < least) return unknownBy({ reason: 'openingBelowZero', amount: text(opening), cost: '0' })
  // A sale of more than was held takes the whole cost with it, and what comes after has none.
  if (-book.shortage < least) return unknownBy({ reason: 'heldBelowZero', amount: text(-book.shortage) })
  return evidence.sinceOf(currency) === 0
    ? judgeWhole(book, said, least, opening)
    : judgeSolved(book, said, least, opening, (cost) => earlierChecks(currency, ledger, evidence, cost))
}

/** With all fills here, the opening cost follows from the received values, and three independent figures must agree. */
function judgeWhole(book: Book, said: PnlUnits, least: bigint, opening: bigint): JudgedBook {
  const openingCost = said.creditValue - book.valueIn
  if (openingCost < least) {
    return unknownBy({ reason: 'openingBelowZero', amount: text(opening), cost: text(openingCost) })
  }
  const fault = firstFailed([
    { check: 'debit', expected: said.debit, found: book.amountOut },
    { check: 'debitValue', expected: said.debitValue, found: book.valueOut },
    { check: 'balanceValue', expected: said.balanceValue, found: costOf(book, openingCost) },
  ])
  return { state: fault === null ? 'known' : 'estimated', fault, openingCost, solvedFrom: null }
}

/**
 * With older fills missing, the opening cost is the value that makes the book end at the exchange's cost; earlier readings
 * must agree. An opening of zero had no cost; if nothing of it is left, its cost is unknown and the end is an ordinary check.
 */
function judgeSolved(
  book: Book,
  said: PnlUnits,
  least: bigint,
  opening: bigint,
  checksOf: (openingCost: bigint) => readonly Check[],
): JudgedBook {
  const isSolved = opening !== 0n && book.share !== 0n
  const openingCost = isSolved ? divideHalfEven((said.balanceValue - book.own) * wholeShare, book.share) : 0n
  if (openingCost < least) {
    return unknownBy({ reason: 'openingBelowZero', amount: text(opening), cost: text(openingCost) })
  }
  const atEnd: Check = {
    check: 'balanceValue',
    expected: said.balanceValue,
    found: costOf(book, openingCost),
  }
  const checks = isSolved ? checksOf(openingCost) : [atEnd, ...(opening === 0n ? checksOf(0n) : [])]
  const fault: BookFault | null = checks.length === 0 ? { reason: 'notChecked' } : firstFailed(checks)
  const state = fault === null ? 'known' : 'estimated'
  return { state, fault, openingCost, solvedFrom: opening === 0n ? null : book.share }
}

/**
 * Why a result is unknown although its book is known: the amount sold dates from before the book, or from an opening of
 * unknown cost.
 */
export function faultOf(
  { largestShare, isEarly }: LinearResult,
  judged: JudgedBook,
): Extract<BookFault['reason'], 'early' | 'openingSold'> | null {
  if (judged.state === 'unknown' || judged.openingCost === null) return null
  if (isEarly) return 'early'
  const { solvedFrom } = judged
  const isTooLittle = solvedFrom !== null && largestShare > 0n && largestShare > solvedFrom * MAX_SHARE_RATIO
  return isTooLittle ? 'openingSold' : null
}

/** False if too little of the opening is left to tell its cost from it (figures.md, "Too little"). */
export const isOpeningSolvable = ({ solvedFrom }: JudgedBook): boolean =>
  solvedFrom === null || wholeShare <= solvedFrom * MAX_SHARE_RATIO

/** The result of one currency's sales in a market on a day, rounded once, half to even, to 18 decimals. */
export function resultOf(result: LinearResult, judged: JudgedBook): Figure {
  if (judged.state === 'unknown' || faultOf(result, judged) !== null) return { state: 'unknown' }
  if (judged.openingCost === null) return { state: judged.state, amount: '0' }
  const cost = divideHalfEven(result.share * judged.openingCost, wholeShare)
  const units = result.base - cost
  const amount = exactText(roundHalfEven({ units, scale: BOOK_DECIMALS }, RESULT_DECIMALS))
  return { state: judged.state, amount }
}

/** The sum of figures: unknown if one is unknown, otherwise estimated if one is estimated. */
export function sumFigures(figures: readonly Figure[]): Figure {
  let sum: Exact = zero
  let state: 'known' | 'estimated' = 'known'
  for (const one of figures) {
    if (one.state === 'unknown') return one
    sum = add(sum, parseExact(one.amount))
    if (one.state === 'estimated') state = 'estimated'
  }
  return { state, amount: exactText(sum) }
}
