// Owns: what the user was doing where a failure is shown, for its words. Must not: word anything.
import { getContext, setContext } from 'svelte'

/** `view`: data is on screen, or was asked for. `connecting`: a wallet is being added, and nothing of it is stored yet. */
export type ErrorPlace = 'view' | 'connecting'

const key = Symbol('error place')

/** Said while a component is made, for everything inside it. */
export function provideErrorPlace(place: ErrorPlace): void {
  setContext(key, place)
}

/** Asked for while a component is made. */
export function findErrorPlace(): ErrorPlace {
  return getContext<ErrorPlace | undefined>(key) ?? 'view'
}
