// Moving an order: nothing is canceled before the new one may be placed, and a stop is never gone unseen.
import { describe, expect, it } from 'vitest'
import type { OrderIntent } from '../../../src-preload/contract/trading/trading.ts'
import { defaultSessionLimits } from '../../../src-preload/domain/accounts/session-limits.ts'
import { AppError } from '../../../src-preload/domain/errors.ts'
import { eventually } from '../../fixtures/eventually.ts'
import { resting, startTrading } from './canceling-world.ts'

type World = Awaited<ReturnType<typeof startTrading>>

async function placeOne(world: World, order: OrderIntent = resting) {
  const { orderId } = await world.place(order)
  const id = orderId ?? 0
  // The exchange takes a moment until it rests; a stop goes on waiting for its trigger.
  if (order.type !== 'stop_limit') await eventually(async () => expect(await stateAt(world, id)).toBe('wait'))
  return id
}

const move = (world: World, orderId: number, price: string, stopPrice: string | null = null) =>
  world.trading.move({ ticketId: world.trading.openTicket().ticketId, orderId, price, stopPrice })

const stateAt = async (world: World, id: number) => (await world.elsewhere.getOrder(id)).order.state

describe('moving an order', () => {
  it('asks for the new price, cancels the old one, and places it anew', async () => {
    const world = await startTrading()
    const id = await placeOne(world)
    const result = await move(world, id, '99')
    expect(result).toMatchObject({ outcome: 'moved', order: { ...resting, price: '99', state: 'accepted' } })
    expect(world.asked.map(({ price }) => price)).toEqual(['100', '99'])
    expect(await stateAt(world, id)).toBe('cancel')
    expect(await world.listPlaced()).toHaveLength(2)
    expect(await world.listAlarms()).toEqual([])
  }, 60_000)

  it('moves once for ten calls at once, and never again with that ticket', async () => {
    const world = await startTrading()
    const id = await placeOne(world)
    const { ticketId } = world.trading.openTicket()
    const input = { ticketId, orderId: id, price: '99', stopPrice: null }
    const results = await Promise.all(Array.from({ length: 10 }, () => world.trading.move(input)))
    expect(new Set(results.map((result) => JSON.stringify(result))).size).toBe(1)
    await expect(world.trading.move(input)).rejects.toMatchObject({ data: { reason: 'notOpen' } })
    expect(await world.listPlaced()).toHaveLength(2)
  }, 60_000)

  it('keeps the old one where the person says no, where the new one is refused before, and where it is not open', async () => {
    const world = await startTrading()
    const id = await placeOne(world)
    world.answers.order = 'no'
    expect(await move(world, id, '99')).toMatchObject({ outcome: 'notMoved', reason: 'declined' })
    world.answers.order = 'yes'
    await expect(move(world, id, '0')).rejects.toMatchObject({ data: { reason: 'notPositive' } })
    await expect(move(world, id, '99', '98')).rejects.toMatchObject({ data: { field: 'stopPrice' } })
    expect(await move(world, id, '99.123456789')).toMatchObject({
      outcome: 'notMoved',
      reason: 'refusedBefore',
      failure: { data: { field: 'price', reason: 'tooManyDecimals', decimals: 2 } },
    })
    expect(await stateAt(world, id)).toBe('wait')
    const stop = await placeOne(world, { ...resting, type: 'stop_limit', side: 'sell', stopPrice: '101' })
    expect(await move(world, stop, '100', '100000')).toMatchObject({
      outcome: 'notMoved',
      reason: 'refusedBefore',
      failure: { data: { reason: 'wrongSide' } },
    })
    expect(['wait', 'pending']).toContain(await stateAt(world, stop))
    await world.trading.cancel({ orderId: id })
    await eventually(async () => expect(await stateAt(world, id)).toBe('cancel'))
    await expect(move(world, id, '99')).rejects.toMatchObject({ data: { field: 'order', reason: 'notOpen' } })
  }, 60_000)

  it('moves few at once: a page that asks for more is refused before anything is read', async () => {
    const world = await startTrading()
    const ids: number[] = []
    for (const price of ['90', '91', '92', '93', '94', '95'])
      ids.push(await placeOne(world, { ...resting, price }))
    const moves = await Promise.allSettled(ids.map((id) => move(world, id, '99')))
    const refused = moves.filter((one) => one.status === 'rejected')
    expect(refused).toHaveLength(2)
    for (const { reason } of refused) expect(reason).toMatchObject({ data: { reason: 'tooManyMoves' } })
    for (const id of ids.slice(4)) expect(await stateAt(world, id)).toBe('wait')
    expect(await move(world, ids[5] ?? 0, '98')).toMatchObject({ outcome: 'moved' })
  }, 60_000)

  it('sends no cancel while the person has not answered', async () => {
    const world = await startTrading()
    const id = await placeOne(world)
    world.onQuestion(async () => {
      await new Promise((resolve) => setTimeout(resolve, 500))
      expect(await stateAt(world, id)).toBe('wait')
    })
    expect(await move(world, id, '99')).toMatchObject({ outcome: 'moved' })
  }, 60_000)
})

