// Keyboard shortcuts of the Markets view besides the focused chart's, and descriptions of both. Pure.
import type { KeyPress } from '../../../charts/input/keys.ts'
import type { ToolKind } from './chart-overlays.svelte.ts'

/** Command of a key press. */
export type ViewCommand =
  | { readonly kind: 'goToDate' }
  | { readonly kind: 'tool'; readonly tool: ToolKind }
  | { readonly kind: 'drawings' }
  | { readonly kind: 'table' }
  | { readonly kind: 'show'; readonly count: 1 | 2 | 4 }
  | { readonly kind: 'part'; readonly direction: -1 | 1 }

const altCommands: Readonly<Record<string, ViewCommand>> = {
  KeyG: { kind: 'goToDate' },
  KeyM: { kind: 'tool', tool: 'measure' },
  KeyL: { kind: 'tool', tool: 'line' },
  KeyN: { kind: 'tool', tool: 'note' },
  KeyA: { kind: 'tool', tool: 'alert' },
  KeyD: { kind: 'drawings' },
  KeyT: { kind: 'table' },
  Digit1: { kind: 'show', count: 1 },
  Digit2: { kind: 'show', count: 2 },
  Digit4: { kind: 'show', count: 4 },
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

/** All keyboard shortcuts of the view, for the list. */
export function listKeys(platform: string): readonly { readonly keys: string; readonly does: string }[] {
  const alt = (key: string): string => altKey(key, platform)
  const far = platform === 'darwin' ? '⌘' : 'Ctrl'
  return [
    { keys: '← →', does: 'One candle back or on, read aloud' },
    { keys: `${far} ← →`, does: 'A tenth of the view' },
    { keys: 'Page Up, Page Down', does: 'One screen back or on' },
    { keys: 'Home, End', does: 'First and newest candle' },
    { keys: '+ −', does: 'Zoom in, zoom out' },
    { keys: 'Shift ↑ ↓', does: 'Stretch prices, squeeze them' },
    { keys: 'Digits, then Enter', does: 'Period in minutes, or with h, d or w' },
    { keys: alt('R'), does: 'Back to the newest candles' },
    { keys: alt('G'), does: 'Go to a date' },
    { keys: alt('M'), does: 'Measure' },
    { keys: 'Shift and drag', does: 'Measure, whatever the tool' },
    { keys: alt('L'), does: 'Draw a line' },
    { keys: alt('N'), does: 'Write a note' },
    { keys: alt('A'), does: 'Set an alert' },
    { keys: alt('D'), does: 'Lines, notes and alerts' },
    { keys: alt('O'), does: 'Next open order on the chart' },
    { keys: 'X', does: 'Cancels the chosen order' },
    { keys: '↑ ↓', does: 'Moves the chosen order, Enter places it' },
    { keys: alt('T'), does: 'Candles as a table' },
    { keys: `${alt('1')}, 2, 4`, does: 'One, two or four charts' },
    { keys: alt('↑ ↓'), does: 'Moves a market in the list' },
    { keys: 'Delete', does: 'Takes a market off the list' },
    { keys: 'F6', does: 'From list to chart to trades' },
    { keys: 'Enter', does: 'Uses the tool at the candle' },
    { keys: 'Esc', does: 'Puts a tool away' },
  ]
}
