// Volume profiles are sums over the rows of candles, worked out here another way: piece by piece of each candle's range.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { VolumeProfiles, volumeProfile } from '../../../../src-renderer/charts/indicators/volume-profile.ts'
import { readLegend } from '../../../../src-renderer/charts/model/reading.ts'
import { profileBars } from '../../../../src-renderer/charts/model/profile-bars.ts'
import { studyAt } from '../../../../src-renderer/charts/input/study-hit.ts'
import { frameOf, levelOf, paint } from '../frames.ts'
import { rowAt, type Row } from '../synthetic.ts'

const startMs = Date.UTC(2026, 10, 20)
const minute = (at: number): number => startMs + at * 60_000
const bufferOf = (rows: readonly Row[]) => levelOf(rows, 1).buffer
const profileOf = (rows: readonly Row[], count: number) =>
  volumeProfile(bufferOf(rows), 0, rows.length, count)

/** Prices are whole numbers, and so is the height of a row: each candle is cut into pieces one high. */
function sumByPieces(rows: readonly Row[], count: number): { up: number; down: number }[] {
  const bottom = Math.min(...rows.map(([, , , low]) => low))
  const height = (Math.max(...rows.map(([, , high]) => high)) - bottom) / count
  const sums = Array.from({ length: count }, () => ({ up: 0, down: 0 }))
  for (const [, open, high, low, close, volume] of rows) {
    const side = close >= open ? 'up' : 'down'
    const pieces = Math.max(1, high - low)
    for (let piece = 0; piece < pieces; piece++) {
      const sum = sums[Math.min(count - 1, Math.floor((low + piece - bottom) / height))]
      if (sum !== undefined) sum[side] += volume / pieces
    }
  }
  return sums
}

const count = 8
/** Candles with whole prices between 100 and 100 + 8 × 5. */
const candle = fc
  .tuple(
    fc.array(fc.integer({ min: 100, max: 140 }), { minLength: 4, maxLength: 4 }),
    fc.integer({ min: 0, max: 999 }),
  )
  .map(([prices, volume]) => {
    const [open = 0, other = 0, third = 0, close = 0] = prices
    return [
      0,
      open,
      Math.max(open, other, third, close),
      Math.min(open, other, third, close),
      close,
      volume,
    ] as Row
  })
/** The first spans the whole range, so that rows are five high. */
const candles = fc
  .array(candle, { minLength: 1, maxLength: 60 })
  .map((rows) =>
    [[0, 100, 140, 100, 140, 16] as Row, ...rows].map((row, at): Row => [
      minute(at),
      row[1],
      row[2],
      row[3],
      row[4],
      row[5],
    ]),
  )

describe('the volume profile of random candles', () => {
  it('has in each row the volume of the pieces of candles that lie in it', () => {
    fc.assert(
      fc.property(candles, (rows) => {
        const profile = profileOf(rows, count)
        const wanted = sumByPieces(rows, count)
        profile?.rows.forEach(({ low, high, up, down }, at) => {
          expect([low, high]).toEqual([100 + at * 5, 105 + at * 5])
          expect(up).toBeCloseTo(wanted[at]?.up ?? NaN, 6)
          expect(down).toBeCloseTo(wanted[at]?.down ?? NaN, 6)
        })
        const total = rows.reduce((sum, row) => sum + row[5], 0)
        expect(profile?.rows.reduce((sum, { up, down }) => sum + up + down, 0)).toBeCloseTo(total, 6)
      }),
      { numRuns: 300 },
    )
  })

  it('has its most volume at the point of control, and 70 % in a value area that no row could be left out of', () => {
    fc.assert(
      fc.property(candles, (rows) => {
        const profile = profileOf(rows, count)
        if (profile === null) throw new Error('no profile')
        const { control, valueFrom, valueEnd } = profile
        const volumes = profile.rows.map(({ up, down }) => up + down)
        const sum = (from: number, end: number): number => volumes.slice(from, end).reduce((a, b) => a + b, 0)
        expect(volumes[control]).toBe(Math.max(...volumes))
        expect(valueFrom <= control && control < valueEnd).toBe(true)
        const least = 0.7 * sum(0, count)
        expect(sum(valueFrom, valueEnd)).toBeGreaterThanOrEqual(least - 1e-9)
        // Without the row that came last it would not have been enough.
        const shorter = [
          ...(valueFrom < control ? [sum(valueFrom + 1, valueEnd)] : []),
          ...(valueEnd - 1 > control ? [sum(valueFrom, valueEnd - 1)] : []),
        ]
        if (shorter.length > 0) expect(Math.min(...shorter)).toBeLessThan(least)
      }),
      { numRuns: 300 },
    )
  })
})

