// An order is asked for once and placed once at most, whatever goes wrong, and its caller is told what is known and what is not.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { OrderDraft, OrderSigned } from '../../../src-main/exchange/endpoints/orders/order-placing.ts'
import { type FaultProxy, startFaultProxy } from '../../fixtures/fault-proxy.ts'
import { fixtureText } from '../../fixtures/fixtures.ts'
import { type ScriptedServer, startScriptedServer } from '../../fixtures/scripted-server.ts'
import { makeTestClient, type TestClient } from '../../fixtures/test-client.ts'
import { gotFrom, refresh } from './faulty-exchange.ts'
import { faultOf, late, moneyCases } from './money-cases.ts'
import { tightLimits } from './named-faults.ts'

const noncePath = '/sapi/v1/orders/nonce/'
const createPath = '/sapi/v1/orders/create/'
const line = (path: string): string => `POST ${path} #1`

/** The documented answers of a service that takes orders. */
const answers: Readonly<Record<string, string>> = {
  '/sapi/v2/auth/nonce/': fixtureText('nonce'),
  '/sapi/v2/auth/login/': fixtureText('login'),
  '/sapi/v1/auth/token/refresh/': fixtureText('refresh'),
  [noncePath]: fixtureText('order-nonce'),
  [createPath]: fixtureText('order-created'),
}

const keys = { organizationKey: 'organization-key-1', apiKey: 'api-key-1' } as const
const draft: OrderDraft = {
  market: 'ethusdc',
  side: 'buy',
  type: 'limit',
  price: '1222.52',
  volume: '0.19',
  keys,
}
const signed: OrderSigned = {
  msgHash: '0x5f128faa6e96360629b1fcb4f24fe9bc547f0d79c7a3aed056d824baa786755',
  nonce: 797982128,
  signature: { r: '0x36a928ef4457d6cd', s: '0x6acacbcf7696a6ee' },
  keys,
}

let service: ScriptedServer
let proxy: FaultProxy
const made: TestClient[] = []

beforeAll(async () => {
  service = await startScriptedServer(({ path }) => {
    const text = answers[path]
    return text === undefined ? { status: 404 } : { text }
  })
})
beforeEach(async () => {
  proxy = await startFaultProxy(service.baseUrl)
})
afterEach(async () => {
  for (const { client } of made.splice(0)) client.close()
  await proxy.close()
})
afterAll(() => service.stop())

async function signIn(isLate: boolean): Promise<TestClient['client']> {
  const one = makeTestClient(proxy.baseUrl, isLate ? { limits: tightLimits } : {})
  made.push(one)
  await one.client.signIn()
  proxy.forget()
  return one.client
}

const calls = [
  {
    what: 'an order is asked for',
    path: noncePath,
    run: (client: TestClient['client']) => client.prepareOrder(draft),
  },
  {
    what: 'an order is placed',
    path: createPath,
    run: (client: TestClient['client']) => client.createOrder(signed),
  },
] as const

describe.each(calls)('$what, and', { timeout: 60_000 }, ({ path, run }) => {
  test.each(moneyCases)('%s', async (name, { gets, isDone, also = [] }) => {
    const client = await signIn(gets === late)
    const doneBefore = service.countOf(path)
    proxy.play({ path, fault: faultOf(name) })
    expect(await gotFrom(run(client))).toMatchObject(gets)
    expect(proxy.sent()).toEqual([line(path), ...also])
    expect(service.countOf(path) - doneBefore).toBe(isDone ? 1 : 0)
  })

  test('the service refuses its token: it is not sent again with the next one, whoever asks for more', async () => {
    const client = await signIn(false)
    proxy.play({ path, nth: 1, fault: { kind: 'refuseToken' } })
    expect(await gotFrom(run(client))).toMatchObject({ code: 'unauthenticated', data: { status: 401 } })
    expect(proxy.sent()).toEqual([line(path), refresh])
    // A person who tries again sends another one.
    expect((await gotFrom(run(client))).code).toBe('answer')
    expect(proxy.sent()).toEqual([line(path), refresh, `POST ${path} #2`])
  })

  test('the service refuses it in its own words: nothing was done', async () => {
    const client = await signIn(false)
    const message = 'Maximum decimals allowed for volume is 4 in btcusdt market'
    const body = { status: 'error', message, payload: '' }
    proxy.play({ path, fault: { kind: 'status', status: 400, body } })
    expect(await gotFrom(run(client))).toMatchObject({
      code: 'rejectedByExchange',
      data: { status: 400, message },
    })
  })

  test('all that was sent comes back in an error, which repeats no secret', async () => {
    const client = await signIn(false)
    proxy.play({ path, fault: { kind: 'echo', status: 400, as: 'message' } })
    const got = JSON.stringify(await gotFrom(run(client)))
    for (const secret of ['organization-key-1', 'api-key-1', 'access-1']) expect(got).not.toContain(secret)
  })

  test('its caller gives up before it was sent: nothing is sent', async () => {
    const client = await signIn(false)
    const signal = AbortSignal.abort()
    const work =
      path === noncePath ? client.prepareOrder(draft, { signal }) : client.createOrder(signed, { signal })
    expect(await gotFrom(work)).toMatchObject({ code: 'cancelled' })
    expect(proxy.sent()).toEqual([])
  })
})

test('an order that is placed carries the signature and the hash as they were, once', async () => {
  const client = await signIn(false)
  expect(await client.createOrder(signed)).toMatchObject({ id: 82010, state: 'pending', price: '1222.52' })
  expect(JSON.parse(proxy.requests[0]?.bodyText ?? '')).toEqual({
    msg_hash: signed.msgHash,
    nonce: signed.nonce,
    signature: signed.signature,
    organization_key: 'organization-key-1',
    api_key: 'api-key-1',
  })
})
