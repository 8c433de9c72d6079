// What an exchange that lies can do about an order: which lie is found before anything is signed, and which only after. The table is in
// SECURITY.md.
import { describe, expect, it } from 'vitest'
import { signMsgHash } from '../../../src-main/signing/stark.ts'
import type { OrderIntent } from '../../../src-preload/contract/trading/trading.ts'
import { eventually } from '../../fixtures/eventually.ts'
import { makeTestClient } from '../../fixtures/test-client.ts'
import { sampleIntent as sampleTransfer } from '../../unit/store/sample-transfers.ts'
import { startWithPerson } from './person-world.ts'

/** Far below the market: it rests. */
const resting = {
  type: 'limit',
  market: 'ethusdc',
  side: 'buy',
  amount: '0.01',
  price: '100',
} as const satisfies OrderIntent

async function start(faults: Parameters<typeof startWithPerson>[0] = {}) {
  const world = await startWithPerson(faults)
  const { services, exchange, user } = world
  const { trading } = services
  const elsewhere = makeTestClient(exchange.baseUrl, { privateKey: user.ethereumPrivateKey }).client
  return {
    ...world,
    elsewhere,
    place: (order: OrderIntent) => trading.place({ ticketId: trading.openTicket().ticketId, order }),
    listThere: async () => (await elsewhere.listOrders({ limit: 100 })).orders,
  }
}

const unsigned = { state: 'notSent', failure: { data: { field: 'msgHash', reason: 'usedBefore' } } }

describe('found before the signature', () => {
  it('the hash of an order that was placed here', async () => {
    const { place, journal, listThere } = await start({ shares: { hashOld: 1 } })
    await place(resting)
    const second = await place({ ...resting, price: '101' })
    expect(second).toMatchObject(unsigned)
    expect(await journal.getPlacedOrder(second.id)).toMatchObject({ signature: null })
    expect(await listThere()).toHaveLength(1)
  })

  it('the hash of a transfer that waits here for its yes', async () => {
    const { services, place, journal, listThere, exchange } = await start({ shares: { hashOfTransfer: 1 } })
    const { id } = await services.transfers.create({
      recipientAddress: exchange.users[1]?.ethereumAddress ?? '',
      source: 'typed',
      amount: '1',
      reference: null,
      note: '',
      acknowledged: ['firstTime'],
    })
    await expect(services.transfers.proceed({ id })).rejects.toMatchObject({ code: 'userDeclined' })
    const placed = await place(resting)
    expect(placed).toMatchObject(unsigned)
    expect(await journal.getPlacedOrder(placed.id)).toMatchObject({ signature: null })
    expect(await listThere()).toEqual([])
  })

  it('the hash of an order, given for a transfer', async () => {
    const { place, journal } = await start()
    const { id } = await place(resting)
    const { msgHash } = (await journal.getPlacedOrder(id)) ?? {}
    const transfer = await journal.createTransfer(sampleTransfer(3), '')
    await journal.moveTransfer(transfer.id, ['intended'], 'initiating', {}, 2)
    await expect(
      journal.moveTransfer(transfer.id, ['initiating'], 'initiated', { msgHash: msgHash ?? '', nonce: 1 }, 3),
    ).rejects.toMatchObject({ data: { field: 'msgHash', reason: 'usedBefore' } })
  })
})

describe('found only after the signature', () => {
  it('the hash of an order of elsewhere: no order of this ticket comes of it, and none is claimed for it', async () => {
    const { elsewhere, place, journal, listThere } = await start({ shares: { hashOfOrder: 1 } })
    await elsewhere.prepareOrder({
      market: 'ethusdc',
      side: 'sell',
      type: 'limit',
      volume: '0.01',
      price: '90000',
    })
    const placed = await place(resting)
    expect(placed.state).toBe('refused')
    expect(await journal.getPlacedOrder(placed.id)).toMatchObject({ orderId: null })
    expect(await listThere()).toEqual([])
  })

  it('the hash of a transfer that was begun elsewhere', async () => {
    const { elsewhere, place, exchange, user } = await start({ shares: { hashOfTransfer: 1 } })
    const [, other] = exchange.users
    await elsewhere.initiateTransfer({
      organizationKey: user.organizationKey,
      apiKey: user.apiKey,
      reference: 'elsewhere',
      currency: 'usdc',
      amount: '1',
      destinationAddress: other?.ethereumAddress ?? '',
    })
    expect(await place(resting)).toMatchObject({ state: 'refused', orderId: null })
  })

  it.each([
    ['createOtherPrice', 'price'],
    ['createOtherSide', 'side'],
    ['createOtherAmount', 'amount'],
    ['createOtherMarket', 'market'],
    ['createOtherType', 'type'],
  ] as const)('%s: the answer differs from what was asked', async (fault, field) => {
    const { place } = await start({ shares: { [fault]: 1 } })
    const placed = await place({ ...resting, price: '1000' })
    // What is placed in another market may not be paid for.
    if (placed.state === 'accepted') expect(placed.differences).toContain(field)
    else expect(placed.state).toBe('refused')
  })
})

it('an equal order of elsewhere is not taken for the one whose answer was lost', async () => {
  const { elsewhere, place, services, user, listThere } = await start({ shares: { createLost: 0.999_999 } })
  const toSign = await elsewhere.prepareOrder({
    market: 'ethusdc',
    side: 'buy',
    type: 'limit',
    volume: '0.01',
    price: '100',
  })
  await elsewhere
    .createOrder({ ...toSign, signature: signMsgHash(toSign.msgHash, user.starkPrivateKey) })
    .catch(() => undefined)
  await new Promise((resolve) => setTimeout(resolve, 1_500))
  const { id } = await place(resting)
  await eventually(async () => {
    const { orders } = await services.trading.listPlaced({ limit: 5 })
    const own = orders.find((order) => order.id === id)
    const newest = Math.max(...(await listThere()).map((order) => order.id))
    expect(own).toMatchObject({ state: 'probablyPlaced', orderId: newest })
  })
})
