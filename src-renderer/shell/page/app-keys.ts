// Owns: the keys that hold in every view, and the words for them. Pure. Must not: act.
import type { ViewName } from './router.svelte.ts'
import { viewKeys, viewOfKey, viewTitles } from './views.ts'

export type AppCommand =
  | { readonly kind: 'view'; readonly view: ViewName }
  | { readonly kind: 'palette' }
  | { readonly kind: 'keys' }
  | { readonly kind: 'lock' }
  | { readonly kind: 'privacy' }

/** The parts of a keyboard event that decide. */
export interface AppKeyPress {
  readonly key: string
  readonly code: string
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly altKey: boolean
  readonly shiftKey: boolean
}

/** The command of a key press, or null for a key that is not the app's. `isTyping`: a text takes what is typed. */
export function appCommandOf(press: AppKeyPress, isTyping: boolean): AppCommand | null {
  if (press.altKey) return null
  if (!press.ctrlKey && !press.metaKey) return press.key === '?' && !isTyping ? { kind: 'keys' } : null
  // By the key's place as well: with Shift some layouts give another letter.
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

/** What keys do everywhere, for who looks it up. */
export function listAppKeys(modifier: string): readonly { readonly keys: string; readonly does: string }[] {
  return [
    { keys: `${modifier} K`, does: 'Search or command' },
    ...viewKeys.map(({ view, key }) => ({ keys: `${modifier} ${key}`, does: viewTitles[view] })),
    { keys: `${modifier} ,`, does: 'Settings' },
    { keys: `${modifier} Shift H`, does: 'Hide or show amounts' },
    { keys: `${modifier} Shift L`, does: 'Lock, unlock, or set an app password' },
    { keys: '?', does: 'Keys' },
    { keys: 'Esc', does: 'Closes what is open' },
  ]
}
