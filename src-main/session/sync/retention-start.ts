// The start of the retention period per kind of data, as the user chose. Deletes nothing.
import type { DataKind } from '../../../src-preload/contract/app/data.ts'
import type { Clock } from '../../async/clock.ts'
import type { Store } from '../../store/api/store-api.ts'
import { keptFromMs, readKeepDays } from '../../data/keep-days.ts'

/** How long the setting is cached: every page that is read needs it, and a change may take this long to apply. */
const READ_EVERY_MS = 5_000

/** Start of the retention period in milliseconds since the epoch; 0 for data that is kept forever. */
export type RetentionStart = (kind: DataKind) => Promise<number>

/** Returns 0 for data that is kept forever. Errors: those of the store. */
export function createRetentionStart(store: Pick<Store, 'getSetting'>, clock: Clock): RetentionStart {
  let days: ReturnType<typeof readKeepDays> | null = null
  let readAtMs = -Infinity
  return async (kind) => {
    if (days === null || performance.now() - readAtMs > READ_EVERY_MS) {
      readAtMs = performance.now()
      days = readKeepDays(store)
    }
    try {
      return keptFromMs((await days)[kind], clock.now())
    } catch (error) {
      days = null
      throw error
    }
  }
}
