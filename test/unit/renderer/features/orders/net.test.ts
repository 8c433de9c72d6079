// What the totals of buying and selling come to together, and fees in the quote currency.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { feeInQuote } from '../../../../../src-preload/domain/orders/quote-fee.ts'
import { netOf } from '../../../../../src-renderer/features/orders/totals/net.ts'

describe('the net of a market', () => {
  it('is what came in of either currency', () => {
    const sides = { boughtAmount: '3', boughtValue: '6000.5', soldAmount: '1.25', soldValue: '2600' }
    expect(netOf(sides)).toEqual({ amount: '1.75', value: '-3400.5' })
  })

  it('is nothing where as much was sold as bought, at whatever price', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 40n }), fc.nat(20), (units, scale) => {
        const text = `${units}.${'0'.repeat(scale)}1`
        const sides = { boughtAmount: text, boughtValue: text, soldAmount: text, soldValue: text }
        expect(netOf(sides)).toEqual({ amount: '0', value: '0' })
      }),
    )
  })
})

describe('a fee in the quote currency', () => {
  const fill = { price: '1850.25', feeAmount: '0.0004' }

  it('is itself, or times the price of its fill where it was paid in the base currency', () => {
    expect(feeInQuote('ethusdc', { ...fill, feeCurrency: 'USDC' })).toEqual({
      currency: 'usdc',
      amount: '0.0004',
    })
    expect(feeInQuote('ethusdc', { ...fill, feeCurrency: 'eth' })).toEqual({
      currency: 'usdc',
      amount: '0.7401',
    })
  })

  it('is none of a third currency, or of a market whose currencies are not known', () => {
    expect(feeInQuote('ethusdc', { ...fill, feeCurrency: 'btc' })).toBeNull()
    expect(feeInQuote('odd', { ...fill, feeCurrency: 'odd' })).toBeNull()
  })
})
