// No damaged field of any answer becomes a wrong value.
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { UnreadRows } from '../../../../src-main/exchange/endpoints/rows.ts'
import { AppError } from '../../../../src-preload/domain/errors.ts'
import { type FixtureName, fixtureEnvelope, fixtureText } from '../../../fixtures/fixtures.ts'
import { type ScriptedServer, startScriptedServer } from '../../../fixtures/scripted-server.ts'
import { failureOf, makeTestClient, type TestClient } from '../../../fixtures/test-client.ts'

type Json = string | number | boolean | null | Json[] | { [key: string]: Json }
type Run = (client: TestClient['client']) => Promise<unknown>

/** The answer, or the first row of it that could not be read as a fault like those of other answers. */
async function strictly(
  endpoint: string,
  work: Promise<{ readonly unread: UnreadRows | null }>,
): Promise<unknown> {
  const answer = await work
  if (answer.unread === null) return answer
  throw new AppError('contractViolation', { endpoint, field: answer.unread.firstField })
}

interface DamagedCall {
  readonly name: FixtureName
  readonly endpoint: string
  /** Fields that may be missing, or null, by the interface or the facts; all others must be there. */
  readonly optional: readonly string[]
  readonly nullable: readonly string[]
  /** Fields that nothing depends on. */
  readonly unused: readonly string[]
  readonly run: Run
}

const averages = ['average_buy_price', 'average_sell_price', 'average_balance_price']
const ofOrders = {
  optional: ['stop_price', 'cancel_reason', 'avg_price', 'uuid'],
  nullable: ['price', 'stop_price', 'cancel_reason', 'avg_price', 'uuid'],
  unused: ['uuid', 'cancel_reason'],
}
const ofProfile = ['name', 'username', 'customer_id', 'img']

