// Made-up answers about the equity curve.
import type {
  EquityAnswer,
  EquityPoint,
  EquityPointAnswer,
} from '../../../../../src-preload/contract/portfolio/equity.ts'

export const makeEquityPoint = (changes: Partial<EquityPointAnswer> = {}): EquityPointAnswer => ({
  ...{
    unit: 'usdc',
    atMs: Date.UTC(2026, 10, 20),
    isCurrent: false,
    value: '12997',
    leftOut: [],
    carried: [],
  },
  parts: [
    {
      ...{ currency: 'eth', balance: '6.5', isCarried: false, value: '12997' },
      links: [{ market: 'ethusdc', price: '1999.54', asOfMs: Date.UTC(2026, 10, 20), isInverse: false }],
    },
  ],
  ...changes,
})

/** A point of the past at a value; null is a gap. */
export const makePoint = (
  atMs: number,
  value: string | null,
  changes: Partial<EquityPoint> = {},
): EquityPoint => ({
  ...{ atMs, isCurrent: false, value, leftOut: value === null ? ['strk'] : [], carried: [] },
  ...changes,
})

export const makeCurve = (changes: Partial<EquityAnswer> = {}): EquityAnswer => ({
  ...{ unit: 'usdc', points: [], benchmarks: [], questions: [], olderQuestions: 0 },
  ...{ beginMs: null, ordersWithoutFills: 0, isCut: false },
  ...changes,
})
