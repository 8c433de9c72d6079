// Lots and disposals of random fills by every method are those of exact fractions, to the last digit, and lose no cost.
import { expect, test } from 'vitest'
import { costMethods, type CostMethod } from '../../../../src-preload/contract/portfolio/lots.ts'
import {
  add,
  type Exact,
  exactText,
  parseExact,
  subtract,
  zero,
} from '../../../../src-preload/domain/numbers/exact-decimal.ts'
import { COST_DECIMALS, toCost } from '../../../../src-main/portfolio/lots/cost.ts'
import { createLotsFold, type Disposal } from '../../../../src-main/portfolio/lots/lots-fold.ts'
import { toUnits } from '../../../../src-main/portfolio/results/ledger/fill-value.ts'
import type { LedgerFill } from '../../../../src-main/portfolio/results/ledger/ledger.ts'
import { randomFrom } from '../../../../scripts/random.ts'
import { soakRounds } from '../../../fixtures/soak.ts'
import { foldNaively, type OracleFill, type OracleMove, type OracleOpening } from './lot-oracle.ts'

const seed = Number(process.env['SEED'] ?? Math.floor(Math.random() * 2 ** 31))
const unit = 'usdc'
/** Openings are older. */
const firstMs = 1_000_000
const all = { fromMs: 0, toMs: Number.MAX_SAFE_INTEGER }

type Event = OracleFill | OracleMove
interface Account {
  readonly events: readonly Event[]
  readonly openings: ReadonlyMap<string, OracleOpening>
  readonly sinceMs: ReadonlyMap<string, number>
}

const markets = [
  ['eth', 'usdc'],
  ['btc', 'usdc'],
  ['eth', 'btc'],
  ['usdc', 'usdt'],
  ['arb', 'usdt'],
] as const

/** @param isWhole - nothing is unknown, and never is more sold than there is */
function makeAccount(random: () => number, count: number, isWhole: boolean): Account {
  const below = (limit: number): number => Math.floor(random() * limit)
  const decimal = (whole: number, most: number): string => {
    const places = below(most + 1)
    const digits = Array.from({ length: places }, () => String(below(10))).join('')
    return `${1 + below(whole)}${places === 0 ? '' : `.${digits}`}`
  }
  let atMs = firstMs
  const fill = (): OracleFill => {
    const [base, quote] = markets[below(markets.length)] ?? markets[0]
    const side: 'buy' | 'sell' = below(2) === 0 ? 'buy' : 'sell'
    const amount = decimal(base === 'arb' ? 300 : 9, 9)
    const price = decimal(base === 'usdc' ? 1 : 2_000, 4)
    const [out, into] = side === 'buy' ? [quote, base] : [base, quote]
    const currency = [into, into, into, out, 'tnx', unit][below(6)] ?? into
    const isUnknown = !isWhole && below(30) === 0
    const needsPrice = base !== unit && quote !== unit
    return {
      ...{ base, quote, side, amount, price },
      atMs: (atMs += below(90_000)),
      total: below(3) === 0 ? null : exactText(multiplied(price, amount)),
      fee: isUnknown && below(2) === 0 ? null : { currency, amount: `0.000${1 + below(999)}` },
      quotePrice: !needsPrice || isUnknown ? null : decimal(quote === 'btc' ? 40_000 : 1, 6),
      feePrice: currency === 'tnx' && !(isUnknown && below(2) === 0) ? decimal(3, 5) : null,
    }
  }
  const move = (): OracleMove => ({
    direction: below(3) === 0 ? 'out' : 'in',
    currency: ['eth', 'btc', 'arb', unit][below(4)] ?? 'eth',
    atMs: (atMs += below(90_000)),
    amount: decimal(5, 8),
    value: !isWhole && below(9) === 0 ? null : decimal(5_000, 20),
  })
  const events = Array.from({ length: count }, () => (below(12) === 0 ? move() : fill()))
  const large = isWhole ? '900000000' : ''
  /** Sometimes of another amount, or with a date that is not before all events: then it is not used. */
  const split = (amount: string): OracleOpening['parts'] => {
    const pieces = Array.from({ length: below(5) }, () => decimal(9, 9))
    const rest = pieces.reduce((left, piece) => subtract(left, parseExact(piece)), parseExact(amount))
    const amounts = rest.units > 0n && below(8) > 0 ? [...pieces, exactText(rest)] : pieces
    const isLate = below(8) === 0
    return amounts
      .map((part) => ({
        amount: part,
        openedMs: below(3) === 0 ? null : below(isLate ? atMs : firstMs),
        cost: below(3) === 0 ? decimal(9_000, 18) : null,
      }))
      .sort((a, b) => (a.openedMs ?? -1) - (b.openedMs ?? -1))
  }
  const opening = (currency: string): [string, OracleOpening][] => {
    if (!isWhole && below(4) === 0) return []
    const amount = large || decimal(currency === 'arb' ? 900 : 30, 9)
    const cost = !isWhole && below(4) === 0 ? null : decimal(90_000, 18)
    return [[currency, { amount, cost, parts: below(3) === 0 ? [] : split(amount) }]]
  }
  return {
    events,
    openings: new Map(['eth', 'btc', 'arb', 'usdt', 'tnx'].flatMap(opening)),
    sinceMs: new Map<string, number>(!isWhole && below(4) === 0 ? [['eth', below(atMs)]] : []),
  }
}

