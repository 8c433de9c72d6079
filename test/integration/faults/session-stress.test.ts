// What fifty callers get, and what was sent, when tokens end, renewals fail, clocks are wrong or the service refuses whatever it
// has given.
import { describe, expect, test } from 'vitest'
import type { TestClient } from '../../fixtures/test-client.ts'
import type { Fault } from './fault.ts'
import {
  type Got,
  gotFrom,
  login,
  nonce,
  profile,
  refresh,
  refreshPath,
  times,
  useFaultyExchange,
} from './faulty-exchange.ts'

const lifeSeconds = 300
const world = useFaultyExchange(lifeSeconds)
const manyCalls = 50

/** The exchange's token ends; the app's clock knows nothing of it. */
function expireAtExchange(): void {
  world.clock.moveTo(world.clock.now() + (lifeSeconds + 1) * 1000)
}

/** Many calls at once, without repetition. */
function callMany({ client }: TestClient, count = manyCalls): Promise<Got[]> {
  return Promise.all(Array.from({ length: count }, () => gotFrom(client.getProfile({ retries: 0 }))))
}

/** Holds the renewal back until every one of the calls has been refused. */
function untilAllRefused(): Promise<void> {
  return expect
    .poll(() => world.proxy.sent().filter((line) => line === profile(1)), { timeout: 20_000 })
    .toHaveLength(manyCalls)
}

const answered: Got = { code: 'answer', value: { username: 'alice' } }
const everybody = (got: Got): Got[] =>
  Array.from({ length: manyCalls }, () => expect.objectContaining(got) as Got)
const gotten = (value: object): Got => ({ code: 'answer', value: expect.objectContaining(value) as unknown })

describe('fifty calls at once', { timeout: 60_000 }, () => {
  test('whose token has ended at the service cause one renewal and get fifty answers', async () => {
    const made = await world.signedIn()
    expireAtExchange()
    expect(await callMany(made)).toEqual(everybody(gotten({ username: 'alice' })))
    const sent = world.proxy.sent()
    expect(sent.filter((line) => line === refresh)).toHaveLength(1)
    expect(sent.filter((line) => line === profile(2))).toHaveLength(manyCalls)
    expect(sent.filter((line) => line === profile(1))).toHaveLength(manyCalls)
    expect(sent).toHaveLength(2 * manyCalls + 1)
  })

  test('whose token has ended by our clock renew it first, and none of them is refused', async () => {
    const made = await world.signedIn()
    expireAtExchange()
    made.clock.moveTo(world.clock.now())
    expect(await callMany(made)).toEqual(everybody(gotten({ username: 'alice' })))
    expect(world.proxy.sent()).toEqual([refresh, ...times(manyCalls, profile(2))])
  })

  test('without any token sign in once', async () => {
    const made = world.client()
    expect(await callMany(made)).toEqual(everybody(gotten({ username: 'alice' })))
    expect(world.proxy.sent()).toEqual([nonce, login, ...times(manyCalls, profile(1))])
    expect(made.wallet.signed).toHaveLength(1)
  })
})

interface RenewalCase {
  readonly name: string
  readonly fault: Fault
  /** What each of the fifty gets. */
  readonly gets: Got
  /** What is sent once all fifty were refused, besides their own repetitions. */
  readonly renewal: readonly string[]
  /** The token of the repeated calls; null where they are not repeated. */
  readonly repeatedWith: number | null
  /** What the next call sends when the fault is over. */
  readonly next: readonly string[]
}

const failure = (code: string, data: object = {}): Got => ({
  code,
  data: expect.objectContaining({ endpoint: 'auth.refresh', ...data }) as object,
})
const success = gotten({ username: 'alice' })
/** The old token is refused once more, and the old refresh token still does it. */
const nextRefreshes = [profile(1), refresh, profile(2)]

