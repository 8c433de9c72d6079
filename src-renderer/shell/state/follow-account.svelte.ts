// Runs a view's subscription for the active account.
import { untrack } from 'svelte'
import { accounts } from './accounts.svelte.ts'
import { shownAccounts } from './shown-accounts.svelte.ts'

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

/**
 * As `followAccount`, for a view that may show all accounts of the network: restarts too when that changes.
 *
 * @param start - receives the ID of the account in use, and whether all are shown
 */
export function followShownAccounts(start: (accountId: string | null, isAll: boolean) => () => void): void {
  const id = $derived(accounts.active?.id ?? null)
  const isAll = $derived(shownAccounts.isAll)
  $effect(() => {
    const [at, all] = [id, isAll]
    return untrack(() => start(at, all))
  })
}