const multiplied = (a: string, b: string): Exact => {
  const [left, right] = [parseExact(a), parseExact(b)]
  return { units: left.units * right.units, scale: left.scale + right.scale }
}

const linkOf = (price: string | null) =>
  price === null ? null : [{ market: 'any', price, asOfMs: 1, isInverse: false }]

function foldProduct({ events, openings, sinceMs }: Account, method: CostMethod) {
  const fold = createLotsFold({
    method,
    unit,
    openings: new Map(
      [...openings].map(([currency, { amount, cost, parts }]) => [
        currency,
        {
          parts,
          amount: toUnits(parseExact(amount)),
          cost: cost === null ? null : toCost(toUnits(parseExact(cost))),
        },
      ]),
    ),
    sinceOf: (currency) => sinceMs.get(currency) ?? 0,
    hasLots: (currency) => currency !== unit,
    keep: all,
    endMs: Number.MAX_SAFE_INTEGER,
  })
  events.forEach((event, id) => {
    if (!('side' in event)) {
      fold.move(event)
      return
    }
    const { base, quote, fee, quotePrice, feePrice, ...row } = event
    const fill: LedgerFill = {
      ...row,
      ...{ id, orderId: id, market: `${base}${quote}` },
      feeCurrency: fee?.currency ?? null,
      feeAmount: fee?.amount ?? null,
      quotePrice: linkOf(quotePrice),
      feePrice: linkOf(feePrice),
    }
    fold.add(fill)
  })
  fold.finish()
  return fold
}

const money = (units: bigint | null): string =>
  units === null ? 'unknown' : exactText({ units, scale: COST_DECIMALS })
const amountOf = (units: bigint): string => exactText({ units, scale: 30 })

const comparable = ({ parts, cost, ...one }: Disposal) => ({
  ...{ kind: one.kind, currency: one.currency, atMs: one.atMs, amount: amountOf(one.amount) },
  ...{ proceeds: money(one.proceeds), grossProceeds: money(one.grossProceeds) },
  ...{ cost: money(cost.cost), grossCost: money(cost.gross), uncovered: amountOf(one.uncovered) },
  parts: parts.map((part) => `${part.id} ${amountOf(part.amount)} ${money(part.cost)}`),
})

/** `npm run soak -- lots` takes fifty times as many. */
const fills = soakRounds(2_000)
const perAccount = 125

test.each(costMethods)(
  `${fills} random fills by %s (seed ${seed})`,
  (method) => {
    const random = randomFrom(seed)
    for (let done = 0; done < fills; done += perAccount) {
      const account = makeAccount(random, perAccount, done % (4 * perAccount) === 0)
      const fold = foldProduct(account, method)
      const expected = foldNaively(account.events, { ...account, method, unit })
      expect(fold.disposals.map(comparable)).toEqual(expected.disposals)
      expect([...fold.books.keys()].sort()).toEqual([...expected.open.keys()].sort())
      for (const [currency, lots] of expected.open) {
        const open = fold.books.get(currency)?.list() ?? []
        expect(
          open.map((lot) => `${lot.id} ${String(lot.openedMs)} ${amountOf(lot.amount)} ${money(lot.cost)}`),
        ).toEqual(lots)
      }
    }
  },
  600_000,
)

test(`gains less the cost of open lots are the same by every method (seed ${seed})`, () => {
  const random = randomFrom(seed + 1)
  for (let done = 0; done < fills / 4; done += perAccount) {
    const account = makeAccount(random, perAccount, true)
    const sums = costMethods.map((method) => {
      const { disposals, books } = foldProduct(account, method)
      let sum = zero
      const exact = (units: bigint | null): Exact => {
        if (units === null) throw new Error('a cost is unknown')
        return { units, scale: COST_DECIMALS }
      }
      for (const { proceeds, cost, kind, uncovered } of disposals) {
        expect(uncovered).toBe(0n)
        if (kind !== 'movedOut') sum = add(sum, exact(proceeds))
        sum = subtract(sum, exact(cost.cost))
      }
      for (const book of books.values()) for (const { cost } of book.list()) sum = subtract(sum, exact(cost))
      return exactText(sum)
    })
    expect(new Set(sums).size).toBe(1)
  }
}, 600_000)
