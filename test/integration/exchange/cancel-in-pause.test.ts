// A pause that the service asked for at a read keeps back neither a cancel nor the renewal that it needs. Over real HTTP; no clock
// but the service's Retry-After decides, which is longer than the test may take.
import { expect, onTestFinished, test } from 'vitest'
import { createExchangeClient } from '../../../src-main/exchange/client.ts'
import { errorAnswers, fixtureText } from '../../fixtures/fixtures.ts'
import { type ReceivedRequest, startScriptedServer } from '../../fixtures/scripted-server.ts'
import { failureOf, movableClock, type TestWallet, testSession } from '../../fixtures/test-client.ts'

const NONCE = '/sapi/v2/auth/nonce/'
const LOGIN = '/sapi/v2/auth/login/'
const REFRESH = '/sapi/v1/auth/token/refresh/'
const CANCEL = '/sapi/v1/user/bulkcancel/'
const tooMany = (seconds: number) => ({
  status: 429,
  headers: { 'retry-after': String(seconds) },
  json: { status: 'error', message: 'slow down', payload: {} },
})

async function signedIn() {
  let issued = 0
  /** Path whose calls the service slows down, and for how many seconds. */
  const slowed = new Map<string, number>()
  const pair = () => {
    issued += 1
    return { access: `access-${String(issued)}`, refresh: `refresh-${String(issued)}` }
  }
  const answer = ({ path, headers }: ReceivedRequest) => {
    const seconds = slowed.get(path)
    if (seconds !== undefined) return tooMany(seconds)
    switch (path) {
      case NONCE:
        return { text: fixtureText('nonce') }
      case LOGIN:
        return { json: { status: 'success', message: '', payload: { uid: 'ID1' }, token: pair() } }
      case REFRESH:
        return { json: { status: 'success', message: '', payload: pair() } }
      default: {
        const { status, body: json } = errorAnswers['accessTokenExpired'] ?? { status: 401, body: {} }
        return headers.authorization === `JWT access-${String(issued)}`
          ? { json: { status: 'success', message: '', payload: [] } }
          : { status, json }
      }
    }
  }
  const server = await startScriptedServer(answer)
  onTestFinished(() => server.stop())
  const wallet: TestWallet = {
    hasKey: true,
    fault: null,
    signed: [],
    stored: null,
    storeFault: null,
    storeFaults: [],
    states: [],
  }
  const client = createExchangeClient({
    baseUrl: server.baseUrl,
    fetch: globalThis.fetch,
    clock: movableClock(),
    userAgent: 'Starkdesk/0.1.0 (test)',
    session: testSession(wallet),
  })
  onTestFinished(() => client.close())
  await client.signIn()
  return {
    client,
    server,
    slowed,
    /** The service takes no access token of before any more. */
    expire: () => (issued += 1),
    /** It takes the last one again. */
    unexpire: () => (issued -= 1),
    pathsSince: (count: number) => server.requests.slice(count).map(({ path }) => path),
  }
}

/** Ends before the pause only where nothing waits for it: the test's time limit is shorter. */
const PAUSE_SECONDS = 600

test.for(['first of all', 'joining a renewal that the stream began'])(
  'a cancel whose token has expired goes out with its renewal: %s',
  async (how) => {
    const { client, server, slowed, expire, pathsSince } = await signedIn()
    slowed.set('/sapi/v1/market/tickers/', PAUSE_SECONDS)
    expect(await failureOf(client.listTickers({}, { retries: 0 }))).toMatchObject({ code: 'rateLimited' })
    expect(client.limiterState().pausedMs).toBeGreaterThan(0)
    expire()
    const before = server.requests.length
    if (how === 'first of all') await client.cancelOrders({ market: 'ethusdc' })
    else await Promise.all([client.streamToken('access-1'), client.cancelOrders({ market: 'ethusdc' })])
    expect(pathsSince(before).toSorted()).toContain(REFRESH)
    expect(pathsSince(before).at(-1)).toBe(CANCEL)
    expect(client.limiterState().pausedMs).toBeGreaterThan(0)
  },
)

test('a renewal that is itself slowed down waits, and holds up no cancel whose token works', async () => {
  const { client, server, slowed, expire, unexpire } = await signedIn()
  expire()
  slowed.set(REFRESH, PAUSE_SECONDS)
  const cancel = () => client.cancelOrders({ market: 'ethusdc' })
  expect(await failureOf(cancel())).toMatchObject({ code: 'rateLimited' })
  expect(await failureOf(cancel())).toMatchObject({ code: 'rateLimited' })
  expect(server.countOf(REFRESH)).toBe(1)
  unexpire()
  await cancel()
  expire()
  slowed.clear()
  client.endPause()
  await cancel()
  expect(server.countOf(REFRESH)).toBe(2)
})
