// What is said where an order cannot be placed: no name of a rule is left as main writes it.
import { describe, expect, it } from 'vitest'
import { describeError } from '../../../../src-renderer/text/errors/describe-error.ts'

const happened = (field: string, reason: string, more: Record<string, string> = {}) =>
  describeError({ code: 'validation', data: { field, reason, ...more }, ref: null }).happened

describe('what keeps an order from being placed', () => {
  it('is said for every reason that main gives', () => {
    for (const [field, reason] of [
      ['ticket', 'notOpen'],
      ['ticket', 'busy'],
      ['trading', 'journalRestored'],
      ['trading', 'signingLocked'],
      ['price', 'noPrice'],
      ['price', 'marketMoved'],
      ['price', 'notPositive'],
      ['stopPrice', 'wrongSide'],
      ['stopPrice', 'belowBounds'],
      ['price', 'aboveBounds'],
    ] as const) {
      expect(happened(field, reason, { limit: '900.5', last: '1000' })).not.toContain(reason)
    }
  })

  it('has the figures that main compared with', () => {
    expect(happened('price', 'belowBounds', { limit: '1900.5' })).toContain('1,900.5')
    expect(happened('stopPrice', 'wrongSide', { last: '1222.52' })).toContain('1,222.52')
  })
})
