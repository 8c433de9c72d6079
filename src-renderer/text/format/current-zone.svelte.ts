// The time zone of every time on screen.
import { openZone, type Zone } from '../../../src-preload/domain/locale/zone.ts'

/** UTC until another zone is chosen. The confirmation window always uses UTC. */
let zone = $state.raw<Zone>(openZone('UTC'))

/** Reactive: texts on screen update when another zone is chosen. */
export function currentZone(): Zone {
  return zone
}

/** Sets the zone of all times on screen. */
export function setCurrentZone(chosen: Zone): void {
  zone = chosen
}
