// Keyboard shortcuts of the Markets view besides the focused chart's. Pure.
import type { KeyPress } from '../../../charts/input/keys.ts'
import type { ToolKind } from './chart-overlays.svelte.ts'

/** Command of a key press. */
export type ViewCommand =
  | { readonly kind: 'goToDate' }
  | { readonly kind: 'tool'; readonly tool: ToolKind }
  | { readonly kind: 'drawings' }
  | { readonly kind: 'table' }
  | { readonly kind: 'show'; readonly count: 1 | 2 | 4 }
  | { readonly kind: 'maximize' }
  | { readonly kind: 'part'; readonly direction: -1 | 1 }

const altCommands: Readonly<Record<string, ViewCommand>> = {
  KeyG: { kind: 'goToDate' },
  KeyM: { kind: 'tool', tool: 'measure' },
  KeyL: { kind: 'tool', tool: 'horizontal' },
  KeyH: { kind: 'tool', tool: 'horizontal' },
  KeyN: { kind: 'tool', tool: 'note' },
  KeyA: { kind: 'tool', tool: 'alert' },
  KeyT: { kind: 'tool', tool: 'trend' },
  KeyD: { kind: 'drawings' },
  KeyC: { kind: 'table' },
  Digit1: { kind: 'show', count: 1 },
  Digit2: { kind: 'show', count: 2 },
  Digit4: { kind: 'show', count: 4 },
  Enter: { kind: 'maximize' },
}

/** Returns the command of a key press; null for other keys. */
export function viewCommandOf(press: KeyPress): ViewCommand | null {
  if (press.ctrlKey || press.metaKey) return null
  if (press.key === 'F6') return press.altKey ? null : { kind: 'part', direction: press.shiftKey ? -1 : 1 }
  if (!press.altKey || press.shiftKey) return null
  // Alt changes letters on some layouts, so the physical key decides.
  return Object.hasOwn(altCommands, press.code) ? (altCommands[press.code] ?? null) : null
}

/** A key with Alt as the platform writes it: Alt+G, ⌥G. */
export function altKey(key: string, platform: string): string {
  return `${platform === 'darwin' ? '⌥' : 'Alt'} ${key}`
}
