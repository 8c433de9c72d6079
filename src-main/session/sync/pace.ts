// Owns: how often what is on screen, or could be, is asked for: by the view, the window, the person before it, the
// power.
// Must not: ask for anything.
import type { ShownView } from '../../../src-preload/contract/sync.ts'

/** Work that is done again and again for a screen. */
export type PolledWork = 'orders' | 'pnl' | 'marketList' | 'chart' | 'alerts'

export interface Surroundings {
  /** Null until the page has told: then everything may be looked at. */
  readonly view: ShownView | null
  /** The window is neither hidden nor minimised. */
  readonly isWindowShown: boolean
  /** Nobody has touched this computer for a while, or its screen is locked. */
  readonly isIdle: boolean
  readonly isOnBattery: boolean
}

export interface Pace {
  everyMs(work: PolledWork): number
  /** Histories are read at half the rate. */
  isSparing(): boolean
  note(changes: Partial<Surroundings>): void
  /** Called after each change; what is returned ends that. */
  onChange(listener: () => void): () => void
}

const MINUTE_MS = 60_000
/** Nobody is there after so long without input. */
export const IDLE_AFTER_SECONDS = 300
/** Where nobody can see it, only so often that the list is not old when somebody looks. */
const UNSEEN_FACTOR = 4
const BATTERY_FACTOR = 2
const LONGEST_MS = 10 * MINUTE_MS

interface Tempo {
  readonly views: readonly ShownView[]
  readonly seenMs: number
  readonly elsewhereMs: number
  /** Somebody who is not looking waits to be told: no less often where nobody can see it. */
  readonly isForUnseen?: boolean
}

/**
 * An order is filled in a moment, and who looks at the list wants to see it; figures and prices of a list move slower.
 */
const tempos: Readonly<Record<PolledWork, Tempo>> = {
  // Their ends are told of by the system, and within a minute on the battery, too.
  orders: { views: ['orders', 'portfolio'], seenMs: 5_000, elsewhereMs: 25_000, isForUnseen: true },
  pnl: { views: ['portfolio'], seenMs: 15_000, elsewhereMs: 120_000 },
  marketList: { views: ['markets'], seenMs: 10_000, elsewhereMs: 60_000 },
  // It is asked for only while it is on the screen; people look at it for long without touching anything.
  chart: { views: ['markets'], seenMs: 2_000, elsewhereMs: 2_500 },
  alerts: { views: [], seenMs: 15_000, elsewhereMs: 15_000, isForUnseen: true },
}

/** The pause between two turns of the work. Pure. */
export function pollEveryMs(
  work: PolledWork,
  { view, isWindowShown, isIdle, isOnBattery }: Surroundings,
): number {
  const { views, seenMs, elsewhereMs, isForUnseen = false } = tempos[work]
  const isSeen = isWindowShown && !isIdle
  const everyMs = isSeen && (view === null || views.includes(view)) ? seenMs : elsewhereMs
  const factor = (isSeen || isForUnseen ? 1 : UNSEEN_FACTOR) * (isOnBattery ? BATTERY_FACTOR : 1)
  return Math.min(everyMs * factor, LONGEST_MS)
}

export function createPace(): Pace {
  let now: Surroundings = { view: null, isWindowShown: true, isIdle: false, isOnBattery: false }
  const listeners = new Set<() => void>()
  return {
    everyMs: (work) => pollEveryMs(work, now),
    isSparing: () => now.isOnBattery,
    note(changes) {
      const before = now
      now = { ...now, ...changes }
      if (JSON.stringify(now) === JSON.stringify(before)) return
      for (const listener of listeners) listener()
    },
    onChange(listener) {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
  }
}
