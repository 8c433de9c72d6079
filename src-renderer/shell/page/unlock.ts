// Owns: how what is inside the frame finds the way to unlock. Must not: unlock anything.
import { getContext, setContext } from 'svelte'

const key = Symbol('unlock')

/** Said once by who has the form for the password, while a component is made. */
export function provideUnlock(open: () => void): void {
  setContext(key, open)
}

/** Opens that form; null where there is none. Asked for while a component is made. */
export function findUnlock(): (() => void) | null {
  return getContext<(() => void) | undefined>(key) ?? null
}
