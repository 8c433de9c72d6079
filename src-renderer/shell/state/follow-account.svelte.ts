// Owns: how a view follows the account in use while it is on screen. Must not: know any view.
import { untrack } from 'svelte'
import { accounts } from './accounts.svelte.ts'

/**
 * Starts something for the active account, ends it when the view goes, and does both again only for another account:
 * nothing else that `start` reads starts it anew. To be called while a component is made.
 *
 * @param start - takes the account's id, null without one; returns what ends it
 */
export function followAccount(start: (accountId: string | null) => () => void): void {
  const id = $derived(accounts.active?.id ?? null)
  $effect(() => {
    const at = id
    return untrack(() => start(at))
  })
}
