// Keeps a view's data fresh: asks again when main says that it has changed.
import type { EventName } from '../../../src-preload/contract/contract.ts'
import { on } from './api.ts'
import type { coalesce } from './coalesce.ts'

/**
 * Requests a refresh now and at each of main's events, until the returned function is called, which drops what is
 * pending.
 */
export function refreshOn(refresh: ReturnType<typeof coalesce>, ...names: readonly EventName[]): () => void {
  const stops = names.map((name) => on(name, () => refresh.request()))
  refresh.request()
  return () => {
    for (const stop of stops) stop()
    refresh.stop()
  }
}
