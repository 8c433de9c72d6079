// Lazily loaded parts of the page. Static imports of the first screen delay the first view.
import type { Component } from 'svelte'
import { Lazy } from './page/lazy.svelte.ts'
import type { ViewName } from '../../src-preload/domain/views.ts'
import { marketParts } from '../features/markets/lazy-parts.ts'
import TradeView from '../features/trade/TradeView.svelte'
import type OnboardingView from '../features/onboarding/OnboardingView.svelte'
import type BellPanel from './notices/BellPanel.svelte'
import type RepairStrip from './RepairStrip.svelte'

/** Most starts show it. */
const tradePart = new Lazy<Component>(() => Promise.resolve({ default: TradeView }))

/** The views by name. */
export const viewParts: Readonly<Record<Exclude<ViewName, 'settings'>, Lazy<Component>>> & {
  readonly settings: Lazy<Component<{ onback: (() => void) | null }>>
} = {
  trade: tradePart,
  markets: tradePart,
  orders: new Lazy(() => import('../features/orders/OrdersView.svelte')),
  portfolio: new Lazy(() => import('../features/portfolio/PortfolioView.svelte')),
  transfers: new Lazy(() => import('../features/transfers/TransfersView.svelte')),
  connection: new Lazy(() => import('../features/connection/ConnectionView.svelte')),
  settings: new Lazy(() => import('../features/settings/SettingsView.svelte')),
  data: new Lazy(() => import('../features/data/DataView.svelte')),
}

/** The wallet connection form. */
export const onboardingPart: Lazy<typeof OnboardingView> = new Lazy(
  () => import('../features/onboarding/OnboardingView.svelte'),
)

/** Dialogs, command palette and keyboard shortcut list. */
export const overlaysPart = new Lazy(() => import('./Overlays.svelte'))

/** Most starts have none. */
export const repairPart: Lazy<typeof RepairStrip> = new Lazy(() => import('./RepairStrip.svelte'))

/** Notices and price alerts, under the bell. */
export const bellPart: Lazy<typeof BellPanel> = new Lazy(() => import('./notices/BellPanel.svelte'))

type LazyPart = Pick<Lazy<unknown>, 'load'>

/** Most likely needed first. */
export const allParts: readonly LazyPart[] = [
  overlaysPart,
  ...Object.values<LazyPart>({ ...marketParts }),
  bellPart,
  ...Object.values(viewParts),
  onboardingPart,
]
