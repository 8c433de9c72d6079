// No damaged field of any answer becomes a wrong value.
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { AppError } from '../../../../src-preload/domain/errors.ts'
import { type FixtureName, fixtureEnvelope, fixtureText } from '../../../fixtures/fixtures.ts'
import { type ScriptedServer, startScriptedServer } from '../../../fixtures/scripted-server.ts'
import { failureOf, makeTestClient, type TestClient } from '../../../fixtures/test-client.ts'

type Json = string | number | boolean | null | Json[] | { [key: string]: Json }
type Run = (client: TestClient['client']) => Promise<unknown>

/** The orders of a list, or the refusal of its first row that does not fit, as a fault like those of other answers. */
async function listOrdersStrictly(client: TestClient['client']): Promise<unknown> {
  const { orders, refused } = await client.listOrders({})
  const [first] = refused
  if (first === undefined) return orders
  const data = { endpoint: 'orders.list', field: `payload.0.${first.field}` }
  throw new AppError('contractViolation', data)
}

/** Fields that may be null or missing by the interface or the facts; all others must be there. */
const calls: { name: FixtureName; endpoint: string; optional: string[]; nullable: string[]; run: Run }[] = [
  {
    name: 'profile',
    endpoint: 'user.profile',
    optional: ['customer_id', 'img'],
    nullable: ['customer_id', 'img'],
    run: (client) => client.getProfile(),
  },
  { name: 'pnl', endpoint: 'user.pnl', optional: [], nullable: [], run: (client) => client.getPnl() },
  {
    name: 'trades',
    endpoint: 'market.trades',
    optional: [],
    nullable: [],
    run: (client) => client.listMarketTrades({ market: 'ethusdc' }),
  },
  {
    name: 'orders',
    endpoint: 'orders.list',
    optional: ['stop_price', 'cancel_reason'],
    nullable: ['price', 'stop_price', 'cancel_reason'],
    run: listOrdersStrictly,
  },
  {
    name: 'order',
    endpoint: 'orders.get',
    optional: ['stop_price', 'cancel_reason'],
    nullable: ['price', 'stop_price', 'cancel_reason'],
    run: (client) => client.getOrder(81991),
  },
]

let server: ScriptedServer
let made: TestClient
let answer: Json = null

beforeAll(async () => {
  server = await startScriptedServer(({ path }) => {
    if (path === '/sapi/v2/auth/nonce/') return { text: fixtureText('nonce') }
    if (path === '/sapi/v2/auth/login/') return { text: fixtureText('login') }
    return { json: answer }
  })
  made = makeTestClient(server.baseUrl)
})

afterAll(async () => {
  made.client.close()
  await server.stop()
})

function firstRow(payload: Json): Record<string, Json> {
  const row = Array.isArray(payload) ? payload[0] : payload
  if (typeof row !== 'object' || row === null || Array.isArray(row)) throw new Error('no row')
  return row
}

/** Values of other types than the field has; a decimal string is no other type than a money number. */
function foreignValues(value: Json | undefined, field: string): Json[] {
  const all: Json[] = [null, true, 7, -1.5, '', 'zzz', '1e5e', [], {}, ['x'], { a: 1 }]
  return all.filter((other) => {
    if (typeof value === 'string' && typeof other === 'string') {
      return /^-?\d/.test(value) || field === 'market' || field === 'uuid' ? other === '' : false
    }
    return typeof other !== typeof value || Array.isArray(other) !== Array.isArray(value) || other === null
  })
}

describe.each(calls)('$name', { timeout: 30_000 }, ({ name, endpoint, optional, nullable, run }) => {
  const fields = Object.keys(firstRow(fixtureEnvelope(name).payload))

  test.each(fields)('without %s is refused by name, or fine where it may be missing', async (field) => {
    const envelope = fixtureEnvelope(name)
    Reflect.deleteProperty(firstRow(envelope.payload), field)
    answer = envelope as Json
    if (optional.includes(field)) {
      await run(made.client)
      return
    }
    const error = await failureOf(run(made.client))
    expect(error).toMatchObject({ code: 'contractViolation', data: { endpoint } })
    expect(String(error.data['field'])).toMatch(new RegExp(`^payload\\.(0\\.)?${field}$`))
  })

  test.each(fields)('with %s of another type is refused by name', async (field) => {
    for (const foreign of foreignValues(firstRow(fixtureEnvelope(name).payload)[field], field)) {
      if (field === 'img' || (foreign === null && nullable.includes(field))) continue
      // Any string is a customer id.
      if (field === 'customer_id' && typeof foreign === 'string') continue
      // What a nullable field is when it is not null was not recorded in every fixture.
      if (firstRow(fixtureEnvelope(name).payload)[field] === null && typeof foreign === 'string') continue
      // Money that the service may send as a number as well as a string, and ids of any size.
      if (name === 'order' && field === 'price' && typeof foreign === 'number') continue
      const envelope = fixtureEnvelope(name)
      firstRow(envelope.payload)[field] = foreign
      answer = envelope as Json
      const error = await failureOf(run(made.client))
      expect({ foreign, code: error.code, endpoint: error.data['endpoint'] }).toEqual({
        foreign,
        code: 'contractViolation',
        endpoint,
      })
      expect(String(error.data['field'])).toMatch(new RegExp(`^payload\\.(0\\.)?${field}`))
    }
  })
})

