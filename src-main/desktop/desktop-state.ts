// Owns: how the app sits on this desktop (window, zoom, tray), kept in desktop.json, which is there before the data opens.
// Must not: touch a window, or hold a setting that belongs into the data file.
import { join } from 'node:path'
import { z } from 'zod'
import type { KeptPlace } from './window-place.ts'
import { openSmallFile } from './small-file.ts'
import { mostZoom, leastZoom } from './zoom.ts'

const pixels = z.int().min(-1_000_000).max(1_000_000)

const state = z.strictObject({
  window: z
    .strictObject({
      x: pixels,
      y: pixels,
      width: pixels.min(1),
      height: pixels.min(1),
      isMaximized: z.boolean(),
      isFullScreen: z.boolean(),
    })
    .nullable(),
  zoomPercent: z.int().min(leastZoom).max(mostZoom),
  staysInTray: z.boolean(),
})
export type DesktopState = z.infer<typeof state>

const first: DesktopState = { window: null, zoomPercent: 100, staysInTray: false }

/** A window that is dragged tells of itself many times a second. */
const restMs = 500

export interface DesktopStateKeeper {
  readonly current: DesktopState
  /** Kept at once. */
  set(change: Partial<Omit<DesktopState, 'window'>>): void
  /** Kept when the window rests, or at `flush`. */
  setWindow(window: KeptPlace): void
  /** Keeps what waits. */
  flush(): void
}

/** @param onFault - told when it could not be kept; everything goes on with what is in memory */
export function openDesktopState(dataFolder: string, onFault: (error: unknown) => void): DesktopStateKeeper {
  const file = openSmallFile(join(dataFolder, 'desktop.json'), state)
  let current = file.read() ?? first
  let timer: NodeJS.Timeout | null = null

  function keep(): void {
    if (timer !== null) clearTimeout(timer)
    timer = null
    try {
      file.write(current)
    } catch (error) {
      onFault(error)
    }
  }

  return {
    get current() {
      return current
    },
    set(change) {
      current = { ...current, ...change }
      keep()
    },
    setWindow(window) {
      current = { ...current, window }
      if (timer !== null) clearTimeout(timer)
      timer = setTimeout(keep, restMs)
    },
    flush() {
      if (timer !== null) keep()
    },
  }
}
