// Keyboard shortcuts of a focused chart. Pure.

/** Command of a key press. */
export type ChartCommand =
  | { readonly kind: 'moveCursor'; readonly direction: -1 | 1; readonly isFar: boolean }
  | { readonly kind: 'page'; readonly direction: -1 | 1 }
  | { readonly kind: 'zoom'; readonly direction: -1 | 1 }
  | { readonly kind: 'stretchPrices'; readonly direction: -1 | 1 }
  | { readonly kind: 'home' }
  | { readonly kind: 'end' }
  | { readonly kind: 'reset' }
  | { readonly kind: 'goTo' }
  | { readonly kind: 'escape' }

/** Fields of a KeyboardEvent that select the command. */
export interface KeyPress {
  readonly key: string
  readonly code: string
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly altKey: boolean
  readonly shiftKey: boolean
}

/** Returns the command of a key press; null for other keys. typed-period.ts handles the keys of typed periods. */
export function commandOf(press: KeyPress): ChartCommand | null {
  const isFar = press.ctrlKey || press.metaKey
  if (press.altKey) return isFar ? null : altCommandOf(press.code)
  switch (press.key) {
    case 'ArrowLeft':
      return { kind: 'moveCursor', direction: -1, isFar }
    case 'ArrowRight':
      return { kind: 'moveCursor', direction: 1, isFar }
    case 'ArrowUp':
      if (isFar) return { kind: 'zoom', direction: 1 }
      break
    case 'ArrowDown':
      if (isFar) return { kind: 'zoom', direction: -1 }
      break
  }
  // Other keys with Ctrl belong to the app, such as Ctrl+plus for page zoom.
  if (isFar) return null
  switch (press.key) {
    case 'ArrowUp':
      return press.shiftKey ? { kind: 'stretchPrices', direction: 1 } : null
    case 'ArrowDown':
      return press.shiftKey ? { kind: 'stretchPrices', direction: -1 } : null
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
      return { kind: 'escape' }
    default:
      return null
  }
}

/** Alt changes letters on some layouts, so the physical key decides. */
function altCommandOf(code: string): ChartCommand | null {
  if (code === 'KeyR') return { kind: 'reset' }
  return code === 'KeyG' ? { kind: 'goTo' } : null
}
