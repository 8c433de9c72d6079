// Writes running.json, which tells the next start whether this run ended cleanly and which place was open.
import { join } from 'node:path'
import { z } from 'zod'
import { type Place, place } from '../../../src-preload/contract/app/places.ts'
import { openSmallFile } from '../small-file.ts'

const mark = z.strictObject({
  /** Null before the first view. */
  place: place.nullable(),
})

export interface LeftOpen {
  readonly place: Place | null
}

/** Call it only when no other process uses this folder. A marker that cannot be written is reported, and the app continues. */
export function openCrashMarker(dataFolder: string, onFault: (error: unknown) => void) {
  const file = openSmallFile(join(dataFolder, 'running.json'), mark)
  // While the offer is open the previous place stays in the marker, so another crash at startup loses nothing.
  let leftOpen: LeftOpen | null = file.read()
  let own: Place | null = null
  let isBroken = false

  function attempt(work: () => void): void {
    try {
      work()
    } catch (error) {
      onFault(error)
    }
  }
  const write = (): void => {
    attempt(() => file.write({ place: own ?? leftOpen?.place ?? null }))
  }
  write()

  return {
    /** The place left open by a run that did not end cleanly; null once that was answered. */
    get leftOpen(): LeftOpen | null {
      return leftOpen
    },
    setPlace(next: Place): void {
      own = next
      // The first view after a start was not chosen by the user.
      if (leftOpen === null) write()
    },
    dropLeftOpen(): void {
      if (leftOpen === null) return
      leftOpen = null
      write()
    },
    /** Called when the page crashed and stayed down: the next start offers to reopen, even after a clean end. */
    noteBroken(): void {
      isBroken = true
      if (leftOpen === null) write()
    },
    /** Marks this run as ended cleanly. */
    end(): void {
      if (isBroken) return
      attempt(() => file.remove())
    },
    /** The run goes on after all. */
    resume: write,
  }
}
