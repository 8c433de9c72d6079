// Parts of the charts and their list that nobody sees before opening them: their code is loaded when the page is idle.
import type CandleTable from '../../charts/CandleTable.svelte'
import { Lazy } from '../../shell/page/lazy.svelte.ts'
import type ChartSigns from './chart/dialogs/ChartSigns.svelte'
import type GoToDate from './chart/dialogs/GoToDate.svelte'
import type KeyList from './chart/dialogs/KeyList.svelte'
import type StageEditors from './chart/dialogs/StageEditors.svelte'
import type SavedLayouts from './chart/saved/SavedLayouts.svelte'
import type StageMenu from './chart/stage/StageMenu.svelte'
import type AddMarket from './list/add/AddMarket.svelte'
import type MarketMenu from './list/MarketMenu.svelte'
import type DrawingList from './overlays/DrawingList.svelte'
import type HoverCard from './overlays/HoverCard.svelte'

interface MarketParts {
  readonly addMarket: Lazy<typeof AddMarket>
  readonly marketMenu: Lazy<typeof MarketMenu>
  readonly chartMenu: Lazy<typeof StageMenu>
  readonly chartEditors: Lazy<typeof StageEditors>
  readonly goToDate: Lazy<typeof GoToDate>
  readonly keyList: Lazy<typeof KeyList>
  readonly savedLayouts: Lazy<typeof SavedLayouts>
  readonly chartSigns: Lazy<typeof ChartSigns>
  readonly drawingList: Lazy<typeof DrawingList>
  readonly hoverCard: Lazy<typeof HoverCard>
  readonly candleTable: Lazy<typeof CandleTable>
}

export const marketParts: MarketParts = {
  addMarket: new Lazy(() => import('./list/add/AddMarket.svelte')),
  marketMenu: new Lazy(() => import('./list/MarketMenu.svelte')),
  chartMenu: new Lazy(() => import('./chart/stage/StageMenu.svelte')),
  chartEditors: new Lazy(() => import('./chart/dialogs/StageEditors.svelte')),
  goToDate: new Lazy(() => import('./chart/dialogs/GoToDate.svelte')),
  keyList: new Lazy(() => import('./chart/dialogs/KeyList.svelte')),
  savedLayouts: new Lazy(() => import('./chart/saved/SavedLayouts.svelte')),
  chartSigns: new Lazy(() => import('./chart/dialogs/ChartSigns.svelte')),
  drawingList: new Lazy(() => import('./overlays/DrawingList.svelte')),
  hoverCard: new Lazy(() => import('./overlays/HoverCard.svelte')),
  candleTable: new Lazy(() => import('../../charts/CandleTable.svelte')),
}
