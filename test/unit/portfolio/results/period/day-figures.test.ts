// Figures over days, against days that were worked out by hand.
import { describe, expect, it } from 'vitest'
import type { PerformanceDay } from '../../../../../src-preload/contract/portfolio/performance.ts'
import { parseExact } from '../../../../../src-preload/domain/numbers/exact-decimal.ts'
import { figuresOfDays } from '../../../../../src-main/portfolio/results/period/day-figures.ts'

/** Days of these nets, each with a fee of 1. */
const daysOf = (...nets: (string | null)[]): PerformanceDay[] =>
  nets.map((net, dayMs): PerformanceDay => ({
    ...{ dayMs, trades: 1, volume: '10', fees: '1', isPartial: false },
    realized: net === null ? { state: 'unknown' } : { state: 'known', amount: String(Number(net) + 1) },
    net: net === null ? { state: 'unknown' } : { state: 'known', amount: net },
  }))
const figures = (days: PerformanceDay[], without: readonly number[] = []) =>
  figuresOfDays(
    days,
    new Set(days.map(({ dayMs }) => dayMs).filter((dayMs) => !without.includes(dayMs))),
    parseExact(String(days.length)),
  )

describe('figures over days', () => {
  it('count wins and losses by net, and leave a day of nothing to neither', () => {
    expect(figures(daysOf('10', '-4', '0', '5', '-2', '-1'))).toEqual({
      state: 'known',
      ...{ days: 6, won: 2, lost: 3, averageWin: '7.5', averageLoss: '-2.333333333333333333' },
      profitFactor: '2.142857142857142857',
      drawdown: { amount: '4', fromDayMs: 0, toDayMs: 1 },
      best: { dayMs: 0, amount: '10' },
      worst: { dayMs: 1, amount: '-4' },
      ...{ winStreak: 1, lossStreak: 2 },
      // Before fees 11, 1 and 6 were won, and the fees are 6.
      feeShare: '0.333333333333333333',
    })
  })

  it('have the largest fall, also from the start, and the first of equal days', () => {
    expect(figures(daysOf('-3', '2', '-3'))).toMatchObject({
      drawdown: { amount: '4', fromDayMs: null, toDayMs: 2 },
      best: { dayMs: 1 },
      worst: { dayMs: 0, amount: '-3' },
    })
    expect(figures(daysOf('5', '-2', '1', '-4', '9', '-4'))?.drawdown).toEqual({
      ...{ amount: '5', fromDayMs: 0, toDayMs: 3 },
    })
    expect(figures(daysOf('1', '2'))).toMatchObject({ drawdown: null, profitFactor: null, averageLoss: null })
  })

  it('leave days without a result out of wins and streaks, and not out of the fall', () => {
    expect(figures(daysOf('4', '-1', '6'), [1])).toMatchObject({
      ...{ days: 2, won: 2, lost: 0, winStreak: 2 },
      drawdown: { amount: '1', fromDayMs: 0, toDayMs: 1 },
    })
  })

  it('are none of one day, or where a day is not known, and estimated where one is', () => {
    expect(figures(daysOf('4'))).toBeNull()
    expect(figures(daysOf('4', '5'), [1])).toBeNull()
    expect(figures(daysOf('4', null, '5'))).toBeNull()
    const [first, second] = daysOf('4', '5')
    if (first === undefined || second === undefined) throw new Error('two days')
    expect(figures([first, { ...second, net: { state: 'estimated', amount: '5' } }])?.state).toBe('estimated')
  })
})
