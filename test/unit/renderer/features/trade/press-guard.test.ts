// Which of several presses count.
import { describe, expect, it } from 'vitest'
import { PressGuard, QUIET_MS } from '../../../../../src-renderer/features/trade/ticket/press-guard.ts'

function press(atMs: readonly number[]): boolean[] {
  let nowMs = 0
  const guard = new PressGuard(() => nowMs)
  return atMs.map((at) => {
    nowMs = at
    return guard.take()
  })
}

describe('presses', () => {
  it('that come together are one', () => {
    expect(press([0, 0, 40, 180])).toEqual([true, false, false, false])
  })

  it('of a held key count once, however long it is held', () => {
    const held = Array.from({ length: 70 }, (_, at) => at * 30)
    expect(press(held).filter(Boolean)).toHaveLength(1)
  })

  it('count again after a quiet time', () => {
    expect(press([0, QUIET_MS, 2 * QUIET_MS - 1])).toEqual([true, true, false])
  })
})
