// Text about history sync: streams, what blocks it, and the status bar line.
import type { OrderSyncState } from '../../src-preload/contract/orders.ts'
import { one, parseExact } from '../../src-preload/domain/exact.ts'
import { percentHalfEven } from '../../src-preload/domain/percent.ts'
import type { StreamState, SyncState, SyncStream } from '../../src-preload/contract/sync.ts'
import { markPercent } from './format/locale.ts'
import { formatAsOf } from './format/time.ts'
import { countOf } from './format/words.ts'

interface StreamWords {
  readonly name: string
  /** One-line description. */
  readonly about: string
}

export const streamWords: Readonly<Record<SyncStream, StreamWords>> = {
  orders: { name: 'Orders', about: 'All of this account; open ones are followed.' },
  fills: {
    name: 'Orders with their fills',
    about: 'Orders are counted here, not fills.',
  },
  candles: { name: 'Candles', about: 'Of the markets, as far back as they are kept.' },
  marketTrades: { name: 'Public trades', about: 'Of the markets, as far back as they are kept.' },
}

/** State of a stream in a word or two. */
export function describeStatus({ status }: StreamState, { isPaused, hold }: SyncState): string {
  switch (status) {
    case 'complete':
      return 'Complete'
    case 'failed':
      return isPaused ? 'Paused' : 'Failed'
    case 'waiting':
    case 'running':
      if (isPaused) return 'Paused'
      if (hold !== null) return 'On hold'
      return status === 'running' ? 'Reading' : 'Waiting'
  }
}

/** Orders whose fills were listed otherwise than in their own answers; empty without any. */
export function describeConflicts({ conflicts }: Pick<StreamState, 'conflicts'>): string {
  if (conflicts === 0) return ''
  return `${countOf(conflicts, ['order has', 'orders have'])} other fills in the list of own trades. The fills of the order itself are shown.`
}

/** Progress of a stream, 0 to 1; null when the end is unknown. */
export function shareOf({ status, done, total }: StreamState): number | null {
  if (status === 'complete') return 1
  if (total === null) return null
  return total === 0 ? 0 : Math.min(1, done / total)
}

/** Digits kept before rounding a share: row counts are doubles. */
const SHARE_DECIMALS = 12

/** A share in whole percent, rounded half-even. Only nothing shows 0% and only all shows 100%. */
export function formatShare(share: number): string {
  const part = parseExact(share.toFixed(SHARE_DECIMALS))
  return markPercent(percentHalfEven(part, one, 0).text)
}

export interface SyncLine {
  readonly text: string
  /** True when it is stopped, or needs an action by the user. */
  readonly needsAttention: boolean
}

const holdWords: Readonly<Record<Exclude<SyncState['hold'], null>, SyncLine>> = {
  offline: {
    text: 'The service is out of reach. Reading goes on by itself once it answers again.',
    needsAttention: false,
  },
  signedOut: {
    text: 'This account is not signed in. Reading goes on by itself once it is.',
    needsAttention: false,
  },
  rateLimited: {
    text: 'The service asked to slow down. Reading goes on by itself after the wait.',
    needsAttention: false,
  },
  diskFull: {
    text: 'The disk is full. Nothing was lost; reading goes on once there is room again. Make room on the disk, or keep less below.',
    needsAttention: true,
  },
  diskLow: {
    text: 'The disk is almost full, and the last of it is kept free for your transfers. Nothing was lost; reading goes on once there is more room. Make room on the disk, or keep less below.',
    needsAttention: true,
  },
  quotaReached: {
    text: 'The exchange reports more data than Starkdesk stores for one account. Nothing was lost; reading goes on once less is stored. Keep less below.',
    needsAttention: true,
  },
  storeFailed: {
    text: 'The data file cannot be used. Nothing was lost; reading goes on once it can be. The log has the reason.',
    needsAttention: true,
  },
}

/** Sync status in a sentence or two. */
export function describeSync(state: SyncState): SyncLine {
  if (state.streams.length > 0 && state.streams.every(({ status }) => status === 'complete')) {
    return { text: 'All that the service tells of and that is kept is here.', needsAttention: false }
  }
  // States that need attention come before a pause by the user.
  if (state.hold !== null && (holdWords[state.hold].needsAttention || !state.isPaused)) {
    return holdWords[state.hold]
  }
  return {
    text: state.isPaused
      ? 'Paused. What is on screen is still kept fresh.'
      : 'Newest first, then backwards until it is complete. What is on screen comes before that.',
    needsAttention: false,
  }
}

/** Status bar text about orders; empty when there is nothing to show. */
export function describeOrdersShort(state: OrderSyncState | null, nowMs: number): string {
  if (state === null) return ''
  const count = countOf(state.cached, ['order', 'orders'])
  if (!state.isComplete) {
    return state.cached === 0 && state.asOfMs === null ? '' : `Reading orders: ${count} so far`
  }
  return state.asOfMs === null
    ? `Synced ${count}`
    : `Synced ${count} · as of ${formatAsOf(state.asOfMs, nowMs)}`
}

/** Progress of all streams; null when one of them does not know its end. */
function shareOfAll(streams: readonly StreamState[]): number | null {
  let sum = 0
  for (const stream of streams) {
    const share = shareOf(stream)
    if (share === null) return null
    sum += share
  }
  return streams.length === 0 ? null : sum / streams.length
}

/**
 * Status bar text about history sync; empty when there is nothing to show.
 * @param isReading - a stream is running; see `sync.isReading`
 * @param areOrdersRead - the line about orders already says that they are syncing
 */
export function describeSyncShort(state: SyncState, isReading: boolean, areOrdersRead: boolean): SyncLine {
  const { isPaused, hold, streams } = state
  const quiet = (text: string): SyncLine => ({ text, needsAttention: false })
  if (streams.every(({ status }) => status === 'complete')) return quiet('')
  if (hold === 'diskFull') return { text: 'Disk full: reading on hold', needsAttention: true }
  if (hold === 'diskLow') return { text: 'Disk almost full: reading on hold', needsAttention: true }
  if (hold === 'quotaReached') return { text: 'Storage limit: reading on hold', needsAttention: true }
  if (hold === 'storeFailed') return { text: 'Data file: reading on hold', needsAttention: true }
  if (isPaused) return quiet('Reading paused')
  if (!isReading || !areOrdersRead) return quiet('')
  const share = shareOfAll(streams)
  return quiet(share === null ? 'Reading history' : `Reading history ${formatShare(share)}`)
}
