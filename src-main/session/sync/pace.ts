// Polling intervals by view, window visibility, user activity and power source.
import type { ShownView } from '../../../src-preload/contract/app/sync.ts'

/** Work that is repeated for a screen. */
export type PolledWork = 'orders' | 'pnl' | 'balances' | 'transfers' | 'marketList' | 'chart' | 'alerts'

/** The conditions that polling intervals depend on. */
export interface PollConditions {
  /** Null until the page has reported it: anything may be visible then. */
  readonly view: ShownView | null
  /** The window is neither hidden nor minimized. */
  readonly isWindowShown: boolean
  /** No input for a while, or the screen is locked. */
  readonly isIdle: boolean
  readonly isOnBattery: boolean
  /** The app is locked, the screen is, or the computer sleeps. */
  readonly isAway: boolean
}

/** Whether anything of the app can be seen: `away` will not end by the window alone. */
export type Presence = 'shown' | 'hidden' | 'away'

const MINUTE_MS = 60_000
/** The user counts as away after this long without input. */
export const IDLE_AFTER_SECONDS = 300
/** Unseen lists are refreshed this much less often, enough that they are recent when the user returns. */
const UNSEEN_FACTOR = 4
const BATTERY_FACTOR = 2
const MAX_INTERVAL_MS = 10 * MINUTE_MS

interface Tempo {
  readonly views: readonly ShownView[]
  readonly seenMs: number
  readonly elsewhereMs: number
  /** The user is notified even when not looking, so the interval does not grow while unseen. */
  readonly isForUnseen?: boolean
}

/** Orders fill within moments and users watch them; figures and list prices change more slowly. */
const tempos: Readonly<Record<PolledWork, Tempo>> = {
  // The end of an order triggers a system notification, within a minute even on battery.
  orders: { views: ['trade', 'orders', 'portfolio'], seenMs: 5_000, elsewhereMs: 25_000, isForUnseen: true },
  // An own event has it read soon where it is seen: this is for what no stream tells.
  pnl: { views: ['portfolio'], seenMs: 30_000, elsewhereMs: 120_000 },
  // The top bar shows them beside every view.
  balances: { views: [], seenMs: 30_000, elsewhereMs: 30_000 },
  transfers: { views: ['transfers'], seenMs: 15_000, elsewhereMs: 120_000 },
  marketList: { views: ['trade', 'markets'], seenMs: 10_000, elsewhereMs: 60_000 },
  // Polled only while it is on screen; users watch charts for a long time without input.
  chart: { views: ['trade', 'markets'], seenMs: 2_000, elsewhereMs: 2_500 },
  alerts: { views: [], seenMs: 15_000, elsewhereMs: 15_000, isForUnseen: true },
}

const isAnythingSeen = ({ isWindowShown, isIdle }: PollConditions): boolean => isWindowShown && !isIdle

/** Whether a person may be looking at what the work reads. Pure. */
export const isSeen = (work: PolledWork, conditions: PollConditions): boolean =>
  isAnythingSeen(conditions) && (conditions.view === null || tempos[work].views.includes(conditions.view))

/** The pause between two runs of the work. Pure. */
export function pollEveryMs(work: PolledWork, conditions: PollConditions): number {
  const { seenMs, elsewhereMs, isForUnseen = false } = tempos[work]
  const everyMs = isSeen(work, conditions) ? seenMs : elsewhereMs
  const factor =
    (isAnythingSeen(conditions) || isForUnseen ? 1 : UNSEEN_FACTOR) *
    (conditions.isOnBattery ? BATTERY_FACTOR : 1)
  return Math.min(everyMs * factor, MAX_INTERVAL_MS)
}

/** While a stream reports what happens, polling only finds what it left out. */
const LIVE_FACTOR = 6
const LEAST_LIVE_MS = 30_000
const MOST_LIVE_MS = 60_000

/** The pause between two runs while a stream reports the same things as they happen. Pure. */
export const liveEveryMs = (everyMs: number): number =>
  Math.max(everyMs, Math.min(Math.max(everyMs * LIVE_FACTOR, LEAST_LIVE_MS), MOST_LIVE_MS))

export function createPace() {
  let now: PollConditions = {
    view: null,
    isWindowShown: true,
    isIdle: false,
    isOnBattery: false,
    isAway: false,
  }
  const listeners = new Set<() => void>()
  return {
    everyMs: (work: PolledWork): number => pollEveryMs(work, now),
    isSeen: (work: PolledWork): boolean => isSeen(work, now),
    presence: (): Presence => (now.isAway ? 'away' : now.isWindowShown ? 'shown' : 'hidden'),
    /** True if histories sync at half the rate. */
    isPowerSaving: (): boolean => now.isOnBattery,
    note(changes: Partial<PollConditions>): void {
      const before = now
      now = { ...now, ...changes }
      if (JSON.stringify(now) === JSON.stringify(before)) return
      for (const listener of listeners) listener()
    },
    /** Calls the listener after each change; returns a function that removes it. */
    onChange(listener: () => void): () => void {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
  }
}

export type Pace = ReturnType<typeof createPace>
