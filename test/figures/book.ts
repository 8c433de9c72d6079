// One moving-average book per currency: its opening, its checks and the result of each sale.
//
// Between two events a book is (amount, cost). What comes in adds both. What goes out leaves the average alone: it takes
// cost × amount out ÷ amount held, and a sale's result is its value less that. Until the opening cost is known, a cost is
// written as share × opening cost + rest.
import { asSureAs, known, unknown, type Figure, type FigureState, type Reason } from './figure.ts'
import { moneyOf, movementsOf, type Leg, type Movement } from './movements.ts'
import { Rational, sumOf } from './rational.ts'
import type { PnlReading, PnlRow, RawRows } from './raw-rows.ts'
import { splitMarket } from './raw-rows.ts'

/** Costs are kept to this many decimals. Exact ones grow by the digits of every amount; twenty are shown at most. */
const COST_PLACES = 90
const TOLERANCE = Rational.parse('1e-8')
const MAX_SHARE_RATIO = Rational.parse('1e8')

export interface Check {
  readonly name:
    'total_debit' | 'total_debit_value' | 'total_balance_value' | 'balance, earlier' | 'cost, earlier'
  readonly told: Rational
  readonly computed: Rational
  readonly passes: boolean
}

/** What one leg did to its book. */
export interface Step {
  readonly movement: Movement
  readonly leg: Leg
  /** Value less share of the cost; of what came in zero. */
  readonly result: Figure
}

export interface Book {
  readonly currency: string
  readonly state: FigureState
  readonly reason: Reason | null
  /** How the opening cost was found. */
  readonly openingFrom: 'total_credit_value' | 'total_balance_value' | 'nothing held' | 'pnl currency' | null
  readonly openingAmount: Rational
  readonly openingCost: Rational | null
  readonly checks: readonly Check[]
  readonly steps: readonly Step[]
}

/** Equal to 1e-8 of itself or of one unit. */
export function isClose(told: Rational, computed: Rational): boolean {
  const size = told.absolute()
  const scale = size.compare(Rational.one) > 0 ? size : Rational.one
  return told.subtract(computed).absolute().compare(TOLERANCE.multiply(scale)) <= 0
}

/** A state of the book: cost = share × opening cost + rest. */
interface Held {
  readonly amount: Rational
  readonly share: Rational
  readonly rest: Rational
}

interface Walked {
  readonly movement: Movement
  readonly leg: Leg
  readonly before: Held
  readonly after: Held
}

function walk(openingAmount: Rational, legs: readonly (readonly [Movement, Leg])[]): Walked[] {
  let held: Held = { amount: openingAmount, share: Rational.one, rest: Rational.zero }
  return legs.map(([movement, leg]) => {
    const before = held
    if (leg.direction === 'in') {
      const rest = held.rest.add(leg.value ?? Rational.zero).round(COST_PLACES)
      held = { amount: held.amount.add(leg.amount), share: held.share, rest }
    } else if (held.amount.sign() === 0) {
      // Nothing is held: nothing can be taken off the cost.
      held = { ...held, amount: held.amount.subtract(leg.amount) }
    } else {
      const amount = held.amount.subtract(leg.amount)
      const left = amount.divide(held.amount)
      held = {
        amount,
        share: held.share.multiply(left).round(COST_PLACES),
        rest: held.rest.multiply(left).round(COST_PLACES),
      }
    }
    return { movement, leg, before, after: held }
  })
}

function costOf({ share, rest }: Held, openingCost: Rational): Rational {
  return share.multiply(openingCost).add(rest)
}

const sumWhere = (
  legs: readonly (readonly [Movement, Leg])[],
  direction: 'in' | 'out',
  pick: (leg: Leg) => Rational,
): Rational => sumOf(legs.filter(([, leg]) => leg.direction === direction).map(([, leg]) => pick(leg)))

const amountOf = (leg: Leg): Rational => leg.amount
const valueOf = (leg: Leg): Rational => leg.value ?? Rational.zero

function check(name: Check['name'], told: Rational, computed: Rational): Check {
  return { name, told, computed, passes: isClose(told, computed) }
}

/** Readings at or after T0 and before the last one. */
function readingsSince(rows: RawRows): PnlReading[] {
  const fromMs = rows.sinceMs ?? -Infinity
  return rows.earlierPnl.filter(({ momentMs }) => momentMs >= fromMs && momentMs < rows.pnl.momentMs)
}

