// What a session's market order leaves in the book is canceled until the exchange says that it is gone, whatever happens in between.
import { expect, it } from 'vitest'
import { derivePracticeUsers } from '../../../src-main/practice/users.ts'
import type { CallFault } from '../../../src-main/practice/faults.ts'
import { createPendingCancels } from '../../../src-main/trading/cancel/pending-cancels.ts'
import type { OrderIntent } from '../../../src-preload/contract/trading/trading.ts'
import type { Journal } from '../../../src-main/store/api/journal-api.ts'
import { eventually } from '../../fixtures/eventually.ts'
import { openJournalHere } from '../../fixtures/journal-here.ts'
import { account } from '../world.ts'
import { startTrading } from './trading-world.ts'

const buyNow = {
  type: 'market',
  market: 'ethusdc',
  side: 'buy',
  amount: '0.01',
} as const satisfies OrderIntent

/** A session whose cancels can be kept from the exchange. */
async function start(faults: Partial<Record<CallFault, number>> = {}, journal: Journal = openJournalHere()) {
  const line = { isDown: false }
  /** The nonce of the last answer, and whether the next answer repeats it. */
  const nonces = { last: 0, repeatsNext: false }
  /** Orders whose cancel reached the exchange. */
  const canceled: unknown[] = []
  const world = await startTrading({
    faults,
    journal,
    async fetch(url, init) {
      if (url.endsWith('/orders/nonce/')) {
        const response = await fetch(url, init)
        const body = (await response.json()) as { readonly payload: { readonly nonce: number } }
        const nonce = nonces.repeatsNext ? nonces.last : body.payload.nonce
        nonces.last = body.payload.nonce
        nonces.repeatsNext = false
        return new Response(JSON.stringify({ ...body, payload: { ...body.payload, nonce } }), { status: 200 })
      }
      if (!url.endsWith('/orders/cancel/')) return fetch(url, init)
      if (line.isDown) return new Response('{}', { status: 500 })
      const body = typeof init.body === 'string' ? init.body : '{}'
      canceled.push(Number((JSON.parse(body) as { readonly order_id: unknown }).order_id))
      return fetch(url, init)
    },
  })
  await world.startSession({ largestOrder: '5000', largestSum: '5000' })
  const pending = createPendingCancels(world.store)
  return {
    ...world,
    line,
    nonces,
    canceled,
    listPending: async () => (await pending.list()).map(({ ticketId }) => ticketId),
  }
}

it('a cancel that fails is repeated, and nobody is told of an order that went as it was meant', async () => {
  const { place, line, canceled, listPending, listAlarms, services } = await start()
  line.isDown = true
  const placed = await place(buyNow)
  expect(placed).toMatchObject({ type: 'limit', state: 'accepted' })
  await eventually(async () => expect(await listPending()).toEqual([placed.id]))
  expect(canceled).toEqual([])
  line.isDown = false
  await eventually(() => expect(canceled).toContain(placed.orderId))
  await eventually(async () =>
    expect((await services.orders.get({ id: placed.orderId ?? 0 })).order.state).toMatch(/done|cancel/),
  )
  expect(await listAlarms()).toEqual([])
}, 60_000)

it('one whose answer was lost is canceled when it is found', async () => {
  const { place, canceled, listPlaced } = await start({ createLost: 1 })
  expect(await place(buyNow)).toMatchObject({ state: 'unknown' })
  await eventually(async () => expect(await listPlaced()).toMatchObject([{ state: 'probablyPlaced' }]))
  const [found] = await listPlaced()
  await eventually(() => expect(canceled).toContain(found?.orderId))
}, 60_000)

it('another account in between ends nothing', async () => {
  const { place, line, canceled, services, store } = await start()
  const ethereumAddress = derivePracticeUsers(7)[1]?.ethereumAddress ?? ''
  const other = { ...account, networkKind: 'practice', baseUrl: null, ethereumAddress } as const
  await store.putAccount({ ...other, id: 'b', label: 'B' })
  line.isDown = true
  const placed = await place(buyNow)
  await services.accounts.activate({ id: 'b' })
  line.isDown = false
  await services.accounts.activate({ id: account.id })
  await services.accounts.signIn()
  await eventually(() => expect(canceled).toContain(placed.orderId))
}, 60_000)

it('is on the disk before the order is written down as being sent', async () => {
  const journal = openJournalHere()
  const atSending: (readonly string[])[] = []
  const world = await start(
    {},
    {
      ...journal,
      async movePlacedOrder(id, from, to, change, atMs) {
        if (to === 'sending') atSending.push(await world.listPending())
        return journal.movePlacedOrder(id, from, to, change, atMs)
      },
    },
  )
  const placed = await world.place(buyNow)
  expect(atSending).toEqual([[placed.id]])
})

it('is on the disk then where the first nonce was used before, and the order goes as a second attempt', async () => {
  const journal = openJournalHere()
  const atSending: { readonly id: string; readonly isNoted: boolean }[] = []
  const world = await start(
    {},
    {
      ...journal,
      async movePlacedOrder(id, from, to, change, atMs) {
        if (to === 'sending') atSending.push({ id, isNoted: (await world.listPending()).includes(id) })
        return journal.movePlacedOrder(id, from, to, change, atMs)
      },
    },
  )
  await world.place(buyNow)
  world.nonces.repeatsNext = true
  const again = await world.place(buyNow)
  expect(again).toMatchObject({ state: 'accepted' })
  expect(await world.listPlaced()).toMatchObject([
    { id: again.id },
    { state: 'notSent', failure: { data: { field: 'nonce', reason: 'usedBefore' } } },
    { state: 'accepted' },
  ])
  expect(atSending).toMatchObject([{ isNoted: true }, { id: again.id, isNoted: true }])
})
