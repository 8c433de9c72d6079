// The user's favorite indicators and sets of indicators, kept for all accounts.
import { z } from 'zod'
import { indicator } from '../../../src-preload/contract/markets/charts.ts'
import {
  type IndicatorLibrary,
  indicatorTemplate,
} from '../../../src-preload/contract/markets/indicator-library.ts'
import { maxLibraryEntries } from '../../../src-preload/domain/markets/indicators.ts'
import { parseJson } from '../../store/parse-json.ts'
import { keepUnread, readEntries, type Settings } from './kept-entries.ts'

/** Setting: favorites and templates as JSON. */
const LIBRARY = 'indicatorLibrary'

/** What is kept, before each entry is looked at. */
const keptLibrary = z.object({ favorites: z.array(z.unknown()), templates: z.array(z.unknown()) })

function readLibrary(json: unknown) {
  const kept = keptLibrary.safeParse(json)
  const { favorites, templates } = kept.success ? kept.data : { favorites: [], templates: [] }
  return {
    favorites: readEntries(favorites, indicator, maxLibraryEntries),
    templates: readEntries(templates, indicatorTemplate, maxLibraryEntries, ({ name }) => name),
  }
}

export function createIndicatorLibrary(store: Settings) {
  return {
    async getIndicatorLibrary(): Promise<IndicatorLibrary> {
      const { favorites, templates } = readLibrary(parseJson(await store.getSetting(LIBRARY)))
      return { favorites: favorites.entries, templates: templates.entries }
    },

    /** Entries that cannot be read stay behind the others. */
    async setIndicatorLibrary({ favorites, templates }: IndicatorLibrary): Promise<Record<string, never>> {
      const kept = await keepUnread(store, LIBRARY, (json) => keptLibrary.safeParse(json).success)
      const unread = readLibrary(kept)
      const library = {
        favorites: [...favorites, ...unread.favorites.unread],
        templates: [...templates, ...unread.templates.unread],
      }
      await store.setSetting(LIBRARY, JSON.stringify(library))
      return {}
    },
  }
}
