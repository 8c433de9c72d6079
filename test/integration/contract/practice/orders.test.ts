// Profile, orders and PnL as a stranger sees them.
import Big from 'big.js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startPracticeExchange, type PracticeExchange } from '../../../../src-main/practice/exchange.ts'
import { ManualClock } from './manual-clock.ts'
import { asList, asObject, asText, StrangeClient } from './strange-client.ts'

type Order = Record<string, unknown>

/** Averages have 16 decimals. A constructor of its own: other files share the module. */
const Average = Big()
Average.DP = 16

const genesisMs = Date.parse('2026-11-20T16:00:00Z')
const clock = new ManualClock(genesisMs)
const orderCount = 600
let exchange: PracticeExchange
let client: StrangeClient
let alice: string
let bob: string
let all: Order[]

const list = async (query: string, token = alice): Promise<Order[]> =>
  asList(await client.read(`/sapi/v1/orders/?${query}`, token))

async function everything(token: string, query = ''): Promise<Order[]> {
  const orders: Order[] = []
  for (let page = 1; ; page += 1) {
    const some = await list(`limit=250&page=${page}${query}`, token)
    orders.push(...some)
    if (some.length < 250) return orders
  }
}

const secondOf = (order: Order, field = 'created_at'): number => Date.parse(asText(order[field])) / 1000

beforeAll(async () => {
  exchange = await startPracticeExchange({
    host: '127.0.0.1',
    seed: 11,
    orders: orderCount,
    clock,
    accessTokenSeconds: 31_536_000,
  })
  client = new StrangeClient(exchange.baseUrl)
  const sessions = await Promise.all(exchange.users.map((user) => client.login(user)))
  alice = sessions[0]?.access ?? ''
  bob = sessions[1]?.access ?? ''
  all = await everything(alice)
})
afterAll(() => exchange.close())

describe('profile', () => {
  it('is the caller’s own', async () => {
    const answer = await client.get('/sapi/v1/user/profile/', bob)
    expect(answer.message).toBe('Successful')
    expect(answer.payload).toEqual({
      name: 'Bob Practice',
      customer_id: '28',
      img: null,
      username: 'bob',
      stark_key: exchange.users[1]?.starkKey,
    })
  })
})

