// The store's calls for price alerts, and for the notices that they and the user's orders cause.
import type { AlertDirection, NoticeFacts, PriceAlert } from '../../../src-preload/contract/app/alerts.ts'

/** Where a price was, seen from the level of an alert. */
export type PriceSide = 'below' | 'above'

/** How far the prices of a market have been followed for an alert. */
export interface AlertProgress {
  /** Candles that start earlier have had their say for good; a full minute. */
  readonly checkedMs: number
  /** Where the price was by then; null: not known, or exactly at the level. */
  readonly side: PriceSide | null
  /** A repeating alert was told of, and waits until the price has left its level. */
  readonly isResting: boolean
  /** Start of the newest candle that it was told of; no earlier one is. Null: of none since it was armed. */
  readonly crossedCandleMs: number | null
}

/** The user's own: a price that the user wants to hear of. */
export interface StoredAlert extends PriceAlert {
  readonly network: string
  /** When it was put or changed last: nothing before counts. */
  readonly armedAtMs: number
  readonly progress: AlertProgress
}

export interface AlertToPut {
  readonly id: string
  readonly network: string
  readonly market: string
  readonly price: string
  readonly direction: AlertDirection
  readonly note: string
  readonly isRepeating: boolean
  readonly armedAtMs: number
  /** Where the price is now, if that is known. */
  readonly side: PriceSide | null
}

/** What following an alert came to. */
export interface AlertOutcome {
  readonly id: string
  /** As it was when the prices were read: one that was changed since is left alone. */
  readonly armedAtMs: number
  readonly progress: AlertProgress
  /** When its price was crossed, oldest first. */
  readonly crossings: readonly { readonly atMs: number; readonly direction: 'up' | 'down' }[]
}

/** The user's own: something that the user wanted to hear of. */
export interface StoredNotice {
  readonly id: number
  readonly atMs: number
  readonly notedAtMs: number
  readonly isRead: boolean
  /** JSON, as the contract has it (`NoticeFacts`). */
  readonly facts: string
}

/** More alerts than these a network are refused. */
export const mostAlerts = 200
/** Older notices than these are dropped, and those of more than a year ago. */
export const mostNotices = 2_000

/** All of it is the user's own. What is written here is on the disk when the call returns. */
export interface AlertMethods {
  /** Newest first. */
  listAlerts(network: string): StoredAlert[]
  /**
   * Adds it, or changes the one with its id on this network, and arms it anew. Errors: `validation` with field `alerts`
   * where there are `mostAlerts` on the network, with field `id` where another network has that id.
   */
  putAlert(alert: AlertToPut): void
  /** False where there is none. */
  removeAlert(id: string): boolean
  /**
   * Keeps how far alerts were followed, and a notice per crossing, in one transaction. An alert that was told of and does
   * not repeat is not armed any more. Answers how many notices there are new.
   */
  settleAlerts(outcomes: readonly AlertOutcome[]): number
  /**
   * From this time on, by the service's clock, an order that is first seen when it has ended is told of, also if it was
   * read before this call. What was said of the account first, stays. (One that was known to be open is told of in any case.)
   * @returns whether one that was read before is told of now
   */
  startOrderNotices(accountId: string, sinceMs: number): boolean
  /**
   * Adds a notice about an account, unless one of this key was added before.
   * @param facts - JSON, as the contract has it; its kind is one that no order or price causes
   * @returns whether it is new
   */
  addNotice(notice: {
    readonly key: string
    readonly atMs: number
    readonly kind: Exclude<
      NoticeFacts['kind'],
      'priceCrossed' | 'orderFilled' | 'orderCancelled' | 'orderPartlyFilled' | 'transferReceived'
    >
    readonly accountId: string
    readonly facts: string
  }): boolean
  /** Marks the notices that nobody was told of yet as noted now; answers them, oldest first. */
  noteNotices(nowMs: number): StoredNotice[]
  /** Newest first, of those that were noted. */
  listNotices(
    beforeId: number | null,
    limit: number,
  ): { notices: StoredNotice[]; unread: number; hasMore: boolean }
  countUnreadNotices(): number
  /** Answers how many became read. */
  markNoticesRead(id: number, isUpTo: boolean): number
  /** Answers how many went. */
  clearReadNotices(): number
  /** Drops what there is too much of. */
  trimNotices(nowMs: number): void
}
