// Owns: which part of time a chart shows, and how panning, zooming, new and older candles move it. Pure.
// Must not: know candles, prices or the DOM.

/** What is in view: the slot at the right edge of the plot and the width of one slot in CSS pixels. */
export interface Viewport {
  readonly right: number
  readonly spacing: number
}

/** What limits a viewport: first and last slot that are known to hold a candle, and the plot's width in CSS pixels. */
export interface Bounds {
  readonly first: number
  readonly last: number
  readonly width: number
  /** There may be candles before the first: they are loaded as they come into view. */
  readonly isOpen: boolean
}

/** Slots from the left to the right edge of the plot. Candle `n` fills n - 0.5 to n + 0.5. */
export interface SlotRange {
  readonly from: number
  readonly to: number
}

export const defaultSpacing = 8
export const largestSpacing = 96
/** The width of a candle in a fresh view of a market with a short history. */
const widestFresh = 24
/** However few candles there are, one may zoom out to this many pixels each. */
const modestSpacing = 2
/** Room to the right of the last candle in a fresh view, in CSS pixels and in slots. */
const edgePixels = 40
const edgeSlots = 2
/** The share of the plot that may lie empty to the right of the last candle. */
const emptyShare = 0.5
/** How many times as much as there is the widest view shows: of a whole history, and of the known end of one. */
const roomAround = 1.2
const roomToGrow = 8

/** The slots that a viewport shows in a plot of `width` CSS pixels. */
export function visibleRange(view: Viewport, width: number): SlotRange {
  return { from: view.right - width / view.spacing, to: view.right }
}

/** The slot at `x` CSS pixels from the left edge of the plot, with its fraction. */
export function slotAt(view: Viewport, width: number, x: number): number {
  return view.right - (width - x) / view.spacing
}

/** The CSS pixel, from the left edge of the plot, of a slot's middle. */
export function xOf(view: Viewport, width: number, slot: number): number {
  return width - (view.right - slot) * view.spacing
}

/**
 * The fresh view: the newest candles with a little room to their right. They are wider where the whole history is short,
 * and not because the rest of it has yet to come.
 */
export function initialView(bounds: Bounds): Viewport {
  const span = bounds.last - bounds.first + 1
  const fitting = bounds.isOpen ? 0 : bounds.width / 2 / span
  const spacing = Math.min(widestFresh, Math.max(defaultSpacing, fitting))
  return clampView({ right: edgeOf(bounds, spacing), spacing }, bounds)
}

/**
 * Keeps the width of a candle sane and some candles in view; where the start is open, the view may lie one screen before
 * the first. Does nothing to a view that already is so.
 */
export function clampView(view: Viewport, bounds: Bounds): Viewport {
  const spacing = Math.min(largestSpacing, Math.max(smallestSpacing(bounds), view.spacing))
  const shown = bounds.width / spacing
  const span = bounds.last - bounds.first + 1
  const most = Math.max(edgeOf(bounds, spacing), bounds.last + 0.5 + shown * emptyShare)
  const inView = bounds.isOpen ? 0 : Math.min(span, Math.max(1, shown * (1 - emptyShare)))
  const right = Math.min(most, Math.max(bounds.first - 0.5 + inView, view.right))
  return right === view.right && spacing === view.spacing ? view : { right, spacing }
}

/** Moves the candles by `pixels` CSS pixels to the right (older candles come in from the left). */
export function panView(view: Viewport, pixels: number, bounds: Bounds): Viewport {
  return clampView({ right: view.right - pixels / view.spacing, spacing: view.spacing }, bounds)
}

/**
 * Makes candles `factor` times as wide; what lies at `x` CSS pixels from the left stays there. But the more of a whole
 * history comes into view, the less is left empty beside it: all of it at once fills the plot.
 */
export function zoomView(view: Viewport, factor: number, x: number, bounds: Bounds): Viewport {
  const spacing = Math.min(largestSpacing, Math.max(smallestSpacing(bounds), view.spacing * factor))
  const anchor = slotAt(view, bounds.width, x)
  const right = anchor + (bounds.width - x) / spacing
  const spare = Math.abs(bounds.width / spacing - (bounds.last - bounds.first + 1))
  const most = Math.max(edgeOf(bounds, spacing), bounds.last + 0.5 + spare)
  const isOut = factor < 1 && spacing < view.spacing && !bounds.isOpen
  return clampView({ right: isOut ? Math.min(right, most) : right, spacing }, bounds)
}

/** True when the right end of the last candle is in view, so that the view goes along with new ones. */
export function isAtEdge(view: Viewport, bounds: Bounds): boolean {
  return view.right >= bounds.last + 0.5 && visibleRange(view, bounds.width).from < bounds.last + 0.5
}

/** The view after candles came in: at the right edge it goes along with the newest, elsewhere nothing moves. */
export function followView(view: Viewport, before: Bounds, after: Bounds): Viewport {
  const shift = isAtEdge(view, before) ? after.last - before.last : 0
  return clampView({ right: view.right + shift, spacing: view.spacing }, after)
}

/** The least move that brings a slot into view with a little room around it. */
export function revealSlot(view: Viewport, slot: number, bounds: Bounds): Viewport {
  const { from, to } = visibleRange(view, bounds.width)
  const room = Math.min(edgeSlots, (to - from) / 4)
  if (slot - room < from) return clampView({ ...view, right: view.right - (from - slot + room) }, bounds)
  if (slot + room > to) return clampView({ ...view, right: view.right + (slot + room - to) }, bounds)
  return view
}

/** The view of the same candles with the newest at the right edge. */
export function endView(view: Viewport, bounds: Bounds): Viewport {
  return clampView({ ...view, right: edgeOf(bounds, view.spacing) }, bounds)
}

/** The view of the same width that begins with the first candle. */
export function homeView(view: Viewport, bounds: Bounds): Viewport {
  return clampView({ ...view, right: bounds.first - edgeSlots + bounds.width / view.spacing }, bounds)
}

/** The view of the same width with a slot in its middle, even one before the first known candle where the start is open. */
export function goToView(view: Viewport, slot: number, bounds: Bounds): Viewport {
  const first = bounds.isOpen ? Math.min(bounds.first, slot) : bounds.first
  return clampView({ ...view, right: slot + bounds.width / view.spacing / 2 }, { ...bounds, first })
}

/** The view of these slots, as near as it can be shown. */
export function rangeView({ from, to }: SlotRange, bounds: Bounds): Viewport {
  const first = bounds.isOpen ? Math.min(bounds.first, from) : bounds.first
  return clampView({ right: to, spacing: bounds.width / (to - from) }, { ...bounds, first })
}

function edgeOf(bounds: Bounds, spacing: number): number {
  const room = Math.max(edgeSlots, edgePixels / spacing)
  return bounds.last + 0.5 + Math.min(room, bounds.width / spacing / 4)
}

function smallestSpacing(bounds: Bounds): number {
  const span = bounds.last - bounds.first + 1
  return Math.min(modestSpacing, bounds.width / (span * (bounds.isOpen ? roomToGrow : roomAround)))
}
