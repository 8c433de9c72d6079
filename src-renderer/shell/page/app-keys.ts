// App-wide keyboard shortcuts and their descriptions. Pure.
import type { ViewName } from '../../../src-preload/domain/views.ts'
import { viewKeys, viewOfKey, viewTitles } from './views.ts'

export type AppCommand =
  | { readonly kind: 'view'; readonly view: ViewName }
  | { readonly kind: 'palette' }
  | { readonly kind: 'keys' }
  | { readonly kind: 'lock' }
  | { readonly kind: 'privacy' }

/** Fields of a KeyboardEvent that select the command. */
export type AppKeyPress = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>

/** Returns the command of a key press; null for other keys. `isTyping`: a text field has the focus. */
export function appCommandOf(press: AppKeyPress, isTyping: boolean): AppCommand | null {
  if (press.altKey) return null
  if (!press.ctrlKey && !press.metaKey) return press.key === '?' && !isTyping ? { kind: 'keys' } : null
  // Also by physical key: with Shift some layouts produce another letter.
  const isKey = (letter: string): boolean =>
    press.key.toLowerCase() === letter || press.code === `Key${letter.toUpperCase()}`
  if (press.shiftKey) {
    if (isKey('l')) return { kind: 'lock' }
    return isKey('h') ? { kind: 'privacy' } : null
  }
  if (press.key.toLowerCase() === 'k') return { kind: 'palette' }
  const view = viewOfKey(press.key)
  return view === null ? null : { kind: 'view', view }
}

/** App-wide shortcuts, for the keyboard shortcut list. */
export function listAppKeys(modifier: string): readonly { readonly keys: string; readonly does: string }[] {
  return [
    { keys: `${modifier} K`, does: 'Search or command' },
    ...viewKeys.map(({ view, key }) => ({ keys: `${modifier} ${key}`, does: viewTitles[view] })),
    { keys: `${modifier} ,`, does: 'Settings' },
    { keys: `${modifier} Shift H`, does: 'Hide or show amounts' },
    { keys: `${modifier} Shift L`, does: 'Lock, unlock, or set an app password' },
    { keys: '?', does: 'Keyboard shortcuts' },
    { keys: 'Esc', does: 'Close panel or menu' },
  ]
}
