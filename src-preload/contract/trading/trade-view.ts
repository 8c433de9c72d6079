// IPC channels of how the Trade view is laid out. They carry no account data.
import { z } from 'zod'
import { type ChannelTable, nothing } from '../channel.ts'

/** `trade`: book, ticket and dock around the chart. `charts`: up to four charts beside the list. */
export const tradeLayouts = ['trade', 'charts'] as const
export type TradeLayout = (typeof tradeLayouts)[number]

export const dockTabs = ['open', 'fills', 'balances', 'history'] as const
export type DockTab = (typeof dockTabs)[number]

/** Width or height of a part in pixels. */
const partPx = z.int().min(40).max(4_000)

const partSizes = z.strictObject({
  list: partPx,
  book: partPx,
  tape: partPx,
  ticket: partPx,
  /** Height of the dock below the chart. */
  dock: partPx,
})
export type PartSizes = z.infer<typeof partSizes>

/** How the Trade view is laid out. Persisted, shared by all accounts. */
export const tradeView = z.strictObject({
  /** Shown when the view is opened without a layout of its own. */
  layout: z.enum(tradeLayouts),
  dockTab: z.enum(dockTabs),
  /** The dock lists only the chosen market. */
  isDockOfMarket: z.boolean(),
  sizes: partSizes,
})
export type TradeView = z.infer<typeof tradeView>

export const tradeViewChannels = {
  'charts:getTradeView': { access: 'readable', input: nothing, output: tradeView },
  'charts:setTradeView': { access: 'readable', input: tradeView, output: nothing },
} satisfies ChannelTable<'charts'>
