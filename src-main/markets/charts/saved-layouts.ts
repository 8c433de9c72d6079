// Chart layouts that the user saved under names, shared by all accounts. A setting, so it is in every backup.
import { savedLayout, type SavedLayout } from '../../../src-preload/contract/markets/charts.ts'
import type { ChannelInput, ChannelOutput } from '../../../src-preload/contract/contract.ts'
import { parseJson } from '../../store/parse-json.ts'
import { keepUnread, type KeptEntries, readEntries, type Settings } from './kept-entries.ts'
import { keptLayout } from './layout.ts'

/** Setting: the layouts as JSON. */
const LAYOUTS = 'chartLayouts'
const MAX_LAYOUTS = 20

const keptSaved = savedLayout.extend({
  layout: keptLayout.omit({ leastTradeAmount: true, favoritePeriods: true }),
})

function readLayouts(kept: unknown): KeptEntries<SavedLayout> {
  return readEntries(Array.isArray(kept) ? kept : [], keptSaved, MAX_LAYOUTS, ({ id }) => id)
}

export function createSavedLayouts(store: Settings) {
  return {
    listLayouts: async (): Promise<ChannelOutput<'charts:listLayouts'>> => ({
      layouts: readLayouts(parseJson(await store.getSetting(LAYOUTS))).entries,
    }),

    /** Layouts that cannot be read stay behind the others. */
    async setLayouts({ layouts }: ChannelInput<'charts:setLayouts'>): Promise<void> {
      const { unread } = readLayouts(await keepUnread(store, LAYOUTS, Array.isArray))
      await store.setSetting(LAYOUTS, JSON.stringify([...layouts, ...unread]))
    },
  }
}