describe('between cancel and place', () => {
  it('the order fills wholly: nothing is placed', async () => {
    const world = await startTrading()
    const id = await placeOne(world)
    world.shares.cancelFilled = 1
    expect(await move(world, id, '99')).toMatchObject({ outcome: 'notMoved', reason: 'filled' })
    expect(await stateAt(world, id)).toBe('done')
    expect(await world.listPlaced()).toHaveLength(1)
  }, 60_000)

  it('it fills in part: only the rest is placed', async () => {
    const world = await startTrading()
    const id = await placeOne(world, { ...resting, amount: '0.1' })
    world.shares.cancelHalfFilled = 1
    expect(await move(world, id, '99')).toMatchObject({ outcome: 'moved', order: { amount: '0.05' } })
    expect((await world.elsewhere.getOrder(id)).order).toMatchObject({ state: 'cancel' })
  }, 60_000)

  it('the exchange does not say what became of it: nothing is placed', async () => {
    const world = await startTrading()
    const id = await placeOne(world)
    world.shares.cancelLost = 1
    expect(await move(world, id, '99')).toMatchObject({ outcome: 'notMoved', reason: 'noFinalState' })
    expect(await world.listPlaced()).toHaveLength(1)
    // The cancel takes effect only now: nothing is placed, and that is told.
    world.shares.cancelLost = 0
    expect(await world.listAlarms()).toEqual([])
    await world.elsewhere.cancelOrder(id)
    await eventually(async () =>
      expect(await world.listAlarms()).toMatchObject([
        { kind: 'orderGone', orderId: id, order: { ...resting, price: '99' }, isUnknown: false },
      ]),
    )
  }, 60_000)

  it('it is canceled elsewhere: nothing is placed, and an alarm says so', async () => {
    const world = await startTrading()
    const id = await placeOne(world)
    world.onQuestion(async () => {
      await world.elsewhere.cancelOrder(id)
      await eventually(async () => expect(await stateAt(world, id)).toBe('cancel'))
    })
    expect(await move(world, id, '99')).toMatchObject({ outcome: 'notMoved', reason: 'canceledMeanwhile' })
    expect(await world.listAlarms()).toMatchObject([{ kind: 'orderGone', orderId: id }])
    expect(await world.listPlaced()).toHaveLength(1)
  }, 60_000)

  it('a second ticket moves nothing', async () => {
    const world = await startTrading()
    const id = await placeOne(world)
    const results = await Promise.allSettled([move(world, id, '99'), move(world, id, '98')])
    expect(results.filter(({ status }) => status === 'rejected')).toHaveLength(1)
    expect(await world.listOpen()).toHaveLength(1)
  }, 60_000)
})

describe('the old one is gone and', () => {
  it('the new one cannot be signed: an alarm says so, and a new ticket tries again with the same numbers', async () => {
    const world = await startTrading()
    const id = await placeOne(world)
    world.shares.hashOld = 1
    const result = await move(world, id, '99')
    world.shares.hashOld = 0
    expect(result).toMatchObject({
      outcome: 'gone',
      canceled: id,
      order: { state: 'notSent' },
      unplaced: { ...resting, price: '99' },
    })
    expect((await world.listAlarms()).at(-1)).toMatchObject({
      kind: 'orderGone',
      orderId: id,
      isUnknown: false,
    })
    if (result.outcome !== 'gone') return
    const { type, ...again } = result.unplaced
    if (type !== 'limit') expect.fail('another order')
    expect(await world.place({ ...resting, ...again })).toMatchObject({ state: 'accepted' })
  }, 60_000)

  it('the answer to the new one is lost: an alarm says that it may be there', async () => {
    const world = await startTrading()
    const id = await placeOne(world)
    world.shares.createLost = 1
    expect(await move(world, id, '99')).toMatchObject({ outcome: 'gone', order: { state: 'unknown' } })
    expect((await world.listAlarms()).map(({ kind }) => kind).sort()).toEqual(['orderGone', 'orderUnknown'])
  }, 60_000)

  it('the kill switch was pressed: the new one is not sent', async () => {
    const world = await startTrading()
    const id = await placeOne(world)
    world.shares.tooMany = 0
    world.onQuestion(() => {
      // After the yes, before anything is placed.
      setTimeout(() => world.trading.killSwitch(), 50)
      return Promise.resolve()
    })
    const result = await move(world, id, '99')
    await eventually(() => expect(world.trading.getCancelAll().phase).toBe('done'))
    expect(await world.listOpen()).toEqual([])
    expect(result.outcome).toMatch(/gone|notMoved|moved/)
    if (result.outcome === 'gone')
      expect((await world.listAlarms()).at(-1)).toMatchObject({ kind: 'orderGone' })
  }, 60_000)
})

