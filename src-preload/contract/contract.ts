// The IPC contract between pages and main: one entry per channel and event, from which preloads, handlers and the lock
// derive.
// Pages import types only, and preloads get the names from the build, so neither bundles zod.
import type { z } from 'zod'
import { accountsChannels, accountsEvents } from './accounts/accounts.ts'
import { alertsChannels, alertsEvents } from './app/alerts.ts'
import { appChannels, appEvents } from './app/app.ts'
import { bookChannels, bookEvents } from './markets/book.ts'
import type { ChannelDefinition, EventDefinition, Result } from './channel.ts'
import { chartsChannels, chartsEvents } from './markets/charts.ts'
import { confirmChannels } from './accounts/confirm.ts'
import { connectionChannels, connectionEvents } from './app/connection.ts'
import { dataChannels, dataEvents } from './app/data.ts'
import { diagnosticsChannels } from './app/diagnostics.ts'
import { exportsChannels, exportsEvents } from './app/exports.ts'
import { indicatorLibraryChannels } from './markets/indicator-library.ts'
import { languageChannels } from './app/language.ts'
import { marketRulesChannels } from './markets/market-rules.ts'
import { marketsChannels, marketsEvents } from './markets/markets.ts'
import { ordersChannels, ordersEvents } from './orders/orders.ts'
import { portfolioChannels, portfolioEvents } from './portfolio/portfolio.ts'
import { removalChannels } from './accounts/removal.ts'
import { syncChannels, syncEvents } from './app/sync.ts'
import { tradeViewChannels } from './trading/trade-view.ts'
import { tradingCancelChannels, tradingCancelEvents } from './trading/trading-cancel.ts'
import { tradingMoveChannels } from './trading/trading-move.ts'
import { tradingChannels, tradingEvents } from './trading/trading.ts'
import { tradingSessionChannels, tradingSessionEvents } from './trading/trading-session.ts'
import { transfersChannels, transfersEvents } from './transfers.ts'
import { securityChannels, securityEvents } from './accounts/security.ts'
import { updatesChannels, updatesEvents } from './app/updates.ts'

/** Channels of both windows; an entry's access class tells whose it is. */
export const channels = {
  ...appChannels,
  ...languageChannels,
  ...accountsChannels,
  ...securityChannels,
  ...marketsChannels,
  ...bookChannels,
  ...chartsChannels,
  ...tradeViewChannels,
  ...indicatorLibraryChannels,
  ...alertsChannels,
  ...ordersChannels,
  ...portfolioChannels,
  ...exportsChannels,
  ...connectionChannels,
  ...transfersChannels,
  ...tradingChannels,
  ...tradingSessionChannels,
  ...tradingCancelChannels,
  ...tradingMoveChannels,
  ...marketRulesChannels,
  ...syncChannels,
  ...dataChannels,
  ...diagnosticsChannels,
  ...removalChannels,
  ...updatesChannels,
  ...confirmChannels,
} satisfies Record<string, ChannelDefinition>
type Channels = typeof channels

export const events = {
  ...appEvents,
  ...accountsEvents,
  ...securityEvents,
  ...marketsEvents,
  ...bookEvents,
  ...chartsEvents,
  ...alertsEvents,
  ...ordersEvents,
  ...portfolioEvents,
  ...exportsEvents,
  ...connectionEvents,
  ...transfersEvents,
  ...tradingEvents,
  ...tradingSessionEvents,
  ...tradingCancelEvents,
  ...syncEvents,
  ...dataEvents,
  ...updatesEvents,
} satisfies Record<string, EventDefinition>

type AnyName = keyof Channels
/** A channel of the secure window. */
export type ConfirmChannelName = {
  [Name in AnyName]: Channels[Name]['access'] extends 'secureWindow' ? Name : never
}[AnyName]
/** A channel of the main window. */
export type ChannelName = Exclude<AnyName, ConfirmChannelName>
export type EventName = keyof typeof events

export type ChannelInput<Name extends AnyName> = z.output<Channels[Name]['input']>
export type ChannelOutput<Name extends AnyName> = z.output<Channels[Name]['output']>
export type EventPayload<Name extends EventName> = z.output<(typeof events)[Name]>

const isConfirmChannel = (name: AnyName): name is ConfirmChannelName =>
  channels[name].access === 'secureWindow'
const allNames = Object.keys(channels) as AnyName[]
export const confirmChannelNames = allNames.filter(isConfirmChannel)
export const channelNames = allNames.filter((name): name is ChannelName => !isConfirmChannel(name))
export const eventNames = Object.keys(events) as EventName[]

/** The entry of a channel; undefined for an unknown name. */
export function definitionOf(name: string): ChannelDefinition | undefined {
  return Object.hasOwn(channels, name) ? channels[name as AnyName] : undefined
}

/** The API that the preload exposes as `window.starkdesk`: one fixed function per channel and event, frozen. */
export interface StarkdeskApi {
  readonly invoke: {
    readonly [Name in ChannelName]: (input: ChannelInput<Name>) => Promise<Result<ChannelOutput<Name>>>
  }
  readonly on: {
    /** Subscribes a listener; call the returned function to unsubscribe. */
    readonly [Name in EventName]: (listener: (payload: EventPayload<Name>) => void) => () => void
  }
}

/** The API that the secure window's preload exposes as `window.starkdeskConfirm`. */
export type StarkdeskConfirmApi = {
  readonly [Name in ConfirmChannelName]: (input: ChannelInput<Name>) => Promise<Result<ChannelOutput<Name>>>
}
