// The practice exchange's answers, as they come over the wire, are those of the interface: no field too few, none too many, none
// in another form; and that the client reads them as they are.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type PracticeExchange, startPracticeExchange } from '../../../src-main/practice/exchange.ts'
import { signMessage } from '../../../src-main/signing/ethereum.ts'
import { signMsgHash } from '../../../src-main/signing/stark.ts'
import { type EndpointName, endpointNames } from '../../../src-preload/domain/endpoints.ts'
import { candlePeriods, orderStates } from '../../../src-preload/domain/markets/markets.ts'
import { movableClock, startMs } from '../../fixtures/test-client.ts'
import { askerWithoutLine, askFor } from './endpoints/interface/calls.ts'
import { isList, type Json, readJson, textIn } from './endpoints/interface/json-text.ts'
import { unknownFields } from './endpoints/interface/places.ts'
import { envelopeOf, judgeAnswer } from './endpoints/interface/table.ts'
import { fieldOf } from './endpoints/interface/verdict.ts'

const clock = movableClock(startMs)
let practice: PracticeExchange
let access = ''
const seen = new Set<EndpointName>()

async function ask(path: string, body?: object): Promise<string> {
  const response = await fetch(practice.baseUrl + path, {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(access === '' ? {} : { authorization: `JWT ${access}` }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  expect(response.status).toBe(200)
  return response.text()
}

/** Checks one answer, and gives its payload. */
async function check(endpoint: EndpointName, text: string): Promise<Json> {
  seen.add(endpoint)
  const answer = readJson(text)
  const { values, refusals } = judgeAnswer(endpoint, answer, answer)
  expect(refusals).toEqual([])
  expect(unknownFields(envelopeOf(endpoint), answer)).toEqual([])
  const asker = askerWithoutLine(() => ({ text, status: 200 }))
  expect(await askFor[endpoint](asker, answer)).toStrictEqual(values[0])
  return fieldOf(answer, 'payload') ?? null
}

const textOf = (node: Json, name: string): string => textIn(fieldOf(node, name))
const me = () => {
  const [alice, bob] = practice.users
  if (alice === undefined || bob === undefined) throw new Error('no practice users')
  return { alice, bob }
}

beforeAll(async () => {
  practice = await startPracticeExchange({
    host: '127.0.0.1',
    seed: 11,
    orders: 400,
    clock,
    genesisMs: startMs,
  })
  const { ethereumAddress, ethereumPrivateKey } = me().alice
  const nonce = await check('auth.nonce', await ask('/sapi/v2/auth/nonce/', { eth_address: ethereumAddress }))
  const login = await ask('/sapi/v2/auth/login/', {
    eth_address: ethereumAddress,
    user_signature: signMessage(textIn(nonce), ethereumPrivateKey),
  })
  await check('auth.login', login)
  const refresh = textOf(fieldOf(readJson(login), 'token') ?? null, 'refresh')
  const renewed = await check('auth.refresh', await ask('/sapi/v1/auth/token/refresh/', { refresh }))
  access = textOf(renewed, 'access')
})

afterAll(async () => {
  await practice.close()
})

describe('the practice exchange answers as the interface says', () => {
  test.each([
    ['health', '/sapi/v1/health/'],
    ['user.profile', '/sapi/v1/user/profile/'],
    ['user.pnl', '/sapi/v1/user/pnl/'],
  ] as const)('%s', async (endpoint, path) => {
    await check(endpoint, await ask(path))
  })

  test('market.trades, of every market', async () => {
    for (const market of practice.markets) {
      const rows = await check(
        'market.trades',
        await ask(`/sapi/v1/market/trades/?market=${market}&limit=500`),
      )
      expect(isList(rows) ? rows.length : 0).toBe(500)
    }
  })

  test('market.candles, of every market and period', async () => {
    for (const market of practice.markets) {
      for (const period of candlePeriods) {
        const query = `market=${market}&period=${period}&limit=60`
        await check('market.candles', await ask(`/sapi/v1/market/kline/?${query}`))
      }
    }
  })

  test('orders.list of every state, and orders.get of each', async () => {
    for (const state of orderStates) {
      const rows = await check('orders.list', await ask(`/sapi/v1/orders/?limit=200&state=${state}`))
      for (const row of (isList(rows) ? rows : []).slice(0, 25)) {
        await check('orders.get', await ask(`/sapi/v1/orders/${textOf(row, 'id')}/`))
      }
    }
  })

  test('the four calls of a transfer', async () => {
    const { alice, bob } = me()
    const keys = { organization_key: alice.organizationKey, api_key: alice.apiKey }
    const base = '/sapi/v1/internal_transfers/v2/'
    const destination = { destination_address: bob.ethereumAddress }
    await check('transfers.checkUser', await ask(`${base}check_user_exists/`, { ...keys, ...destination }))
    const start = { ...keys, ...destination, client_reference_id: 'r-1', currency: 'usdc', amount: 1.5 }
    const toSign = await check('transfers.initiate', await ask(`${base}initiate/`, start))
    await check('transfers.get', await ask(`${base}r-1`))
    const hash = textOf(toSign, 'msg_hash')
    const signed = {
      ...keys,
      signature: signMsgHash(hash, alice.starkPrivateKey),
      nonce: Number(textOf(toSign, 'nonce')),
      msg_hash: hash,
    }
    await check('transfers.process', await ask(`${base}process/`, signed))
    await check('transfers.get', await ask(`${base}r-1/`))
  })

  test('what trading reads', async () => {
    await check('market.tickers', await ask('/sapi/v1/market/tickers/'))
    await check(
      'market.orderBook',
      await ask('/sapi/v1/market/orderbook/?market=ethusdc&asks_limit=200&bids_limit=200'),
    )
    await check('user.balances', await ask('/sapi/v1/user/balance/'))
    await check('user.balances', await ask('/sapi/v1/user/balance/?currency=eth'))
    await check('trades.list', await ask('/sapi/v1/trades/?limit=1000'))
    await check('transfers.list', await ask('/sapi/v1/internal_transfers/v2/?limit=500'))
    await check('coins.list', await ask('/main/stat/v2/coins/', {}))
  })

  test('an order, from the question for its hash to its cancellation', async () => {
    const { alice } = me()
    const draft = { market: 'ethusdc', ord_type: 'limit', side: 'buy', volume: 0.01, price: 500 }
    const toSign = await check('orders.nonce', await ask('/sapi/v1/orders/nonce/', draft))
    const hash = textOf(toSign, 'msg_hash')
    const signed = {
      msg_hash: hash,
      nonce: Number(textOf(toSign, 'nonce')),
      signature: signMsgHash(hash, alice.starkPrivateKey),
    }
    const placed = await check('orders.create', await ask('/sapi/v1/orders/create/', signed))
    const body = { order_id: Number(textOf(placed, 'id')) }
    await check('orders.cancel', await ask('/sapi/v1/orders/cancel/', body))
    await check('orders.bulkCancel', await ask('/sapi/v1/user/bulkcancel/', { market: 'ethusdc' }))
  })

  test('with which every endpoint has been seen', () => {
    expect([...seen].sort()).toEqual([...endpointNames].sort())
  })
})
