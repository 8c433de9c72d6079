// The watch list's columns and sortings, and the choices that it begins with.

/** In the order in which they stand in the list: those at the end are left out first where it is narrow. */
export const watchColumns = [
  'sparkline',
  'last',
  'change',
  'turnover',
  'high',
  'low',
  'volume',
  'spread',
] as const
export type WatchColumn = (typeof watchColumns)[number]

/** What the list can be sorted by. */
export const watchSorts = ['market', 'last', 'change', 'high', 'low', 'volume', 'turnover', 'spread'] as const
export type WatchSort = (typeof watchSorts)[number]

/** Shown until the user has chosen: turnover compares markets, volume in the base currency does not. */
export const usualColumns: readonly WatchColumn[] = ['sparkline', 'last', 'change', 'turnover', 'high', 'low']
