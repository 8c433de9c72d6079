// Runs a view's subscription for the active account.
import { untrack } from 'svelte'
import { accounts } from './accounts.svelte.ts'

/**
 * Runs `start` for the active account, stops it when the view unmounts, and restarts it only for another account: other
 * state that `start` reads does not restart it. Call during component initialization.
 *
 * @param start - receives the account's ID, null without one; returns the stop function
 */
export function followAccount(start: (accountId: string | null) => () => void): void {
  const id = $derived(accounts.active?.id ?? null)
  $effect(() => {
    const at = id
    return untrack(() => start(at))
  })
}
