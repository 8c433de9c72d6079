// The equity curve from raw rows: every fill by itself, no sums that are kept.
import { Rational } from './rational.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

export interface RawEquityFill {
  readonly market: string
  readonly base: string
  readonly quote: string
  readonly side: 'buy' | 'sell'
  readonly atMs: number
  readonly amount: string
  readonly total: string
  readonly feeCurrency: string
  readonly feeAmount: string
}

export interface EquityRows {
  readonly fills: readonly RawEquityFill[]
  /** Deposits and withdrawals that are known; `amount` is negative for what went out. */
  readonly moves: readonly { readonly currency: string; readonly atMs: number; readonly amount: string }[]
  readonly readings: readonly {
    readonly momentMs: number
    readonly balances: ReadonlyMap<string, Rational>
  }[]
  /** Closes in USDC by currency, oldest first; `isInverse`: the market says what a USDC costs. */
  readonly closes: ReadonlyMap<
    string,
    {
      readonly isInverse: boolean
      readonly rows: readonly { readonly endMs: number; readonly close: string }[]
    }
  >
}

interface Event {
  readonly currency: string
  readonly atMs: number
  readonly amount: Rational
}

export interface OracleUnknown extends Event {
  readonly reason: 'negative' | 'readings'
  readonly untilMs: number
}

/** What each fill and move added to a balance, or took from it. */
function listEvents({ fills, moves }: EquityRows): Event[] {
  const of = (currency: string, atMs: number, text: string, isOut: boolean): Event => {
    const amount = Rational.parse(text)
    return { currency, atMs, amount: isOut ? amount.negate() : amount }
  }
  return [
    ...fills.flatMap(({ side, base, quote, atMs, amount, total, feeCurrency, feeAmount }) => [
      of(base, atMs, amount, side === 'sell'),
      of(quote, atMs, total, side === 'buy'),
      of(feeCurrency, atMs, feeAmount, true),
    ]),
    ...moves.map(({ currency, atMs, amount }) => of(currency, atMs, amount, false)),
  ]
}

const endOfSecond = (momentMs: number): number => Math.floor(momentMs / 1_000) * 1_000 + 999
const hourOf = (atMs: number): number => Math.floor(atMs / HOUR_MS) * HOUR_MS

