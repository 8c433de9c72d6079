// The services place orders at the practice exchange: one per ticket, after a yes, and what has no answer is looked for.
import { describe, expect, it, onTestFinished } from 'vitest'
import type { OrderQuestion } from '../../../src-preload/contract/trading/confirm-order.ts'
import type { ChangeAsked } from '../../../src-preload/contract/accounts/confirm-change.ts'
import type { OrderIntent, PlacedOrder } from '../../../src-preload/contract/trading/trading.ts'
import { add, exactText, parseExact } from '../../../src-preload/domain/numbers/exact-decimal.ts'
import { anyOrder } from '../../../src-main/store/api/order-filter.ts'
import { AppError } from '../../../src-preload/domain/errors.ts'
import { systemClock } from '../../../src-main/async/clock.ts'
import { composeServices } from '../../../src-main/app/compose.ts'
import type { Fetch } from '../../../src-main/exchange/http.ts'
import { startPracticeExchange } from '../../../src-main/practice/exchange.ts'
import { type CallFault, noFaults } from '../../../src-main/practice/faults.ts'
import { derivePracticeUsers } from '../../../src-main/practice/users.ts'
import { CountingKeychain } from '../../fixtures/counting-keychain.ts'
import { eventually } from '../../fixtures/eventually.ts'
import { openJournalHere } from '../../fixtures/journal-here.ts'
import { nobodyThere } from '../../fixtures/nobody-there.ts'
import { account, makeEvents, makeLog, makeStore, openPlaces } from '../world.ts'

const seed = 7
const ethereumAddress = derivePracticeUsers(seed)[0]?.ethereumAddress ?? ''
/** Far below the market: it rests. */
const resting = {
  type: 'limit',
  market: 'ethusdc',
  side: 'buy',
  amount: '0.1',
  price: '100',
} as const satisfies OrderIntent

interface StartOptions {
  readonly faults?: Partial<Record<CallFault, number>>
  readonly listLagSeconds?: number
  readonly answer?: 'yes' | 'no'
  readonly changeAnswer?: 'yes' | 'no'
  readonly fetch?: Fetch
}

async function start({
  faults = {},
  listLagSeconds = 0,
  answer = 'yes',
  changeAnswer = 'yes',
  fetch = globalThis.fetch,
}: StartOptions = {}) {
  const exchange = await startPracticeExchange({
    host: '127.0.0.1',
    port: 0,
    seed,
    orders: 3,
    faults: { ...noFaults, shares: faults, listLagSeconds },
  })
  onTestFinished(() => exchange.close())
  const store = await makeStore()
  await store.putAccount({ ...account, networkKind: 'practice', baseUrl: null, ethereumAddress })
  const asked: Omit<OrderQuestion, 'kind'>[] = []
  const changes: ChangeAsked[] = []
  const told = makeEvents()
  const journal = openJournalHere()
  const services = await composeServices({
    store,
    journal,
    places: await openPlaces(store, new CountingKeychain()),
    clock: systemClock,
    fetch,
    userAgent: 'Starkdesk/0.1.0 (test)',
    emit: told.emit,
    log: makeLog().log,
    practice: { start: () => Promise.resolve(exchange.baseUrl), stop: () => Promise.resolve() },
    practiceSeed: seed,
    random: () => 0,
    readsMarketHistory: false,
    ...nobodyThere,
    confirmations: {
      ...nobodyThere.confirmations,
      confirmChange: (change) => {
        changes.push(change)
        return changeAnswer === 'yes' ? Promise.resolve() : Promise.reject(new AppError('userDeclined'))
      },
      confirmOrder: (record) => {
        asked.push(record)
        return answer === 'yes' ? Promise.resolve() : Promise.reject(new AppError('userDeclined'))
      },
    },
  })
  onTestFinished(() => services.close())
  await eventually(() => expect(services.connection.getState().status).toBe('online'))
  await services.accounts.signIn()
  const { trading } = services
  const place = (order: OrderIntent) => trading.place({ ticketId: trading.openTicket().ticketId, order })
  const listPlaced = async () => (await trading.listPlaced({ limit: 50 })).orders
  return { services, trading, place, listPlaced, asked, changes, told, journal }
}

