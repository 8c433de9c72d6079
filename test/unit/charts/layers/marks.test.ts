// The user's own orders and fills over the candles: where each stands, what joins, what a pointer finds.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ChartMark } from '../../../../src-preload/contract/markets/charts.ts'
import { MarkGroups } from '../../../../src-renderer/charts/layers/mark-groups.ts'
import { markStyle, MarkSet } from '../../../../src-renderer/charts/layers/mark-set.ts'
import { priceBottom } from '../../../../src-renderer/charts/model/frame.ts'
import { MarksLayer } from '../../../../src-renderer/charts/layers/marks.ts'
import {
  flatRows,
  makeCancelled,
  makeFill,
  makePlaced,
  makeTestFrame,
  minuteMs,
  noteCanvas,
  startMs,
  theme,
  xAt,
  yAt,
} from './frames.ts'

const hourMs = 60 * minuteMs

function arrange(marks: readonly ChartMark[], wish: Parameters<typeof makeTestFrame>[0] = {}) {
  const frame = makeTestFrame(wish)
  const groups = new MarkGroups()
  groups.arrange(frame, new MarkSet(marks))
  return { frame, groups, all: Array.from({ length: groups.count }, (_, at) => groups.members(at)) }
}

describe('marks by time', () => {
  it('are found by a binary search as by looking at each', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 0, max: 50 }), { maxLength: 60 }),
        fc.integer({ min: -1, max: 51 }),
        fc.integer({ min: -1, max: 51 }),
        (times, from, to) => {
          const set = new MarkSet(times.map((time) => makeFill(time, '1')))
          expect(set.lowerBound(from)).toBe(times.filter((time) => time < from).length)
          const told = set.between(from, to).map(({ atMs }) => atMs)
          expect(told).toEqual(times.filter((time) => time >= from && time < to).sort((a, b) => a - b))
        },
      ),
    )
  })

  it('are none for none', () => {
    const { all } = arrange([])
    expect(all).toEqual([])
  })
})

