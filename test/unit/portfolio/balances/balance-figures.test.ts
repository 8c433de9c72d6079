// Total, free and value of a balance, against sums in whole numbers that share no code with the product.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { LastPrice } from '../../../../src-preload/contract/portfolio/results.ts'
import {
  describeBalance,
  splitBalance,
  sumValues,
} from '../../../../src-main/portfolio/balances/balance-figures.ts'

const decimals = 18
const textOf = (units: bigint): string => {
  const digits = String(units).padStart(decimals + 1, '0')
  return `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`
}
function unitsOf(text: string): bigint {
  const [whole = '', fraction = ''] = text.split('.')
  return BigInt(whole + fraction.padEnd(decimals, '0'))
}
const amount = fc.bigInt({ min: 0n, max: 10n ** 30n })
const price = (market: string, told: string, isInverse = false): LastPrice => ({
  links: [{ market, price: told, asOfMs: 1, isInverse }],
  price: told,
  asOfMs: 1,
})

describe('a balance of which something is locked', () => {
  it('adds up to what the account has, by either rule', () => {
    fc.assert(
      fc.property(amount, amount, fc.boolean(), (free, locked, isIncluded) => {
        const told = {
          currency: 'eth',
          balance: textOf(isIncluded ? free + locked : free),
          locked: textOf(locked),
        }
        const figures = splitBalance(told, isIncluded ? 'includes' : 'excludes')
        expect([figures.total.state, figures.free.state]).toEqual(['known', 'known'])
        expect('amount' in figures.total && unitsOf(figures.total.amount)).toBe(free + locked)
        expect('amount' in figures.free && unitsOf(figures.free.amount)).toBe(free)
      }),
    )
  })

  it('has no free amount while the rule is unknown, and its total is an estimate', () => {
    expect(splitBalance({ currency: 'usdc', balance: '100', locked: '40' }, 'unknown')).toEqual({
      total: { state: 'estimated', amount: '100' },
      free: { state: 'unknown' },
    })
  })

  it.each(['includes', 'excludes', 'unknown'] as const)('is free if nothing is locked (%s)', (basis) => {
    const all = { state: 'known', amount: '100.5' }
    expect(splitBalance({ currency: 'usdc', balance: '100.50', locked: '0.00' }, basis)).toEqual({
      total: all,
      free: all,
    })
  })
})

describe('the value', () => {
  it('is the total at the last price, and as sure as the total', () => {
    const told = { currency: 'eth', balance: '2', locked: '1' }
    expect(describeBalance(told, 'excludes', price('ethusdc', '2000.5')).value).toEqual({
      state: 'known',
      amount: '6001.5',
    })
    expect(describeBalance(told, 'unknown', price('ethusdc', '2000.5')).value).toEqual({
      state: 'estimated',
      amount: '4001',
    })
    expect(describeBalance(told, 'includes', price('usdceth', '3', true)).value).toEqual({
      state: 'known',
      amount: '0.666666666666666667',
    })
  })

  it('of nothing is nothing, and of anything without a price is unknown and left out of the sum', () => {
    const none = describeBalance({ currency: 'arb', balance: '0', locked: '0' }, 'unknown', null)
    const unpriced = describeBalance({ currency: 'strk', balance: '1', locked: '0' }, 'unknown', null)
    const eth = describeBalance(
      { currency: 'eth', balance: '2', locked: '0' },
      'unknown',
      price('ethusdc', '10'),
    )
    expect([none.value, unpriced.value]).toEqual([{ state: 'known', amount: '0' }, { state: 'unknown' }])
    expect(sumValues([none, unpriced, eth])).toEqual({
      value: { state: 'known', amount: '20' },
      leftOut: ['strk'],
    })
  })
})