describe('placing an order', () => {
  it('asks with what main found, sends it once and keeps what the exchange answered', async () => {
    const { place, listPlaced, asked, told } = await start()
    const placed = await place(resting)
    expect(placed).toMatchObject({ ...resting, state: 'accepted', differences: [], failure: null })
    expect(placed.orderId).toBeGreaterThan(0)
    expect(asked).toHaveLength(1)
    expect(asked[0]).toMatchObject({ ...resting, network: 'practice', worstCase: '10', warnings: [] })
    expect(asked[0]?.prices.last).not.toBeNull()
    expect(await listPlaced()).toEqual([placed])
    expect(told.count('trading:changed')).toBeGreaterThan(1)
  })

  it('asks with the fee by the rates of the account’s own orders', async () => {
    const { services, place, asked } = await start()
    const filter = { ...anyOrder, markets: [resting.market] }
    const list = () =>
      services.orders.list({
        ...{ filter, sort: { column: 'created' as const, isDescending: true }, offset: 0, limit: 1 },
      })
    expect((await place(resting)).state).toBe('accepted')
    await eventually(async () => expect((await list()).rows).toHaveLength(1))
    const rate = (await list()).rows[0]?.makerFee ?? ''
    await place(resting)
    expect(asked[1]?.fee).toMatchObject({ rate, liquidity: 'maker' })
    const { amount = '', received = '' } = asked[1]?.fee ?? {}
    expect(exactText(add(parseExact(amount), parseExact(received)))).toBe('0.1')
  })

  it('makes one order of a ticket that is placed ten times at once, and of one that is placed again', async () => {
    const { trading, listPlaced, asked } = await start()
    const { ticketId } = trading.openTicket()
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => trading.place({ ticketId, order: resting })),
    )
    expect(new Set(answers.map(({ id }) => id)).size).toBe(1)
    expect(asked).toHaveLength(1)
    await eventually(async () => expect(await listPlaced()).toMatchObject([{ state: 'accepted' }]))
    const again = await trading.place({ ticketId, order: { ...resting, amount: '5' } })
    expect(again).toMatchObject({ state: 'accepted', amount: '0.1' })
    expect(asked).toHaveLength(1)
  })

  it('signs nothing after a no, and never later', async () => {
    const { place, journal } = await start({ answer: 'no' })
    const { id } = await place(resting)
    expect(await journal.getPlacedOrder(id)).toMatchObject({
      state: 'notSent',
      msgHash: null,
      signature: null,
      failure: { code: 'userDeclined' },
    })
  })

  it('tells a refusal with the words of the exchange', async () => {
    const { place } = await start()
    const placed = await place({ ...resting, amount: '0.123456789' })
    expect(placed).toMatchObject({ state: 'refused', failure: { code: 'rejectedByExchange' } })
    expect(String(placed.failure?.data['message'])).toMatch(/decimals/i)
  })

  it('refuses an unknown ticket, a number that is not positive, and a trigger on the wrong side', async () => {
    const { trading, place, listPlaced, asked } = await start()
    const refused = (data: object) =>
      expect.objectContaining({
        code: 'validation',
        data: expect.objectContaining(data) as unknown,
      }) as unknown
    await expect(
      trading.place({ ticketId: '5f0c1d1e-6f3c-4d3b-9a53-0d1b5b2a7c11', order: resting }),
    ).rejects.toEqual(refused({ field: 'ticket', reason: 'notOpen' }))
    await expect(place({ ...resting, amount: '0.0' })).rejects.toEqual(refused({ field: 'amount' }))
    await expect(place({ ...resting, price: '-1' })).rejects.toEqual(refused({ field: 'price' }))
    await expect(place({ ...resting, type: 'stop_limit', stopPrice: '1' })).rejects.toEqual(
      refused({ field: 'stopPrice', reason: 'wrongSide' }),
    )
    expect(asked).toEqual([])
    expect(await listPlaced()).toEqual([])
  })

  it('asks about a market order, and about a price that is far worse than the market', async () => {
    const { place, asked } = await start()
    await place({ type: 'market', market: 'ethusdc', side: 'buy', amount: '0.01' })
    await place({ type: 'limit', market: 'ethusdc', side: 'sell', amount: '0.01', price: '100' })
    expect(asked.map(({ warnings }) => warnings)).toEqual([['marketOrder'], ['outOfBand']])
  })
})

