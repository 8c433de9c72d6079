// The first order from this computer is placed in practice: others are refused until then, or until the user has finished or skipped
// the tour. It guides a person and guards nothing: each order is asked about in the secure window, or covered by a session that was
// granted there. So the page may say that the tour was skipped; nothing can be said that takes this back.
import { AppError } from '../../src-preload/domain/errors.ts'
import type { AccountSession } from '../session/account-session.ts'
import type { Journal } from '../store/api/journal-api.ts'
import type { StoredPlacedOrder } from '../store/api/placed-order-rows.ts'
import type { Store } from '../store/api/store-api.ts'

/** Setting, for all accounts: `done`, or missing. */
const PRACTICE_TOUR = 'practiceTour'
/** Orders that were refused or not sent show nothing: the newest so many are looked at. */
const LOOKED_AT = 20

export interface PracticeFirstOptions {
  readonly store: Pick<Store, 'getSetting' | 'setSetting'>
  readonly journal: Pick<Journal, 'listPlacedOrders'>
}

export function createPracticeFirst({ store, journal }: PracticeFirstOptions) {
  let isDone = false

  async function readIsDone(): Promise<boolean> {
    if (!isDone && (await store.getSetting(PRACTICE_TOUR)) === 'done') isDone = true
    return isDone
  }

  /** Counts at once. Errors: those of the store; it counts for this run all the same. */
  async function end(): Promise<void> {
    if (isDone) return
    isDone = true
    await store.setSetting(PRACTICE_TOUR, 'done')
  }

  return {
    /** Errors: validation of `trading` (`practiceFirst`); those of the store and the journal. */
    async check({ account, network }: AccountSession): Promise<void> {
      if (account.networkKind === 'practice' || (await readIsDone())) return
      const placed = await journal.listPlacedOrders(network, account.ethereumAddress, LOOKED_AT)
      if (placed.some(({ orderId }) => orderId !== null)) return
      throw new AppError('validation', { field: 'trading', reason: 'practiceFirst' })
    },

    /** Call with each state of an order. Errors: those of the store. */
    async note({ state }: Pick<StoredPlacedOrder, 'state'>): Promise<void> {
      if (state === 'accepted') await end()
    },

    getTour: async (): Promise<{ isDone: boolean }> => ({ isDone: await readIsDone() }),

    async endTour(): Promise<Record<string, never>> {
      await end()
      return {}
    },
  }
}
