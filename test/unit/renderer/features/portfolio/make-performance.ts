// The performance of a period for tests.
import type {
  Performance,
  PerformanceDay,
} from '../../../../../src-preload/contract/portfolio/performance.ts'
import { known } from './make-pnl.ts'

const dayMs = 86_400_000
export const firstDayMs = Date.UTC(2026, 10, 3)

const makeDay = (at: number, changes: Partial<PerformanceDay>): PerformanceDay => ({
  dayMs: firstDayMs + at * dayMs,
  ...{
    trades: 3,
    volume: '4000',
    fees: '4',
    realized: known('304.5'),
    net: known('300.5'),
    isPartial: false,
  },
  ...changes,
})

/** A day that won and one that lost, after a month without any. */
export function makePerformance(changes: Partial<Performance> = {}): Performance {
  const days = [
    makeDay(0, {}),
    makeDay(1, { trades: 1, volume: '717.17', fees: '1.5', realized: known('-81.83'), net: known('-83.33') }),
  ]
  const all = {
    trades: 4,
    volume: '4717.17',
    fees: '5.5',
    realized: known('222.67'),
    net: known('217.17'),
  }
  return {
    fromMs: Date.UTC(2026, 9, 1),
    toMs: Date.UTC(2026, 11, 1),
    timeZone: 'UTC',
    pnlCurrency: 'usdc',
    sum: { ...all, isPartial: false },
    days,
    markets: [{ market: 'ethusdc', ...all }],
    sides: [
      { ...all, side: 'buy', trades: 1, realized: known('0'), net: known('-2'), fees: '2' },
      { ...all, side: 'sell', trades: 3, fees: '3.5', net: known('219.17') },
    ],
    hours: [{ hour: 9, ...all }],
    figures: {
      state: 'known',
      ...{ days: 2, won: 1, lost: 1, averageWin: '300.5', averageLoss: '-83.33' },
      profitFactor: '3.606144245769830793',
      drawdown: { amount: '83.33', fromDayMs: firstDayMs, toDayMs: firstDayMs + dayMs },
      best: { dayMs: firstDayMs, amount: '300.5' },
      worst: { dayMs: firstDayMs + dayMs, amount: '-83.33' },
      ...{ winStreak: 1, lossStreak: 1, feeShare: '0.018062397372742201' },
    },
    books: [{ currency: 'eth', state: 'known', fault: null }],
    knownFromMs: null,
    knownUntilMs: Date.UTC(2026, 11, 2),
    ...changes,
  }
}