describe('what a move asks and tells', () => {
  it('the question says that it moves, and which order is canceled', async () => {
    const world = await startTrading()
    const id = await placeOne(world)
    await move(world, id, '99')
    expect(world.asked.map(({ replaces }) => replaces)).toEqual([
      null,
      { orderId: id, amount: resting.amount, price: '100.0', stopPrice: null },
    ])
  }, 60_000)

  it('in a session a stop that would protect less asks, and each other move is told although notices are muted', async () => {
    const world = await startTrading()
    const { trading, services } = world
    const trades = await world.elsewhere.listMarketTrades({ market: 'ethusdc', limit: 1 })
    const last = Number(trades.rows[0]?.price)
    // Never a zero at the end, which the exchange leaves out where it names the stop price.
    const at = (share: number) => `${(last * share).toFixed(1)}7`
    const stop = await placeOne(world, {
      ...{ type: 'stop_limit', market: 'ethusdc', side: 'sell', amount: '0.01' },
      ...{ price: at(0.946), stopPrice: at(0.95) },
    })
    const limits = defaultSessionLimits('ethusdc')
    if (limits === null) expect.fail('no limits of a session')
    await trading.startSession({ limits: { ...limits, markets: ['ethusdc'] } })
    await services.alerts.setOptions({ ...services.alerts.getOptions(), isMuted: true, ofCancels: false })
    const questions = world.asked.length
    const isOpen = async (id: number) => ['pending', 'wait'].includes(await stateAt(world, id))

    world.answers.order = 'no'
    world.shown.length = 0
    for (const [price, stopPrice] of [
      // Far away, a little away, and with a limit that may rest unfilled beside its trigger.
      [at(0.806), at(0.81)],
      [at(0.944), at(0.948)],
      [at(0.949), at(0.95)],
    ] as const) {
      expect(await move(world, stop, price, stopPrice)).toMatchObject({
        outcome: 'notMoved',
        reason: 'declined',
      })
      expect(world.asked.at(-1)).toMatchObject({
        outside: { limit: 'loosenedStop' },
        replaces: { orderId: stop, price: at(0.946), stopPrice: at(0.95) },
      })
    }
    expect(world.asked).toHaveLength(questions + 3)
    expect(await isOpen(stop)).toBe(true)
    expect(world.shown).toEqual([])

    const tightened = await move(world, stop, at(0.955), at(0.96))
    expect(tightened).toMatchObject({ outcome: 'moved' })
    expect(world.asked).toHaveLength(questions + 3)
    await eventually(() =>
      expect(world.shown).toContainEqual({
        title: 'Cancel requested',
        body: `Order ${stop} is being canceled and placed again at another price.`,
      }),
    )
  }, 60_000)
})

describe('the journal cannot be written when the new order has its answer', () => {
  for (const canRead of [true, false]) {
    it(`the order may be there, and is not offered again; the journal can${canRead ? '' : 'not'} be read`, async () => {
      let isFull = false
      let isReadable = canRead
      const full = () => Promise.reject(new AppError('databaseUnavailable', { reason: 'ENOSPC' }))
      const world = await startTrading({
        wrapJournal: (journal) => ({
          ...journal,
          movePlacedOrder: async (id, from, to, change, nowMs) => {
            if (isFull && to !== 'sending' && to !== 'notSent') return full()
            return journal.movePlacedOrder(id, from, to, change, nowMs)
          },
          getPlacedOrder: (id) => (isFull && !isReadable ? full() : journal.getPlacedOrder(id)),
        }),
      })
      const { trading } = world
      const id = await placeOne(world)
      isFull = true
      const result = await move(world, id, '99')
      expect(result).toMatchObject({ outcome: 'gone', canceled: id, isUnknown: true })
      if (result.outcome === 'gone') expect(result.order?.state ?? null).toBe(canRead ? 'sending' : null)
      const gone = async () => (await world.listAlarms()).filter(({ kind }) => kind === 'orderGone')
      expect(await gone()).toMatchObject([{ orderId: id, isUnknown: true }])
      expect(await world.listOpen()).toMatchObject([{ price: '99.0' }])
      isReadable = true
      // A session places no further order of the market unasked, although this one is not yet noted as unknown.
      world.answers.order = 'no'
      await world.place({ ...resting, price: '98' })
      expect(world.asked.at(-1)).toMatchObject({ warnings: ['unknownOrder'] })
      expect(await trading.isUndecided()).toBe(true)

      isFull = false
      // The next press has the orders read again.
      await world.place({ ...resting, price: '97' })
      await eventually(async () =>
        expect(await world.listPlaced()).toContainEqual(
          expect.objectContaining({ price: '99', state: 'probablyPlaced' }),
        ),
      )
      expect(await world.listOpen()).toMatchObject([{ price: '99.0' }])
      expect(await gone()).toHaveLength(1)
    }, 60_000)
  }
})
