// Lots and disposals once more, with exact fractions and no code of the product. Must not: import anything from src.
//
// What came in lies end to end on an axis. By the oldest first, what leaves is an interval that moves along it; by the newest
// first, it is the top of a stack that is cut at a height; the average is one fraction.
import { Rational, sumOf } from '../../../figures/rational.ts'

export type Method = 'fifo' | 'lifo' | 'average'

/** A fill as text, with the prices of its minute in the unit. */
export interface OracleFill {
  readonly base: string
  readonly quote: string
  readonly side: 'buy' | 'sell'
  readonly atMs: number
  readonly amount: string
  readonly price: string
  readonly total: string | null
  readonly fee: { readonly currency: string; readonly amount: string } | null
  readonly quotePrice: string | null
  readonly feePrice: string | null
}

export interface OracleMove {
  readonly direction: 'in' | 'out'
  readonly currency: string
  readonly atMs: number
  readonly amount: string
  readonly value: string | null
}

export interface OraclePart {
  readonly amount: string
  readonly openedMs: number | null
  /** Null: a share by amount. */
  readonly cost: string | null
}

/** Amount, and cost as decimal text or null; how it was split, in chronological order. */
export interface OracleOpening {
  readonly amount: string
  readonly cost: string | null
  readonly parts: readonly OraclePart[]
}

export interface OracleRules {
  readonly method: Method
  readonly unit: string
  readonly openings: ReadonlyMap<string, OracleOpening>
  readonly sinceMs: ReadonlyMap<string, number>
}

type Money = Rational | null

interface Segment {
  readonly lot: number
  readonly openedMs: number | null
  readonly low: Rational
  readonly high: Rational
}

interface Incoming {
  readonly openedMs: number | null
  readonly amount: Rational
  readonly cost: Money
  readonly gross: Money
}

/** What is compared: texts, "unknown" where not known. */
export interface OracleDisposal {
  readonly kind: 'sale' | 'fee' | 'movedOut'
  readonly currency: string
  readonly atMs: number
  readonly amount: string
  readonly proceeds: string
  readonly grossProceeds: string
  readonly cost: string
  readonly grossCost: string
  readonly uncovered: string
  /** `lot amount cost`. */
  readonly parts: readonly string[]
}

const places = 18
/** To which a pool of equal units keeps its cost. */
const poolPlaces = 30
const shown = (money: Money): string => (money === null ? 'unknown' : money.toDecimal(places))
const dust = Rational.parse('0.00000001')

const half = (money: Money): Money => money && money.round(places)
const minus = (a: Money, b: Money): Money => (a === null || b === null ? null : a.subtract(b))
const plus = (a: Money, b: Money): Money => (a === null || b === null ? null : a.add(b))

class Holding {
  readonly #method: Method
  readonly #lots: Incoming[] = []
  #segments: Segment[] = []
  /** Where the next lot begins on the axis. */
  #top = Rational.zero
  #cost: Money = Rational.zero
  #gross: Money = Rational.zero

  constructor(method: Method) {
    this.#method = method
  }

  #held(): Rational {
    return sumOf(this.#segments.map(({ low, high }) => high.subtract(low)))
  }

  add(lot: Incoming): void {
    if (lot.amount.sign() <= 0) return
    this.#lots.push(lot)
    const high = this.#top.add(lot.amount)
    this.#segments.push({ lot: this.#lots.length, openedMs: lot.openedMs, low: this.#top, high })
    this.#top = high
    this.#cost = plus(this.#cost, lot.cost)
    this.#gross = plus(this.#gross, lot.gross)
  }

