// Text and figures of client activity: durations, clock differences, results and the rate limit.
import type {
  CallLine,
  ConnectionActivity,
  EndpointActivity,
} from '../../../src-preload/contract/app/connection.ts'
import { describeError } from '../../text/errors/describe-error.ts'
import { formatFixed, formatInteger } from '../../text/format/locale.ts'
import { formatAsOf } from '../../text/format/time.ts'
import { countOf } from '../../text/format/words.ts'

/** A duration in whole milliseconds, without the unit. */
export function formatMs(durationMs: number): string {
  return durationMs > 0 && durationMs < 0.5 ? '<1' : formatInteger(Math.round(durationMs))
}

/** Clocks closer than this count as equal: the service reports its time in whole seconds. */
export const inSyncBelowMs = 2_000

/** Clock difference in the largest meaningful unit: "12 seconds", "61 minutes". */
export function describeDistance(skewMs: number): string {
  const seconds = Math.round(Math.abs(skewMs) / 1000)
  if (seconds < 90) return countOf(seconds, ['second', 'seconds'])
  const minutes = Math.round(seconds / 60)
  if (minutes < 90) return countOf(minutes, ['minute', 'minutes'])
  const hours = Math.round(minutes / 60)
  return hours < 48 ? countOf(hours, ['hour', 'hours']) : countOf(Math.round(hours / 24), ['day', 'days'])
}

/**
 * Local clock relative to the service's: "61 minutes behind".
 * @param skewMs - service clock minus local clock, in milliseconds
 */
export function describeOurClock(skewMs: number): string {
  if (Math.abs(skewMs) < inSyncBelowMs) return 'In sync'
  return `${describeDistance(skewMs)} ${skewMs > 0 ? 'behind' : 'ahead'}`
}

/** "3 rows could not be read (first: payload.4.side)". */
export function describeUnread({ count, firstField }: NonNullable<EndpointActivity['unread']>): string {
  return `${countOf(count, ['row', 'rows'])} could not be read (first: ${firstField})`
}

export interface Outcome {
  readonly isFailure: boolean
  /** HTTP status, or text for a missing response. */
  readonly status: string
  /** Failure text; empty on success. */
  readonly words: string
}

/** Result of one request. */
export function describeOutcome({ status, error }: CallLine): Outcome {
  return {
    isFailure: error !== null,
    status: status === null ? 'No answer' : String(status),
    words: error === null ? '' : describeError(error).title,
  }
}

type RateLimit = ConnectionActivity['rateLimit']

export interface RateLimitFact {
  readonly name: string
  readonly value: string
  /** Explanation of the value, if needed. */
  readonly note: string
  readonly isLimited: boolean
}

const rateText = (perSecond: number): string => formatFixed(perSecond, Number.isInteger(perSecond) ? 0 : 1)

/** State of the rate limit, line by line. */
export function describeRateLimit(rateLimit: RateLimit, nowMs: number): RateLimitFact[] {
  const { inFlight, maxInFlight, waiting, perSecond, maxPerSecond, sentLastMinute, slowDowns } = rateLimit
  const isLowered = perSecond < maxPerSecond
  const pausedUntilMs =
    rateLimit.pausedUntilMs !== null && rateLimit.pausedUntilMs > nowMs ? rateLimit.pausedUntilMs : null
  const quiet = { note: '', isLimited: false }
  return [
    {
      ...quiet,
      name: 'In flight',
      value: `${formatInteger(inFlight)} / ${formatInteger(maxInFlight)}`,
    },
    { ...quiet, name: 'Queued', value: formatInteger(waiting) },
    { ...quiet, name: 'Sent in the last minute', value: formatInteger(sentLastMinute) },
    {
      name: 'Limit per second',
      value: `${rateText(perSecond)} / ${rateText(maxPerSecond)}`,
      note: isLowered ? 'Reduced after a rate limit by the exchange; it rises again by itself.' : '',
      isLimited: isLowered,
    },
    {
      ...quiet,
      name: 'Rate-limited',
      value: slowDowns === 0 ? 'Never' : countOf(slowDowns, ['time', 'times']),
    },
    {
      name: 'Paused',
      value: pausedUntilMs === null ? 'No' : `Until ${formatAsOf(pausedUntilMs, nowMs)}`,
      note:
        pausedUntilMs === null
          ? ''
          : 'Requested by the exchange. Nothing is sent until then, unless you test the connection.',
      isLimited: pausedUntilMs !== null,
    },
  ]
}