describe('joined marks', () => {
  it('are those of one candle and one side; buys stand below its low, sells above its high', () => {
    const marks = [
      makeFill(startMs + 5 * hourMs + 1, '104'),
      makeFill(startMs + 5 * hourMs + 30 * minuteMs, '96'),
      makeFill(startMs + 6 * hourMs - 1, '101', 'sell'),
    ]
    // 14 px a candle.
    const { frame, groups, all } = arrange(marks, { toMs: startMs + 52 * hourMs })
    expect(all.map((one) => one.length)).toEqual([2, 1])
    const middle = xAt(frame, startMs + 5.5 * hourMs)
    expect(groups.x[0]).toBeCloseTo(middle, -0.5)
    expect(groups.x[1]).toBe(groups.x[0])
    expect(groups.y[0]).toBeGreaterThan(yAt(frame, 90))
    expect(groups.y[1]).toBeLessThan(yAt(frame, 110))
  })

  it('hold every mark in view exactly once, whatever the zoom, the scale and the pixel ratio', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.tuple(
            fc.integer({ min: -40, max: 140 * 60 }),
            fc.integer({ min: 7000, max: 13_000 }),
            fc.constantFrom('buy', 'sell', 'cancelled', 'market'),
          ),
          { maxLength: 120 },
        ),
        fc.integer({ min: 2, max: 120 }),
        fc.constantFrom('linear', 'log', 'percent'),
        fc.constantFrom(1, 1.25, 2),
        (wanted, hours, scale, dpr) => {
          const marks = wanted.map(([minute, cents, kind]) => {
            const atMs = startMs + minute * minuteMs
            const price = (cents / 100).toFixed(2)
            if (kind === 'market') return makeCancelled(atMs, null)
            if (kind === 'cancelled') return makeCancelled(atMs, price)
            return makeFill(atMs, price, kind)
          })
          const { frame, groups, all } = arrange(marks, { scale, dpr, toMs: startMs + hours * hourMs })
          const joined = all.flat()
          expect(new Set(joined).size).toBe(joined.length)
          const inView = marks.filter(({ atMs }) => atMs >= frame.fromMs && atMs < frame.toMs)
          for (const mark of inView) expect(joined).toContain(mark)
          all.forEach((members, at) => expect(groups.sizes[at]).toBe(members.length))
        },
      ),
      { numRuns: 60 },
    )
  })

  it('stay as they are while one pans', () => {
    const marks = Array.from({ length: 300 }, (_, at) => makeFill(startMs + at * 17 * minuteMs, '100'))
    const rows = flatRows(100)
    const at = (shiftMs: number) => {
      const wish = { rows, fromMs: startMs + shiftMs, toMs: startMs + shiftMs + 91 * 4 * hourMs }
      const { all } = arrange(marks, wish)
      // The first and last stretch may be cut by the edge of the marks, none by the edge of the view.
      return all.map((members) => members.map((mark) => marks.indexOf(mark)).join())
    }
    const still = at(0)
    for (const shift of [minuteMs, 29 * minuteMs, hourMs, 3.7 * hourMs]) {
      for (const group of at(shift)) expect(still).toContain(group)
    }
  })

  it('of canceled orders stand beyond the fills of their candle, at the candle and not at their far price', () => {
    const atMs = startMs + 10 * hourMs
    const marks = [makeFill(atMs, '100'), makeCancelled(atMs, '81'), makeCancelled(atMs, '119', 'sell')]
    const { frame, groups } = arrange(marks, { toMs: startMs + 40 * hourMs })
    expect(groups.y[0]).toBe(Math.round(yAt(frame, 90) + 9))
    expect(groups.y[1]).toBe(Math.round(yAt(frame, 90) + 9 + 11))
    expect(groups.y[2]).toBe(Math.round(yAt(frame, 110) - 9))
  })

  it('leave out what was placed: an open order has a line', () => {
    expect(arrange([makePlaced(startMs, '100'), makePlaced(startMs, null, { isOpen: true })]).all).toEqual([])
  })

  it('are never over a candle, however narrow, and at any pixel ratio', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.tuple(fc.integer({ min: 0, max: 300 * 60 - 1 }), fc.constantFrom('buy', 'sell'), fc.boolean()),
          { maxLength: 120 },
        ),
        fc.array(fc.integer({ min: 0, max: 15 }), { minLength: 300, maxLength: 300 }),
        fc.integer({ min: 10, max: 300 }),
        fc.constantFrom(1, 2),
        (wanted, spreads, hours, dpr) => {
          const marks = wanted.map(([minute, side, isFill]) =>
            isFill
              ? makeFill(startMs + minute * minuteMs, '100', side)
              : makeCancelled(startMs + minute * minuteMs, '100', side),
          )
          const rows = spreads.map(
            (spread, at) => [startMs + at * hourMs, 100, 101 + spread, 99 - spread, 100, 2] as const,
          )
          const { frame, groups } = arrange(marks, { rows, dpr, toMs: startMs + hours * hourMs })
          for (let at = 0; at < groups.count; at++) {
            const x = groups.x[at] ?? 0
            const y = groups.y[at] ?? 0
            rows.forEach(([timeMs, , high, low], index) => {
              const next = rows[index + 1]?.[0] ?? timeMs + hourMs
              if (xAt(frame, next) * dpr < x - 3 * dpr || xAt(frame, timeMs) * dpr > x + 3 * dpr) return
              const isBuy = (groups.markStyles[at] ?? 0) % 2 === 0
              if (isBuy) expect(y - 4 * dpr).toBeGreaterThanOrEqual(yAt(frame, low) * dpr)
              else expect(y + 4 * dpr).toBeLessThanOrEqual(yAt(frame, high) * dpr)
            })
          }
        },
      ),
      { numRuns: 40 },
    )
  })

  it('are one per candle and side where more than forty would be in view', () => {
    const marks = Array.from({ length: 11 }, (_, at) => {
      const atMs = startMs + at * hourMs
      return [makeFill(atMs, '100'), makeCancelled(atMs, '90'), makeFill(atMs, '100', 'sell')]
    }).flat()
    const wide = { toMs: startMs + 26 * hourMs }
    const few = arrange(marks, wide)
    expect([few.groups.isFolded, few.groups.count]).toEqual([false, 33])
    const many = arrange(
      [...marks, ...marks.map((mark) => ({ ...mark, atMs: mark.atMs + 12 * hourMs }))],
      wide,
    )
    expect([many.groups.isFolded, many.groups.count]).toEqual([true, 44])
    expect([...many.groups.markStyles.slice(0, 2)]).toEqual([markStyle.buyFill, markStyle.sellFill])
    expect([...many.groups.sizes.slice(0, 2)]).toEqual([2, 1])
  })

  it('stand at their price where no trade made a candle', () => {
    const { frame, groups } = arrange([makeFill(startMs + 50 * hourMs, '100')], {
      rows: flatRows(10),
      toMs: startMs + 91 * hourMs,
    })
    expect(groups.y[0]).toBeGreaterThan(yAt(frame, 100))
    expect(groups.y[0]).toBeLessThan(yAt(frame, 100) + 12)
  })

  it('belong to their week although weeks do not begin with 1970', () => {
    const monday = Date.UTC(2026, 2, 16)
    const weekMs = 7 * 24 * hourMs
    const { frame, groups } = arrange([makeFill(monday + weekMs - 1, '100')], {
      period: 10080,
      rows: [
        [monday, 100, 110, 90, 105, 2],
        [monday + weekMs, 100, 110, 90, 105, 2],
      ],
      fromMs: monday,
      toMs: monday + 20 * weekMs,
    })
    expect(groups.x[0]).toBeCloseTo(xAt(frame, monday + weekMs / 2), -0.5)
  })
})