describe('the order list', () => {
  it('has exactly the asked number of orders at the start, newest first, for each user', async () => {
    const ofBob = await everything(bob)
    expect([all.length, ofBob.length]).toEqual([orderCount, orderCount])
    const ids = new Set([...all, ...ofBob].map((order) => order['id']))
    expect(ids.size).toBe(2 * orderCount)
    expect(new Set(all.map((order) => order['uuid'])).size).toBe(orderCount)
    const times = all.map((order) => secondOf(order))
    expect(times).toEqual(times.toSorted((a, b) => b - a))
    expect(Math.max(...times) * 1000).toBeLessThanOrEqual(genesisMs)
    const half = times.filter((second) => second * 1000 > genesisMs - 365 * 86_400_000).length
    expect(half).toBeGreaterThan(orderCount / 2)
  })

  it('defaults to the first page of 50 and answers without the slash too', async () => {
    const answer = await client.get('/sapi/v1/orders', alice)
    expect(answer.message).toBe('Orders Retrieved Successfully')
    expect(answer.payload).toEqual(all.slice(0, 50))
    expect(await list('page=2')).toEqual(all.slice(50, 100))
    expect(await list('page=13&limit=50')).toEqual([])
    expect(await list('page=1000000&limit=1000')).toEqual([])
  })

  it('shows list items with stop_price and cancel_reason and without trades', () => {
    const fields = [
      'id',
      'uuid',
      'side',
      'ord_type',
      'price',
      'stop_price',
      'avg_price',
      'state',
      'market',
      'created_at',
      'updated_at',
      'origin_volume',
      'remaining_volume',
      'executed_volume',
      'maker_fee',
      'taker_fee',
      'trades_count',
      'cancel_reason',
    ]
    for (const order of all) {
      expect(Object.keys(order).sort()).toEqual(fields.toSorted())
      for (const field of ['created_at', 'updated_at']) {
        expect(asText(order[field])).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+0[12]:00$/)
      }
      expect(secondOf(order, 'updated_at')).toBeGreaterThanOrEqual(secondOf(order))
      for (const field of [
        'avg_price',
        'origin_volume',
        'remaining_volume',
        'executed_volume',
        'maker_fee',
        'taker_fee',
      ]) {
        expect(asText(order[field])).toMatch(/^\d+\.\d+$/)
      }
      expect(order['price'] === null).toBe(order['ord_type'] === 'market')
      expect(order['stop_price'] === null).toBe(order['ord_type'] !== 'stop_limit')
      expect(order['cancel_reason'] === null).toBe(order['state'] !== 'cancel')
    }
    expect(new Set(all.map((order) => asText(order['created_at']).slice(-6)))).toEqual(
      new Set(['+01:00', '+02:00']),
    )
  })

  it('has every state, type, side and market', () => {
    const values = (field: string): Set<unknown> => new Set(all.map((order) => order[field]))
    expect(values('state')).toEqual(new Set(['pending', 'wait', 'done', 'cancel']))
    expect(values('ord_type')).toEqual(new Set(['limit', 'market', 'stop_limit', 'limit_maker']))
    expect(values('side')).toEqual(new Set(['buy', 'sell']))
    expect(values('market')).toEqual(new Set(exchange.markets))
  })

  it('filters like a naive filter over everything', async () => {
    const middle = secondOf(all[300] ?? {})
    const later = secondOf(all[120] ?? {})
    const units = (order: Order): [string, string] => {
      const market = asText(order['market'])
      return [market.slice(0, -4), market.slice(-4)]
    }
    const filters: [string, (order: Order) => boolean][] = [
      ...exchange.markets.map((market): [string, (order: Order) => boolean] => [
        `market=${market}`,
        (order) => order['market'] === market,
      ]),
      ...['limit', 'market', 'stop_limit', 'limit_maker'].map((type): [string, (order: Order) => boolean] => [
        `ord_type=${type}`,
        (order) => order['ord_type'] === type,
      ]),
      ...['pending', 'wait', 'done', 'cancel'].map((state): [string, (order: Order) => boolean] => [
        `state=${state}`,
        (order) => order['state'] === state,
      ]),
      ...['buy', 'sell'].map((side): [string, (order: Order) => boolean] => [
        `side=${side}`,
        (order) => order['side'] === side,
      ]),
      ['base_unit=eth', (order) => units(order)[0] === 'eth'],
      ['base_unit=usdc', (order) => units(order)[0] === 'usdc'],
      ['quote_unit=usdc', (order) => units(order)[1] === 'usdc'],
      ['quote_unit=usdt', (order) => units(order)[1] === 'usdt'],
      ['market=ethusdc&base_unit=btc', () => false],
      [`start_time=${middle}`, (order) => secondOf(order) >= middle],
      [`end_time=${middle}`, (order) => secondOf(order) <= middle],
      [
        `start_time=${middle}&end_time=${later}`,
        (order) => secondOf(order) >= middle && secondOf(order) <= later,
      ],
      [`start_time=${middle}&end_time=${middle}`, (order) => secondOf(order) === middle],
      [
        `market=ethusdc&side=buy&state=done&ord_type=limit&start_time=${middle}`,
        (order) =>
          order['market'] === 'ethusdc' &&
          order['side'] === 'buy' &&
          order['state'] === 'done' &&
          order['ord_type'] === 'limit' &&
          secondOf(order) >= middle,
      ],
    ]
    for (const [query, keep] of filters) {
      const expected = all.filter(keep)
      expect({ query, orders: await everything(alice, `&${query}`) }).toEqual({ query, orders: expected })
      expect(await list(`limit=7&page=2&${query}`)).toEqual(expected.slice(7, 14))
    }
    expect(await list('limit=600&order_by=asc')).toEqual(all.toReversed())
  })

  it.each([
    'limit=0',
    'limit=1001',
    'limit=-1',
    'limit=x',
    'limit=',
    'limit=5&limit=6',
    'page=0',
    'page=-1',
    'page=1.5',
    'page=99999999999999999999',
    'market=nosuch',
    'ord_type=stop',
    'ord_type=LIMIT',
    'state=open',
    'state=',
    'side=long',
    'base_unit=doge',
    'quote_unit=eur',
    'start_time=abc',
    'start_time=1795192380000',
    'end_time=-1',
    'start_time=20&end_time=10',
    'order_by=newest',
  ])('refuses %s with 400', async (query) => {
    const answer = await client.get(`/sapi/v1/orders/?${query}`, alice)
    expect([answer.http, answer.status]).toEqual([400, 'error'])
  })
})

