// Gives components inside the frame access to the unlock form.
import { getContext, setContext } from 'svelte'

const key = Symbol('unlock')

/** Provides the unlock form. Call during component initialization. */
export function provideUnlock(open: () => void): void {
  setContext(key, open)
}

/** Opens the unlock form; null when there is none. Call during component initialization. */
export function findUnlock(): (() => void) | null {
  return getContext<(() => void) | undefined>(key) ?? null
}
