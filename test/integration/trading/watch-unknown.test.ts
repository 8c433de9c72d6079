// The watch of orders without an answer: when it looks, and what it makes of what it finds.
import { expect, it, onTestFinished } from 'vitest'
import type { Order } from '../../../src-preload/contract/orders/entities.ts'
import { watchUnknownOrders, type WatchUnknownOptions } from '../../../src-main/trading/watch-unknown.ts'
import { afterCrash } from '../../../src-main/trading/order-machine.ts'
import { eventually } from '../../fixtures/eventually.ts'
import { openJournalHere } from '../../fixtures/journal-here.ts'
import { network, sampleIntent, sampleOrder, sender } from '../../unit/trading/sample-orders.ts'

const sentAtMs = 500_000

async function start(change: Partial<WatchUnknownOptions> = {}, orders: Order[] = [sampleOrder(501)]) {
  const journal = openJournalHere()
  const { id } = sampleIntent(500)
  await journal.createPlacedOrder(sampleIntent(500))
  const signed = { msgHash: '0x1f4', nonce: 500, signature: { r: '0x1', s: '0x2' }, sentAtMs }
  await journal.movePlacedOrder(id, ['intended'], 'sending', signed, sentAtMs)
  const watch = watchUnknownOrders({
    client: { listOrders: () => Promise.resolve({ orders, refused: [], unread: null }) },
    journal,
    clock: { now: () => sentAtMs + 5_000 },
    log: { info: () => undefined, fault: () => undefined },
    skewMs: () => 0,
    networkKey: network,
    senderAddress: sender,
    isPaused: () => false,
    random: () => 0,
    settleLeft: () => Promise.resolve(),
    onFound: () => undefined,
    onFurther: () => undefined,
    ...change,
  })
  onTestFinished(() => watch.stop())
  const settle = async () => {
    const to = afterCrash('sending')
    if (to !== null) await journal.movePlacedOrder(id, ['sending'], to, {}, sentAtMs)
  }
  return { settle, state: async () => (await journal.getPlacedOrder(id))?.state }
}

it('waits until the orders of an interrupted run are settled, and looks for them then', async () => {
  const recovery = Promise.withResolvers<undefined>()
  const { settle, state } = await start({ settleLeft: () => recovery.promise })
  await settle()
  recovery.resolve(undefined)
  await eventually(async () => expect(await state()).toBe('probablyPlaced'))
})

it('looks again within seconds where the exchange could not be asked at first', async () => {
  let isAway = true
  const { settle, state } = await start({ isPaused: () => isAway })
  await settle()
  isAway = false
  await eventually(async () => expect(await state()).toBe('probablyPlaced'))
}, 20_000)

it('of a clock that lies, finds what was created within the window of it, and tells it as late', async () => {
  const told: boolean[] = []
  const later = [sampleOrder(501, { createdAtMs: sentAtMs + 3_600_000 })]
  const recovery = Promise.withResolvers<undefined>()
  const onFound = (_order: unknown, isLate: boolean) => told.push(isLate)
  const { settle, state } = await start({ onFound, settleLeft: () => recovery.promise }, later)
  await settle()
  recovery.resolve(undefined)
  await eventually(async () => expect(await state()).toBe('probablyPlaced'))
  expect(told).toEqual([true])
}, 20_000)

it('claims nothing that was created long before the sending, and goes on watching', async () => {
  let readings = 0
  const earlier = sampleOrder(501, { createdAtMs: sentAtMs - 3_600_000 })
  const recovery = Promise.withResolvers<undefined>()
  const { settle, state } = await start({
    settleLeft: () => recovery.promise,
    client: {
      listOrders: () => {
        readings += 1
        return Promise.resolve({ orders: [earlier], refused: [], unread: null })
      },
    },
  })
  await settle()
  recovery.resolve(undefined)
  await eventually(() => expect(readings).toBeGreaterThan(1))
  expect(await state()).toBe('unknown')
}, 20_000)

it('goes on watching one that was probably placed, and tells of another order like it', async () => {
  const orders = [sampleOrder(501)]
  const told: number[] = []
  const found: number[] = []
  const recovery = Promise.withResolvers<undefined>()
  const { settle, state } = await start(
    {
      settleLeft: () => recovery.promise,
      onFound: ({ orderId }) => found.push(orderId ?? 0),
      onFurther: (_placed, orderId) => told.push(orderId),
    },
    orders,
  )
  await settle()
  recovery.resolve(undefined)
  await eventually(async () => expect(await state()).toBe('probablyPlaced'))
  expect(told).toEqual([])
  orders.push(sampleOrder(502))
  await eventually(() => expect(told).toContain(502))
  expect(told).not.toContain(501)
  expect(found).toEqual([501])
}, 20_000)

it('looks once, to the end, for an order whose day passed while nobody looked', async () => {
  const now = { ms: sentAtMs + 3 * 86_400_000 }
  const pages: number[] = []
  let isThere = false
  const recovery = Promise.withResolvers<undefined>()
  const watched = {
    clock: { now: () => now.ms },
    settleLeft: () => recovery.promise,
    client: {
      listOrders: ({ page = 1 }: { page?: number | undefined }) => {
        pages.push(page)
        const rows =
          isThere && page === 2
            ? [sampleOrder(501)]
            : page === 1
              ? [sampleOrder(900, { createdAtMs: now.ms })]
              : []
        return Promise.resolve({ orders: rows, refused: [], unread: null })
      },
    },
  }
  const gone = await start(watched)
  await gone.settle()
  recovery.resolve(undefined)
  await eventually(() => expect(pages).toEqual([1, 2]))
  // Nothing more to be looked for: it is not asked again.
  await new Promise((resolve) => setTimeout(resolve, 3_500))
  expect(pages).toEqual([1, 2])
  expect(await gone.state()).toBe('unknown')

  isThere = true
  const late: boolean[] = []
  const again = Promise.withResolvers<undefined>()
  const found = await start({
    ...watched,
    settleLeft: () => again.promise,
    onFound: (_order, isLate) => late.push(isLate),
  })
  await found.settle()
  again.resolve(undefined)
  await eventually(async () => expect(await found.state()).toBe('probablyPlaced'))
  expect(late).toEqual([true])
}, 60_000)
