import { describe, expect, it } from 'vitest'
import {
  createPace,
  liveEveryMs,
  type PolledWork,
  pollEveryMs,
  type PollConditions,
} from '../../../../src-main/session/sync/pace.ts'

const looking: PollConditions = {
  view: 'orders',
  isWindowShown: true,
  isIdle: false,
  isOnBattery: false,
  isAway: false,
}

describe('how often the service is asked', () => {
  it.each<[PolledWork, Partial<PollConditions>, number]>([
    ['orders', { view: 'orders' }, 5],
    ['orders', { view: 'portfolio' }, 5],
    ['orders', { view: 'trade' }, 5],
    ['orders', { view: 'markets' }, 25],
    ['orders', { view: 'none' }, 25],
    ['orders', { view: null }, 5],
    ['pnl', { view: 'portfolio' }, 30],
    ['pnl', { view: 'orders' }, 120],
    ['marketList', { view: 'trade' }, 10],
    ['marketList', { view: 'markets' }, 10],
    ['marketList', { view: 'settings' }, 60],
    ['chart', { view: 'trade' }, 2],
    ['chart', { view: 'markets' }, 2],
    ['chart', { view: 'markets', isWindowShown: false }, 10],
    ['chart', { view: 'markets', isIdle: true }, 10],
    ['chart', { view: 'markets', isOnBattery: true }, 4],
    ['orders', { isWindowShown: false }, 25],
    ['orders', { isIdle: true }, 25],
    ['orders', { isIdle: true, isWindowShown: false }, 25],
    ['orders', { isOnBattery: true }, 10],
    ['orders', { isOnBattery: true, isIdle: true }, 50],
    ['pnl', { isIdle: true }, 480],
    ['pnl', { isOnBattery: true, isIdle: true }, 600],
  ])('%s with %o: every %i seconds', (work, changes, seconds) => {
    expect(pollEveryMs(work, { ...looking, ...changes })).toBe(seconds * 1_000)
  })

  it.each([
    [5, 30],
    [10, 60],
    [25, 60],
    [50, 60],
    [120, 120],
  ])('while a stream reports the same: %i seconds become %i', (seconds, live) => {
    expect(liveEveryMs(seconds * 1_000)).toBe(live * 1_000)
  })

  it('is never more often where less of it can be seen, or on the battery', () => {
    const works: PolledWork[] = ['pnl', 'marketList', 'chart']
    for (const work of works) {
      for (const view of ['markets', 'orders', 'portfolio', 'data', null] as const) {
        const seen = pollEveryMs(work, { ...looking, view })
        for (const less of [{ isWindowShown: false }, { isIdle: true }, { isOnBattery: true }]) {
          expect(pollEveryMs(work, { ...looking, view, ...less })).toBeGreaterThan(seen)
        }
      }
    }
  })

  it('is within a minute where somebody waits to be told by a notification, whoever looks', () => {
    for (const view of ['markets', 'none', null] as const) {
      for (const isWindowShown of [true, false]) {
        for (const isOnBattery of [true, false]) {
          const around = { view, isWindowShown, isIdle: !isWindowShown, isOnBattery, isAway: false }
          expect(pollEveryMs('orders', around)).toBeLessThan(60_000)
          expect(pollEveryMs('alerts', around)).toBe(isOnBattery ? 30_000 : 15_000)
        }
      }
    }
  })

  it('is told to who waits when something has changed, and only then', () => {
    const pace = createPace()
    let changes = 0
    const leave = pace.onChange(() => (changes += 1))
    pace.note({ view: 'data' })
    pace.note({ view: 'data', isIdle: false })
    pace.note({ isOnBattery: true })
    expect(changes).toBe(2)
    expect(pace.isPowerSaving()).toBe(true)
    leave()
    pace.note({ isOnBattery: false })
    expect(changes).toBe(2)
  })
})
