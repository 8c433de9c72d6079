// What a caller gets, and what was sent, when somebody before the exchange answers for it: overload, restarts, firewalls, the
// wish to slow down.
import { describe, expect, test } from 'vitest'
import type { Fault } from './fault.ts'
import {
  type Got,
  gotFrom,
  profile,
  profilePath,
  refresh,
  times,
  useFaultyExchange,
} from './faulty-exchange.ts'
import { gatewayFaults } from './named-faults.ts'
import { startMs } from '../../fixtures/test-client.ts'

const world = useFaultyExchange()

const refusedUnder = (status: number): Got => ({
  code: 'rejectedByExchange',
  data: { endpoint: 'user.profile', status, message: '' },
})

interface Case {
  readonly gets: Got
  readonly sent: readonly string[]
  /** How many of the reads get to the exchange. */
  readonly reached: number
}

const cases: Record<keyof typeof gatewayFaults, Case> = {
  'a gateway says 500': { gets: refusedUnder(500), sent: times(3, profile(1)), reached: 0 },
  'a gateway says 502': { gets: refusedUnder(502), sent: times(3, profile(1)), reached: 0 },
  'a gateway says 503': { gets: refusedUnder(503), sent: times(3, profile(1)), reached: 0 },
  'a gateway says 504': { gets: refusedUnder(504), sent: times(3, profile(1)), reached: 0 },
  'a gateway says 504 after the request was done': {
    gets: refusedUnder(504),
    sent: times(3, profile(1)),
    reached: 3,
  },
  'a gateway says 500 after the request was done': {
    gets: refusedUnder(500),
    sent: times(3, profile(1)),
    reached: 3,
  },
  'a gateway says 408': { gets: refusedUnder(408), sent: [profile(1)], reached: 0 },
  'a gateway says 408 after the request was done': {
    gets: refusedUnder(408),
    sent: [profile(1)],
    reached: 1,
  },
  'a gateway says 499 after the request was done': {
    gets: { code: 'contractViolation', data: { endpoint: 'user.profile', reason: 'empty', status: 499 } },
    sent: [profile(1)],
    reached: 1,
  },
  'a firewall shows its page under 403': { gets: refusedUnder(403), sent: [profile(1)], reached: 0 },
  // It cannot be told from a refused token, so a new one is tried, once.
  'a login page comes under 401': {
    gets: { code: 'unauthenticated', data: { endpoint: 'user.profile', status: 401 } },
    sent: [profile(1), refresh, profile(2)],
    reached: 0,
  },
  // It may be the other form of the path that is missing: see slashes.
  'a page says 404': {
    gets: { code: 'contractViolation', data: { endpoint: 'user.profile', reason: 'html', status: 404 } },
    sent: [profile(1), profile(1).replace('/ #', ' #')],
    reached: 0,
  },
  'a success comes without any body': {
    gets: { code: 'contractViolation', data: { endpoint: 'user.profile', field: 'body', reason: 'empty' } },
    sent: [profile(1)],
    reached: 0,
  },
  'the wish to slow down comes without a time': {
    gets: { code: 'rateLimited', data: { endpoint: 'user.profile', retryAfterMs: null } },
    sent: times(3, profile(1)),
    reached: 0,
  },
  'the wish to slow down for long comes': {
    gets: { code: 'rateLimited', data: { endpoint: 'user.profile', retryAfterMs: 120_000 } },
    sent: [profile(1)],
    reached: 0,
  },
}

describe('a private read, where', { timeout: 60_000 }, () => {
  test.each(Object.entries(cases))('%s', async (name, { gets, sent, reached }) => {
    const { client } = await world.signedIn()
    const fault: Fault = gatewayFaults[name as keyof typeof gatewayFaults]
    world.proxy.play({ path: /profile/, fault })
    expect(await gotFrom(client.getProfile())).toMatchObject(gets)
    expect(world.proxy.sent()).toEqual(sent)
    expect(world.proxy.reached().filter((line) => line.includes('profile'))).toHaveLength(reached)
    expect(client.sessionState()).toBe('signedIn')
  })
})

describe('an overload that passes', { timeout: 60_000 }, () => {
  const answer: Got = { code: 'answer', value: { username: 'alice' } }

  test.each<[string, Fault]>([
    ['in as many seconds as it says', { kind: 'status', status: 429, headers: { 'retry-after': '1' } }],
    [
      'at the time that it says',
      {
        kind: 'status',
        status: 429,
        headers: { 'retry-after': new Date(startMs + 1000).toUTCString() },
      },
    ],
    ['without a time', { kind: 'status', status: 429 }],
    ['at a time that nobody can read', { kind: 'status', status: 429, headers: { 'retry-after': 'soon' } }],
    ['under 503, in seconds', { kind: 'status', status: 503, headers: { 'retry-after': '1' } }],
    ['under 502', { kind: 'status', status: 502 }],
  ])('%s costs one more request and gives the answer', async (_when, fault) => {
    const { client, pauses } = await world.signedIn()
    world.proxy.play({ path: profilePath, nth: 1, fault })
    expect(await gotFrom(client.getProfile())).toMatchObject(answer)
    expect(world.proxy.sent()).toEqual(times(2, profile(1)))
    expect(world.proxy.reached()).toEqual([profile(1)])
    expect(pauses).toHaveLength(1)
  })

  test('a gateway that says the same in JSON of its own is an overload all the same', async () => {
    const { client } = await world.signedIn()
    const body = { status: 'error', message: 'Too many requests', payload: {} }
    world.proxy.play({
      path: profilePath,
      fault: { kind: 'status', status: 429, body, headers: { 'retry-after': '60' } },
    })
    expect(await gotFrom(client.getProfile())).toEqual({
      code: 'rateLimited',
      data: { endpoint: 'user.profile', retryAfterMs: 60_000 },
    })
    expect(world.proxy.sent()).toEqual([profile(1)])
  })
})
