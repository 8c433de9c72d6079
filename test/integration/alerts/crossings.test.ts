import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { AlertDirection } from '../../../src-preload/contract/app/alerts.ts'
import {
  type Crossing,
  type FollowedAlert,
  followAlert,
  type PriceRange,
} from '../../../src-main/alerts/crossings.ts'
import { seed } from '../store/support.ts'

const MINUTE = 60_000
/** A full minute; alerts are armed twenty seconds into it. */
const start = 1_700_000_040_000
const armedAtMs = start + 20_000

function alert(direction: AlertDirection, changes: Partial<FollowedAlert> = {}): FollowedAlert {
  const progress = { checkedMs: start, side: null, isResting: false, crossedCandleMs: null } as const
  return { price: '100', direction, isRepeating: false, armedAtMs, progress, ...changes }
}

/** Minutes from the start on, each as open, high, low, close; null for one without a trade. */
function minutes(...rows: readonly (readonly [number, number, number, number] | null)[]): PriceRange[] {
  return rows.flatMap((row, at) => {
    if (row === null) return []
    const [open, high, low, close] = row
    const timeMs = start + at * MINUTE
    return [{ timeMs, endMs: timeMs + MINUTE, open, high, low, close }]
  })
}

/** All minutes known at once, none of which has settled. */
function cross(given: FollowedAlert, stretches: readonly PriceRange[]): readonly Crossing[] {
  return followAlert(given, stretches, { settledMs: start, seenMs: 0 }).crossings
}

/** The minutes as they come in, each looked at while it forms, when it ends, and until it has settled. */
function crossLive(given: FollowedAlert, stretches: readonly PriceRange[]): Crossing[] {
  const told: Crossing[] = []
  let now = given
  let seenMs = 0
  for (let at = 0; at < stretches.length; at += 1) {
    const current = stretches[at]
    if (current === undefined) continue
    const { open } = current
    const begun = { ...current, high: open, low: open, close: open }
    for (const newest of [begun, current]) {
      const settledMs = current.timeMs - 2 * MINUTE
      const known = [...stretches.slice(0, at), newest]
      const { progress, crossings } = followAlert(now, known, { settledMs, seenMs })
      told.push(...crossings)
      now = { ...now, progress }
      seenMs = newest === begun ? current.timeMs + 1 : current.endMs
      if (crossings.length > 0 && !given.isRepeating) return told
    }
  }
  return told
}

describe('a price alert', () => {
  it('is told of when the price reaches its level from below, exactly or beyond', () => {
    expect(cross(alert('up'), minutes([99, 99, 99, 99], [99, 100, 99, 99]))).toEqual([
      { atMs: start + MINUTE, direction: 'up' },
    ])
    expect(cross(alert('up'), minutes([99, 99, 99, 99], [99, 99.99, 99, 99]))).toEqual([])
    expect(cross(alert('down'), minutes([101, 101, 101, 101], [101, 101, 100, 101]))).toEqual([
      { atMs: start + MINUTE, direction: 'down' },
    ])
  })

  it('is told of when the price jumps over its level between two trades', () => {
    expect(cross(alert('up'), minutes([99, 99, 99, 99], null, [101, 102, 100.5, 101]))).toEqual([
      { atMs: start + 2 * MINUTE, direction: 'up' },
    ])
  })

  it('does not count what the price did in the minute before it was put', () => {
    expect(cross(alert('up'), minutes([99, 105, 98, 99]))).toEqual([])
    expect(cross(alert('either'), minutes([99, 105, 98, 99], [99, 99, 98, 99]))).toEqual([])
  })

  it('counts what is seen within its first minute, after it was put', () => {
    const first = followAlert(alert('up'), minutes([99, 99, 99, 99]), { settledMs: start, seenMs: 0 })
    expect(first.progress.side).toBe('below')
    const seenMs = start + 30_000
    const again = { ...alert('up'), progress: first.progress }
    const second = followAlert(again, minutes([99, 100.5, 99, 100.5]), { settledMs: start, seenMs })
    expect(second.crossings).toEqual([{ atMs: seenMs, direction: 'up' }])
  })

  it('waits for a price that was beyond its level to come back first', () => {
    const above = [101, 101, 101, 101] as const
    expect(cross(alert('up'), minutes(above, above, above))).toEqual([])
    expect(cross(alert('up'), minutes(above, [101, 101, 99, 99], [99, 100, 99, 100]))).toHaveLength(1)
    // Below and back within a minute.
    expect(cross(alert('up'), minutes(above, [101, 101, 99, 101]))).toEqual([
      { atMs: start + MINUTE, direction: 'up' },
    ])
  })

  it('either way goes by the side on which the price was', () => {
    expect(cross(alert('either'), minutes([99, 99, 99, 99], [99, 101, 99, 101]))).toMatchObject([
      { direction: 'up' },
    ])
    expect(cross(alert('either'), minutes([101, 101, 101, 101], [101, 101, 99, 99]))).toMatchObject([
      { direction: 'down' },
    ])
  })

  it('put exactly at the price waits until the price has left it', () => {
    const at = [100, 100, 100, 100] as const
    expect(cross(alert('either'), minutes(at, at, [100, 101, 100, 101]))).toEqual([])
    expect(cross(alert('either'), minutes(at, [100, 101, 100, 101], [101, 101, 100, 100]))).toMatchObject([
      { direction: 'down' },
    ])
  })

  it('that does not repeat is told of once', () => {
    expect(
      cross(alert('up'), minutes([99, 99, 99, 99], [99, 101, 99, 99], null, [99, 101, 98, 98])),
    ).toHaveLength(1)
  })

  it('is told of with the time since which it can have happened', () => {
    const limits = { settledMs: start, seenMs: start + MINUTE + 15_000 }
    const { crossings } = followAlert(alert('up'), minutes([99, 99, 99, 99], [99, 101, 99, 101]), limits)
    expect(crossings).toEqual([{ atMs: start + MINUTE + 15_000, direction: 'up' }])
  })

  it('finds no price in no candles', () => {
    const limits = { settledMs: start + 5 * MINUTE, seenMs: 0 }
    const { progress, crossings } = followAlert(alert('up'), [], limits)
    expect(crossings).toEqual([])
    expect(progress.checkedMs).toBe(start + 5 * MINUTE)
  })
})

