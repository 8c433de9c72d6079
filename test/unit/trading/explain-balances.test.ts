// A balance that went down without a reason is found, and one that fills, fees and transfers explain is none.
import { describe, expect, it } from 'vitest'
import type { OwnTrade } from '../../../src-preload/contract/trading/trading-entities.ts'
import {
  explainByTransfers,
  findUnexplained,
  outflowsOf,
} from '../../../src-main/trading/session/explain-balances.ts'

const fill: OwnTrade = {
  id: 1,
  orderId: 7,
  market: 'ethusdc',
  side: 'buy',
  takerType: 'buy',
  price: '1200',
  amount: '0.5',
  total: null,
  feeCurrency: 'eth',
  feeRate: '0.001',
  feeAmount: '0.0005',
  createdAtMs: 1,
}
const row = (currency: string, balance: string, locked = '0') => ({ currency, balance, locked })

describe('a balance', () => {
  it('that a buy and its fee explain is no difference', () => {
    const before = [row('usdc', '1000'), row('eth', '1')]
    const after = [row('usdc', '400'), row('eth', '1.4995')]
    expect(findUnexplained(before, after, outflowsOf(fill), 'includes')).toBeNull()
  })

  it('of which more is gone than was paid is one, to the last digit', () => {
    const after = [row('usdc', '399.999999'), row('eth', '1.4995')]
    const found = findUnexplained([row('usdc', '1000')], after, outflowsOf(fill), 'includes')
    expect(found).toEqual({ currency: 'usdc', amount: '0.000001' })
  })

  it('that is no longer told at all is gone', () => {
    expect(findUnexplained([row('eth', '2')], [], [], 'includes')).toEqual({ currency: 'eth', amount: '2' })
  })

  it('of which a new order locks a part is no difference, whatever the exchange counts', () => {
    expect(findUnexplained([row('usdc', '100')], [row('usdc', '60', '40')], [], 'excludes')).toBeNull()
    expect(findUnexplained([row('usdc', '100')], [row('usdc', '100', '40')], [], 'includes')).toBeNull()
    expect(findUnexplained([row('usdc', '100')], [row('usdc', '60', '40')], [], 'unknown')).toBeNull()
    expect(findUnexplained([row('usdc', '100')], [row('usdc', '60', '40')], [], 'includes')).not.toBeNull()
  })

  it('goes down by what a sell gives away, and not by what it brings', () => {
    const sold = outflowsOf({ ...fill, side: 'sell', feeCurrency: 'usdc', feeAmount: '0.6' })
    expect(sold).toEqual([
      { currency: 'eth', amount: '0.5' },
      { currency: 'usdc', amount: '0.6' },
    ])
  })
})

describe('a transfer', () => {
  const transfers = [
    { id: 'a', currency: 'usdc', amount: '50' },
    { id: 'b', currency: 'usdc', amount: '20' },
  ]
  const explain = (left: string, outflows: readonly { currency: string; amount: string }[] = []) =>
    explainByTransfers([row('usdc', '100')], [row('usdc', left)], outflows, transfers, 'includes')

  it('explains what fills do not, and only what is needed is used', () => {
    expect(explain('100')).toEqual({ found: null, used: [] })
    expect(explain('50')).toEqual({ found: null, used: ['a'] })
    expect(explain('30')).toEqual({ found: null, used: ['a', 'b'] })
    expect(explain('50', [{ currency: 'usdc', amount: '50' }])).toEqual({ found: null, used: [] })
  })

  it('explains no more than its amount', () => {
    expect(explain('29')).toEqual({ found: { currency: 'usdc', amount: '1' }, used: ['a', 'b'] })
  })
})
