// Stores window, zoom and tray state in desktop.json, which can be read before the data file opens.
import { join } from 'node:path'
import { z } from 'zod'
import type { SavedBounds } from './windows/window-bounds.ts'
import { openSmallFile } from './small-file.ts'
import { maxZoom, minZoom } from './windows/zoom.ts'

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
  zoomPercent: z.int().min(minZoom).max(maxZoom),
  staysInTray: z.boolean(),
})
export type DesktopState = z.infer<typeof state>

const first: DesktopState = { window: null, zoomPercent: 100, staysInTray: false }

/** Debounce for window changes: a dragged window emits many events per second. */
const restMs = 500

/** @param onFault - called when saving fails; the state in memory stays in use */
export function openDesktopState(dataFolder: string, onFault: (error: unknown) => void) {
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
    get current(): DesktopState {
      return current
    },
    /** Saves immediately. */
    set(change: Partial<Omit<DesktopState, 'window'>>): void {
      current = { ...current, ...change }
      keep()
    },
    /** Saves once the window stops moving, or on `flush`. */
    setWindow(window: SavedBounds): void {
      current = { ...current, window }
      if (timer !== null) clearTimeout(timer)
      timer = setTimeout(keep, restMs)
    },
    /** Saves pending changes. */
    flush(): void {
      if (timer !== null) keep()
    },
  }
}

export type DesktopStateStore = ReturnType<typeof openDesktopState>
