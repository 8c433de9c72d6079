import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  clampView,
  endView,
  followView,
  goToView,
  homeView,
  initialView,
  isAtEdge,
  largestSpacing,
  panView,
  revealSlot,
  slotAt,
  visibleRange,
  xOf,
  zoomView,
  type Bounds,
  type Viewport,
} from '../../../src-renderer/charts/model/viewport.ts'

const bounds = fc
  .record({
    first: fc.integer({ min: -1_000_000, max: 30_000_000 }),
    count: fc.integer({ min: 1, max: 600_000 }),
    width: fc.integer({ min: 50, max: 4000 }),
    isOpen: fc.boolean(),
  })
  .map(({ first, count, width, isOpen }): Bounds => ({ first, last: first + count - 1, width, isOpen }))

// Whole numbers, scaled: doubles would be shrunk through their whole range when a property fails.
const scaled = (min: number, max: number, scale: number) => fc.integer({ min, max }).map((n) => n / scale)
const away = scaled(-20_000_000, 400_000_000, 10)
const spacing = scaled(1, 10_000_000, 10_000)
const anyView = fc.record({ right: away, spacing })
const step = scaled(-50_000, 50_000, 10)

const isSame = (a: Viewport, b: Viewport): boolean => a.right === b.right && a.spacing === b.spacing