const calls: readonly DamagedCall[] = [
  {
    name: 'profile',
    endpoint: 'user.profile',
    optional: ofProfile,
    nullable: ofProfile,
    unused: ofProfile,
    run: (client) => client.getProfile(),
  },
  {
    name: 'pnl',
    endpoint: 'user.pnl',
    optional: averages,
    nullable: averages,
    unused: [],
    run: (client) => strictly('user.pnl', client.getPnl()),
  },
  {
    name: 'trades',
    endpoint: 'market.trades',
    optional: [],
    nullable: [],
    unused: [],
    run: (client) => strictly('market.trades', client.listMarketTrades({ market: 'ethusdc' })),
  },
  {
    name: 'orders',
    endpoint: 'orders.list',
    ...ofOrders,
    run: (client) => strictly('orders.list', client.listOrders({})),
  },
  {
    name: 'order',
    endpoint: 'orders.get',
    ...ofOrders,
    run: (client) => strictly('orders.get', client.getOrder(81991)),
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

/** Values of other types than the field has; decimals may be text or numbers. */
function foreignValues(value: Json | undefined, field: string): Json[] {
  const isDecimal = typeof value === 'string' && /^-?\d+(?:\.\d+)?$/.test(value)
  const all: Json[] = [null, true, 7, -1.5, '', 'zzz', '1e5e', [], {}, ['x'], { a: 1 }]
  return all.filter((other) => {
    if (isDecimal && typeof other === 'number') return false
    if (typeof value === 'string' && typeof other === 'string') {
      return isDecimal || field === 'market' ? other === '' : false
    }
    return typeof other !== typeof value || Array.isArray(other) !== Array.isArray(value) || other === null
  })
}

describe.each(calls)('$name', { timeout: 30_000 }, ({ name, endpoint, optional, nullable, unused, run }) => {
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
      if (unused.includes(field) || (foreign === null && nullable.includes(field))) continue
      // What a nullable field is when it is not null was not recorded in every fixture.
      const isNullHere = firstRow(fixtureEnvelope(name).payload)[field] === null
      if (isNullHere && (typeof foreign === 'string' || typeof foreign === 'number')) continue
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
    ['trades', 'taker_type', 'SELL'],
    ['trades', 'market', 'ETH/USDC'],
    ['orders', 'created_at', '2022-11-07T22:12:00'],
    ['orders', 'created_at', '2022-11-07 22:12:00+01:00'],
    ['orders', 'created_at', '2022-02-30T22:12:00Z'],
    ['orders', 'created_at', 'Mon, 07 Nov 2022 22:12:00 GMT'],
    ['orders', 'updated_at', '1667855520'],
    ['orders', 'side', 'both'],
    ['orders', 'state', ''],
    ['orders', 'ord_type', 'x'.repeat(65)],
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

describe('a row that cannot be read costs that row:', () => {
  test('of orders it is named by its id and field', async () => {
    const envelope = fixtureEnvelope('orders')
    firstRow(envelope.payload)['side'] = 'both'
    answer = envelope as Json
    const list = await made.client.listOrders({})
    expect(list.refused).toEqual([{ id: 81993, field: 'side' }])
    expect(list.unread).toEqual({ count: 1, firstField: 'payload.0.side' })
    expect(list.orders.map(({ id }) => id)).toEqual([81992])
  })

  test('of orders it is only counted where it has no id', async () => {
    const envelope = fixtureEnvelope('orders')
    Reflect.deleteProperty(firstRow(envelope.payload), 'id')
    answer = envelope as Json
    const list = await made.client.listOrders({})
    expect(list).toMatchObject({ refused: [], unread: { count: 1, firstField: 'payload.0.id' } })
    expect(list.orders.map(({ id }) => id)).toEqual([81992])
  })

  test('a page of orders of which none has an id is refused: it cannot be told from the end', async () => {
    answer = { status: 'success', message: '', payload: [{}, { side: 'buy' }] }
    expect(await failureOf(made.client.listOrders({}))).toMatchObject({
      code: 'contractViolation',
      data: { endpoint: 'orders.list', field: 'payload.0.id' },
    })
  })

  test('it is told to whoever observes the calls', async () => {
    const envelope = fixtureEnvelope('trades')
    firstRow(envelope.payload)['taker_type'] = null
    answer = envelope as Json
    const { rows, unread } = await made.client.listMarketTrades({ market: 'ethusdc' })
    expect(rows.map(({ id }) => id)).toEqual([456142])
    expect(made.records.at(-1)).toMatchObject({ endpoint: 'market.trades', error: null, unread })
    expect(unread).toEqual({ count: 1, firstField: 'payload.0.taker_type' })
  })
})

describe('what is readable is read:', () => {
  async function withField(name: FixtureName, field: string, value: Json): Promise<unknown> {
    const envelope = fixtureEnvelope(name)
    firstRow(envelope.payload)[field] = value
    answer = envelope as Json
    return calls.find((call) => call.name === name)?.run(made.client)
  }

  test.each<[string, FixtureName, string, Json, unknown]>([
    ['a profile without a name', 'profile', 'name', null, { name: '' }],
    ['an average that is none', 'pnl', 'average_buy_price', null, { rows: [{ averageBuyPrice: null }, {}] }],
    ['a fee as a number', 'orders', 'maker_fee', 0.001, { orders: [{ makerFee: '0.001' }, {}] }],
    ['a state nobody knows', 'orders', 'state', 'reject', { orders: [{ state: 'reject' }, {}] }],
    ['a type nobody knows', 'orders', 'ord_type', 'iceberg', { orders: [{ type: 'iceberg' }, {}] }],
    ['a reason that is none', 'orders', 'cancel_reason', 7, { orders: [{ cancelReason: null }, {}] }],
    [
      'a fraction of a second',
      'trades',
      'created_at',
      1667855520.5,
      { rows: [{ createdAtMs: 1667855520500 }, {}] },
    ],
    ['a time in text', 'trades', 'created_at', '1667855520', { rows: [{ createdAtMs: 1667855520000 }, {}] }],
  ])('%s', async (_what, name, field, value, expected) => {
    expect(await withField(name, field, value)).toMatchObject(expected as object)
  })

  test('a message that is none', async () => {
    answer = { ...fixtureEnvelope('profile'), message: null } as Json
    expect(await made.client.getProfile()).toMatchObject({ name: 'USER NAME' })
  })

  test('a number of more digits than a double has, to the last', async () => {
    const local = await startScriptedServer(({ path }) => {
      if (path.startsWith('/sapi/v2/auth/')) {
        return { text: fixtureText(path.includes('nonce') ? 'nonce' : 'login') }
      }
      const text = fixtureText('pnl').replace('"31470.05040653995757213302"', '31470.05040653995757213302')
      return { text }
    })
    const other = makeTestClient(local.baseUrl)
    const { rows } = await other.client.getPnl()
    expect(rows[0]?.totalCreditValue).toBe('31470.05040653995757213302')
    other.client.close()
    await local.stop()
  })
})

describe('candles', () => {
  const good = [60, 1, 2, 0.5, 1.5, 10]
  const run = () => made.client.listCandles({ market: 'ethusdc', period: 1 })

  test.each<[string, Json, string, number[]]>([
    ['a row too short', [[60, 1, 2, 0.5, 1.5]], 'payload.0', []],
    ['a row too long', [[...good, 1]], 'payload.0', []],
    ['an object as a row', [{ time: 60 }], 'payload.0', []],
    ['a word as a price', [[60, 1, 'two', 0.5, 1.5, 10]], 'payload.0.2', []],
    ['null as a volume', [good, [120, 1, 2, 0.5, 1.5, null]], 'payload.1.5', [60_000]],
    ['a time in milliseconds', [[1667844000000, 1, 2, 0.5, 1.5, 10], good], 'payload.0.0', [60_000]],
    ['a broken second', [[60.5, 1, 2, 0.5, 1.5, 10]], 'payload.0.0', []],
    ['newest first', [[120, 1, 2, 0.5, 1.5, 10], good], 'payload.1.0', [120_000]],
    ['one candle twice', [good, good], 'payload.1.0', [60_000]],
  ])('%s costs that candle', async (_what, payload, firstField, timesMs) => {
    answer = { status: 'success', message: '', payload }
    const read = await run()
    expect(read.unread).toEqual({ count: 1, firstField })
    expect([...read.timesMs]).toEqual(timesMs)
  })

  test('with prices in text are read', async () => {
    answer = { status: 'success', message: '', payload: [[60, '1.25', 2, '0.5', 1.5, '10']] }
    const { open, low, volume, unread } = await run()
    expect([open[0], low[0], volume[0], unread]).toEqual([1.25, 0.5, 10, null])
  })

  test('a price beyond all floats costs its candle', async () => {
    const local = await startScriptedServer(() => ({
      text: '{"status":"success","message":"","payload":[[60,1,1e999,0.5,1.5,10]]}',
    }))
    const other = makeTestClient(local.baseUrl)
    const { unread } = await other.client.listCandles({ market: 'ethusdc', period: 1 })
    expect(unread).toEqual({ count: 1, firstField: 'payload.0.2' })
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
        const isList = endpoint !== 'orders.get' && endpoint !== 'user.profile'
        if (isList && Array.isArray(payload) && payload.length === 0) {
          expect(await run(made.client)).toMatchObject({ unread: null })
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
