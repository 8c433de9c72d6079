// How order books are shown, kept for all accounts.
import { type BookChoices, bookChoices } from '../../src-preload/contract/markets/book.ts'
import type { Store } from '../store/api/store-api.ts'

/** Setting: the choices as JSON. */
const CHOICES = 'bookChoices'

export const defaultChoices: BookChoices = { tab: 'trades', sums: 'base', steps: [] }

/** Unreadable choices, or those of another version, fall back to the default. */
function readChoices(text: string | null): BookChoices {
  if (text === null) return defaultChoices
  try {
    return bookChoices.catch(defaultChoices).parse(JSON.parse(text))
  } catch (error) {
    if (error instanceof SyntaxError) return defaultChoices
    throw error
  }
}

export function createBookChoices(store: Pick<Store, 'getSetting' | 'setSetting'>) {
  return {
    getChoices: async (): Promise<BookChoices> => readChoices(await store.getSetting(CHOICES)),

    async setChoices(choices: BookChoices): Promise<Record<string, never>> {
      await store.setSetting(CHOICES, JSON.stringify(choices))
      return {}
    },
  }
}
