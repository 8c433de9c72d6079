// Owns: the whole border between page and main, in one place: every channel, every event, the page's API type.
// Must not: do anything; this file is data and types.
import type { z } from 'zod'
import { accountsChannels, accountsEvents } from './accounts.ts'
import { alertsChannels, alertsEvents } from './alerts.ts'
import { appChannels, appEvents } from './app.ts'
import type { ChannelDefinition, EventDefinition, Result } from './channel.ts'
import { chartsChannels, chartsEvents } from './charts.ts'
import { connectionChannels, connectionEvents } from './connection.ts'
import { dataChannels, dataEvents } from './data.ts'
import { diagnosticsChannels } from './diagnostics.ts'
import { exportsChannels, exportsEvents } from './exports.ts'
import { languageChannels } from './language.ts'
import { marketsChannels, marketsEvents } from './markets.ts'
import type { ChannelName, EventName } from './names.ts'
import { ordersChannels, ordersEvents } from './orders.ts'
import { portfolioChannels, portfolioEvents } from './portfolio.ts'
import { removalChannels } from './removal.ts'
import { syncChannels, syncEvents } from './sync.ts'
import { transfersChannels, transfersEvents } from './transfers.ts'
import { securityChannels, securityEvents } from './security.ts'
import { updatesChannels, updatesEvents } from './updates.ts'

export const channels = {
  ...appChannels,
  ...languageChannels,
  ...accountsChannels,
  ...securityChannels,
  ...marketsChannels,
  ...chartsChannels,
  ...alertsChannels,
  ...ordersChannels,
  ...portfolioChannels,
  ...exportsChannels,
  ...connectionChannels,
  ...transfersChannels,
  ...syncChannels,
  ...dataChannels,
  ...diagnosticsChannels,
  ...removalChannels,
  ...updatesChannels,
} satisfies Record<ChannelName, ChannelDefinition>

export const events = {
  ...appEvents,
  ...accountsEvents,
  ...securityEvents,
  ...marketsEvents,
  ...chartsEvents,
  ...alertsEvents,
  ...ordersEvents,
  ...portfolioEvents,
  ...exportsEvents,
  ...connectionEvents,
  ...transfersEvents,
  ...syncEvents,
  ...dataEvents,
  ...updatesEvents,
} satisfies Record<EventName, EventDefinition>

export type ChannelInput<Name extends ChannelName> = z.output<(typeof channels)[Name]['input']>
export type ChannelOutput<Name extends ChannelName> = z.output<(typeof channels)[Name]['output']>
export type EventPayload<Name extends EventName> = z.output<(typeof events)[Name]>

/** What the preload puts on the page's `window.starkdesk`: one fixed function per channel and per event, frozen. */
export interface StarkdeskApi {
  readonly invoke: {
    readonly [Name in ChannelName]: (input: ChannelInput<Name>) => Promise<Result<ChannelOutput<Name>>>
  }
  readonly on: {
    /** Calls back on each event until the returned function is called. */
    readonly [Name in EventName]: (listener: (payload: EventPayload<Name>) => void) => () => void
  }
}