  /** Cost of what a lot has left of an amount, rounded. */
  #restOf(lot: number, left: Rational, pick: 'cost' | 'gross'): Money {
    const whole = this.#lots[lot - 1]
    const money = whole?.[pick] ?? null
    return whole === undefined ? null : half(money && money.multiply(left).divide(whole.amount))
  }

  take(wanted: Rational) {
    const held = this.#held()
    const covered = wanted.compare(held) < 0 ? wanted : held
    const [kept, gone] = this.#cut(covered)
    this.#segments = kept
    const length = ({ low, high }: Segment): Rational => high.subtract(low)
    const costOf = (pick: 'cost' | 'gross'): Money[] => {
      if (this.#method !== 'average') {
        return gone.map((segment) => {
          const left = sumOf(kept.filter(({ lot }) => lot === segment.lot).map(length))
          return minus(
            this.#restOf(segment.lot, left.add(length(segment)), pick),
            this.#restOf(segment.lot, left, pick),
          )
        })
      }
      const before = pick === 'cost' ? this.#cost : this.#gross
      const rest = held.subtract(covered)
      // The rule of the books of the report (figures/book.ts): what is left keeps 30 places after each removal. A half of the last
      // shown place is then told from what is a hair beside it as the rule says, not as a fraction that never ends would.
      const after =
        rest.sign() === 0
          ? Rational.zero
          : minus(before, before && before.multiply(covered).divide(held).round(poolPlaces))
      if (pick === 'cost') this.#cost = after
      else this.#gross = after
      return this.#spread(minus(half(before), half(after)), gone.map(length))
    }
    const [costs, grosses] = [costOf('cost'), costOf('gross')]
    const over = wanted.subtract(covered)
    return { gone, costs, grosses, uncovered: over.compare(dust) > 0 ? over : Rational.zero }
  }

  /** The segments that stay, and those that go, in the order in which they go. */
  #cut(covered: Rational): [Segment[], Segment[]] {
    const kept: Segment[] = []
    const gone: Segment[] = []
    const rows = this.#method === 'lifo' ? this.#segments.toReversed() : this.#segments
    let still = covered
    for (const segment of rows) {
      const length = segment.high.subtract(segment.low)
      const part = length.compare(still) < 0 ? length : still
      still = still.subtract(part)
      const isTop = this.#method === 'lifo'
      const edge = isTop ? segment.high.subtract(part) : segment.low.add(part)
      if (part.sign() > 0) gone.push(isTop ? { ...segment, low: edge } : { ...segment, high: edge })
      if (part.compare(length) < 0) kept.push(isTop ? { ...segment, high: edge } : { ...segment, low: edge })
    }
    return [this.#method === 'lifo' ? kept.reverse() : kept, gone]
  }

  #spread(money: Money, amounts: readonly Rational[]): Money[] {
    const whole = sumOf(amounts)
    let passed = Rational.zero
    let before: Money = Rational.zero
    return amounts.map((amount) => {
      passed = passed.add(amount)
      const until = half(money && money.multiply(passed).divide(whole))
      const part = minus(until, before)
      before = until
      return part
    })
  }

  open(): string[] {
    const lengths = this.#segments.map(({ low, high }) => high.subtract(low))
    const pooled = this.#method === 'average' ? this.#spread(half(this.#cost), lengths) : []
    return this.#segments.map(({ lot, openedMs }, at) => {
      const left = lengths[at] ?? Rational.zero
      const cost = this.#method === 'average' ? (pooled[at] ?? null) : this.#restOf(lot, left, 'cost')
      return `${lot} ${String(openedMs)} ${left.toDecimal(30)} ${shown(cost)}`
    })
  }
}

/** A split counts if it is the whole opening and older than everything else; a share is what lies between two marks of the cost. */
function openingLots({ amount, cost, parts }: OracleOpening, firstMs: number): Incoming[] {
  const [whole, worth] = [Rational.parse(amount), cost === null ? null : Rational.parse(cost)]
  const amounts = parts.map((part) => Rational.parse(part.amount))
  const isWhole = parts.length > 0 && sumOf(amounts).compare(whole) === 0
  if (!isWhole || parts.some(({ openedMs }) => openedMs !== null && openedMs >= firstMs))
    return [{ openedMs: null, amount: whole, cost: worth, gross: worth }]
  const markAt = (count: number): Money =>
    half(worth && worth.multiply(sumOf(amounts.slice(0, count))).divide(whole))
  return parts.map((part, at) => {
    const own = part.cost === null ? minus(markAt(at + 1), markAt(at)) : half(Rational.parse(part.cost))
    return { openedMs: part.openedMs, amount: amounts[at] ?? whole, cost: own, gross: own }
  })
}

