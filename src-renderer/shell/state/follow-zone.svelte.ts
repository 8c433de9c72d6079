// Owns: telling a component that another time zone was chosen while it is on screen. Must not: know what depends on it.
import { untrack } from 'svelte'
import { display } from './display.svelte.ts'

/** Calls back whenever another zone is chosen, not at the beginning. To be called while a component is made. */
export function followZone(onchange: () => void): void {
  let before = untrack(() => display.zone)
  $effect(() => {
    const { zone } = display
    if (zone === before) return
    before = zone
    untrack(onchange)
  })
}
