// How much of the disk and of the data file the cache may take, whatever the service sends.
import { statfsSync } from 'node:fs'
import { dirname } from 'node:path'
import { AppError } from '../../../src-preload/domain/errors.ts'

export interface CacheLimits {
  /** Below this much free space nothing more is cached; in bytes. */
  readonly minFreeBytes: number
  /** ... or below this share of the disk, where that is less: a small disk never has a gigabyte free. From 0 to 1. */
  readonly minFreeShare: number
  /** Rows per account. A million orders of a real account take about half a gigabyte; its fills about the same. */
  readonly maxOrders: number
  readonly maxFills: number
  /** Rows of the exchange's list of an account's transfers. */
  readonly maxListedTransfers: number
  /**
   * Combinations of market, side, type, state and cancel reason per account, such as 200 markets of 48 each. All of them are read
   * with each page.
   */
  readonly maxFacets: number
  /** Public trades per market. */
  readonly maxMarketTrades: number
}

export const defaultCacheLimits: CacheLimits = {
  minFreeBytes: 1_000_000_000,
  minFreeShare: 0.05,
  maxOrders: 5_000_000,
  maxFills: 20_000_000,
  maxListedTransfers: 1_000_000,
  maxFacets: 9_600,
  maxMarketTrades: 20_000_000,
}

/** What of the data is full. */
export type Quota = 'ORDERS' | 'FILLS' | 'TRANSFERS' | 'MARKETS' | 'TRADES'

/** Between two looks at the disk a service can send a few megabytes. */
const LOOK_EVERY_MS = 2_000

export interface DiskRoom {
  /** Errors: databaseUnavailable { file, reason: 'DISK_LOW' }. */
  check(): void
}

/** Looks at the disk of a file. Where the system does not tell how full that is, writing goes on until it refuses. */
export function createDiskRoom(
  file: string,
  { minFreeBytes, minFreeShare }: Pick<CacheLimits, 'minFreeBytes' | 'minFreeShare'>,
): DiskRoom {
  let lookedAtMs = -Infinity
  let isLow = false

  function look(): boolean {
    try {
      const { bavail, bsize, blocks } = statfsSync(dirname(file))
      return bavail * bsize < Math.min(minFreeBytes, blocks * bsize * minFreeShare)
    } catch (error) {
      // Not every file system tells, and a full one is refused by SQLite all the same.
      if (error instanceof Error) return false
      throw error
    }
  }

  return {
    check() {
      const nowMs = performance.now()
      if (isLow || nowMs - lookedAtMs >= LOOK_EVERY_MS) {
        isLow = look()
        lookedAtMs = nowMs
      }
      if (isLow) throw new AppError('databaseUnavailable', { file, reason: 'DISK_LOW' })
    },
  }
}

export function quotaReached(file: string, quota: Quota): AppError {
  return new AppError('databaseUnavailable', { file, reason: `QUOTA_${quota}` })
}

/** Counting all rows of an owner takes a second where there are so many, so it is not done more often. */
const COUNT_AGAIN_MS = 600_000

/** A count of rows that is never too low: what was dropped meanwhile shows when it is counted again. */
export function createRowQuota<Owner>(most: number, count: (owner: Owner) => number) {
  const known = new Map<Owner, { rows: number; countedAtMs: number }>()
  function recount(owner: Owner) {
    const counted = { rows: count(owner), countedAtMs: performance.now() }
    known.set(owner, counted)
    return counted
  }
  return {
    /** Whether so many rows more may be put. */
    hasRoomFor(owner: Owner, rows: number): boolean {
      const now = known.get(owner) ?? recount(owner)
      if (now.rows + rows <= most) return true
      if (performance.now() - now.countedAtMs < COUNT_AGAIN_MS) return false
      return recount(owner).rows + rows <= most
    },
    note(owner: Owner, added: number): void {
      const now = known.get(owner)
      if (now !== undefined) now.rows += added
    },
  }
}
