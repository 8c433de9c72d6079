// Shows notifications through the system: filters, delays and groups them. Independent of Electron.
import type { Notice, NoticeOptions } from '../../src-preload/contract/app/alerts.ts'
import type { Clock } from '../async/clock.ts'
import { isAlwaysShown, wantsKind } from './notice-options.ts'
import { type Discretion, type NotificationText, notificationText, summaryText } from './notification-text.ts'
import { isQuietTime } from './quiet-hours.ts'

/** The system's notifications, their locale and the badge on the app's icon. */
export interface SystemNotifications {
  /** BCP 47; null for the runtime's own. */
  getLocale(): string | null
  /**
   * @param onChosen - called when the user clicks it
   * @param hasSound - false to show it silently
   */
  show(text: NotificationText, onChosen: () => void, hasSound: boolean): void
  /** 0 clears the badge; does nothing where icons have no badge. */
  setBadge(count: number): void
}

export interface NotifierOptions {
  readonly system: SystemNotifications
  readonly clock: Clock
  /** The current options. */
  readonly getOptions: () => NoticeOptions
  readonly getDiscretion: () => Discretion
  /** Display zone: `UTC`, `system` or an IANA name. */
  readonly getZone: () => string
  /** The user clicked this notification; for a summary, its newest one. */
  readonly onChosen: (notice: Notice) => void
}

const GATHER_MS = 1_000
/** After a summary more are likely, since orders arrive page by page after a night offline. */
const SUMMARY_FACTOR = 10
/** More than this many at once are grouped. */
const MAX_SINGLE = 3

export function createNotifier(options: NotifierOptions) {
  const { system, clock } = options
  let waiting: Notice[] = []
  let timer: NodeJS.Timeout | null = null
  let quickAgainAtMs = 0

  function isSilent(choice: NoticeOptions): boolean {
    return choice.isMuted || isQuietTime(choice.quietHours, clock.now(), options.getZone())
  }

  function showOne(notice: Notice): void {
    const text = notificationText(notice, options.getDiscretion(), system.getLocale())
    system.show(text, () => options.onChosen(notice), options.getOptions().hasSound)
  }

  function show(): void {
    timer = null
    const choice = options.getOptions()
    const silent = isSilent(choice)
    // Never within a summary: a script in the page could set off others beside them.
    const always = waiting.filter(({ what }) => isAlwaysShown(what.kind))
    const others = silent
      ? []
      : waiting.filter(({ what: { kind } }) => !isAlwaysShown(kind) && wantsKind(choice, kind))
    waiting = []
    for (const notice of always) showOne(notice)
    const newest = others.at(-1)
    if (newest === undefined || others.length <= MAX_SINGLE) {
      for (const notice of others) showOne(notice)
      return
    }
    quickAgainAtMs = performance.now() + GATHER_MS * SUMMARY_FACTOR
    system.show(summaryText(others), () => options.onChosen(newest), choice.hasSound)
  }

  return {
    add(notices: readonly Notice[]): void {
      waiting = [...waiting, ...notices]
      if (waiting.length > 0)
        timer ??= setTimeout(show, Math.max(GATHER_MS, quickAgainAtMs - performance.now()))
    },
    /** Discards pending notifications. */
    stop(): void {
      if (timer !== null) clearTimeout(timer)
      timer = null
      waiting = []
    },
  }
}
