// Owns: the 300 ms tint of something that just changed. Must not: move anything.
import type { Attachment } from 'svelte/attachments'

const tintMs = 300
const seen = new WeakMap<Element, string | number | null>()

function isStill(): boolean {
  return window.matchMedia('(prefers-reduced-motion: reduce)').matches
}

/** Tints an element once, unless the system asks for stillness. `color` is a custom property such as `--up`. */
export function tint(node: Element, color = '--accent'): void {
  if (isStill()) return
  const from = `color-mix(in oklab, var(${color}) 28%, transparent)`
  node.animate(
    [{ backgroundColor: from }, { backgroundColor: from, offset: 0.5 }, { backgroundColor: 'transparent' }],
    {
      duration: tintMs,
    },
  )
}

/**
 * Tints the element whenever `value` differs from the one before: numbers by direction, anything else in the accent.
 * What appears for the first time is not a change.
 */
export function tintOnChange(value: string | number | null): Attachment {
  return (node) => {
    const before = seen.get(node)
    seen.set(node, value)
    if (before === undefined || before === null || value === null || before === value) return
    const isNumber = typeof before === 'number' && typeof value === 'number'
    tint(node, isNumber ? (value > before ? '--up' : '--down') : '--accent')
  }
}