describe('two thousand marks', () => {
  const marks = Array.from({ length: 2_000 }, (_, at) =>
    makeFill(startMs + at * 2.7 * minuteMs, (95 + (at % 10)).toFixed(2), at % 3 === 0 ? 'sell' : 'buy'),
  )

  it('cost a picture no more texts than there are places, and no measuring at all', () => {
    const layer = new MarksLayer()
    layer.set(marks)
    const { ctx, count, texts } = noteCanvas()
    layer.paint(ctx, makeTestFrame(), theme)
    expect(count('measureText')).toBe(0)
    expect(texts().length).toBeLessThan(2 * 91)
    expect(
      texts()
        .map((text) => Number(text))
        .reduce((sum, size) => sum + size, 0),
    ).toBeGreaterThan(1_900)
  })

  it('on one candle are two marks with a count', () => {
    const { all } = arrange(marks.map((mark, at) => ({ ...mark, atMs: startMs + 3 * hourMs + at })))
    expect(all.map((one) => one.length).sort((a, b) => a - b)).toEqual([667, 1333])
  })

  it('are arranged once for one picture', () => {
    const frame = makeTestFrame()
    const set = new MarkSet(marks)
    const groups = new MarkGroups()
    groups.arrange(frame, set)
    const { x, y, markStyles } = groups
    const before = groups.count
    groups.arrange(frame, set)
    expect(groups.count).toBe(before)
    groups.arrange(makeTestFrame(), set)
    // The columns are those of before: a picture makes none.
    expect([groups.x === x, groups.y === y, groups.markStyles === markStyles]).toEqual([true, true, true])
  })
})

describe('the count of a mark', () => {
  it('is whole at the foot of the price pane', () => {
    const layer = new MarksLayer()
    layer.set([makeFill(startMs + 3 * hourMs, '90'), makeFill(startMs + 3 * hourMs, '91')])
    const frame = makeTestFrame({ hand: { low: 89, high: 120 }, toMs: startMs + 40 * hourMs })
    const { ctx, asked } = noteCanvas()
    layer.paint(ctx, frame, theme)
    const [count] = asked.filter(({ name }) => name === 'fillText')
    expect(count?.args[0]).toBe('2')
    expect(Number(count?.args[2]) + 5).toBeLessThanOrEqual(priceBottom(frame))
  })

  it('touches no other, on candles of any width', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 20, max: 100 }),
        fc.array(
          fc.tuple(fc.integer({ min: 3, max: 12 }), fc.integer({ min: 1, max: 1_200 }), fc.boolean()),
          {
            minLength: 2,
            maxLength: 12,
          },
        ),
        (hours, groups) => {
          const layer = new MarksLayer()
          layer.set(
            groups.flatMap(([hour, size, isBuy]) =>
              Array.from({ length: size }, (_, at) =>
                makeFill(startMs + hour * hourMs + at, '100', isBuy ? 'buy' : 'sell'),
              ),
            ),
          )
          const { ctx, asked } = noteCanvas()
          layer.paint(ctx, makeTestFrame({ toMs: startMs + hours * hourMs }), theme)
          const boxes = asked
            .filter(({ name }) => name === 'fillText')
            .map(({ args: [text, x, y] }) => ({ x: Number(x), y: Number(y), half: String(text).length * 3 }))
          const touching = boxes.filter((one, at) =>
            boxes
              .slice(0, at)
              .some(
                (other) =>
                  Math.abs(one.x - other.x) < one.half + other.half && Math.abs(one.y - other.y) < 10,
              ),
          )
          expect(touching).toEqual([])
        },
      ),
      { numRuns: 40 },
    )
  })
})

describe('a pointer over marks', () => {
  it('finds the nearest within reach, and tells all that joined', () => {
    const frame = makeTestFrame({ dpr: 2 })
    const layer = new MarksLayer()
    const near = [makeFill(startMs + 20 * hourMs, '100'), makeFill(startMs + 20 * hourMs + 1, '101')]
    layer.set([...near, makeFill(startMs + 24 * hourMs, '100')])
    const x = xAt(frame, startMs + 20.5 * hourMs)
    const y = yAt(frame, 90) + 9
    const hit = layer.hit(frame, { x: x + 3, y: y - 2 })
    expect(hit?.cursor).toBe('pointer')
    expect(layer.marksOf(hit?.id ?? '')).toEqual(near)
    expect(layer.hit(frame, { x: x + 2, y })?.id).toBe(hit?.id)
    expect(layer.hit(frame, { x, y: y + 40 })).toBeNull()
    expect(layer.marksOf('marks:0')).toEqual([])
  })
})
