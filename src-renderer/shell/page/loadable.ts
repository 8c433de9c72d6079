// Owns: the four states of anything that is fetched for the screen. Must not: fetch or render.
import type { ErrorReport } from '../../../src-preload/contract/channel.ts'

/**
 * What a view knows of its data. `empty` is a ready value with nothing in it; each view says what that means.
 * A failed refresh keeps the value that is there: cached data never gives way to an error page.
 */
export type Loadable<T> =
  | { readonly status: 'loading' }
  | { readonly status: 'error'; readonly error: ErrorReport }
  | { readonly status: 'ready'; readonly value: T; readonly refreshError: ErrorReport | null }

export const loading: Loadable<never> = { status: 'loading' }

/** The state after a successful fetch. */
export function ready<T>(value: T): Loadable<T> {
  return { status: 'ready', value, refreshError: null }
}

/** The state after a failed fetch: what is on screen stays, with the error beside it. */
export function failed<T>(before: Loadable<T>, error: ErrorReport): Loadable<T> {
  return before.status === 'ready' ? { ...before, refreshError: error } : { status: 'error', error }
}
