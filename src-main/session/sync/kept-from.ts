// Owns: from when on data of a kind is kept, as the user has chosen it. Must not: drop anything.
import type { DataKind } from '../../../src-preload/contract/data.ts'
import type { Clock } from '../../async/clock.ts'
import type { Store } from '../../store/store-api.ts'
import { keptFromMs, readKeepDays } from '../../data/keep-days.ts'

/** Each page that is read asks; a choice that was just changed may take so long to be heeded. */
const READ_EVERY_MS = 5_000

export type KeptFrom = (kind: DataKind) => Promise<number>

/** Answers 0 for what is kept for ever. Errors: those of the store. */
export function createKeptFrom(store: Pick<Store, 'getSetting'>, clock: Clock): KeptFrom {
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
