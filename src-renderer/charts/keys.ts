// Owns: which key does what on a focused chart. Pure. Must not: act.

/** What a key asks of the chart. */
export type ChartCommand =
  | { readonly kind: 'moveCursor'; readonly direction: -1 | 1; readonly isFar: boolean }
  | { readonly kind: 'page'; readonly direction: -1 | 1 }
  | { readonly kind: 'zoom'; readonly direction: -1 | 1 }
  | { readonly kind: 'home' }
  | { readonly kind: 'end' }
  | { readonly kind: 'reset' }
  | { readonly kind: 'dropCursor' }

/** The parts of a keyboard event that decide. */
export interface KeyPress {
  readonly key: string
  readonly code: string
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly altKey: boolean
}

/** The command of a key press, or null for a key that is not the chart's. */
export function commandOf(press: KeyPress): ChartCommand | null {
  const isFar = press.ctrlKey || press.metaKey
  // Alt makes letters of its own on some layouts, so the key's place decides.
  if (press.altKey) return !isFar && press.code === 'KeyR' ? { kind: 'reset' } : null
  switch (press.key) {
    case 'ArrowLeft':
      return { kind: 'moveCursor', direction: -1, isFar }
    case 'ArrowRight':
      return { kind: 'moveCursor', direction: 1, isFar }
  }
  // With Ctrl the rest belongs to the app: Ctrl and plus is the page's own zoom.
  if (isFar) return null
  switch (press.key) {
    case '+':
    case '=':
      return { kind: 'zoom', direction: 1 }
    case '-':
    case '_':
      return { kind: 'zoom', direction: -1 }
    case 'PageUp':
      return { kind: 'page', direction: -1 }
    case 'PageDown':
      return { kind: 'page', direction: 1 }
    case 'Home':
      return { kind: 'home' }
    case 'End':
      return { kind: 'end' }
    case 'Escape':
      return { kind: 'dropCursor' }
    default:
      return null
  }
}