describe('an order whose answer is lost', () => {
  it('is found by reading the account, and is not sent again', async () => {
    const { place, listPlaced } = await start({ faults: { createLost: 1 } })
    const placed = await place(resting)
    expect(placed).toMatchObject({ state: 'unknown', failure: { code: 'outcomeUnknown' } })
    await eventually(async () => expect(await listPlaced()).toMatchObject([{ state: 'probablyPlaced' }]))
    const [found] = await listPlaced()
    expect(found?.orderId).toBeGreaterThan(0)
  }, 30_000)

  it('is named in the next question of its market', async () => {
    const { place, asked, journal } = await start({ faults: { createLost: 1 }, listLagSeconds: 600 })
    const { id } = await place(resting)
    expect(await journal.getPlacedOrder(id)).toMatchObject({ state: 'unknown' })
    await place({ ...resting, price: '101' })
    expect(asked[1]?.warnings).toEqual(['unknownOrder'])
  })
})

describe('an order that a transport sent twice', () => {
  it('is refused the second time, and found by reading the account', async () => {
    const { place, listPlaced } = await start({
      fetch: async (url, init) => {
        if (url.endsWith('/orders/create/')) await globalThis.fetch(url, init)
        return globalThis.fetch(url, init)
      },
    })
    const placed = await place(resting)
    expect(placed).toMatchObject({ state: 'refused', failure: { code: 'rejectedByExchange' } })
    await eventually(async () => {
      const [found] = await listPlaced()
      expect(found?.state).toBe('probablyPlaced')
      expect(found?.orderId).toBeGreaterThan(0)
    })
  })
})

describe('a nonce that was given before', () => {
  it('is not signed: the ticket gets a new one, once, as an order of its own', async () => {
    const given: string[] = []
    const { trading, place, listPlaced, asked, journal } = await start({
      faults: { nonceTwice: 0.5 },
      async fetch(url, init) {
        const response = await fetch(url, init)
        if (!url.endsWith('/orders/nonce/')) return response
        const { payload } = (await response.clone().json()) as { readonly payload: { msg_hash: string } }
        given.push(payload.msg_hash)
        return response
      },
    })
    const placed: PlacedOrder[] = []
    for (let count = 0; count < 12; count += 1)
      placed.push(await place({ ...resting, price: `${100 + count}` }))
    // Each hash is on record, with whatever nonce it came: none of them is signed again.
    for (const hash of given)
      expect(await journal.findUsedBefore('practice', ethereumAddress, hash, 0)).toBe('msgHash')
    // One question each, whatever came of the nonce.
    expect(asked).toHaveLength(12)
    const rows = await listPlaced()
    const tickets = new Set(placed.map(({ price }) => price))
    expect(tickets.size).toBe(12)
    for (const price of tickets) {
      const attempts = rows.filter((row) => row.price === price)
      expect(attempts.length).toBeLessThanOrEqual(2)
      expect(attempts.filter(({ state }) => state === 'accepted').length).toBeLessThanOrEqual(1)
      for (const { id, state, failure } of attempts) {
        // The exchange also gives nonces that were meant for another hash and told to nobody: it refuses those itself.
        if (state === 'accepted' || state === 'refused') continue
        expect({ state, failure }).toMatchObject({
          state: 'notSent',
          failure: { data: { field: 'nonce', reason: 'usedBefore' } },
        })
        expect(await journal.getPlacedOrder(id)).toMatchObject({ signature: null })
      }
    }
    const again = rows.length - tickets.size
    expect(again).toBeGreaterThan(0)
    expect(trading.getRepeats()).toEqual({
      hashes: 0,
      nonces: rows.filter(({ state }) => state === 'notSent').length,
    })
    // Where the second attempt was accepted, it is what its ticket gives.
    const second = rows.find(({ state, price, id }) => {
      const attempts = rows.filter((row) => row.price === price)
      return state === 'accepted' && attempts.length === 2 && placed.some((one) => one.id === id)
    })
    expect(second).toBeDefined()
  }, 60_000)
})

