// What the user was doing when a failure occurred, for its text.
import { getContext, setContext } from 'svelte'

/** `view`: data is on screen or was requested. `connecting`: a wallet is being added and nothing is stored yet. */
export type ErrorPlace = 'view' | 'connecting'

const key = Symbol('error place')

/** Sets the place for everything inside a component. Call during component initialization. */
export function provideErrorPlace(place: ErrorPlace): void {
  setContext(key, place)
}

/** Call during component initialization. */
export function findErrorPlace(): ErrorPlace {
  return getContext<ErrorPlace | undefined>(key) ?? 'view'
}