describe('a single order', () => {
  it('agrees with the list and adds trades that make up its volume, price and fees exactly', async () => {
    for (const item of all) {
      const answer = await client.get(`/sapi/v1/orders/${String(item['id'])}/`, alice)
      const { trades: rawTrades, ...order } = asObject(answer.payload)
      const shared = Object.entries(item).filter(
        ([name]) => name !== 'stop_price' && name !== 'cancel_reason',
      )
      expect(order).toEqual(Object.fromEntries(shared))
      const trades = asList(rawTrades)
      expect(trades).toHaveLength(Number(order['trades_count']))
      let amount = Big(0)
      let total = Big(0)
      for (const trade of trades) {
        const price = Big(asText(trade['price']))
        const size = Big(asText(trade['amount']))
        amount = amount.plus(size)
        total = total.plus(asText(trade['total']))
        expect(price.times(size).eq(asText(trade['total']))).toBe(true)
        const received = order['side'] === 'buy' ? size : price.times(size)
        expect(received.times(asText(trade['fee'])).eq(asText(trade['fee_amount']))).toBe(true)
        expect([trade['order_id'], trade['market'], trade['side']]).toEqual([
          order['id'],
          order['market'],
          order['side'],
        ])
        const market = asText(order['market'])
        expect(trade['fee_currency']).toBe(order['side'] === 'buy' ? market.slice(0, -4) : market.slice(-4))
        expect(secondOf(trade)).toBeGreaterThanOrEqual(secondOf(order))
        // A limit is never broken.
        if (order['price'] !== null) {
          const limit = Big(asText(order['price']))
          expect(order['side'] === 'buy' ? price.lte(limit) : price.gte(limit)).toBe(true)
        }
      }
      const origin = Big(asText(order['origin_volume']))
      expect(amount.eq(asText(order['executed_volume']))).toBe(true)
      expect(origin.minus(amount).eq(asText(order['remaining_volume']))).toBe(true)
      if (trades.length === 0) expect(order['avg_price']).toBe('0.0')
      else {
        expect(Average(total).div(amount).eq(asText(order['avg_price']))).toBe(true)
      }
      if (order['state'] === 'done') expect(amount.eq(origin)).toBe(true)
      else expect(amount.lt(origin)).toBe(true)
    }
  })

  it('was filled at prices that the market traded in that minute', async () => {
    const filled = all.filter((order) => Number(order['trades_count']) > 0).slice(0, 150)
    for (const item of filled) {
      const order = asObject(await client.read(`/sapi/v1/orders/${String(item['id'])}`, alice))
      for (const trade of asList(order['trades'])) {
        const minute = Math.floor(secondOf(trade) / 60) * 60
        const payload = await client.read(
          `/sapi/v1/market/kline/?market=${asText(order['market'])}&start_time=${minute}&limit=1`,
        )
        const [, , max, min] = (payload as number[][])[0] ?? []
        const price = Number(trade['price'])
        expect({ price, fits: price <= (max ?? 0) && price >= (min ?? Infinity) }).toEqual({
          price,
          fits: true,
        })
      }
    }
  })

  it('was filled by trades that everybody sees on the tape, of the same id, price, size, second and taker', async () => {
    const filled = all.filter((order) => Number(order['trades_count']) > 0)
    let seen = 0
    for (const item of filled.filter((_, index) => index % 3 === 0)) {
      const order = asObject(await client.read(`/sapi/v1/orders/${String(item['id'])}`, alice))
      for (const fill of asList(order['trades'])) {
        const second = secondOf(fill)
        const path = `/sapi/v1/market/trades/?market=${asText(order['market'])}&timestamp=${second + 1}&limit=15`
        const trade = asList(await client.read(path)).find(({ id }) => id === fill['id'])
        expect({
          id: trade?.['id'],
          price: trade?.['price'],
          amount: trade?.['amount'],
          created_at: trade?.['created_at'],
          taker_type: trade?.['taker_type'],
        }).toEqual({
          id: fill['id'],
          price: Number(fill['price']),
          amount: Number(fill['amount']),
          created_at: second,
          taker_type: fill['taker_type'],
        })
        seen += 1
      }
    }
    expect(seen).toBeGreaterThan(100)
  })

  it('is only for its owner', async () => {
    const id = String(all[0]?.['id'])
    const foreign = await client.get(`/sapi/v1/orders/${id}/`, bob)
    const missing = await client.get('/sapi/v1/orders/7/', bob)
    expect([foreign.http, foreign.status, foreign.text]).toEqual([404, 'error', missing.text])
  })

  it('refuses an id that is no number, and does not find impossible ones', async () => {
    for (const id of ['abc', '-1', '1.5', '0x10', '1e3']) {
      expect((await client.get(`/sapi/v1/orders/${id}/`, alice)).http).toBe(400)
    }
    for (const id of ['0', '39999999', '99999999999999999999999', '50000000']) {
      expect((await client.get(`/sapi/v1/orders/${id}/`, alice)).http).toBe(404)
    }
  })
})

