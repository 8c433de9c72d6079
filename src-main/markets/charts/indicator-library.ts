// The user's favorite indicators and sets of indicators, kept for all accounts.
import { z } from 'zod'
import { indicator } from '../../../src-preload/contract/markets/charts.ts'
import {
  type IndicatorLibrary,
  indicatorLibrary,
  indicatorTemplate,
} from '../../../src-preload/contract/markets/indicator-library.ts'
import type { Store } from '../../store/api/store-api.ts'

/** Setting: favorites and templates as JSON. */
const LIBRARY = 'indicatorLibrary'

/** What is kept, before each entry is looked at. */
const keptLibrary = z.object({ favorites: z.array(z.unknown()), templates: z.array(z.unknown()) })

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
}

/** Entries that cannot be read, such as those of another version, are left out. */
function readLibrary(text: string | null): IndicatorLibrary {
  const kept = keptLibrary.safeParse(parseJson(text ?? 'null'))
  if (!kept.success) return { favorites: [], templates: [] }
  const readable = <T>(entries: readonly unknown[], schema: z.ZodType<T>): T[] =>
    entries.flatMap((entry) => {
      const read = schema.safeParse(entry)
      return read.success ? [read.data] : []
    })
  const read = indicatorLibrary.safeParse({
    favorites: readable(kept.data.favorites, indicator),
    templates: readable(kept.data.templates, indicatorTemplate),
  })
  return read.success ? read.data : { favorites: [], templates: [] }
}

export function createIndicatorLibrary(store: Pick<Store, 'getSetting' | 'setSetting'>) {
  return {
    getIndicatorLibrary: async (): Promise<IndicatorLibrary> => readLibrary(await store.getSetting(LIBRARY)),

    async setIndicatorLibrary(library: IndicatorLibrary): Promise<Record<string, never>> {
      await store.setSetting(LIBRARY, JSON.stringify(library))
      return {}
    },
  }
}
