// Sums over accounts against exact fractions of the raw rows, and each account's own moving-average cost.
import { expect, it } from 'vitest'
import { randomFrom } from '../../../../scripts/random.ts'
import type { PnlEntry } from '../../../../src-preload/contract/orders/entities.ts'
import { pnlResult, sumResults } from '../../../../src-main/portfolio/results/pnl-results.ts'
import {
  type AccountPosition,
  sumBalances,
  sumPositions,
} from '../../../../src-main/portfolio/results/summed-results.ts'
import { Fraction, nothing } from './fractions.ts'

const price = (market: string, text: string) => ({
  links: [{ market, price: text, isInverse: false, asOfMs: 5 }],
  price: text,
  asOfMs: 5,
})

function entryOf(currency: string, amounts: readonly string[]): PnlEntry {
  const [
    totalCredit = '0',
    totalDebit = '0',
    totalCreditValue = '0',
    totalDebitValue = '0',
    totalBalanceValue = '0',
  ] = amounts
  return {
    ...{ currency, pnlCurrency: 'usdc', totalCredit, totalDebit, totalCreditValue, totalDebitValue },
    ...{ averageBuyPrice: '1', averageSellPrice: null, averageBalancePrice: '2', totalBalanceValue },
  }
}

const positionOf = (
  accountId: string,
  entry: PnlEntry,
  last: ReturnType<typeof price> | null,
): AccountPosition => ({
  accountId,
  entry,
  result: pnlResult(entry, last),
})

it('each figure is the exact sum of the raw rows of every account', () => {
  const seed = Date.now() % 1_000_000
  const random = randomFrom(seed)
  const digits = (): string =>
    `${Math.floor(random() * 1e9)}.${String(Math.floor(random() * 1e15)).padStart(18, '0')}`
  const prices = { eth: price('ethusdc', '2000.25'), arb: price('arbusdc', '0.7') } as const
  for (let round = 0; round < 50; round += 1) {
    const positions = ['a', 'b', 'c'].flatMap((accountId) =>
      (['eth', 'arb'] as const)
        .filter(() => random() < 0.8)
        .map((currency) =>
          positionOf(accountId, entryOf(currency, Array.from({ length: 5 }, digits)), prices[currency]),
        ),
    )
    const sums = sumPositions(positions)
    const all = { value: nothing, cost: nothing, realized: nothing }
    for (const { entry, result, parts } of sums) {
      const raw = positions.filter((one) => one.entry.currency === entry.currency).map((one) => one.entry)
      const sum = (of: (one: PnlEntry) => Fraction): Fraction =>
        raw.reduce((total, one) => total.plus(of(one)), nothing)
      const balance = sum((one) => Fraction.of(one.totalCredit).minus(Fraction.of(one.totalDebit)))
      const cost = sum((one) => Fraction.of(one.totalBalanceValue))
      const value = balance.times(Fraction.of(result.lastPrice?.price ?? ''))
      const realized = sum((one) =>
        Fraction.of(one.totalDebitValue)
          .minus(Fraction.of(one.totalCreditValue))
          .plus(Fraction.of(one.totalBalanceValue)),
      )
      expect(result, `seed ${seed} round ${round}`).toMatchObject({
        balance: balance.text(),
        costBasis: cost.text(),
        marketValue: value.text(),
        unrealized: value.minus(cost).text(),
        realized: { state: 'known', amount: realized.text() },
        total: { state: 'known', amount: realized.plus(value).minus(cost).text() },
      })
      expect(entry).toMatchObject({
        totalBalanceValue: cost.text(),
        averageBuyPrice: null,
        averageBalancePrice: null,
      })
      expect(parts).toHaveLength(raw.length)
      all.value = all.value.plus(value)
      all.cost = all.cost.plus(cost)
      all.realized = all.realized.plus(realized)
    }
    const [totals] = sumResults(sums.map(({ result }) => result))
    if (totals === undefined) continue
    expect(totals).toMatchObject({
      marketValue: all.value.text(),
      costBasis: all.cost.text(),
      realized: { amount: all.realized.text() },
      leftOut: [],
    })
  }
})

it('keeps each account’s own moving-average cost', () => {
  // One account bought at 1,000 and sold half at 3,000; another bought at 3,000. A common average would be 2,333.33 for what is left.
  const first = positionOf('a', entryOf('eth', ['2', '1', '2000', '3000', '1000']), price('ethusdc', '3000'))
  const second = positionOf('b', entryOf('eth', ['1', '0', '3000', '0', '3000']), price('ethusdc', '3000'))
  expect(sumPositions([first, second])[0]?.result).toMatchObject({
    balance: '2',
    costBasis: '4000',
    marketValue: '6000',
    realized: { amount: '2000' },
    unrealized: '2000',
    total: { amount: '4000' },
  })
})

it('is as sure as its least sure part, and unknown where one part is', () => {
  const known = positionOf('a', entryOf('eth', ['1', '0', '5', '0', '5']), price('ethusdc', '6'))
  const moved = (figure: { state: 'unknown' } | { state: 'estimated'; amount: string }): AccountPosition => ({
    ...known,
    accountId: 'b',
    result: pnlResult(known.entry, price('ethusdc', '6'), { result: figure, cost: figure }),
  })
  expect(sumPositions([known, moved({ state: 'estimated', amount: '1' })])[0]?.result).toMatchObject({
    realized: { state: 'estimated', amount: '-1' },
    total: { state: 'estimated', amount: '1' },
    marketValue: '12',
  })
  expect(sumPositions([known, moved({ state: 'unknown' })])[0]?.result).toMatchObject({
    realized: { state: 'unknown' },
    total: { state: 'unknown' },
    unrealized: '2',
  })
})

it('leaves a currency out of every total that has no price in one account, though another holds none of it', () => {
  const empty = positionOf('a', entryOf('arb', ['1', '1', '5', '9', '0']), null)
  const held = positionOf('b', entryOf('arb', ['1', '0', '5', '0', '5']), null)
  const sums = sumPositions([empty, held]).map(({ result }) => result)
  expect(sums).toMatchObject([{ marketValue: null, unrealized: null, total: null, costBasis: '5' }])
  expect(sumResults(sums)).toMatchObject([{ leftOut: ['arb'], realized: { amount: '0' } }])
})

it('sums balances, as sure as the least sure', () => {
  const known = (amount: string) => ({ state: 'known', amount }) as const
  const last = price('ethusdc', '2')
  const eth = { currency: 'eth', lastPrice: last, locked: '0.1' }
  expect(
    sumBalances([
      { ...eth, total: known('1.5'), free: known('1.4'), value: known('3') },
      {
        currency: 'usdc',
        lastPrice: null,
        locked: '0',
        total: known('7'),
        free: known('7'),
        value: known('7'),
      },
      {
        ...{ ...eth, lastPrice: { ...last, asOfMs: 3 }, total: { state: 'estimated', amount: '0.25' } },
        ...{ free: { state: 'unknown' }, value: { state: 'estimated', amount: '0.5' } },
      },
    ]),
  ).toMatchObject([
    {
      ...{ currency: 'eth', locked: '0.2', free: { state: 'unknown' }, lastPrice: { asOfMs: 3 } },
      ...{ total: { state: 'estimated', amount: '1.75' }, value: { state: 'estimated', amount: '3.5' } },
    },
    { currency: 'usdc', total: known('7') },
  ])
})
