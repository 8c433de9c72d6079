// What a caller gets, and what was sent, when one value of the exchange's own answer is another, missing, or about something
// else.
import { describe, expect, test } from 'vitest'
import type { ExchangeClient } from '../../../src-main/exchange/client.ts'
import type { Fault } from './fault.ts'
import { type Got, gotFrom, profile, useFaultyExchange } from './faulty-exchange.ts'

const world = useFaultyExchange()

function refusedField(endpoint: string, field: string, reason?: string): Got {
  return { code: 'contractViolation', data: { endpoint, field, ...(reason === undefined ? {} : { reason }) } }
}
const profileRefused = (field: string, reason?: string): Got => refusedField('user.profile', field, reason)

const unreadRow = (firstField: string): Got => ({
  code: 'answer',
  value: { unread: { count: 1, firstField } },
})

interface FieldCase {
  readonly name: string
  readonly call: (client: ExchangeClient) => Promise<unknown>
  readonly fault: Fault
  readonly gets: Got
  /** Exactly, in this order; the path of a fault is that of the first. */
  readonly sent: readonly string[]
}

const pnlPath = '/sapi/v1/user/pnl/'
const pnlEntry = (index: number, key: string, set: unknown): Fault => ({
  kind: 'mutate',
  at: ['payload', index, key],
  to: { set },
})
const candlesPath = '/sapi/v1/market/kline/'
const tradesPath = '/sapi/v1/market/trades/'
const ordersPath = '/sapi/v1/orders/'
const getPnl = (client: ExchangeClient): Promise<unknown> => client.getPnl()
const getProfile = (client: ExchangeClient): Promise<unknown> => client.getProfile()
const listCandles = (client: ExchangeClient): Promise<unknown> =>
  client.listCandles({ market: 'ethusdc', period: 1, limit: 5 })
const listTrades = (client: ExchangeClient): Promise<unknown> =>
  client.listMarketTrades({ market: 'ethusdc', limit: 5 })
const listOrders = (client: ExchangeClient): Promise<unknown> => client.listOrders({ limit: 5 })

const fieldCases: readonly FieldCase[] = [
  {
    name: 'an L2 key that is a number is refused, not turned into text',
    call: getProfile,
    fault: { kind: 'mutate', at: ['payload', 'stark_key'], to: { set: 12_345 } },
    gets: profileRefused('payload.stark_key'),
    sent: [profile(1)],
  },
  {
    name: 'an L2 key that is missing is refused',
    call: getProfile,
    fault: { kind: 'mutate', at: ['payload', 'stark_key'], to: { remove: true } },
    gets: profileRefused('payload.stark_key'),
    sent: [profile(1)],
  },
  {
    name: 'an L2 key under another name is refused',
    call: getProfile,
    fault: { kind: 'mutate', at: ['payload', 'stark_key'], to: { rename: 'starkKey' } },
    gets: profileRefused('payload.stark_key'),
    sent: [profile(1)],
  },
  {
    name: 'an L2 key that is no hex is refused, and its text is not in the error',
    call: getProfile,
    fault: { kind: 'mutate', at: ['payload', 'stark_key'], to: { set: '0xhello' } },
    gets: profileRefused('payload.stark_key', 'not a hex number'),
    sent: [profile(1)],
  },
  {
    name: 'a customer number that is missing is none',
    call: getProfile,
    fault: { kind: 'mutate', at: ['payload', 'customer_id'], to: { remove: true } },
    gets: { code: 'answer', value: { username: 'alice', customerId: null } },
    sent: [profile(1)],
  },
  {
    name: 'a figure of profit and loss that is an object costs its currency',
    call: getPnl,
    fault: pnlEntry(0, 'total_credit', { value: '1' }),
    gets: unreadRow('payload.0.total_credit'),
    sent: [`GET ${pnlPath} #1`],
  },
  {
    name: 'an average of profit and loss that is null is none',
    call: getPnl,
    fault: pnlEntry(1, 'average_buy_price', null),
    gets: { code: 'answer', value: { unread: null } },
    sent: [`GET ${pnlPath} #1`],
  },
  {
    name: 'a figure of profit and loss that is "NaN" costs its currency',
    call: getPnl,
    fault: pnlEntry(0, 'total_debit', 'NaN'),
    gets: unreadRow('payload.0.total_debit'),
    sent: [`GET ${pnlPath} #1`],
  },
  {
    name: 'an object for the list of profit and loss is refused',
    call: getPnl,
    fault: { kind: 'mutate', at: ['payload'], to: { set: {} } },
    gets: refusedField('user.pnl', 'payload'),
    sent: [`GET ${pnlPath} #1`],
  },
  {
    name: 'a row of orders that is broken is told of, and the others are kept',
    call: async (client) => {
      const { orders, refused } = await client.listOrders({ limit: 5 })
      return { kept: orders.length, refused: refused.length }
    },
    fault: { kind: 'mutate', at: ['payload', 2, 'origin_volume'], to: { set: null } },
    gets: { code: 'answer', value: { kept: 4, refused: 1 } },
    sent: [`GET ${ordersPath} #1`],
  },
  {
    name: 'an object for the list of orders is refused',
    call: listOrders,
    fault: { kind: 'mutate', at: ['payload'], to: { set: { results: [] } } },
    gets: refusedField('orders.list', 'payload'),
    sent: [`GET ${ordersPath} #1`],
  },
  {
    name: 'candles whose payload is text are refused, without signing in for it',
    call: listCandles,
    fault: { kind: 'mutate', at: ['payload'], to: { set: 'none' } },
    gets: refusedField('market.candles', 'payload'),
    sent: [`GET ${candlesPath}`],
  },
  {
    name: 'a candle without its volume is left out',
    call: listCandles,
    fault: { kind: 'mutate', at: ['payload', 1], to: { set: [1, 2, 3] } },
    gets: unreadRow('payload.1'),
    sent: [`GET ${candlesPath}`],
  },
  {
    name: 'a trade without a price is left out',
    call: listTrades,
    fault: { kind: 'mutate', at: ['payload', 3, 'price'], to: { remove: true } },
    gets: unreadRow('payload.3.price'),
    sent: [`GET ${tradesPath}`],
  },
  {
    name: 'a trade whose taker is neither buyer nor seller is left out',
    call: listTrades,
    fault: { kind: 'mutate', at: ['payload', 0, 'taker_type'], to: { set: 'both' } },
    gets: unreadRow('payload.0.taker_type'),
    sent: [`GET ${tradesPath}`],
  },
  {
    name: 'a health check with any payload is a sound one',
    call: (client) => client.health(),
    fault: { kind: 'mutate', at: ['payload'], to: { set: { uptime: 5 } } },
    gets: { code: 'answer' },
    sent: ['GET /sapi/v1/health/'],
  },
  {
    name: 'a health check that says error under 200 is no health',
    call: (client) => client.health(),
    fault: { kind: 'mutate', at: ['status'], to: { set: 'error' } },
    gets: { code: 'rejectedByExchange', data: { endpoint: 'health', status: 200 } },
    sent: ['GET /sapi/v1/health/'],
  },
]

