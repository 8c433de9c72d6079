// Notifies a component when the time zone changes.
import { untrack } from 'svelte'
import { display } from './display.svelte.ts'

/** Calls back whenever the zone changes, but not initially. Call during component initialization. */
export function followZone(onchange: () => void): void {
  let before = untrack(() => display.zone)
  $effect(() => {
    const { zone } = display
    if (zone === before) return
    before = zone
    untrack(onchange)
  })
}