describe('as time passes', () => {
  it('open orders fill or cancel, new ones arrive, and nothing else changes', async () => {
    const open = all.filter((order) => order['state'] === 'wait' || order['state'] === 'pending')
    expect(open.length).toBeGreaterThanOrEqual(20)
    expect(open.length).toBeLessThanOrEqual(30)
    const before = new Map(all.map((order) => [order['id'], JSON.stringify(order)]))
    const openIds = new Set(open.map((order) => order['id']))
    try {
      clock.nowMs = genesisMs + 4 * 86_400_000
      const later = await everything(alice)
      const arrived = later.length - orderCount
      expect(arrived).toBeGreaterThan(4 * 100)
      expect(arrived).toBeLessThan(4 * 140)
      const now = new Map(later.map((order) => [order['id'], order]))
      for (const order of open) expect(['done', 'cancel']).toContain(now.get(order['id'])?.['state'])
      for (const [id, text] of before) {
        if (!openIds.has(id)) expect(JSON.stringify(now.get(id))).toBe(text)
        else expect(secondOf(now.get(id) ?? {}, 'updated_at') * 1000).toBeGreaterThan(genesisMs)
      }
    } finally {
      clock.nowMs = genesisMs
    }
    expect(await everything(alice)).toEqual(all)
  })

  it('answers at once a year later', async () => {
    try {
      clock.nowMs = genesisMs + 364 * 86_400_000
      const orders = await list('limit=100')
      expect(secondOf(orders[0] ?? {}) * 1000).toBeGreaterThan(clock.nowMs - 3_600_000)
    } finally {
      clock.nowMs = genesisMs
    }
  })
})