export class EquityOracle {
  readonly #rows: EquityRows
  readonly #events: readonly Event[]
  /** The last reading of each day that nothing happened near to. */
  readonly #anchors: readonly {
    readonly momentMs: number
    readonly balances: ReadonlyMap<string, Rational>
  }[]
  readonly #byHour = new Map<number, Map<string, Rational>>()
  /** What the newest reading's hour began with, where that is below zero: it counts at the end of that hour. */
  readonly #newestBelowZero = new Map<string, Rational>()
  readonly unknown: OracleUnknown[] = []
  readonly firstHourMs: number

  constructor(rows: EquityRows) {
    this.#rows = rows
    this.#events = listEvents(rows)
    const days = new Map<number, EquityRows['readings'][number]>()
    for (const reading of [...rows.readings].sort((a, b) => a.momentMs - b.momentMs)) {
      const secondMs = Math.floor(reading.momentMs / 1_000) * 1_000
      const isNear = this.#events.some(({ atMs }) => atMs >= secondMs - 2_000 && atMs <= secondMs + 2_999)
      if (!isNear) days.set(Math.floor(reading.momentMs / DAY_MS), reading)
    }
    this.firstHourMs = Math.min(...rows.fills.map(({ atMs }) => hourOf(atMs)))
    this.#anchors = [...days.values()]
      .map(({ momentMs, balances }) => ({ momentMs: endOfSecond(momentMs), balances }))
      .filter(({ momentMs }) => hourOf(momentMs) >= this.firstHourMs)
    this.#walk()
  }

  #moved(currency: string, fromMs: number, toMs: number): Rational {
    let sum = Rational.zero
    for (const event of this.#events) {
      if (event.currency === currency && event.atMs >= fromMs && event.atMs < toMs)
        sum = sum.add(event.amount)
    }
    return sum
  }

  #currencies(): string[] {
    const reported = this.#anchors.flatMap(({ balances }) => [...balances.keys()])
    return [...new Set([...reported, ...this.#events.map(({ currency }) => currency)])]
  }

  /** From the newest reading's hour back, an hour at a time. */
  #walk(): void {
    const newest = this.#anchors.at(-1)
    if (newest === undefined) throw new Error('no reading')
    const currencies = this.#currencies()
    let next = newest
    let later = new Map<string, Rational>()
    for (let hourMs = hourOf(newest.momentMs); hourMs >= this.firstHourMs; hourMs -= HOUR_MS) {
      const now = new Map<string, Rational>()
      const anchor = this.#anchors.find(({ momentMs }) => hourOf(momentMs) === hourMs)
      for (const currency of currencies) {
        let balance = (later.get(currency) ?? Rational.zero).subtract(
          this.#moved(currency, hourMs, hourMs + HOUR_MS),
        )
        if (anchor !== newest && balance.sign() < 0) {
          this.unknown.push({
            currency,
            atMs: hourMs,
            amount: balance,
            reason: 'negative',
            untilMs: next.momentMs,
          })
          balance = Rational.zero
        }
        if (anchor !== undefined) {
          let reported = (anchor.balances.get(currency) ?? Rational.zero).subtract(
            this.#moved(currency, hourMs, anchor.momentMs + 1),
          )
          if (reported.sign() < 0) {
            const untilMs = anchor.momentMs
            this.unknown.push({ currency, atMs: hourMs, amount: reported, reason: 'negative', untilMs })
            if (anchor === newest) this.#newestBelowZero.set(currency, reported)
            reported = Rational.zero
          }
          const amount = balance.subtract(reported)
          if (anchor !== newest && amount.sign() !== 0) {
            this.unknown.push({ currency, atMs: hourMs, amount, reason: 'readings', untilMs: next.momentMs })
          }
          balance = reported
        }
        now.set(currency, balance)
      }
      if (anchor !== undefined) next = anchor
      this.#byHour.set(hourMs, now)
      later = now
    }
  }

  balancesAt(atMs: number): Map<string, Rational> {
    const newestMs = hourOf(this.#anchors.at(-1)?.momentMs ?? 0)
    const fromMs = Math.max(this.firstHourMs, Math.min(hourOf(atMs), newestMs))
    const start = this.#byHour.get(fromMs) ?? new Map<string, Rational>()
    return new Map(
      this.#currencies().map((currency) => [
        currency,
        (start.get(currency) ?? Rational.zero)
          .add(this.#moved(currency, fromMs, atMs))
          .add((hourOf(atMs) > newestMs && this.#newestBelowZero.get(currency)) || Rational.zero),
      ]),
    )
  }

  /** The last close by then; null before the first. */
  priceAt(
    currency: string,
    atMs: number,
  ): { readonly close: Rational; readonly isInverse: boolean; readonly isCarried: boolean } | null {
    if (currency === 'usdc') return { close: Rational.one, isInverse: false, isCarried: false }
    const market = this.#rows.closes.get(currency)
    const row = market?.rows.findLast(({ endMs }) => endMs <= atMs)
    if (market === undefined || row === undefined) return null
    return {
      close: Rational.parse(row.close),
      isInverse: market.isInverse,
      isCarried: atMs - row.endMs > DAY_MS,
    }
  }

  /** In USDC; a quotient is rounded to 18 decimals. */
  worth(currency: string, amount: Rational, atMs: number): Rational | null {
    const price = this.priceAt(currency, atMs)
    if (price === null) return null
    return price.isInverse ? amount.divide(price.close).round(18) : amount.multiply(price.close)
  }

  /** Null where a held currency has no price yet. */
  valueAt(atMs: number): Rational | null {
    let sum = Rational.zero
    for (const [currency, balance] of this.balancesAt(atMs)) {
      if (balance.sign() === 0) continue
      const worth = this.worth(currency, balance, atMs)
      if (worth === null) return null
      sum = sum.add(worth)
    }
    return sum
  }

  /** The first value held in a currency since, at each time; deposits and withdrawals buy and sell it. */
  held(currency: string, timesMs: readonly number[]): (Rational | null)[] {
    const moved = [
      ...this.#rows.moves.map((one) => ({ ...one, amount: Rational.parse(one.amount) })),
      ...this.unknown,
    ].sort((a, b) => a.atMs - b.atMs)
    let beforeMs: number | null = null
    let units: Rational | null = null
    return timesMs.map((atMs) => {
      const price = this.priceAt(currency, atMs)
      if (price === null) throw new Error(`${currency} has no price`)
      if (beforeMs === null) {
        units = this.valueAt(atMs)?.divide(price.close).round(18) ?? null
        if (units === null) return null
      } else {
        for (const one of moved) {
          if (one.atMs < beforeMs || one.atMs >= atMs) continue
          const worth = this.worth(one.currency, one.amount, atMs)
          units = worth === null || units === null ? null : units.add(worth.divide(price.close).round(18))
        }
      }
      beforeMs = atMs
      return units === null ? null : units.multiply(price.close)
    })
  }
}
