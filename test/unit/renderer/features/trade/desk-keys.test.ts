// Which keys are the Trade view's, so that none of a typing person's is taken.
import { describe, expect, it } from 'vitest'
import { deskCommandOf } from '../../../../../src-renderer/features/trade/desk-keys.ts'

const press = (key: string, more = {}) => ({
  ...{ key, code: `Key${key.toUpperCase()}`, ctrlKey: false, metaKey: false, altKey: false, shiftKey: false },
  ...more,
})

describe('keys of the Trade view', () => {
  it('open the ticket and cancel', () => {
    expect(deskCommandOf(press('b'), false)).toEqual({ kind: 'ticket', side: 'buy' })
    expect(deskCommandOf(press('S'), false)).toEqual({ kind: 'ticket', side: 'sell' })
    expect(deskCommandOf(press('x'), false)).toEqual({ kind: 'cancelSelected' })
    expect(deskCommandOf(press('X', { shiftKey: true }), false)).toEqual({ kind: 'cancelMarket' })
  })

  it('are letters where somebody types, and nothing with Ctrl, Alt or ⌘', () => {
    for (const key of ['b', 's', 'x']) {
      expect(deskCommandOf(press(key), true)).toBeNull()
      for (const modifier of ['ctrlKey', 'altKey', 'metaKey']) {
        expect(deskCommandOf(press(key, { [modifier]: true }), false)).toBeNull()
      }
    }
    expect(deskCommandOf(press('B', { shiftKey: true }), false)).toBeNull()
    expect(deskCommandOf(press('a'), false)).toBeNull()
  })
})
