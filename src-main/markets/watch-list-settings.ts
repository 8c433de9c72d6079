// What the user has chosen about the watch list: columns, sorting, favorites and groups. Kept per account.
import { type WatchListSettings, watchListSettings } from '../../src-preload/contract/markets/market-list.ts'
import { usualColumns } from '../../src-preload/domain/markets/watch-list.ts'
import { accountSetting } from '../store/api/account-settings.ts'
import type { Store } from '../store/api/store-api.ts'

/** Name of the account's setting, which is JSON. */
const WATCH_LIST = 'watchList'

export const usualWatchList: WatchListSettings = {
  columns: [...usualColumns],
  sort: null,
  favorites: [],
  groups: [],
}

/** Unreadable settings, or those of another version, are the usual ones. */
function readSettings(text: string | null): WatchListSettings {
  if (text === null) return usualWatchList
  try {
    return watchListSettings.catch(usualWatchList).parse(JSON.parse(text))
  } catch (error) {
    if (error instanceof SyntaxError) return usualWatchList
    throw error
  }
}

/** True for a list that shows spreads, or is sorted by them. */
const showsSpreads = ({ columns, sort }: WatchListSettings): boolean =>
  columns.includes('spread') || sort?.column === 'spread'

/** True while the account's watch list shows spreads, or is sorted by them. */
export async function areSpreadsShown(store: Pick<Store, 'getSetting'>, accountId: string): Promise<boolean> {
  return showsSpreads(readSettings(await store.getSetting(accountSetting(accountId, WATCH_LIST))))
}

export interface WatchListSettingsOptions {
  readonly store: Pick<Store, 'getSetting' | 'setSetting'>
  /** Of the account in use. Errors: notFound without one. */
  readonly accountId: () => string
  /** Called when a list shows spreads: they are read only for such a one. */
  readonly onSpreadsShown: () => void
}

export function createWatchListSettings({ store, accountId, onSpreadsShown }: WatchListSettingsOptions) {
  const key = (): string => accountSetting(accountId(), WATCH_LIST)
  return {
    getListSettings: async (): Promise<WatchListSettings> => readSettings(await store.getSetting(key())),

    async setListSettings(settings: WatchListSettings): Promise<void> {
      await store.setSetting(key(), JSON.stringify(settings))
      if (showsSpreads(settings)) onSpreadsShown()
    },
  }
}
