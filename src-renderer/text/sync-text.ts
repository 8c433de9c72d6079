// Text about history sync: streams, what blocks it, and the status bar line.
import type { OrderSyncState } from '../../src-preload/contract/orders/orders.ts'
import { one, parseExact } from '../../src-preload/domain/numbers/exact-decimal.ts'
import { percentHalfEven } from '../../src-preload/domain/numbers/percent.ts'
import type { StreamState, SyncState, SyncStream } from '../../src-preload/contract/app/sync.ts'
import { markPercent } from './format/locale.ts'
import { formatAsOf } from './format/time.ts'
import { countOf } from './format/words.ts'

interface StreamWords {
  readonly name: string
  /** One-line description. */
  readonly about: string
}

export const streamWords: Readonly<Record<SyncStream, StreamWords>> = {
  orders: { name: 'Orders', about: 'All orders of this account' },
  fills: {
    name: 'Orders with fills',
    about: 'Counted in orders, not fills',
  },
  candles: { name: 'Candles', about: 'Within the retention period' },
  marketTrades: { name: 'Public trades', about: 'Within the retention period' },
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
      return status === 'running' ? 'Syncing' : 'Waiting'
  }
}

/** Orders whose fills were listed otherwise than in their own answers; empty without any. */
export function describeConflicts({ conflicts }: Pick<StreamState, 'conflicts'>): string {
  if (conflicts === 0) return ''
  return `${countOf(conflicts, ['order has', 'orders have'])} different fills in the list of your trades. The order’s own fills are shown.`
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
    text: 'The exchange can’t be reached. Sync resumes by itself.',
    needsAttention: false,
  },
  signedOut: {
    text: 'This account is not signed in. Sync resumes once it is.',
    needsAttention: false,
  },
  rateLimited: {
    text: 'Rate-limited by the exchange. Sync resumes by itself.',
    needsAttention: false,
  },
  diskFull: {
    text: 'The disk is full. Nothing was lost. Free disk space or reduce retention below to resume.',
    needsAttention: true,
  },
  diskLow: {
    text: 'The disk is almost full, and the rest is reserved for your transfers. Nothing was lost. Free disk space or reduce retention below to resume.',
    needsAttention: true,
  },
  quotaReached: {
    text: 'The account has more data than Starkdesk stores for one account. Nothing was lost. Reduce retention below to resume.',
    needsAttention: true,
  },
  storeFailed: {
    text: 'The data file can’t be used. Nothing was lost, and sync resumes once it can; see the log.',
    needsAttention: true,
  },
}

/** Sync status in a sentence or two. */
export function describeSync(state: SyncState): SyncLine {
  if (state.streams.length > 0 && state.streams.every(({ status }) => status === 'complete')) {
    return { text: 'History is complete.', needsAttention: false }
  }
  // States that need attention come before a pause by the user.
  if (state.hold !== null && (holdWords[state.hold].needsAttention || !state.isPaused)) {
    return holdWords[state.hold]
  }
  return {
    text: state.isPaused
      ? 'Paused. Data on screen stays up to date.'
      : 'Syncs newest first, starting with what is on screen.',
    needsAttention: false,
  }
}

/** Status bar text about orders; empty when there is nothing to show. */
export function describeOrdersShort(state: OrderSyncState | null, nowMs: number): string {
  if (state === null) return ''
  const count = countOf(state.cached, ['order', 'orders'])
  if (!state.isComplete) {
    return state.cached === 0 && state.asOfMs === null ? '' : `Syncing orders: ${count} so far`
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
  if (hold === 'diskFull') return { text: 'Disk full: sync on hold', needsAttention: true }
  if (hold === 'diskLow') return { text: 'Disk almost full: sync on hold', needsAttention: true }
  if (hold === 'quotaReached') return { text: 'Storage limit: sync on hold', needsAttention: true }
  if (hold === 'storeFailed') return { text: 'Data file error: sync on hold', needsAttention: true }
  if (isPaused) return quiet('Sync paused')
  if (!isReading || !areOrdersRead) return quiet('')
  const share = shareOfAll(streams)
  return quiet(share === null ? 'History sync' : `Syncing history ${formatShare(share)}`)
}