describe('viewport', () => {
  it('clamps once: what is clamped stays, and shows a candle, or is a screen away from the first at most', () => {
    fc.assert(
      fc.property(anyView, bounds, (view, limits) => {
        const clamped = clampView(view, limits)
        const { from, to } = visibleRange(clamped, limits.width)
        expect(from).toBeLessThanOrEqual(limits.last + 0.5)
        expect(to).toBeGreaterThanOrEqual(limits.first + (limits.isOpen ? -0.501 : 0.499))
        expect(clamped.spacing).toBeLessThanOrEqual(largestSpacing)
        expect(clampView(clamped, limits)).toEqual(clamped)
      }),
    )
  })

  it('moves candles by as many pixels as the pointer moved, unless it meets an end', () => {
    fc.assert(
      fc.property(anyView, bounds, step, (start, limits, pixels) => {
        const view = clampView(start, limits)
        const free = { right: view.right - pixels / view.spacing, spacing: view.spacing }
        fc.pre(isSame(clampView(free, limits), free))
        const slot = slotAt(view, limits.width, limits.width / 3)
        const moved = panView(view, pixels, limits)
        expect(xOf(moved, limits.width, slot)).toBeCloseTo(limits.width / 3 + pixels, 2)
        expect(panView(moved, -pixels, limits).right).toBeCloseTo(view.right, 2)
      }),
    )
  })

  it('zooms around the cursor: what is under it stays under it, unless it meets an end', () => {
    fc.assert(
      fc.property(
        anyView,
        bounds,
        scaled(30, 300, 100),
        scaled(0, 1000, 1000),
        (start, limits, factor, share) => {
          const view = clampView(start, limits)
          const x = share * limits.width
          const slot = slotAt(view, limits.width, x)
          const zoomed = zoomView(view, factor, x, limits)
          const free = { right: slot + (limits.width - x) / zoomed.spacing, spacing: zoomed.spacing }
          const isMostInView = limits.width / zoomed.spacing > (limits.last - limits.first + 1) / 2
          fc.pre(isSame(clampView(free, limits), free) && (limits.isOpen || factor >= 1 || !isMostInView))
          expect(xOf(zoomed, limits.width, slot)).toBeCloseTo(x, 1)
        },
      ),
    )
  })

  it('goes along with new candles while the newest is in view', () => {
    fc.assert(
      fc.property(bounds, fc.integer({ min: 1, max: 500 }), (before, more) => {
        const after = { ...before, last: before.last + more }
        const view = initialView(before)
        expect(isAtEdge(view, before)).toBe(true)
        const followed = followView(view, before, after)
        expect(isAtEdge(followed, after)).toBe(true)
        expect(followed.right - after.last).toBeCloseTo(view.right - before.last, 6)
      }),
    )
  })

  it('stays where it is when new candles come while one looks at older ones', () => {
    const before = { first: 0, last: 10_000, width: 1000, isOpen: false }
    const view = panView(initialView(before), 20_000, before)
    expect(isAtEdge(view, before)).toBe(false)
    expect(followView(view, before, { ...before, last: 10_001 })).toEqual(view)
  })

  it('keeps every candle in place when older history comes in', () => {
    fc.assert(
      fc.property(anyView, bounds, fc.integer({ min: 1, max: 100_000 }), (start, before, more) => {
        const view = clampView(start, before)
        const after = { ...before, first: before.first - more }
        expect(followView(view, before, after)).toEqual(view)
      }),
    )
  })

  it('starts with the newest candles, wider when the history is short', () => {
    const many = initialView({ first: 0, last: 5000, width: 1000, isOpen: false })
    expect(many.spacing).toBe(8)
    expect((many.right - 5000.5) * many.spacing).toBeCloseTo(40)
    expect(initialView({ first: 0, last: 2, width: 1000, isOpen: false }).spacing).toBe(24)
    expect(initialView({ first: 0, last: 2, width: 1000, isOpen: true }).spacing).toBe(8)
  })

  it('brings a slot into view with the least move', () => {
    fc.assert(
      fc.property(anyView, bounds, scaled(0, 1000, 1000), (start, limits, share) => {
        const view = clampView(start, limits)
        const slot = Math.round(limits.first + share * (limits.last - limits.first))
        const shown = revealSlot(view, slot, limits)
        const x = xOf(shown, limits.width, slot)
        expect(x).toBeGreaterThan(-0.01)
        expect(x).toBeLessThan(limits.width + 0.01)
        const before = xOf(view, limits.width, slot)
        const room = Math.max(2 * view.spacing, limits.width / 4) + 1
        if (before > room && before < limits.width - room) expect(shown).toEqual(view)
      }),
    )
  })

  it('goes to the first and to the last candle', () => {
    const limits = { first: 100, last: 9000, width: 1000, isOpen: false }
    const home = homeView(initialView(limits), limits)
    expect(xOf(home, 1000, 100)).toBeCloseTo(16)
    expect(isAtEdge(endView(home, limits), limits)).toBe(true)
  })

  it('centres a time, also one before all that is loaded where there may be more', () => {
    const limits = { first: 0, last: 10_000, width: 1000, isOpen: true }
    const view = goToView(initialView(limits), -5_000, limits)
    expect(xOf(view, 1000, -5_000)).toBeCloseTo(500)
    // Counted from there on, the view stays.
    expect(clampView(view, { ...limits, first: -5_000 })).toBe(view)
    expect(xOf(goToView(view, 5_000, limits), 1000, 5_000)).toBeCloseTo(500)
    const known = { ...limits, isOpen: false }
    expect(xOf(goToView(view, -5_000, known), 1000, 0)).toBeLessThanOrEqual(1000)
  })

  it('pans one screen beyond what is loaded, and no further until more is', () => {
    fc.assert(
      fc.property(bounds, spacing, (limits, each) => {
        const open = { ...limits, isOpen: true }
        const far = panView(clampView({ right: limits.first, spacing: each }, open), 1e9, open)
        expect(visibleRange(far, open.width).to).toBeCloseTo(open.first - 0.5, 3)
        const more = { ...open, first: open.first - 1_000 }
        expect(followView(far, open, more)).toEqual(far)
        expect(panView(far, 1, more).right).toBeLessThan(far.right)
      }),
    )
  })

  it('zooms out a little beyond a whole history, and far beyond one that has yet to load', () => {
    const whole = { first: 0, last: 99_999, width: 1000, isOpen: false }
    const { from, to } = visibleRange(zoomView(initialView(whole), 1e-9, 500, whole), whole.width)
    expect(to - from).toBeCloseTo(120_000)
    const open = { ...whole, isOpen: true }
    const wide = visibleRange(zoomView(initialView(open), 1e-9, 500, open), open.width)
    expect(wide.to - wide.from).toBeCloseTo(800_000)
  })

  it('fills the plot when all of a history comes into view, wherever the pointer is', () => {
    const limits = { first: 0, last: 9_999, width: 1000, isOpen: false }
    for (const x of [0, 500, 1000]) {
      let view = endView(initialView(limits), limits)
      for (let turn = 0; turn < 80; turn += 1) view = zoomView(view, 0.9, x, limits)
      const { from, to } = visibleRange(view, limits.width)
      expect(from).toBeLessThanOrEqual(0)
      expect(to).toBeGreaterThanOrEqual(limits.last)
    }
  })
})
