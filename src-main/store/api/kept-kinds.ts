// The store's calls that drop what can be fetched again, a piece at a time so that nothing waits for it long.
import type { DataKind } from '../../../src-preload/contract/app/data.ts'

export interface Dropped {
  /**
   * Orders and fills, snapshots, candles, public trades. What is made of them, or only speaks of them, is not counted.
   */
  readonly rows: number
  /** True while there is more to drop: call again. */
  readonly hasMore: boolean
}

export interface GivenBack {
  /** Still in the file. */
  readonly freePages: number
  /**
   * Whether the log that still held what was dropped is empty; it is not while somebody reads, and while there are free
   * pages.
   */
  readonly isLogEmpty: boolean
}

export interface KeptKindMethods {
  /**
   * Drops rows of a kind that speak of times before `beforeMs`, with what is known of them (coverage, aggregates),
   * about `most` rows in one transaction, the oldest first. What stays is consistent after each piece. Orders: created
   * before, and ended; their fills go with them, and it is noted that what is older is left out. Fills: of ended orders
   * created before; they are not wanted any more. Profit and loss: seen last before, but never the latest. Candles:
   * ended by then.
   */
  dropBefore(kind: DataKind, beforeMs: number, most: number): Dropped
  /**
   * The same for all rows of a kind. After the last piece it is as if the kind had never been fetched; fills that
   * dropBefore has given up stay so.
   */
  dropAll(kind: DataKind, most: number): Dropped
  /**
   * Wants again what dropBefore has given up of times from `fromMs` on, looking at about `most` rows. Answers the time
   * from which to go on, null once done. Only of fills: of the rest it is known anyway what is missing.
   */
  wantAgain(kind: DataKind, fromMs: number, most: number): number | null
  /**
   * Gives up to `mostPages` free pages back to the disk, and, when none are left, empties the log. Waits for no reader.
   */
  giveBack(mostPages: number): GivenBack
}
