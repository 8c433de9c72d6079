// Owns: the one time zone in which every time on screen is written. Must not: keep the choice (state/display.svelte.ts does).
import { openZone, type Zone } from '../../../src-preload/domain/zone.ts'

/** UTC until somebody has chosen, and always where nobody can: in the confirmation window. */
let zone = $state.raw<Zone>(openZone('UTC'))

/** Read where a time is worded: what is on screen follows when another zone is chosen. */
export function currentZone(): Zone {
  return zone
}

/** Writes all times from now on in a zone. */
export function setCurrentZone(chosen: Zone): void {
  zone = chosen
}