function heldAt(walked: readonly Walked[], openingAmount: Rational, momentMs: number): Held {
  const last = walked.findLast(({ movement }) => movement.timeMs < momentMs + 1000)
  return last?.after ?? { amount: openingAmount, share: Rational.one, rest: Rational.zero }
}

/** The checks of a book with older fills missing: each earlier reading's balance and cost. */
function earlierChecks(
  rows: RawRows,
  currency: string,
  walked: readonly Walked[],
  openingAmount: Rational,
  openingCost: Rational,
): Check[] {
  return readingsSince(rows).flatMap(({ momentMs, rows: entries }) => {
    const row = entries.get(currency)
    if (row === undefined) return []
    const held = heldAt(walked, openingAmount, momentMs)
    return [
      check('balance, earlier', row.credit.subtract(row.debit), held.amount),
      check('cost, earlier', row.balanceValue, costOf(held, openingCost)),
    ]
  })
}

/** The first order created since T0 that moved the currency and has a filled amount of more than its fills. */
function brokenOrder(rows: RawRows, currency: string): number | null {
  const currencies = new Set(rows.pnl.rows.keys())
  for (const order of rows.orders) {
    if (rows.sinceMs !== null && order.createdMs < rows.sinceMs) continue
    const pair = splitMarket(order.market, currencies)
    if (pair?.base !== currency && pair?.quote !== currency) continue
    // An order may have traded after the reading of pnl: its fills up to now count here.
    if (order.executedVolume.compare(sumOf(order.fills.map(({ amount }) => amount))) > 0) return order.id
  }
  return null
}

/** The pnl currency is worth one of itself: what it cost is what it is, and no sale of it has a result. */
function moneyBook(row: PnlRow, openingAmount: Rational, legs: readonly (readonly [Movement, Leg])[]): Book {
  return {
    currency: row.currency,
    state: 'known',
    reason: null,
    openingFrom: 'pnl currency',
    openingAmount,
    openingCost: openingAmount,
    checks: [check('total_debit', row.debit, sumWhere(legs, 'out', amountOf))],
    steps: legs.map(([movement, leg]) => ({ movement, leg, result: known(Rational.zero) })),
  }
}

function unknownBook(
  currency: string,
  openingAmount: Rational,
  legs: readonly (readonly [Movement, Leg])[],
  reason: Reason,
): Book {
  return {
    currency,
    state: 'unknown',
    reason,
    openingFrom: null,
    openingAmount,
    openingCost: null,
    checks: [],
    steps: legs.map(([movement, leg]) => ({
      movement,
      leg,
      result: leg.direction === 'in' ? known(Rational.zero) : unknown(reason),
    })),
  }
}

interface Opening {
  readonly from: NonNullable<Book['openingFrom']>
  /** Null where nothing of the opening is left, so that nothing tells its cost. */
  readonly cost: Rational | null
  readonly checks: readonly Check[]
  /** Whether anything that the opening did not use agrees with the book. */
  readonly isChecked: boolean
}

function findOpening(
  rows: RawRows,
  row: PnlRow,
  legs: readonly (readonly [Movement, Leg])[],
  walked: readonly Walked[],
  openingAmount: Rational,
): Opening {
  const end = walked.at(-1)?.after ?? { amount: openingAmount, share: Rational.one, rest: Rational.zero }
  const atEnd = (cost: Rational): Check => check('total_balance_value', row.balanceValue, costOf(end, cost))
  if (rows.sinceMs === null) {
    const cost = row.creditValue.subtract(sumWhere(legs, 'in', valueOf))
    const checks = [
      check('total_debit', row.debit, sumWhere(legs, 'out', amountOf)),
      check('total_debit_value', row.debitValue, sumWhere(legs, 'out', valueOf)),
      atEnd(cost),
    ]
    return { from: 'total_credit_value', cost, checks, isChecked: true }
  }
  const { currency } = row
  if (openingAmount.sign() === 0) {
    // What was not held cost nothing: the end is a check that used nothing of it.
    const cost = Rational.zero
    const checks = [atEnd(cost), ...earlierChecks(rows, currency, walked, openingAmount, cost)]
    return { from: 'nothing held', cost, checks, isChecked: true }
  }
  if (end.share.sign() === 0) {
    return { from: 'total_balance_value', cost: null, checks: [atEnd(Rational.zero)], isChecked: true }
  }
  const cost = row.balanceValue.subtract(end.rest).divide(end.share).round(COST_PLACES)
  const checks = earlierChecks(rows, currency, walked, openingAmount, cost)
  return { from: 'total_balance_value', cost, checks, isChecked: checks.length > 0 }
}

