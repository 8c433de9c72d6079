// Changes of favorites and groups. Pure: each returns new settings.
import type { WatchListSettings } from '../../../../src-preload/contract/markets/market-list.ts'

/** Maximum letters of a group's name and maximum groups: the border takes no more. */
export const maxGroupName = 24
export const maxGroups = 20
/** Maximum favorites, and markets of a group: the list has no more, and what was removed from it long ago goes. */
const maxMarkets = 100

/** Adds a market to the favorites, or removes it. */
export function toggleFavorite(settings: WatchListSettings, market: string): WatchListSettings {
  const { favorites } = settings
  const rest = favorites.filter((one) => one !== market)
  return {
    ...settings,
    favorites: rest.length < favorites.length ? rest : [...favorites, market].slice(-maxMarkets),
  }
}

/** Name of the market's group; null without one. */
export function groupOf({ groups }: WatchListSettings, market: string): string | null {
  return groups.find(({ markets }) => markets.includes(market))?.name ?? null
}

/** Puts a market into a group, which is made if there is none of this name; null takes it out of its group. */
export function putIntoGroup(
  settings: WatchListSettings,
  market: string,
  name: string | null,
): WatchListSettings {
  const left = settings.groups.map((group) => ({
    ...group,
    markets: group.markets.filter((one) => one !== market),
  }))
  if (name === null) return { ...settings, groups: left }
  if (!left.some((group) => group.name === name))
    return { ...settings, groups: [...left, { name, markets: [market] }] }
  return {
    ...settings,
    groups: left.map((group) =>
      group.name === name ? { ...group, markets: [...group.markets, market].slice(-maxMarkets) } : group,
    ),
  }
}

/** Removes a group; its markets stay in the list. */
export function removeGroup(settings: WatchListSettings, name: string): WatchListSettings {
  return { ...settings, groups: settings.groups.filter((group) => group.name !== name) }
}

/** Renames a group. */
export function renameGroup(settings: WatchListSettings, name: string, to: string): WatchListSettings {
  return {
    ...settings,
    groups: settings.groups.map((group) => (group.name === name ? { ...group, name: to } : group)),
  }
}

/** Why a group cannot have this name; null if it can. */
export function faultOfName(
  { groups }: WatchListSettings,
  name: string,
  before: string | null,
): string | null {
  const wanted = name.trim()
  if (wanted === '') return 'Enter a name.'
  if (wanted.length > maxGroupName) return `Use at most ${maxGroupName} characters.`
  if (wanted !== before && groups.some((group) => group.name === wanted)) return 'This name is already taken.'
  return before === null && groups.length >= maxGroups ? `You can have up to ${maxGroups} groups.` : null
}