describe('a volume profile', () => {
  it('grows from the point of control by the larger neighbor', () => {
    // Flat candles: each volume is in one row. 5, 20, 40, 25, 10.
    const rows = [5, 20, 40, 25, 10].map((volume, at): Row => [minute(at), at, at, at, at, volume])
    expect(profileOf(rows, 5)).toMatchObject({ control: 2, valueFrom: 1, valueEnd: 4 })
  })

  it('is none without candles, a range or volume', () => {
    expect(volumeProfile(bufferOf([]), 0, 0, 10)).toBeNull()
    expect(profileOf([[minute(0), 5, 5, 5, 5, 9]], 10)).toBeNull()
    expect(profileOf([[minute(0), 5, 6, 4, 5, 0]], 10)).toBeNull()
  })

  it('is made again only where the candles are others', () => {
    const profiles = new VolumeProfiles()
    const buffer = bufferOf(Array.from({ length: 20 }, (_, at) => rowAt(minute(at))))
    const first = profiles.of(buffer, 0, 10, 8)
    expect(profiles.of(buffer, 0, 10, 8)).toBe(first)
    expect(profiles.of(buffer, 0, 11, 8)).not.toBe(first)
  })
})

describe('on the chart', () => {
  const rows = Array.from({ length: 200 }, (_, at) => rowAt(minute(at)))
  const frame = frameOf({ rows, indicators: [{ kind: 'volumeProfile', rows: 12 }], hasVolume: false })
  const profile = frame.profiles.get(0)
  if (profile === null || profile === undefined) throw new Error('no profile')

  it('it is of the candles in view alone', () => {
    expect(frame.firstIndex).toBeGreaterThan(0)
    expect(profile).toEqual(profileOf(rows.slice(frame.firstIndex, frame.endIndex), 12))
  })

  it('its rows end at the right edge, one above the other, the point of control the longest', () => {
    const bars = profileBars(frame, profile)
    const longest = Math.max(...bars.map(({ left, right }) => right - left))
    expect(bars[profile.control]).toMatchObject({
      right: frame.layout.plotWidth,
      isControl: true,
      isInValue: true,
    })
    expect(longest).toBe(frame.layout.plotWidth / 4)
    bars.forEach(({ top }, at) => expect(top).toBeGreaterThanOrEqual(bars[at + 1]?.bottom ?? 0))
  })

  it('it is painted, found under the pointer and read', () => {
    const bar = profileBars(frame, profile)[profile.control]
    const y = ((bar?.top ?? 0) + (bar?.bottom ?? 0)) / 2
    expect(paint(frame).count('line1', bar?.left, bar?.right)).toBeGreaterThan(50)
    expect(studyAt(frame, { x: (bar?.left ?? 0) + 2, y })).toBe(0)
    expect(studyAt(frame, { x: (bar?.left ?? 0) - 20, y })).toBeNull()
    const [row] = readLegend(frame, frame.endIndex - 1, null).rows
    const edges = [profile.rows[profile.valueEnd - 1]?.high, profile.rows[profile.valueFrom]?.low]
    expect(row?.lines.map(({ lineName }) => lineName)).toEqual(['POC', 'VAH', 'VAL'])
    expect(row?.lines.slice(1).map(({ text }) => Number(text.replaceAll(',', '')))).toEqual(
      edges.map((edge) => Number(edge?.toFixed(2))),
    )
  })

  it('is not worked out while hidden', () => {
    const hidden = frameOf({ rows, indicators: [{ kind: 'volumeProfile', rows: 12, isHidden: true }] })
    expect(hidden.profiles.size).toBe(0)
  })
})