describe('one value of an answer is changed:', { timeout: 30_000 }, () => {
  test.each(fieldCases)('$name', async ({ call, fault, gets, sent }) => {
    const { client } = await world.signedIn()
    world.proxy.play({ path: /./, fault })
    expect(await gotFrom(call(client))).toMatchObject(gets)
    expect(world.proxy.sent()).toEqual(sent)
  })
})

describe('who asks about one thing is not told of another:', { timeout: 30_000 }, () => {
  test('an order of another number is refused', async () => {
    const { client } = await world.signedIn()
    const {
      orders: [first],
    } = await client.listOrders({ limit: 1 })
    world.forget()
    const path = `${ordersPath}${String(first?.id)}/`
    world.proxy.play({
      path: /orders\/\d+\/?$/,
      fault: { kind: 'mutate', at: ['payload', 'id'], to: { set: 1 } },
    })
    expect(await gotFrom(client.getOrder(first?.id ?? 0))).toMatchObject({
      code: 'contractViolation',
      data: { endpoint: 'orders.get' },
    })
    expect(world.proxy.sent().map((line) => line.replace(/\/? #/, '/ #'))).toEqual([`GET ${path} #1`])
  })

  test('a user of another address is refused, after one request', async () => {
    const { client } = await world.signedIn()
    const [alice, bob] = [world.user(0), world.user(1)]
    const path = '/sapi/v1/internal_transfers/v2/check_user_exists/'
    const other = {
      kind: 'mutate',
      at: ['payload', 'destination_address'],
      to: { set: alice.ethereumAddress },
    } as const
    world.proxy.play({ path, fault: other })
    const query = {
      organizationKey: alice.organizationKey,
      apiKey: alice.apiKey,
      destinationAddress: bob.ethereumAddress,
    }
    expect(await gotFrom(client.checkUserExists(query))).toEqual({
      code: 'contractViolation',
      data: {
        endpoint: 'transfers.checkUser',
        field: 'payload.destination_address',
        reason: 'not the one that was asked for',
      },
    })
    expect(world.proxy.sent()).toEqual([`POST ${path} #1`])
  })
})
