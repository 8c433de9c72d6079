// Which markets the list shows and in which order. Pure.
import type { WatchListSettings } from '../../../../src-preload/contract/markets/market-list.ts'
import type { MarketSummary } from '../../../../src-preload/contract/markets/markets.ts'
import { compare, parseExact } from '../../../../src-preload/domain/numbers/exact-decimal.ts'
import type { WatchSort } from '../../../../src-preload/domain/markets/watch-list.ts'
import { spreadShare } from './summary-text.ts'

/** A tab of the list: all markets, the favorites, or one group by its name. */
export type ListTab =
  | { readonly kind: 'all' }
  | { readonly kind: 'favorites' }
  | { readonly kind: 'group'; readonly name: string }

/** The markets of a tab; a group that no longer exists has none. */
export function filterByTab(
  lines: readonly MarketSummary[],
  tab: ListTab,
  { favorites, groups }: Pick<WatchListSettings, 'favorites' | 'groups'>,
): readonly MarketSummary[] {
  if (tab.kind === 'all') return lines
  const wanted =
    tab.kind === 'favorites' ? favorites : (groups.find(({ name }) => name === tab.name)?.markets ?? [])
  return lines.filter(({ market }) => wanted.includes(market))
}

const numberOf: Record<Exclude<WatchSort, 'market' | 'turnover'>, (line: MarketSummary) => number | null> = {
  last: ({ last }) => last,
  change: ({ changePercent }) => changePercent,
  high: ({ high }) => high,
  low: ({ low }) => low,
  volume: ({ volume }) => volume,
  spread: spreadShare,
}

/** Negative if `a` is the smaller one; null if the figure of one of them is unknown. */
function compareBy(column: WatchSort, a: MarketSummary, b: MarketSummary): number | null {
  if (column === 'market') return a.market < b.market ? -1 : 1
  if (column === 'turnover') {
    if (a.turnover === null || b.turnover === null) return null
    return compare(parseExact(a.turnover), parseExact(b.turnover))
  }
  const [x, y] = [numberOf[column](a), numberOf[column](b)]
  return x === null || y === null ? null : x - y
}

const isUnknown = (column: WatchSort, line: MarketSummary): boolean =>
  column !== 'market' && (column === 'turnover' ? line.turnover : numberOf[column](line)) === null

/** Sorted by one figure; unknown ones come last either way, and equal ones keep the user's order. Null: the user's order. */
export function sortLines(
  lines: readonly MarketSummary[],
  sort: WatchListSettings['sort'],
): readonly MarketSummary[] {
  if (sort === null) return lines
  const { column, isDescending } = sort
  const known = lines.filter((line) => !isUnknown(column, line))
  const sorted = known.toSorted((a, b) => {
    const order = compareBy(column, a, b) ?? 0
    return isDescending ? -order : order
  })
  return [...sorted, ...lines.filter((line) => isUnknown(column, line))]
}

/** The sorting after a press on a header: figures begin with the largest, names with A; the third press is the user's order. */
export function nextSort(sort: WatchListSettings['sort'], column: WatchSort): WatchListSettings['sort'] {
  const first = column !== 'market'
  if (sort?.column !== column) return { column, isDescending: first }
  return sort.isDescending === first ? { column, isDescending: !first } : null
}
