// The four states of fetched data.
import type { ErrorReport } from '../../../src-preload/contract/channel.ts'

/**
 * State of a view's data. An empty result is a ready value; each view defines it. A failed refresh keeps the value: cached
 * data is never replaced by an error page.
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

/**
 * As `ready`; where the value is what is shown already, the state before, so that nothing that reads it runs or is drawn again.
 * @param value - plain data, as it comes over the border
 */
export function renewed<T>(before: Loadable<T>, value: T): Loadable<T> {
  if (before.status !== 'ready' || JSON.stringify(before.value) !== JSON.stringify(value)) return ready(value)
  return before.refreshError === null ? before : ready(before.value)
}

/** State after a failed fetch: the shown value stays, with the error beside it. */
export function failed<T>(before: Loadable<T>, error: ErrorReport): Loadable<T> {
  return before.status === 'ready' ? { ...before, refreshError: error } : { status: 'error', error }
}

/** The value that is shown; null while there is none. */
export function valueOf<T>(loadable: Loadable<T>): T | null {
  return loadable.status === 'ready' ? loadable.value : null
}

/** Why the last fetch failed, with or without a value that is still shown; null when it did not. */
export function errorOf(loadable: Loadable<unknown>): ErrorReport | null {
  if (loadable.status === 'ready') return loadable.refreshError
  return loadable.status === 'error' ? loadable.error : null
}
