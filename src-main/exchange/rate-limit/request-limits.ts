// The send limits of a service, by its address.
import { isLoopbackHost } from '../../../src-preload/domain/accounts/wallet-input.ts'
import { parseBaseUrl } from '../base-url.ts'
import type { Precedence } from '../endpoint.ts'
import type { RateLimits } from './send-rate.ts'

export interface RequestLimits extends RateLimits {
  /**
   * Maximum requests in flight of an urgency and all lower ones, which reserves room for higher urgencies. The value of
   * `first` is the total limit.
   */
  readonly maxInFlight: Readonly<Record<Precedence, number>>
}

/**
 * Chromium has six connections per host (ClientSocketPoolManager). The last one is for the reachability check (see
 * liveness.ts), which never waits behind hanging calls, and for cancels, which are few. One slot is reserved for user
 * requests over screens, two more for screens over background work.
 */
const maxInFlight: RequestLimits['maxInFlight'] = { first: 6, asked: 5, screen: 4, background: 2 }

/**
 * The service documents no limits (facts, A3). With a chart open the app sends about two requests per second, so ten leave
 * room for syncing history; the burst fills a screen that is opened. At one per second a rate-limited app still works.
 */
const carefulLimits: RequestLimits = { maxInFlight, maxPerSecond: 10, burst: 20, minPerSecond: 1 }

/** On this computer (the practice exchange, development) no other users are affected: only runaway traffic is slowed. */
const loopbackLimits: RequestLimits = { ...carefulLimits, maxPerSecond: 200, burst: 400 }

/** The limits for a service. Errors: validation for a bad base URL. */
export function requestLimitsOf(baseUrl: string): RequestLimits {
  return isLoopbackHost(new URL(parseBaseUrl(baseUrl)).hostname) ? loopbackLimits : carefulLimits
}
