// Owns: the channels about bringing the service's data into the cache: how far it is, pausing it, and what is looked
// at.
// Must not: carry any of the data itself.
import { z } from 'zod'
import { type ChannelTable, errorReport, nothing } from './channel.ts'
import { epochMs } from './entities.ts'

/** What is read backwards until it is complete (as far as it is kept), in the order of its importance. */
export const syncStreams = ['orders', 'fills', 'candles', 'marketTrades'] as const
export type SyncStream = (typeof syncStreams)[number]

const streamState = z.strictObject({
  stream: z.enum(syncStreams),
  /**
   * `waiting`: another stream goes first, or there is nothing to begin with yet. `running`: read just now. `complete`:
   * all that the service tells of and that is kept is here. `failed`: the last reading failed; it is tried again.
   */
  status: z.enum(['waiting', 'running', 'complete', 'failed']),
  /** Orders, orders that have fills, all of which are here, candles, trades. */
  done: z.int().min(0),
  /** How many there will be; null where nobody knows before the end. */
  total: z.int().min(0).nullable(),
  /** How far back it is here without a gap, of `fills` by the creation of their orders; null where nothing is. */
  backToMs: epochMs.nullable(),
  lastError: errorReport.nullable(),
})
export type StreamState = z.infer<typeof streamState>

const syncState = z.strictObject({
  /** The user has paused the reading of history. What is on screen is still kept fresh. */
  isPaused: z.boolean(),
  /** Why nothing is read in the background although it is not paused; null where it is, or is done. */
  hold: z
    .enum(['offline', 'signedOut', 'rateLimited', 'diskFull', 'diskLow', 'quotaReached', 'storeFailed'])
    .nullable(),
  streams: z.array(streamState).max(syncStreams.length),
})
export type SyncState = z.infer<typeof syncState>

/** The views as main knows them: what is not looked at is asked for less often. */
export const shownViews = [
  'markets',
  'orders',
  'portfolio',
  'transfers',
  'connection',
  'settings',
  'data',
  'none',
] as const
export type ShownView = (typeof shownViews)[number]

export const syncChannels = {
  /** Of the account in use. */
  'sync:getState': { access: 'readable', input: nothing, output: syncState },
  /** Kept for the next start. */
  'sync:setPaused': { access: 'readable', input: z.strictObject({ isPaused: z.boolean() }), output: nothing },
  /** Which view is on the screen. */
  'sync:setView': { access: 'always', input: z.strictObject({ view: z.enum(shownViews) }), output: nothing },
} satisfies ChannelTable<'sync'>

/** At most twice a second. */
export const syncEvents = { 'sync:changed': syncState }
