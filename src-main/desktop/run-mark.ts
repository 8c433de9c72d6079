// Owns: the mark in running.json that tells the next start whether this run came to its end, and what was on the screen.
// Must not: hold more of that than which view, market and order.
import { join } from 'node:path'
import { z } from 'zod'
import { type Place, place } from '../../src-preload/contract/places.ts'
import { openSmallFile } from './small-file.ts'

const mark = z.strictObject({
  /** Null before the first view. */
  place: place.nullable(),
})

export interface LeftOpen {
  readonly place: Place | null
}

export interface RunMark {
  /** What the run before left, if it did not come to its end; null once that was answered. */
  readonly leftOpen: LeftOpen | null
  setPlace(place: Place): void
  dropLeftOpen(): void
  /** The page died and stayed dead: the next start offers to reopen, even after an orderly end. */
  noteBroken(): void
  /** This run ends in good order. */
  end(): void
}

/** Call it only when no other process runs on this folder. A mark that cannot be kept is reported, and the app goes on. */
export function openRunMark(dataFolder: string, onFault: (error: unknown) => void): RunMark {
  const file = openSmallFile(join(dataFolder, 'running.json'), mark)
  // While the offer is open, what was left stays in the mark: an app that dies at its start again loses nothing.
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
    attempt(() => {
      file.write({ place: own ?? leftOpen?.place ?? null })
    })
  }
  write()

  return {
    get leftOpen() {
      return leftOpen
    },
    setPlace(next) {
      own = next
      // The first view of a start is not yet what somebody chose.
      if (leftOpen === null) write()
    },
    dropLeftOpen() {
      if (leftOpen === null) return
      leftOpen = null
      write()
    },
    noteBroken() {
      isBroken = true
      if (leftOpen === null) write()
    },
    end() {
      if (isBroken) return
      attempt(() => {
        file.remove()
      })
    },
  }
}
