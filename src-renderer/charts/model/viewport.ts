// Viewport of a chart: panning, zooming and following new and older candles. Pure.

/** Slot at the right edge of the plot, and slot width in CSS pixels. */
export interface Viewport {
  readonly right: number
  readonly spacing: number
}

/** Limits of a viewport: first and last slot with a known candle, and the plot width in CSS pixels. */
export interface Bounds {
  readonly first: number
  readonly last: number
  readonly width: number
  /** There may be earlier candles, loaded as they come into view. */
  readonly isOpen: boolean
}

/** Slots from the left to the right edge of the plot. Candle `n` fills n - 0.5 to n + 0.5. */
export interface SlotRange {
  readonly from: number
  readonly to: number
}

export const defaultSpacing = 8
export const largestSpacing = 96
/** Candle width in a fresh view of a market with a short history. */
const widestFresh = 24
/** With few candles the user can still zoom out to this many pixels per candle. */
const modestSpacing = 2
/** Space right of the last candle in a fresh view, in CSS pixels and in slots. */
const edgePixels = 40
const edgeSlots = 2
/** Share of the plot that may be empty right of the last candle. */
const emptyShare = 0.5
/** Width of the widest view relative to the candles: of a complete history, and of a partly known one. */
const roomAround = 1.2
const roomToGrow = 8

/** The slots that a viewport shows in a plot of `width` CSS pixels. */
export function visibleRange(view: Viewport, width: number): SlotRange {
  return { from: view.right - width / view.spacing, to: view.right }
}

/** Fractional slot at `x` CSS pixels from the left edge of the plot. */
export function slotAt(view: Viewport, width: number, x: number): number {
  return view.right - (width - x) / view.spacing
}

/** X coordinate of a slot's middle in CSS pixels from the left edge of the plot. */
export function xOf(view: Viewport, width: number, slot: number): number {
  return width - (view.right - slot) * view.spacing
}

/**
 * Fresh view: the newest candles with a little space to their right. Candles are wider for a short complete history, but
 * not while older candles are still loading.
 */
export function initialView(bounds: Bounds): Viewport {
  const span = bounds.last - bounds.first + 1
  const fitting = bounds.isOpen ? 0 : bounds.width / 2 / span
  const spacing = Math.min(widestFresh, Math.max(defaultSpacing, fitting))
  return clampView({ right: edgeOf(bounds, spacing), spacing }, bounds)
}

/**
 * Limits the candle width and keeps some candles in view; with an open start the view may extend one screen before the
 * first candle. Leaves a valid view unchanged.
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

/** Moves the candles right by `pixels` CSS pixels (older candles enter from the left). */
export function panView(view: Viewport, pixels: number, bounds: Bounds): Viewport {
  return clampView({ right: view.right - pixels / view.spacing, spacing: view.spacing }, bounds)
}

/**
 * Scales the candle width by `factor`; the point at `x` CSS pixels from the left stays fixed. As more of a complete history
 * comes into view, less empty space remains: the whole history fills the plot.
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

/** True when the right end of the last candle is in view, so the view follows new candles. */
export function isAtEdge(view: Viewport, bounds: Bounds): boolean {
  return view.right >= bounds.last + 0.5 && visibleRange(view, bounds.width).from < bounds.last + 0.5
}

/** View after candles were added: it follows the newest at the right edge and stays put elsewhere. */
export function followView(view: Viewport, before: Bounds, after: Bounds): Viewport {
  const shift = isAtEdge(view, before) ? after.last - before.last : 0
  return clampView({ right: view.right + shift, spacing: view.spacing }, after)
}

/** Smallest move that brings a slot into view with a little space around it. */
export function revealSlot(view: Viewport, slot: number, bounds: Bounds): Viewport {
  const { from, to } = visibleRange(view, bounds.width)
  const room = Math.min(edgeSlots, (to - from) / 4)
  if (slot - room < from) return clampView({ ...view, right: view.right - (from - slot + room) }, bounds)
  if (slot + room > to) return clampView({ ...view, right: view.right + (slot + room - to) }, bounds)
  return view
}

/** Same width, with the newest candle at the right edge. */
export function endView(view: Viewport, bounds: Bounds): Viewport {
  return clampView({ ...view, right: edgeOf(bounds, view.spacing) }, bounds)
}

/** Same width, starting with the first candle. */
export function homeView(view: Viewport, bounds: Bounds): Viewport {
  return clampView({ ...view, right: bounds.first - edgeSlots + bounds.width / view.spacing }, bounds)
}

/** Same width, with a slot in the middle; with an open start also before the first known candle. */
export function goToView(view: Viewport, slot: number, bounds: Bounds): Viewport {
  return clampView({ ...view, right: slot + bounds.width / view.spacing / 2 }, widened(bounds, slot))
}

/** View of these slots, as close as the limits allow. */
export function rangeView({ from, to }: SlotRange, bounds: Bounds): Viewport {
  return clampView({ right: to, spacing: bounds.width / (to - from) }, widened(bounds, from))
}

/**
 * View from a slot to the newest candle with the usual space to its right, as close as the limits allow. It is as wide as to `to`
 * where no candle so new is known yet.
 */
export function latestView({ from, to }: SlotRange, bounds: Bounds): Viewport {
  const slots = Math.max(1, Math.max(to, bounds.last + 0.5) - from)
  const spacing = Math.min((bounds.width - edgePixels) / slots, bounds.width / (slots + edgeSlots))
  return endView({ right: bounds.last, spacing }, widened(bounds, from))
}

/** With an open start, a slot before the first known candle can be shown too. */
function widened(bounds: Bounds, slot: number): Bounds {
  return bounds.isOpen && slot < bounds.first ? { ...bounds, first: slot } : bounds
}

function edgeOf(bounds: Bounds, spacing: number): number {
  const room = Math.max(edgeSlots, edgePixels / spacing)
  return bounds.last + 0.5 + Math.min(room, bounds.width / spacing / 4)
}

function smallestSpacing(bounds: Bounds): number {
  const span = bounds.last - bounds.first + 1
  return Math.min(modestSpacing, bounds.width / (span * (bounds.isOpen ? roomToGrow : roomAround)))
}
