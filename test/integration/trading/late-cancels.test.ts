// Orders that turn up after everything was canceled: each is canceled until the exchange says that it is gone, whatever comes between.
import { expect, it } from 'vitest'
import { eventually } from '../../fixtures/eventually.ts'
import { createPendingCancels } from '../../../src-main/trading/cancel/pending-cancels.ts'
import { makeStore } from '../world.ts'
import { resting, startTrading } from './canceling-world.ts'

const ticketId = '5f0c1d1e-6f3c-4d3b-9a53-0d1b5b2a7c11'

/** The kill switch ended before the exchange accepted the order, and its cancel does not get through. */
async function startWithLateOrder() {
  const world = await startTrading({ faults: { lateSeconds: 4 } })
  await world.addOther()
  world.shares.createLate = 1
  const placed = await world.place(resting)
  expect(placed.state).toBe('unknown')
  world.trading.killSwitch()
  await eventually(() => expect(world.trading.getCancelAll().phase).toBe('done'))
  expect(world.trading.getCancelAll().mayStillAppear).toEqual([placed.id])
  world.shares.createLate = 0
  return { world, placed }
}

it('goes on canceling a late order when its account comes back into use', async () => {
  const { world } = await startWithLateOrder()
  world.cutOff('/orders/cancel/')
  await eventually(async () => expect(await world.listPlaced()).toMatchObject([{ state: 'probablyPlaced' }]))
  await world.services.accounts.activate({ id: 'b' })
  world.cutOff(null)
  expect(await world.listOpen()).toHaveLength(1)
  await world.services.accounts.activate({ id: 'a' })
  await world.services.accounts.signIn()
  await eventually(async () => expect(await world.listOpen()).toEqual([]))
  await eventually(() => expect(world.trading.getCancelAll().mayStillAppear).toEqual([]))
  expect(await world.listAlarms()).toContainEqual(
    expect.objectContaining({ kind: 'orderFoundLate', isCanceled: true }),
  )
}, 90_000)

it('cancels a late order although what is to be canceled could not be read when it was found', async () => {
  const { world } = await startWithLateOrder()
  const { getSetting } = world.store
  const changes = world.told.all('trading:changed').length
  let refused = 0
  const failing = (key: string): Promise<string | null> => {
    if (key !== 'cancelWhenFound' || refused > 0) return getSetting(key)
    if (world.told.all('trading:changed').length === changes) return getSetting(key)
    refused += 1
    return Promise.reject(new Error('the store failed'))
  }
  Object.assign(world.store, { getSetting: failing })
  await eventually(async () => {
    expect(refused).toBe(1)
    expect(await world.listOpen()).toEqual([])
    expect(world.trading.getCancelAll().mayStillAppear).toEqual([])
  })
}, 90_000)

it('cancels the order itself too where an equal one, placed elsewhere, was taken for it', async () => {
  const world = await startTrading({ faults: { lateSeconds: 10 } })
  world.shares.createLate = 1
  const placed = await world.place(resting)
  expect(placed.state).toBe('unknown')
  world.shares.createLate = 0
  const elsewhere = await world.placeElsewhere(resting.market, resting.price, resting.amount)
  await eventually(async () =>
    expect(await world.listPlaced()).toMatchObject([{ state: 'probablyPlaced', orderId: elsewhere }]),
  )
  world.trading.killSwitch()
  await eventually(() => expect(world.trading.getCancelAll().phase).toBe('done'))
  await eventually(async () =>
    expect(await world.listAlarms()).toContainEqual(
      expect.objectContaining({ kind: 'orderFoundLate', ticketId: placed.id, isCanceled: true }),
    ),
  )
  await eventually(async () => expect(await world.listOpen()).toEqual([]))
}, 90_000)

it('keeps what turned up until it is gone, and reads what earlier versions wrote', async () => {
  const store = await makeStore()
  await store.setSetting('cancelWhenFound', JSON.stringify([ticketId]))
  const pending = createPendingCancels(store)
  await pending.noteFound(ticketId, 7)
  await pending.noteFound(ticketId, 7)
  expect(await pending.list()).toEqual([{ ticketId, open: [7], gone: [] }])
  await pending.noteGone(ticketId, 7)
  await pending.noteFound(ticketId, 7)
  await pending.add([ticketId])
  expect(await createPendingCancels(store).list()).toEqual([{ ticketId, open: [], gone: [7] }])
  await pending.remove({ ticketId, open: [], gone: [7] })
  expect(await pending.list()).toEqual([])
}, 60_000)
