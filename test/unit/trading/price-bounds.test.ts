// Fixed bounds refuse whatever is beyond them, and only what is wider needs a person.
import { describe, expect, it } from 'vitest'
import { AppError } from '../../../src-preload/domain/errors.ts'
import { checkWithinBounds, isWider, noBounds } from '../../../src-main/trading/price-bounds.ts'

const bounds = { lowest: '1000', highest: '2000', triggerPercent: null }

/** The reason and field of the refusal; null where there is none. */
function refused(
  price: string | null,
  stopPrice: string | null = null,
  last: string | null = '1500',
): unknown[] | null {
  try {
    checkWithinBounds(bounds, { price, stopPrice }, last)
    return null
  } catch (error) {
    return error instanceof AppError
      ? [error.data['field'], error.data['reason'], error.data['limit']]
      : [error]
  }
}

describe('a price', () => {
  it('may be at a bound, and not beyond it', () => {
    expect([refused('1000'), refused('2000.0')]).toEqual([null, null])
    expect(refused('999.99')).toEqual(['price', 'belowBounds', '1000'])
    expect(refused('2000.01')).toEqual(['price', 'aboveBounds', '2000'])
  })

  it('of a trigger is held to them too', () => {
    expect(refused('1900', '2100')).toEqual(['stopPrice', 'aboveBounds', '2000'])
  })

  it('of a market order is the last one, without which nothing goes', () => {
    expect(refused(null)).toBeNull()
    expect(refused(null, null, '2500')).toEqual(['price', 'aboveBounds', '2000'])
    expect(refused(null, null, null)?.[1]).toBe('noPrice')
    expect(() => checkWithinBounds(noBounds, { price: null, stopPrice: null }, null)).not.toThrow()
  })
})

it.each([
  ['narrower', { lowest: '1100', highest: '1900' }, false],
  ['the same, written otherwise', { lowest: '1000.0', highest: '2000.00' }, false],
  ['lower', { lowest: '999', highest: '1500' }, true],
  ['higher', { lowest: '1500', highest: '2001' }, true],
  ['none below', { lowest: null, highest: '2000' }, true],
  ['none above', { lowest: '1000', highest: null }, true],
])('bounds that are %s', (_what, prices, expected) => {
  const asked = { ...prices, triggerPercent: null }
  expect(isWider(bounds, asked)).toBe(expected)
  expect(isWider(noBounds, asked)).toBe(false)
})

it.each([
  ['the standard one, written out', null, '20.0', false],
  ['nearer', null, '5', false],
  ['further than the standard one', null, '20.1', true],
  ['the standard one after a nearer one', '5', null, true],
  ['nearer than before', '40', '30', false],
])('a bound of triggers that is %s', (_what, before, percent, expected) => {
  const of = (triggerPercent: string | null) => ({ ...noBounds, triggerPercent })
  expect(isWider(of(before), of(percent))).toBe(expected)
})
