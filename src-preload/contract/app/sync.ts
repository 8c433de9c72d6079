// IPC channels of syncing exchange data into the cache: progress, pause, and the visible view.
import { z } from 'zod'
import { viewNames } from '../../domain/views.ts'
import { type ChannelTable, errorReport, nothing } from '../channel.ts'
import { epochMs } from '../orders/entities.ts'
import { freshnessReport } from './freshness.ts'

/** Data read backwards until complete (within its retention), in order of priority. */
export const syncStreams = ['orders', 'fills', 'candles', 'marketTrades'] as const
export type SyncStream = (typeof syncStreams)[number]

const streamState = z.strictObject({
  stream: z.enum(syncStreams),
  /**
   * `waiting`: another stream has priority, or nothing can be read yet. `running`: reading now. `complete`: everything the
   * exchange provides within the retention is stored. `failed`: the last read failed and is retried.
   */
  status: z.enum(['waiting', 'running', 'complete', 'failed']),
  /** Count of orders, orders with all fills stored, candles, or trades. */
  done: z.int().min(0),
  /** Expected total; null if unknown before the end. */
  total: z.int().min(0).nullable(),
  /** Start of the gapless range stored so far, for `fills` by the creation of their orders; null for none. */
  backToMs: epochMs.nullable(),
  /** Of `fills`: orders whose fills the exchange listed otherwise than in their own answers, which count. 0 for others. */
  conflicts: z.int().min(0),
  lastError: errorReport.nullable(),
})
export type StreamState = z.infer<typeof streamState>

const syncState = z.strictObject({
  /** The user has paused history sync. Data on screen is still updated. */
  isPaused: z.boolean(),
  /** Why background sync is blocked although not paused; null if it is running or done. */
  hold: z
    .enum(['offline', 'signedOut', 'rateLimited', 'diskFull', 'diskLow', 'quotaReached', 'storeFailed'])
    .nullable(),
  streams: z.array(streamState).max(syncStreams.length),
})
export type SyncState = z.infer<typeof syncState>

/** The views as known to main; data of hidden views is polled less often. */
export const shownViews = [...viewNames, 'none'] as const
export type ShownView = (typeof shownViews)[number]

export const syncChannels = {
  /** For the account in use. */
  'sync:getState': { access: 'readable', input: nothing, output: syncState },
  /** How current the things on screen are, for the account in use. */
  'sync:getFreshness': { access: 'readable', input: nothing, output: freshnessReport },
  /** Persisted. */
  'sync:setPaused': { access: 'readable', input: z.strictObject({ isPaused: z.boolean() }), output: nothing },
  /** The view on screen. */
  'sync:setView': { access: 'always', input: z.strictObject({ view: z.enum(shownViews) }), output: nothing },
} satisfies ChannelTable<'sync'>

export const syncEvents = {
  /** At most twice a second. */
  'sync:changed': syncState,
  /** About once a second while a polled thing is on screen; never for messages of a stream. */
  'sync:freshnessChanged': freshnessReport,
}
