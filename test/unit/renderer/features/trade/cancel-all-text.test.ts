// What is said of canceling everything never claims more than is known.
import { describe, expect, it } from 'vitest'
import { cancelAllEnds, cancelAllPhases } from '../../../../../src-preload/contract/trading/trading-cancel.ts'
import {
  describeCancelAll as describeIn,
  isCancelAllOpen,
  isCancelAllWaiting,
} from '../../../../../src-renderer/features/trade/session/cancel-all-text.ts'

const idle = {
  ...{
    phase: 'idle' as const,
    canceled: 0,
    leftCount: 0,
    isResumed: false,
    waiting: [],
    mayStillAppear: [],
    note: null,
    failure: null,
  },
}

const describeCancelAll = (told: Parameters<typeof describeIn>[0]) =>
  describeIn(told, (id) => `Account ${id}`)

describe('canceling everything', () => {
  it('says what was canceled and what is left', () => {
    expect(describeCancelAll({ ...idle, phase: 'running', canceled: 12, leftCount: 3 })).toBe(
      'Canceling everything: 12 orders canceled, 3 left.',
    )
    expect(describeCancelAll({ ...idle, phase: 'done', note: 'noneOpen', canceled: 1 })).toBe(
      'All orders are canceled: 1 order.',
    )
  })

  it('says that nothing is canceled while the exchange cannot be reached, and that it is tried again', () => {
    expect(describeCancelAll({ ...idle, phase: 'waitingForConnection', leftCount: 23 })).toMatch(
      /^Not canceled: 23 orders may be open\. .*retries/,
    )
  })

  it('names orders without an answer, and is not over while there are any', () => {
    const done = { ...idle, phase: 'done' as const, note: 'noneOpen' as const, canceled: 2 }
    expect(isCancelAllOpen(done)).toBe(false)
    const unknown = { ...done, mayStillAppear: ['5f0c1d1e-6f3c-4d3b-9a53-0d1b5b2a7c11'] }
    expect(describeCancelAll(unknown)).toMatch(/1 order without an answer may still appear/)
    expect(isCancelAllOpen(unknown)).toBe(true)
  })

  it('says that it goes on, and for which accounts it waits until they are in use', () => {
    expect(describeCancelAll({ ...idle, phase: 'running', isResumed: true, leftCount: 3 })).toBe(
      'Canceling everything goes on: 0 orders canceled, 3 left.',
    )
    const waits = 'Canceling everything waits for Account a: it goes on when you switch back.'
    expect(describeCancelAll({ ...idle, waiting: ['a'] })).toBe(waits)
    const left = {
      ...idle,
      phase: 'done' as const,
      note: 'accountLeft' as const,
      leftCount: 2,
      waiting: ['a'],
    }
    expect(describeCancelAll(left)).toBe(`Not canceled: 2 orders may still be open. ${waits}`)
    expect(isCancelAllOpen({ ...left, note: 'noneOpen', leftCount: 0 })).toBe(true)
    expect(isCancelAllWaiting(left)).toBe(true)
    expect(isCancelAllWaiting({ ...left, phase: 'running' })).toBe(false)
  })

  it('has words for every phase and end', () => {
    for (const phase of cancelAllPhases.filter((one) => one !== 'idle')) {
      for (const note of [null, ...cancelAllEnds]) {
        expect(describeCancelAll({ ...idle, phase, note })).toMatch(/^[A-Z].*\.$/)
      }
    }
  })
})