describe('profit and loss', () => {
  const entriesOf = async (token: string): Promise<Map<string, Record<string, string>>> => {
    const payload = asList(await client.read('/sapi/v1/user/pnl/', token))
    const fields = [
      'currency',
      'pnl_currency',
      'total_credit',
      'total_debit',
      'total_credit_value',
      'total_debit_value',
      'average_buy_price',
      'average_sell_price',
      'average_balance_price',
      'total_balance_value',
    ]
    return new Map(
      payload.map((entry) => {
        expect(Object.keys(entry).sort()).toEqual(fields.toSorted())
        const texts = Object.fromEntries(Object.entries(entry).map(([name, value]) => [name, asText(value)]))
        for (const field of fields.slice(2)) expect(texts[field]).toMatch(/^-?\d+\.\d{1,20}$/)
        expect(texts['pnl_currency']).toBe('usdc')
        return [texts['currency'] ?? '', texts]
      }),
    )
  }

  it('has one entry for every currency, with usdc at the price of one', async () => {
    const entries = await entriesOf(alice)
    expect([...entries.keys()].sort()).toEqual(['aave', 'arb', 'btc', 'eth', 'link', 'usdc', 'usdt'])
    expect(entries.get('usdc')).toMatchObject({
      average_buy_price: '1.0',
      average_sell_price: '1.0',
      average_balance_price: '1.0',
    })
    for (const entry of entries.values()) {
      const credit = Big(entry['total_credit'] ?? '')
      const debit = Big(entry['total_debit'] ?? '')
      expect(
        Big(entry['total_credit_value'] ?? '')
          .div(credit)
          .eq(entry['average_buy_price'] ?? ''),
      ).toBe(true)
      if (!debit.eq(0)) {
        expect(
          Big(entry['total_debit_value'] ?? '')
            .div(debit)
            .eq(entry['average_sell_price'] ?? ''),
        ).toBe(true)
      }
      const balance = credit.minus(debit)
      expect(balance.gt(0)).toBe(true)
      expect(
        Big(entry['total_balance_value'] ?? '')
          .div(balance)
          .eq(entry['average_balance_price'] ?? ''),
      ).toBe(true)
    }
  })

  it('grows by exactly the fills of the time between two looks', async () => {
    const before = await entriesOf(alice)
    const change = new Map<string, { credit: Big; debit: Big }>()
    const add = (currency: string, side: 'credit' | 'debit', amount: Big): void => {
      const sums = change.get(currency) ?? { credit: Big(0), debit: Big(0) }
      sums[side] = sums[side].plus(amount)
      change.set(currency, sums)
    }
    try {
      clock.nowMs = genesisMs + 2 * 86_400_000
      const after = await entriesOf(alice)
      for (const item of await everything(alice)) {
        if (secondOf(item, 'updated_at') * 1000 < genesisMs) continue
        const order = asObject(await client.read(`/sapi/v1/orders/${String(item['id'])}/`, alice))
        for (const trade of asList(order['trades'])) {
          if (secondOf(trade) * 1000 < genesisMs) continue
          const market = asText(trade['market'])
          const [base, quote] = [market.slice(0, -4), market.slice(-4)]
          const amount = Big(asText(trade['amount']))
          const total = Big(asText(trade['total']))
          const fee = Big(asText(trade['fee_amount']))
          if (trade['side'] === 'buy') {
            add(base, 'credit', amount.minus(fee))
            add(quote, 'debit', total)
          } else {
            add(base, 'debit', amount)
            add(quote, 'credit', total.minus(fee))
          }
        }
      }
      expect(change.size).toBe(7)
      for (const [currency, { credit, debit }] of change) {
        const grown = (field: string): Big =>
          Big(after.get(currency)?.[field] ?? '').minus(before.get(currency)?.[field] ?? '')
        expect([currency, grown('total_credit').toFixed(), grown('total_debit').toFixed()]).toEqual([
          currency,
          credit.toFixed(),
          debit.toFixed(),
        ])
      }
    } finally {
      clock.nowMs = genesisMs
    }
    expect(await entriesOf(alice)).toEqual(before)
  })
})

describe('determinism', () => {
  it('two exchanges of one seed and genesis give the same bytes; another seed does not', async () => {
    const start = (seed: number): Promise<PracticeExchange> =>
      startPracticeExchange({ host: '127.0.0.1', seed, orders: orderCount, clock, genesisMs })
    const [twin, other] = await Promise.all([start(11), start(12)])
    try {
      expect(twin.users).toEqual(exchange.users)
      expect(other.users).not.toEqual(exchange.users)
      const paths = [
        '/sapi/v1/market/kline/?market=arbusdc&period=240&limit=500',
        '/sapi/v1/market/trades/?market=linkusdc&limit=300',
        '/sapi/v1/orders/?limit=600',
        '/sapi/v1/user/pnl/',
        `/sapi/v1/orders/${String(all[3]?.['id'])}/`,
      ]
      const read = async (of: PracticeExchange): Promise<string[]> => {
        const someone = new StrangeClient(of.baseUrl)
        const [first] = of.users
        if (first === undefined) throw new Error('no practice user')
        const { access } = await someone.login(first)
        return Promise.all(paths.map(async (path) => (await someone.get(path, access)).text))
      }
      const [ours, theirs, others] = await Promise.all([read(exchange), read(twin), read(other)])
      expect(theirs).toEqual(ours)
      others.forEach((text, index) => expect(text).not.toBe(ours[index]))
    } finally {
      await Promise.all([twin.close(), other.close()])
    }
  })
})