describe('an exchange that lies', () => {
  it.each([
    ['createOtherPrice', 'price'],
    ['createOtherSide', 'side'],
    ['createOtherAmount', 'amount'],
    ['createOtherType', 'type'],
  ] as const)('%s is seen in its answer', async (fault, field) => {
    const { place } = await start({ faults: { [fault]: 1 } })
    const placed = await place(resting)
    expect(placed.state).toBe('accepted')
    expect(placed.differences).toContain(field)
  })

  it('gets no second signature for a hash that was seen', async () => {
    const { place, journal } = await start({ faults: { hashOld: 1 } })
    const first = await place(resting)
    expect(first.state).toBe('accepted')
    const second = await place({ ...resting, price: '101' })
    expect(second).toMatchObject({
      state: 'notSent',
      failure: { code: 'validation', data: { reason: 'usedBefore' } },
    })
    expect(await journal.getPlacedOrder(second.id)).toMatchObject({ signature: null })
  })
})

describe('canceling', () => {
  const openIds = async (services: Awaited<ReturnType<typeof start>>['services']) => {
    const { orders } = await services.trading.listPlaced({ limit: 50 })
    return orders.flatMap(({ orderId }) => (orderId === null ? [] : [orderId]))
  }

  it('ends one order without a question, and reads how it ended', async () => {
    const { services, trading, place, changes } = await start()
    const { orderId } = await place(resting)
    await eventually(async () =>
      expect((await services.orders.get({ id: orderId ?? 0 })).order.state).toBe('wait'),
    )
    await trading.cancel({ orderId: orderId ?? 0 })
    await eventually(async () =>
      expect((await services.orders.get({ id: orderId ?? 0 })).order.state).toBe('cancel'),
    )
    expect(changes).toEqual([])
  })

  it('asks before the eleventh of a minute, and sends nothing after a no', async () => {
    const { services, trading, place, changes } = await start({ answer: 'yes', changeAnswer: 'no' })
    for (let count = 0; count < 11; count += 1) await place({ ...resting, price: String(100 + count) })
    const ids = await openIds(services)
    expect(ids).toHaveLength(11)
    for (const orderId of ids.slice(0, 10)) await trading.cancel({ orderId })
    const last = ids[10] ?? 0
    await expect(trading.cancel({ orderId: last })).rejects.toMatchObject({ code: 'userDeclined' })
    expect(changes).toMatchObject([{ what: 'cancelMany', count: 10 }])
    await eventually(async () => expect((await services.orders.get({ id: last })).order.state).toBe('wait'))
  }, 60_000)

  it('cancels a market until nothing of it is open, and leaves the others', async () => {
    const { services, trading, place, changes } = await start()
    for (const price of ['100', '101', '102']) await place({ ...resting, price })
    const other = await place({ ...resting, market: 'btcusdc', amount: '0.001' })
    expect(await trading.cancelMarket({ market: 'ethusdc', side: null })).toEqual({})
    expect(changes).toMatchObject([{ what: 'cancelMarket', market: 'ethusdc', side: null }])
    await eventually(async () =>
      expect((await services.orders.get({ id: other.orderId ?? 0 })).order.state).toBe('wait'),
    )
  })

  it('cancels one side of a market, and leaves the other', async () => {
    const { services, trading, place, changes } = await start()
    const buy = await place(resting)
    const sell = await place({ ...resting, side: 'sell', price: '100000' })
    expect(await trading.cancelMarket({ market: 'ethusdc', side: 'buy' })).toEqual({})
    expect(changes).toMatchObject([{ what: 'cancelMarket', side: 'buy' }])
    const stateOf = async (id: number | null) => (await services.orders.get({ id: id ?? 0 })).order.state
    await eventually(async () => {
      expect(await stateOf(buy.orderId)).toBe('cancel')
      expect(await stateOf(sell.orderId)).toBe('wait')
    })
  })
})