describe('values that look right and are not', () => {
  test.each<[FixtureName, string, Json]>([
    ['trades', 'id', 1.5],
    ['trades', 'id', 2 ** 53],
    ['trades', 'id', -1],
    ['trades', 'created_at', 1667855520000],
    ['trades', 'created_at', 1667855520.5],
    ['trades', 'taker_type', 'SELL'],
    ['trades', 'market', 'ETH/USDC'],
    ['orders', 'created_at', '2022-11-07T22:12:00'],
    ['orders', 'created_at', '2022-11-07 22:12:00+01:00'],
    ['orders', 'created_at', '2022-02-30T22:12:00Z'],
    ['orders', 'created_at', 'Mon, 07 Nov 2022 22:12:00 GMT'],
    ['orders', 'updated_at', '1667855520'],
    ['orders', 'state', 'reject'],
    ['orders', 'ord_type', 'iceberg'],
    ['orders', 'price', '1,336.63'],
    ['orders', 'price', 'NaN'],
    ['orders', 'avg_price', '0x10'],
    ['orders', 'trades_count', '0'],
    ['profile', 'stark_key', '0xnot-a-key'],
    ['profile', 'stark_key', ''],
    ['pnl', 'average_buy_price', '1.0 usdc'],
  ])('%s: %s = %j is refused', async (name, field, value) => {
    const call = calls.find((one) => one.name === name)
    const envelope = fixtureEnvelope(name)
    firstRow(envelope.payload)[field] = value
    answer = envelope as Json
    const error = await failureOf(call?.run(made.client) ?? Promise.resolve())
    expect(error.code).toBe('contractViolation')
    expect(String(error.data['field'])).toMatch(new RegExp(`\\b${field}$`))
  })

  test('the reason never repeats the value', async () => {
    const envelope = fixtureEnvelope('profile')
    firstRow(envelope.payload)['stark_key'] = 'private-thing'
    answer = envelope as Json
    expect((await failureOf(made.client.getProfile())).message).not.toContain('private-thing')
  })
})

describe('a list of orders with a row that does not fit', () => {
  test('keeps the other rows, and names the one that it refuses by its id and field', async () => {
    const envelope = fixtureEnvelope('orders')
    firstRow(envelope.payload)['state'] = 'reject'
    answer = envelope as Json
    const list = await made.client.listOrders({})
    expect(list.refused).toEqual([{ id: 81993, field: 'state' }])
    expect(list.orders.map(({ id }) => id)).toEqual([81992])
  })

  test('is refused as a whole where a row has no id, since nobody could say what is missing', async () => {
    const envelope = fixtureEnvelope('orders')
    Reflect.deleteProperty(firstRow(envelope.payload), 'id')
    answer = envelope as Json
    expect(await failureOf(made.client.listOrders({}))).toMatchObject({
      code: 'contractViolation',
      data: { endpoint: 'orders.list', field: 'payload.0.id' },
    })
  })
})

describe('candles', () => {
  const good = [60, 1, 2, 0.5, 1.5, 10]
  const run = () => made.client.listCandles({ market: 'ethusdc', period: 1 })

  test.each<[string, Json, string]>([
    ['a row too short', [[60, 1, 2, 0.5, 1.5]], 'payload.0'],
    ['a row too long', [[...good, 1]], 'payload.0'],
    ['an object as a row', [{ time: 60 }], 'payload.0'],
    ['a string as a price', [[60, 1, '2', 0.5, 1.5, 10]], 'payload.0.2'],
    ['null as a volume', [good, [120, 1, 2, 0.5, 1.5, null]], 'payload.1.5'],
    ['a time in milliseconds', [[1667844000000, 1, 2, 0.5, 1.5, 10]], 'payload.0.0'],
    ['a broken second', [[60.5, 1, 2, 0.5, 1.5, 10]], 'payload.0.0'],
    ['newest first', [[120, 1, 2, 0.5, 1.5, 10], good], 'payload.1.0'],
    ['one candle twice', [good, good], 'payload.1.0'],
  ])('%s are refused', async (_what, payload, field) => {
    answer = { status: 'success', message: '', payload }
    expect(await failureOf(run())).toMatchObject({
      code: 'contractViolation',
      data: { endpoint: 'market.candles', field },
    })
  })

  test('a price beyond all floats is refused', async () => {
    const local = await startScriptedServer(() => ({
      text: '{"status":"success","message":"","payload":[[60,1,1e999,0.5,1.5,10]]}',
    }))
    const other = makeTestClient(local.baseUrl)
    const error = await failureOf(other.client.listCandles({ market: 'ethusdc', period: 1 }))
    expect(error.data['field']).toBe('payload.0.2')
    await local.stop()
  })
})

test(
  'any JSON at all as payload is either read or refused by name, never a crash',
  { timeout: 60_000 },
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...calls), fc.jsonValue(), async ({ endpoint, run }, payload) => {
        answer = { status: 'success', message: '', payload: payload as Json }
        if (
          Array.isArray(payload) &&
          payload.length === 0 &&
          endpoint !== 'orders.get' &&
          endpoint !== 'user.profile'
        ) {
          expect(await run(made.client)).toEqual([])
          return
        }
        const error = await failureOf(run(made.client))
        expect(error.code).toBe('contractViolation')
        expect(error.data['endpoint']).toBe(endpoint)
      }),
      { numRuns: 150, verbose: true },
    )
  },
)
