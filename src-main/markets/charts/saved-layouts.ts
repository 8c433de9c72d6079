// Chart layouts that the user saved under names, shared by all accounts. A setting, so it is in every backup.
import { savedLayout } from '../../../src-preload/contract/markets/charts.ts'
import type { ChannelInput, ChannelOutput } from '../../../src-preload/contract/contract.ts'
import { parseJson } from '../../store/parse-json.ts'
import type { Store } from '../../store/api/store-api.ts'
import { keptLayout } from './layout.ts'

/** Setting: the layouts as JSON. */
const LAYOUTS = 'chartLayouts'
const MAX_LAYOUTS = 20

const keptSaved = savedLayout.extend({ layout: keptLayout.omit({ leastTradeAmount: true }) })

export function createSavedLayouts(store: Pick<Store, 'getSetting' | 'setSetting'>) {
  return {
    /** Each layout is parsed separately, so a damaged or newer one does not affect the others. */
    async listLayouts(): Promise<ChannelOutput<'charts:listLayouts'>> {
      const kept = parseJson(await store.getSetting(LAYOUTS))
      if (!Array.isArray(kept)) return { layouts: [] }
      const layouts = kept.flatMap((each) => {
        const saved = keptSaved.safeParse(each)
        return saved.success ? [saved.data] : []
      })
      return { layouts: layouts.slice(0, MAX_LAYOUTS) }
    },

    async setLayouts({ layouts }: ChannelInput<'charts:setLayouts'>): Promise<void> {
      await store.setSetting(LAYOUTS, JSON.stringify(layouts))
    },
  }
}
