// Owns: what a report should say, by fractions and by looking at all fills again for each question.
// Must not: share a line with src-main.
import { Fraction, nothing } from './fractions.ts'

export interface KnownFill {
  readonly market: string
  readonly quote: string
  readonly side: 'buy' | 'sell'
  readonly price: string
  readonly amount: string
  readonly total: string | null
  readonly feeCurrency: string | null
  readonly feeAmount: string | null
  readonly atMs: number
}

const valueOf = (fill: KnownFill): Fraction =>
  fill.total === null ? Fraction.of(fill.price).times(Fraction.of(fill.amount)) : Fraction.of(fill.total)

const sum = (parts: readonly Fraction[]): Fraction => {
  // Two by two: fractions stay short.
  if (parts.length <= 1) return parts[0] ?? nothing
  const middle = parts.length >> 1
  return sum(parts.slice(0, middle)).plus(sum(parts.slice(middle)))
}

export function groupBy<Item>(items: readonly Item[], nameOf: (item: Item) => string): [string, Item[]][] {
  const groups: Record<string, Item[]> = {}
  for (const item of items) (groups[nameOf(item)] ??= []).push(item)
  return Object.keys(groups)
    .sort()
    .map((name) => [name, groups[name] ?? []])
}

/** What each sale came to, by its place in the list; undefined where its cost is not known. */
export function resultsOfSales(fills: readonly KnownFill[]): Map<KnownFill, Fraction | undefined> {
  const results = new Map<KnownFill, Fraction | undefined>()
  for (const [, own] of groupBy(fills, ({ market }) => market)) {
    let stock = { amount: nothing, cost: nothing }
    for (const fill of own) {
      const amount = Fraction.of(fill.amount)
      const value = valueOf(fill)
      if (fill.side === 'buy') {
        stock = { amount: stock.amount.plus(amount), cost: stock.cost.plus(value) }
      } else if (stock.amount.isBelow(amount)) {
        results.set(fill, undefined)
        stock = { amount: nothing, cost: nothing }
      } else {
        const left = stock.amount.minus(amount)
        const cost = left.top === 0n ? stock.cost : stock.cost.over(stock.amount).times(amount).rounded(18)
        results.set(fill, value.minus(cost))
        stock = { amount: left, cost: stock.cost.minus(cost) }
      }
    }
  }
  return results
}

const listed = (groups: [string, Fraction][]): { currency: string; amount: string }[] =>
  groups.map(([currency, amount]) => ({ currency, amount: amount.text() }))

/** A date in a zone, 2026-03-29. */
export function dateIn(timeZone: string): (timeMs: number) => string {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone })
  return (timeMs) => format.format(timeMs)
}

/** @param dayOf - names a day so that names sort as days do */
export function expectedReport(
  allFills: readonly KnownFill[],
  fromMs: number,
  toMs: number,
  dayOf: (timeMs: number) => string,
) {
  const results = resultsOfSales(allFills)
  const fills = allFills.filter(({ atMs }) => atMs >= fromMs && atMs < toMs)
  const sales = fills.filter(({ side }) => side === 'sell')
  const total = (some: readonly KnownFill[], side?: string): Fraction =>
    sum(some.filter((fill) => side === undefined || fill.side === side).map(valueOf))
  const amounts = (some: readonly KnownFill[], side: string): Fraction =>
    sum(some.filter((fill) => fill.side === side).map(({ amount }) => Fraction.of(amount)))
  const resultOf = (some: readonly KnownFill[]): Fraction | null => {
    const known = some.map((fill) => results.get(fill))
    return known.includes(undefined) ? null : sum(known.flatMap((one) => one ?? []))
  }

  const days = groupBy(fills, ({ atMs }) => dayOf(atMs)).map(([day, ofDay]) => {
    const ofSales = groupBy(
      ofDay.filter(({ side }) => side === 'sell'),
      ({ quote }) => quote,
    ).flatMap(([quote, some]): [string, Fraction][] => {
      const known = resultOf(some)
      return known === null ? [] : [[quote, known]]
    })
    return {
      day,
      trades: ofDay.length,
      volumes: listed(groupBy(ofDay, ({ quote }) => quote).map(([quote, some]) => [quote, total(some)])),
      realised: listed(ofSales),
      results: ofSales,
    }
  })
  const ends = (isBetter: (a: Fraction, b: Fraction) => boolean) =>
    groupBy(
      days.flatMap(({ day, results: some }) => some.map(([quote, amount]) => ({ day, quote, amount }))),
      ({ quote }) => quote,
    ).map(([currency, some]) => {
      const [first, ...others] = some
      if (first === undefined) throw new Error('an empty group')
      const best = others.reduce((one, other) => (isBetter(other.amount, one.amount) ? other : one), first)
      return { currency, day: best.day, amount: best.amount.text() }
    })

  return {
    trades: fills.length,
    markets: groupBy(fills, ({ market }) => market).map(([market, some]) => ({
      market,
      quote: some[0]?.quote,
      trades: some.length,
      boughtAmount: amounts(some, 'buy').text(),
      boughtValue: total(some, 'buy').text(),
      soldAmount: amounts(some, 'sell').text(),
      soldValue: total(some, 'sell').text(),
      realised: resultOf(sales.filter((fill) => fill.market === market))?.text() ?? null,
    })),
    volumes: listed(groupBy(fills, ({ quote }) => quote).map(([quote, some]) => [quote, total(some)])),
    fees: listed(
      groupBy(
        fills.filter(({ feeCurrency, feeAmount }) => feeCurrency !== null && feeAmount !== null),
        ({ feeCurrency }) => feeCurrency ?? '',
      ).map(([currency, some]) => [
        currency,
        sum(some.map(({ feeAmount }) => Fraction.of(feeAmount ?? '0'))),
      ]),
    ),
    best: ends((a, b) => b.isBelow(a)),
    worst: ends((a, b) => a.isBelow(b)),
    days: days.map(({ day, trades, volumes, realised }) => ({ day, trades, volumes, realised })),
  }
}
