// Owns: how things are shown, as the user chose: time zone, palette, amounts hidden or not. Must not: format anything.
import type { Display, Palette } from '../../../src-preload/contract/app.ts'
import { call } from '../page/api.ts'
import { currentZone, setCurrentZone } from '../../text/format/current-zone.svelte.ts'
import { openZone, type Zone } from '../../../src-preload/domain/zone.ts'

let chosen = $state.raw<Display>({ timeZone: 'UTC', palette: 'tealVermilion', isPrivate: false })

export const display = {
  /** The choice of zone as it is kept: `UTC`, `system`, or a name. */
  get timeZone(): string {
    return chosen.timeZone
  },
  get zone(): Zone {
    return currentZone()
  },
  get palette(): Palette {
    return chosen.palette
  },
  /** Amounts of the user are not shown. */
  get isPrivate(): boolean {
    return chosen.isPrivate
  },
  /** Shows what main keeps. */
  show(kept: Display): void {
    chosen = kept
    setCurrentZone(openZone(kept.timeZone))
    const { dataset } = document.documentElement
    dataset['palette'] = kept.palette
    if (kept.isPrivate) dataset['private'] = ''
    else delete dataset['private']
  },
  /** Shows a choice at once and lets main remember it. One that cannot be kept still holds for now. */
  async set(choice: Partial<Display>): Promise<void> {
    this.show({ ...chosen, ...choice })
    try {
      await call('app:setDisplay', chosen)
    } catch {
      // Main has logged why; what was chosen is on screen, and the next start has what was kept before.
    }
  },
  /** Until the returned function is called: where the computer's own zone is chosen, it may be another one after a while away. */
  followComputer(): () => void {
    const look = (): void => setCurrentZone(openZone(chosen.timeZone))
    window.addEventListener('focus', look)
    return () => window.removeEventListener('focus', look)
  },
}