const renewals: readonly RenewalCase[] = [
  {
    name: 'fails at the service (500)',
    fault: {
      kind: 'status',
      status: 500,
      body: { status: 'error', message: 'Internal Server Error', payload: '' },
    },
    gets: failure('rejectedByExchange', { status: 500 }),
    renewal: [refresh],
    repeatedWith: null,
    next: nextRefreshes,
  },
  {
    name: 'fails at a gateway (502, a page)',
    fault: { kind: 'status', status: 502, body: '<html>' },
    gets: failure('rejectedByExchange', { status: 502 }),
    renewal: [refresh],
    repeatedWith: null,
    next: nextRefreshes,
  },
  {
    name: 'is blocked by a firewall (403, a page)',
    fault: { kind: 'status', status: 403, body: '<html>' },
    gets: failure('rejectedByExchange', { status: 403 }),
    renewal: [refresh],
    repeatedWith: null,
    next: nextRefreshes,
  },
  {
    name: 'is cut off',
    fault: { kind: 'cutBeforeHead' },
    gets: failure('network', { reason: 'closed' }),
    renewal: [refresh],
    repeatedWith: null,
    next: nextRefreshes,
  },
  {
    name: 'hangs',
    fault: { kind: 'neverAnswer' },
    gets: failure('timeout', { phase: 'headers' }),
    renewal: [refresh],
    repeatedWith: null,
    next: nextRefreshes,
  },
  {
    name: 'is done and its answer lost',
    fault: { kind: 'closeAfterForward' },
    gets: failure('network', { reason: 'closed' }),
    renewal: [refresh],
    repeatedWith: null,
    // The refresh token is used up, which shows now; the wallet signs. Token 2 is the one that was lost.
    next: [profile(1), refresh, nonce, login, profile(3)],
  },
  {
    name: 'is refused: the refresh token is dead',
    fault: {
      kind: 'status',
      status: 401,
      body: { status: 'error', message: 'Token is invalid or expired', payload: {} },
    },
    gets: success,
    renewal: [refresh, nonce, login],
    repeatedWith: 2,
    next: [profile(2)],
  },
  {
    name: 'answers with a token that is a number',
    fault: { kind: 'mutate', at: ['payload', 'access'], to: { set: 5 } },
    gets: success,
    renewal: [refresh, nonce, login],
    repeatedWith: 3,
    next: [profile(3)],
  },
  {
    name: 'answers without a new refresh token',
    fault: { kind: 'mutate', at: ['payload', 'refresh'], to: { remove: true } },
    gets: success,
    renewal: [refresh, nonce, login],
    repeatedWith: 3,
    next: [profile(3)],
  },
  {
    name: 'answers with a token that would break a header',
    fault: { kind: 'mutate', at: ['payload', 'access'], to: { set: 'a\r\nx-evil: 1' } },
    gets: success,
    renewal: [refresh, nonce, login],
    repeatedWith: 3,
    next: [profile(3)],
  },
  {
    name: 'answers with a page under 200',
    fault: { kind: 'replaceBody', body: '<html>' },
    gets: success,
    renewal: [refresh, nonce, login],
    repeatedWith: 3,
    next: [profile(3)],
  },
]

describe('fifty calls at once meet an ended token, and the renewal', { timeout: 60_000 }, () => {
  test.each(renewals)('$name', async ({ name, fault, gets, renewal, repeatedWith, next }) => {
    const made = await world.signedIn(name === 'hangs' ? { limits: { headersMs: 4_000 } } : {})
    expireAtExchange()
    world.proxy.play({ path: refreshPath, nth: 1, fault, after: untilAllRefused })
    expect(await callMany(made)).toEqual(everybody(gets))
    const sent = world.proxy.sent()
    const own = sent.filter((line) => line.startsWith('GET'))
    expect(sent.filter((line) => line.startsWith('POST'))).toEqual(renewal)
    expect(own).toEqual([
      ...times(manyCalls, profile(1)),
      ...(repeatedWith === null ? [] : times(manyCalls, profile(repeatedWith))),
    ])
    world.proxy.play()
    world.forget()
    expect(await gotFrom(made.client.getProfile())).toMatchObject(answered)
    expect(world.proxy.sent()).toEqual(next)
    expect(made.client.sessionState()).toBe('signedIn')
  })
})

describe('a renewal that fails every time', { timeout: 60_000 }, () => {
  test('is tried once for fifty calls that went out with the same token, however late each is refused', async () => {
    const made = await world.signedIn()
    expireAtExchange()
    world.proxy.play({ path: refreshPath, fault: { kind: 'status', status: 500 } })
    expect(await callMany(made)).toEqual(everybody(failure('rejectedByExchange', { status: 500 })))
    expect(world.proxy.sent().filter((line) => line === profile(1))).toHaveLength(manyCalls)
    expect(world.proxy.sent().filter((line) => line.startsWith('POST'))).toEqual([refresh])
  })

  test('is not repeated by the read that met it: each time would spend a token', async () => {
    const { client } = await world.signedIn()
    expireAtExchange()
    world.proxy.play({ path: refreshPath, fault: { kind: 'cutBeforeHead' } })
    expect(await gotFrom(client.getProfile())).toEqual(failure('network', { reason: 'closed' }))
    expect(world.proxy.sent()).toEqual([profile(1), refresh])
  })

  test('is not tried again before the time that the service asks for, where that is long', async () => {
    const { client } = await world.signedIn()
    expireAtExchange()
    const headers = { 'retry-after': '300' }
    world.proxy.play({ path: refreshPath, fault: { kind: 'status', status: 429, headers } })
    expect(await gotFrom(client.getProfile())).toEqual(failure('rateLimited', { retryAfterMs: 300_000 }))
    expect(world.proxy.sent()).toEqual([profile(1), refresh])
  })

  test('leaves the session as it is, and no signature is made for it', async () => {
    const made = await world.signedIn()
    expireAtExchange()
    world.proxy.play({ path: refreshPath, fault: { kind: 'status', status: 503 } })
    await callMany(made)
    expect(made.client.sessionState()).toBe('signedIn')
    expect(made.wallet.signed).toHaveLength(1)
    expect(world.proxy.sent().filter((line) => line.startsWith('POST'))).toEqual([refresh])
  })
})
