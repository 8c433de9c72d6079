// What is sent to a service that knows only one form of its paths, or points elsewhere. The documents disagree about the last
// slash (facts, A11).
import { describe, expect, test } from 'vitest'
import type { ExchangeClient } from '../../../src-main/exchange/client.ts'
import { type FaultProxy, startFaultProxy } from '../../fixtures/fault-proxy.ts'
import type { Fault } from './fault.ts'
import {
  type Got,
  gotFrom,
  initiatePath,
  login,
  nonce,
  processPath,
  profile,
  profilePath,
  refresh,
  useFaultyExchange,
} from './faulty-exchange.ts'

const world = useFaultyExchange()
const bare = (line: string): string => line.replace(/\/(?= #|$)/, '')

/** How a service says that it has no such route. */
const missing: readonly (readonly [string, Fault])[] = [
  [
    'its own 404',
    { kind: 'status', status: 404, body: { status: 'error', message: 'Not found.', payload: {} } },
  ],
  ['the bare 404 of its framework', { kind: 'status', status: 404, body: { detail: 'Not found.' } }],
  ['a page under 404', { kind: 'status', status: 404, body: '<html>Not Found</html>' }],
  ['nothing under 404', { kind: 'status', status: 404 }],
  ['405', { kind: 'status', status: 405, body: { detail: 'Method "GET" not allowed.' } }],
  ['a redirect to the other form under 301', { kind: 'redirect', status: 301, to: 'otherSlash' }],
  ['a redirect to the other form under 308', { kind: 'redirect', status: 308, to: 'otherSlash' }],
]

describe(
  'a service that knows only paths without a slash, and answers the others with',
  { timeout: 30_000 },
  () => {
    test.each(missing)('%s', async (_what, fault) => {
      const { client } = await world.signedIn()
      world.proxy.play({ path: /profile\/$/, fault })
      for (let count = 0; count < 3; count += 1) {
        expect(await gotFrom(client.getProfile())).toMatchObject({
          code: 'answer',
          value: { username: 'alice' },
        })
      }
      // The form that has worked is the one that is sent from then on.
      expect(world.proxy.sent()).toEqual([profile(1), bare(profile(1)), bare(profile(1)), bare(profile(1))])
    })
  },
)

interface Read {
  readonly name: string
  readonly call: (client: ExchangeClient) => Promise<unknown>
  /** As the app sends it first. */
  readonly sent: string
}

const reads: readonly Read[] = [
  { name: 'health', call: (client) => client.health(), sent: 'GET /sapi/v1/health/' },
  { name: 'the profile', call: (client) => client.getProfile(), sent: 'GET /sapi/v1/user/profile/ #1' },
  { name: 'profit and loss', call: (client) => client.getPnl(), sent: 'GET /sapi/v1/user/pnl/ #1' },
  {
    name: 'market trades',
    call: (client) => client.listMarketTrades({ market: 'ethusdc', limit: 1 }),
    sent: 'GET /sapi/v1/market/trades/',
  },
  {
    name: 'candles',
    call: (client) => client.listCandles({ market: 'ethusdc', period: 1, limit: 1 }),
    sent: 'GET /sapi/v1/market/kline/',
  },
  { name: 'orders', call: (client) => client.listOrders({ limit: 1 }), sent: 'GET /sapi/v1/orders/ #1' },
]

const notFound: Fault = { kind: 'status', status: 404, body: { detail: 'Not found.' } }

describe('every read finds the form that the service knows:', { timeout: 30_000 }, () => {
  test.each(reads)('$name, with its question', async ({ call, sent }) => {
    const { client } = await world.signedIn()
    world.proxy.play({ path: /\/$/, fault: notFound })
    expect((await gotFrom(call(client))).code).toBe('answer')
    expect(world.proxy.sent()).toEqual([sent, bare(sent)])
    const [first, second] = world.proxy.requests
    expect(second?.query).toEqual(first?.query)
  })

  test('the look-up of a transfer, which is written without a slash, with one', async () => {
    const { client } = await world.signedIn()
    world.proxy.play({ path: /[^/]$/, fault: notFound })
    expect(await gotFrom(client.getTransfer('nobody-has-this'))).toEqual({
      code: 'answer',
      value: { isKnown: false },
    })
    const path = 'GET /sapi/v1/internal_transfers/v2/nobody-has-this'
    expect(world.proxy.sent()).toEqual([`${path} #1`, `${path}/ #1`])
  })

  test('a service that changes its mind is found again', async () => {
    const { client } = await world.signedIn()
    world.proxy.play({ path: /profile\/$/, fault: notFound })
    await client.getProfile()
    world.proxy.play({ path: /profile$/, fault: notFound })
    world.forget()
    await client.getProfile()
    await client.getProfile()
    expect(world.proxy.sent()).toEqual([bare(profile(1)), profile(1), profile(1)])
  })

  test('a route that exists in neither form costs two requests, and the first reason is told', async () => {
    const { client } = await world.signedIn()
    world.proxy.play({ path: /profile/, fault: notFound })
    expect(await gotFrom(client.getProfile())).toEqual({
      code: 'rejectedByExchange',
      data: { endpoint: 'user.profile', status: 404, message: 'Not found.' },
    })
    expect(world.proxy.sent()).toEqual([profile(1), bare(profile(1))])
  })

  test('a 404 that says what is missing is an answer, not a missing route', async () => {
    const { client } = await world.signedIn()
    expect(await gotFrom(client.getTransfer('nobody-has-this'))).toEqual({
      code: 'answer',
      value: { isKnown: false },
    })
    expect(world.proxy.sent()).toHaveLength(1)
  })
})

describe('a redirect to another host', { timeout: 30_000 }, () => {
  async function withOther(work: (other: FaultProxy) => Promise<void>): Promise<void> {
    const other = await startFaultProxy(world.exchange.baseUrl)
    try {
      await work(other)
      expect(other.requests).toEqual([])
    } finally {
      await other.close()
    }
  }
  const redirected = (endpoint: string): Got => ({
    code: 'contractViolation',
    data: { endpoint, field: 'location', reason: 'redirect' },
  })

  test.each([301, 302, 303, 307, 308])(
    'under %d is not followed by a read, in either form',
    async (status) => {
      await withOther(async (other) => {
        const { client } = await world.signedIn()
        const to = other.baseUrl + profilePath
        world.proxy.play({ path: /profile/, fault: { kind: 'redirect', status, to } })
        expect(await gotFrom(client.getProfile())).toEqual(redirected('user.profile'))
        expect(world.proxy.sent()).toEqual([profile(1), bare(profile(1))])
      })
    },
  )

  test('does not get the wallet signed in there', async () => {
    await withOther(async (other) => {
      const { client, wallet } = world.client()
      const to = `${other.baseUrl}/sapi/v2/auth/nonce/`
      world.proxy.play({ path: /nonce/, fault: { kind: 'redirect', status: 307, to } })
      expect(await gotFrom(client.getProfile())).toEqual(redirected('auth.nonce'))
      expect(world.proxy.sent()).toEqual([nonce])
      expect(wallet.signed).toEqual([])
    })
  })

  test('does not get the signature of a login either', async () => {
    await withOther(async (other) => {
      const { client } = world.client()
      const to = `${other.baseUrl}/sapi/v2/auth/login/`
      world.proxy.play({ path: /login/, fault: { kind: 'redirect', status: 308, to } })
      expect(await gotFrom(client.getProfile())).toEqual(redirected('auth.login'))
      expect(world.proxy.sent()).toEqual([nonce, login])
    })
  })
})

describe('what is posted is never tried in a second form:', { timeout: 30_000 }, () => {
  const alice = () => ({
    organizationKey: world.user(0).organizationKey,
    apiKey: world.user(0).apiKey,
    destinationAddress: world.user(1).ethereumAddress,
  })
  const checkPath = '/sapi/v1/internal_transfers/v2/check_user_exists/'
  const posts: readonly (Read & { readonly endpoint: string })[] = [
    {
      name: 'the question whether a user exists',
      endpoint: 'transfers.checkUser',
      call: (client) => client.checkUserExists(alice()),
      sent: `POST ${checkPath} #1`,
    },
    {
      name: 'the start of a transfer',
      endpoint: 'transfers.initiate',
      call: (client) =>
        client.initiateTransfer({ ...alice(), reference: 'slash-1', currency: 'usdc', amount: '1' }),
      sent: `POST ${initiatePath} #1`,
    },
    {
      name: 'the completion of a transfer',
      endpoint: 'transfers.process',
      call: (client) =>
        client.processTransfer({ ...alice(), signature: { r: '0x1', s: '0x1' }, nonce: 1, msgHash: '0x1' }),
      sent: `POST ${processPath} #1`,
    },
  ]
  test.each(posts)('$name', async ({ call, sent, endpoint }) => {
    const { client } = await world.signedIn()
    world.proxy.play({ path: /./, fault: notFound })
    expect(await gotFrom(call(client))).toEqual({
      code: 'rejectedByExchange',
      data: { endpoint, status: 404, message: 'Not found.' },
    })
    expect(world.proxy.sent()).toEqual([sent])
  })

  test('a sign-in', async () => {
    const { client } = world.client()
    world.proxy.play({ path: /./, fault: notFound })
    expect(await gotFrom(client.signIn())).toMatchObject({ data: { endpoint: 'auth.nonce', status: 404 } })
    expect(world.proxy.sent()).toEqual([nonce])
  })

  test('a renewal of the token: the read that waited for it gets its failure', async () => {
    const { client } = await world.signedIn()
    world.clock.moveTo(world.clock.now() + 301_000)
    world.proxy.play({ path: /refresh/, fault: { kind: 'redirect', status: 301, to: 'otherSlash' } })
    await gotFrom(client.getProfile())
    expect(world.proxy.sent().filter((line) => line.includes('refresh'))).toEqual([refresh])
  })
})
