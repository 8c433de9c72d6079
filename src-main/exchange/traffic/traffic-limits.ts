// Owns: how careful the app is with a service, by where it is. Must not: count or hold up anything.
import { isLoopbackHost } from '../../../src-preload/domain/wallet-input.ts'
import { parseBaseUrl } from '../base-url.ts'
import type { Urgency } from '../endpoint.ts'
import type { RateLimits } from './send-rate.ts'

export interface TrafficLimits extends RateLimits {
  /**
   * How many may be under way at once of an urgency and all that is less urgent: so each finds room that the lesser ones
   * cannot take. That of `asked` is the limit of all.
   */
  readonly mostInFlight: Readonly<Record<Urgency, number>>
}

/**
 * One less than the connections that Chromium opens to one host (six, ClientSocketPoolManager), so that the question whether
 * the service is there at all (see liveness.ts) never waits behind calls that hang. One place is kept for what the user has
 * asked for, where screens wait; two more for what is looked at, where background work does.
 */
const mostInFlight: TrafficLimits['mostInFlight'] = { asked: 5, screen: 4, background: 2 }

/**
 * No limits of the service are known (facts, A3). With a chart open the app asks for about two things a second, so that ten
 * leave room to read history; the burst fills a screen that is opened. At one a second an app that is unwelcome still works.
 */
const carefulLimits: TrafficLimits = { mostInFlight, mostPerSecond: 10, burst: 20, leastPerSecond: 1 }

/** On this computer (the practice exchange, development) nobody else is served: only what would be a runaway is slowed. */
const loopbackLimits: TrafficLimits = { ...carefulLimits, mostPerSecond: 200, burst: 400 }

/** What holds for a service. Errors: validation for a bad base URL. */
export function trafficLimitsOf(baseUrl: string): TrafficLimits {
  return isLoopbackHost(new URL(parseBaseUrl(baseUrl)).hostname) ? loopbackLimits : carefulLimits
}
