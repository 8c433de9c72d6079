// Names and keyboard shortcuts of the views.
import type { ViewName } from '../../../src-preload/domain/views.ts'

export const viewTitles: Record<ViewName, string> = {
  trade: 'Trade',
  markets: 'Charts',
  orders: 'Orders',
  portfolio: 'Portfolio',
  transfers: 'Transfers',
  connection: 'Connection',
  settings: 'Settings',
  data: 'Local data',
}

/** Views in the rail; local data is a part of the settings, and the charts are a layout of Trade. */
export type RailView = Exclude<ViewName, 'data' | 'markets'>

/** Rail item of a view. */
export function railViewOf(view: ViewName): RailView {
  switch (view) {
    case 'data':
      return 'settings'
    case 'markets':
      return 'trade'
    default:
      return view
  }
}

export interface ViewKey {
  readonly view: RailView
  /** KeyboardEvent.key; with Ctrl or Cmd it opens the view. */
  readonly key: string
  /** True for the bottom of the rail. */
  readonly isAtFoot: boolean
}

/** In rail order. */
export const viewKeys: readonly ViewKey[] = [
  { view: 'trade', key: '1', isAtFoot: false },
  { view: 'orders', key: '2', isAtFoot: false },
  { view: 'portfolio', key: '3', isAtFoot: false },
  { view: 'transfers', key: '4', isAtFoot: false },
  { view: 'connection', key: '5', isAtFoot: true },
  { view: 'settings', key: '6', isAtFoot: true },
]

/** View of a key pressed with Ctrl or Cmd; null for other keys. The comma conventionally opens settings. */
export function viewOfKey(key: string): ViewName | null {
  if (key === ',') return 'settings'
  return viewKeys.find((item) => item.key === key)?.view ?? null
}