describe('a repeating price alert', () => {
  const repeating = (direction: AlertDirection) => alert(direction, { isRepeating: true })
  const below = [99, 99, 99, 99] as const
  const above = [101, 101, 101, 101] as const
  const touching = [99.9, 100.1, 99.8, 99.9] as const

  it('does not flood while the price hovers at its level', () => {
    const hovering = minutes(below, ...Array.from({ length: 60 }, () => touching))
    expect(cross(repeating('up'), hovering)).toHaveLength(1)
    expect(cross(repeating('either'), hovering)).toHaveLength(1)
    expect(crossLive(repeating('up'), hovering)).toHaveLength(1)
  })

  it('is told of again once a minute has closed off its level', () => {
    const twice = minutes(below, touching, below, touching)
    expect(cross(repeating('up'), twice)).toHaveLength(2)
    expect(crossLive(repeating('up'), twice)).toHaveLength(2)
  })

  it('upwards is not told of on the way down', () => {
    expect(cross(repeating('up'), minutes(below, touching, above, [101, 101, 99, 99], below))).toHaveLength(1)
  })

  it('either way is told of up and down', () => {
    const there = minutes(below, [99, 101, 99, 101], above, [101, 101, 99, 99], below)
    expect(cross(repeating('either'), there).map(({ direction }) => direction)).toEqual(['up', 'down'])
  })
})

const price = fc.integer({ min: 95, max: 105 })
const walk = fc
  .array(fc.tuple(price, price, price), { minLength: 1, maxLength: 60 })
  .map((rows) =>
    rows.map(
      ([open, close, other]) =>
        [open, Math.max(open, close, other), Math.min(open, close, other), close] as const,
    ),
  )

it(`tells of the same crossings whether it looks once or all the time (seed ${String(seed)})`, () => {
  fc.assert(
    fc.property(
      walk,
      fc.constantFrom('up', 'down', 'either' as const),
      fc.boolean(),
      (rows, direction, isRepeating) => {
        // The first minute is the one in which it was put: looking all the time sees more of it.
        const first = rows[0]?.[0] ?? 95
        const stretches = minutes([first, first, first, first], ...rows)
        const given = alert(direction, { isRepeating })
        const live = crossLive(given, stretches)
        const once = cross(given, stretches)
        expect(live.map(({ direction }) => direction)).toEqual(once.map(({ direction }) => direction))
      },
    ),
    { seed, numRuns: 500 },
  )
})
