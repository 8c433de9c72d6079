// The 300 ms tint of a changed value.
import type { Attachment } from 'svelte/attachments'

const tintMs = 300
/** Where the second step takes its colors from: between the full tint and none. */
const fadedAt = 0.75
const seen = new WeakMap<Element, string | number | null>()

let reducedMotion: MediaQueryList | null = null

/** One query for all: making one brings the styles of the page up to date, and prices change all the time. */
function prefersReducedMotion(): boolean {
  reducedMotion ??= window.matchMedia('(prefers-reduced-motion: reduce)')
  return reducedMotion.matches
}

/** The strongest tint that keeps faint text readable at 4.5:1; the bar at its edge catches the eye. */
export const tintShare = 0.06

/** Where the bar of a tint is: within a row, which has room at its edge, or beside a figure, which has none before its first digit. */
export type TintBar = 'inside' | 'beside'

const barShadow: Readonly<Record<TintBar, string>> = { inside: 'inset 3px 0', beside: '-3px 0' }

/** Tints an element once, unless the system requests reduced motion. `color` is a custom property such as `--up`. */
export function tint(node: Element, color = '--accent', bar: TintBar = 'inside'): void {
  if (prefersReducedMotion()) return
  const lit = {
    backgroundColor: `color-mix(in oklab, var(${color}) ${String(tintShare * 100)}%, transparent)`,
    boxShadow: `${barShadow[bar]} var(${color})`,
  }
  const out = { backgroundColor: 'transparent', boxShadow: `${barShadow[bar]} transparent` }
  const shown = node.animate([lit, { ...lit, offset: 0.5 }, out], { duration: tintMs })
  // In two steps: colors that run would make the page draw at each frame, and prices change all the time.
  shown.pause()
  setTimeout(() => (shown.currentTime = tintMs * fadedAt), tintMs / 2)
  setTimeout(() => shown.cancel(), tintMs)
}

/**
 * Tints the element, a figure, whenever `value` changes: numbers by direction, other values in the accent color. The first value does
 * not count as a change.
 */
export function tintOnChange(value: string | number | null): Attachment {
  return (node) => {
    const before = seen.get(node)
    seen.set(node, value)
    if (before === undefined || before === null || value === null || before === value) return
    const isNumber = typeof before === 'number' && typeof value === 'number'
    tint(node, isNumber ? (value > before ? '--up' : '--down') : '--accent', 'beside')
  }
}
