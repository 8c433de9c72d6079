// Owns: showing notices as notifications of the system: which, when, and many as one.
// Must not: keep notices, or know Electron.
import type { Notice, NoticeOptions } from '../../src-preload/contract/alerts.ts'
import type { Clock } from '../async/clock.ts'
import { wantsKind } from './notice-options.ts'
import {
  type Discretion,
  type NotificationText,
  notificationText,
  summaryText,
} from './notification-words.ts'
import { isQuietTime } from './quiet-hours.ts'

/** The system's own notifications, how it writes figures, and the number on the app's icon. */
export interface SystemNotifications {
  /** BCP 47; null for the runtime's own. */
  getLocale(): string | null
  /** @param onChosen - called when the user chooses it */
  show(text: NotificationText, onChosen: () => void): void
  /** 0 for none; does nothing where icons have no number. */
  setBadge(count: number): void
}

export interface NotifierOptions {
  readonly system: SystemNotifications
  readonly clock: Clock
  /** What holds when notifications are shown. */
  readonly getOptions: () => NoticeOptions
  readonly getDiscretion: () => Discretion
  /** Zone of the display: `UTC`, `system` or a name of the IANA database. */
  readonly getZone: () => string
  /** The user chose the notification of this notice; of a summary, of its newest. */
  readonly onChosen: (notice: Notice) => void
  /** How long others are waited for that come at the same time, in milliseconds. */
  readonly gatherMs?: number
}

export interface Notifier {
  add(notices: readonly Notice[]): void
  /** What was not shown yet is not shown any more. */
  stop(): void
}

const GATHER_MS = 1_000
/** After a summary more of the same is likely: after a night offline, orders come page by page. */
const SUMMARY_FACTOR = 10
/** More than these at once are one. */
const MOST_SINGLE = 3

export function createNotifier(options: NotifierOptions): Notifier {
  const { system, clock, gatherMs = GATHER_MS } = options
  let waiting: Notice[] = []
  let timer: NodeJS.Timeout | null = null
  let quickAgainAtMs = 0

  function isSilent(choice: NoticeOptions): boolean {
    return choice.isMuted || isQuietTime(choice.quietHours, clock.now(), options.getZone())
  }

  function show(): void {
    timer = null
    const choice = options.getOptions()
    const shown = isSilent(choice) ? [] : waiting.filter(({ what }) => wantsKind(choice, what.kind))
    waiting = []
    const newest = shown.at(-1)
    if (newest !== undefined && shown.length > MOST_SINGLE) {
      quickAgainAtMs = performance.now() + gatherMs * SUMMARY_FACTOR
      system.show(summaryText(shown), () => {
        options.onChosen(newest)
      })
      return
    }
    for (const notice of shown) {
      system.show(notificationText(notice, options.getDiscretion(), system.getLocale()), () => {
        options.onChosen(notice)
      })
    }
  }

  return {
    add(notices) {
      waiting = [...waiting, ...notices]
      if (waiting.length > 0)
        timer ??= setTimeout(show, Math.max(gatherMs, quickAgainAtMs - performance.now()))
    },
    stop() {
      if (timer !== null) clearTimeout(timer)
      timer = null
      waiting = []
    },
  }
}