/** Every disposal and the lots that are left, of events in chronological order. */
export function foldNaively(events: readonly (OracleFill | OracleMove)[], rules: OracleRules) {
  const { method, unit, openings, sinceMs } = rules
  const holdings = new Map<string, Holding>()
  const disposals: OracleDisposal[] = []
  const holdingOf = (currency: string, atMs: number): Holding => {
    const known = holdings.get(currency)
    if (known !== undefined) return known
    const holding = new Holding(method)
    const opening = openings.get(currency)
    for (const lot of opening === undefined ? [] : openingLots(opening, atMs)) holding.add(lot)
    holdings.set(currency, holding)
    return holding
  }
  const isEarly = (currency: string, atMs: number): boolean => atMs < (sinceMs.get(currency) ?? 0)

  function comeIn(currency: string, atMs: number, amount: Rational, gross: Money, cost: Money): void {
    if (currency === unit || isEarly(currency, atMs)) return
    holdingOf(currency, atMs).add({ openedMs: atMs, amount, gross, cost })
  }

  function goOut(
    kind: OracleDisposal['kind'],
    currency: string,
    atMs: number,
    amount: Rational,
    gross: Money,
    net: Money,
  ): void {
    if (currency === unit) return
    const head = { kind, currency, atMs, amount: amount.toDecimal(30) }
    const told = { proceeds: shown(net), grossProceeds: shown(gross) }
    if (isEarly(currency, atMs)) {
      disposals.push({ ...head, ...told, cost: 'unknown', grossCost: 'unknown', uncovered: '0', parts: [] })
      return
    }
    const { gone, costs, grosses, uncovered } = holdingOf(currency, atMs).take(amount)
    const sum = (all: readonly Money[]): Money => all.reduce<Money>(plus, Rational.zero)
    disposals.push({
      ...head,
      ...told,
      cost: shown(sum(costs)),
      grossCost: shown(sum(grosses)),
      uncovered: uncovered.toDecimal(30),
      parts: gone.map(
        ({ lot, low, high }, at) => `${lot} ${high.subtract(low).toDecimal(30)} ${shown(costs[at] ?? null)}`,
      ),
    })
  }

  function fill(row: OracleFill): void {
    const amount = Rational.parse(row.amount)
    const total = row.total === null ? Rational.parse(row.price).multiply(amount) : Rational.parse(row.total)
    const value: Money =
      row.quote === unit
        ? total
        : row.base === unit
          ? amount
          : row.quotePrice === null
            ? null
            : total.multiply(Rational.parse(row.quotePrice))
    const [out, outAmount] = row.side === 'buy' ? [row.quote, total] : [row.base, amount]
    const [into, intoAmount] = row.side === 'buy' ? [row.base, amount] : [row.quote, total]
    const feeAmount = row.fee === null ? Rational.zero : Rational.parse(row.fee.amount)
    let fee: Money = null
    if (row.fee !== null && value !== null) {
      const { currency } = row.fee
      if (currency === unit) fee = feeAmount
      else if (currency === out || currency === into) {
        fee = value.multiply(feeAmount).divide(currency === out ? outAmount : intoAmount)
      } else fee = row.feePrice === null ? null : feeAmount.multiply(Rational.parse(row.feePrice))
    }
    const [worth, charged] = [half(value), half(fee)]
    const isInKind = row.fee?.currency === into
    goOut('sale', out, row.atMs, outAmount, worth, row.side === 'sell' ? minus(worth, charged) : worth)
    const received = isInKind ? intoAmount.subtract(feeAmount) : intoAmount
    const gross = isInKind ? minus(worth, charged) : worth
    comeIn(into, row.atMs, received, gross, row.side === 'buy' ? plus(gross, charged) : gross)
    if (row.fee !== null && !isInKind) goOut('fee', row.fee.currency, row.atMs, feeAmount, charged, charged)
  }

  for (const event of events) {
    if ('side' in event) fill(event)
    else if (event.direction === 'in') {
      const value = half(event.value === null ? null : Rational.parse(event.value))
      comeIn(event.currency, event.atMs, Rational.parse(event.amount), value, value)
    } else goOut('movedOut', event.currency, event.atMs, Rational.parse(event.amount), null, null)
  }
  for (const currency of openings.keys()) if (currency !== unit) holdingOf(currency, Infinity)
  return {
    disposals,
    open: new Map([...holdings].map(([currency, holding]) => [currency, holding.open()])),
  }
}
