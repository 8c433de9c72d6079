// Owns: how things are shown: what the user chose, kept over restarts. Must not: show anything.
import { type Display, palettes } from '../../src-preload/contract/app.ts'
import { AppError } from '../../src-preload/domain/errors.ts'
import type { Store } from '../store/store-api.ts'

/** Setting: time zone, palette and privacy, as one JSON object. */
const DISPLAY = 'display'

/** How things are shown before anybody has chosen, and while the data cannot be opened. */
export const defaultDisplay: Display = { timeZone: 'UTC', palette: 'tealVermilion', isPrivate: false }

export interface DisplayKeeper {
  /** What holds now. */
  readonly current: Display
  /**
   * Holds from now on, and after the next start if it could be kept.
   * @throws AppError `validation` with field `timeZone` for a zone that is not known, and then nothing has changed; what the
   * store says when it could not be kept
   */
  set(display: Display): Promise<void>
}

/** Whether a text is a choice of time zone: `UTC`, `system`, or a zone that this runtime's database knows by name. */
export function isTimeZone(text: string): boolean {
  if (text === 'UTC' || text === 'system') return true
  // The runtime takes distances such as +05:30 for zones too; those have no names, and no summer.
  if (!/^[A-Za-z]/.test(text)) return false
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: text })
    return true
  } catch {
    return false
  }
}

/** What was kept, each part by itself: one that is missing, damaged or from another version becomes the default. */
export function readDisplay(text: string | null): Display {
  const kept = readObject(text)
  const { timeZone, palette, isPrivate } = kept
  return {
    timeZone: typeof timeZone === 'string' && isTimeZone(timeZone) ? timeZone : defaultDisplay.timeZone,
    palette: palettes.find((choice) => choice === palette) ?? defaultDisplay.palette,
    isPrivate: typeof isPrivate === 'boolean' ? isPrivate : defaultDisplay.isPrivate,
  }
}

function readObject(text: string | null): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text ?? '{}')
    return typeof value === 'object' && value !== null ? { ...value } : {}
  } catch {
    return {}
  }
}

export async function openDisplay(store: Pick<Store, 'getSetting' | 'setSetting'>): Promise<DisplayKeeper> {
  let current = readDisplay(await store.getSetting(DISPLAY))
  return {
    get current() {
      return current
    },
    async set(display) {
      if (!isTimeZone(display.timeZone)) throw new AppError('validation', { field: 'timeZone' })
      // At once, not when it is on the disk: what is hidden must not be in a notification a moment later.
      current = display
      await store.setSetting(DISPLAY, JSON.stringify(display))
    },
  }
}