/** "Too little": whether the opening's cost is told well enough by what is left of it, for a sale made when `share` was left. */
function isToldByRest(share: Rational, shareAtEnd: Rational): boolean {
  return share.absolute().compare(shareAtEnd.absolute().multiply(MAX_SHARE_RATIO)) <= 0
}

function bookOf(rows: RawRows, currency: string, movements: readonly Movement[]): Book {
  const legs = movements.flatMap((movement) =>
    movement.legs.filter((leg) => leg.currency === currency).map((leg) => [movement, leg] as const),
  )
  const because = (code: Reason['code'], text: string): Reason => ({ code, currency, text })
  const row = rows.pnl.rows.get(currency)
  if (row === undefined) {
    return unknownBook(currency, Rational.zero, legs, because('noReading', `pnl has no ${currency}`))
  }
  const openingAmount = row.credit
    .subtract(row.debit)
    .subtract(sumWhere(legs, 'in', amountOf))
    .add(sumWhere(legs, 'out', amountOf))
  if (currency === moneyOf(rows)) return moneyBook(row, openingAmount, legs)
  const broken = brokenOrder(rows, currency)
  if (broken !== null) {
    const text = `order ${broken} has a filled amount of more than its fills`
    return unknownBook(currency, openingAmount, legs, because('fillsMissing', text))
  }
  const withoutPrice = legs.find(([, leg]) => leg.value === null)
  if (withoutPrice !== undefined) {
    const text = `no price at ${new Date(withoutPrice[0].timeMs).toISOString()}`
    return unknownBook(currency, openingAmount, legs, because('noPrice', text))
  }
  const isBelowZero = (value: Rational): boolean => value.sign() < 0 && !isClose(Rational.zero, value)
  if (isBelowZero(openingAmount)) {
    const text = `opening amount ${openingAmount.toDecimal()}`
    return unknownBook(currency, openingAmount, legs, because('openingBelowZero', text))
  }
  const walked = walk(openingAmount, legs)
  const short = walked.find(({ after }) => isBelowZero(after.amount))
  if (short !== undefined) {
    const text = `held ${short.after.amount.toDecimal()} at ${new Date(short.movement.timeMs).toISOString()}`
    return unknownBook(currency, openingAmount, legs, because('heldBelowZero', text))
  }
  const opening = findOpening(rows, row, legs, walked, openingAmount)
  if (opening.cost !== null && isBelowZero(opening.cost)) {
    const text = `opening cost ${opening.cost.toDecimal()}`
    return unknownBook(currency, openingAmount, legs, because('openingBelowZero', text))
  }
  const failed = opening.checks.find(({ passes }) => !passes)
  const reason =
    failed !== undefined
      ? because(
          'checkFailed',
          `${failed.name}: ${failed.told.toDecimal()} told, ${failed.computed.toDecimal()} computed`,
        )
      : opening.isChecked
        ? null
        : because('notChecked', 'from the exchange’s cost, not checked')
  const endShare = walked.at(-1)?.after.share ?? Rational.one
  const like: Figure =
    reason === null ? known(Rational.zero) : { state: 'estimated', value: Rational.zero, reason }
  const isSolved = opening.from === 'total_balance_value'
  const steps = walked.map(({ movement, leg, before }): Step => {
    if (leg.direction === 'in') return { movement, leg, result: known(Rational.zero) }
    if (isSolved && (opening.cost === null || !isToldByRest(before.share, endShare))) {
      if (before.share.sign() !== 0) {
        const text = 'too little of the opening is left to tell what it cost'
        return { movement, leg, result: unknown(because('tooLittleLeft', text)) }
      }
    }
    const cost = costOf(before, opening.cost ?? Rational.zero)
    const share = before.amount.sign() === 0 ? Rational.zero : cost.multiply(leg.amount).divide(before.amount)
    return { movement, leg, result: asSureAs(like, valueOf(leg).subtract(share).round(COST_PLACES)) }
  })
  return {
    currency,
    state: like.state,
    reason,
    openingFrom: opening.from,
    openingAmount,
    openingCost: opening.cost,
    checks: opening.checks,
    steps,
  }
}

/** The book of every currency that `pnl` or a fill names. One currency's book never spoils another's. */
export function booksOf(rows: RawRows): Map<string, Book> {
  const movements = movementsOf(rows)
  const currencies = new Set(rows.pnl.rows.keys())
  for (const { legs } of movements) for (const { currency } of legs) currencies.add(currency)
  return new Map([...currencies].sort().map((currency) => [currency, bookOf(rows, currency, movements)]))
}
