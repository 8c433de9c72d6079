// While the app is locked: own orders are read, fills are told of by their kind, and an order on the wire ends with its answer.
import { expect, it } from 'vitest'
import { eventually } from '../../fixtures/eventually.ts'
import { resting, startTrading } from './canceling-world.ts'

it('own orders are read, nothing else is, and nothing can be signed', async () => {
  const requests: string[] = []
  const world = await startTrading({ onRequest: (request) => requests.push(request) })
  await world.services.security.setPassword()
  world.services.security.lock()
  requests.length = 0
  const id = await world.placeElsewhere('ethusdc', '100')
  await eventually(async () => expect(await world.store.getOrder('a', id)).toMatchObject({ state: 'wait' }))
  await world.elsewhere.cancelOrder(id)
  await eventually(async () => expect(await world.store.getOrder('a', id)).toMatchObject({ state: 'cancel' }))
  // Before anything is written down.
  await expect(world.place(resting)).rejects.toMatchObject({ code: 'vaultLocked' })
}, 60_000)

it('a fill is told of by its kind alone', async () => {
  const world = await startTrading()
  const id = await world.placeElsewhere('ethusdc', '100')
  await eventually(async () => expect(await world.store.getOrder('a', id)).toMatchObject({ state: 'wait' }))
  await world.services.security.setPassword()
  world.services.security.lock()
  world.shares.cancelFilled = 1
  await world.elsewhere.cancelOrder(id)
  await eventually(() =>
    expect(world.shown).toContainEqual({ title: 'Order filled', body: 'One of your orders was filled.' }),
  )
  expect(JSON.stringify(world.shown)).not.toMatch(/ETH|100/)
}, 60_000)

it('an order on the wire is written down when the account is left, and when the app quits', async () => {
  const world = await startTrading({ faults: { slowSeconds: 2 } })
  const before = (await world.listOpen()).length
  world.shares.createSlow = 1
  const placing = world.place(resting)
  await eventually(async () => expect(await world.listOpen()).toHaveLength(before + 1))
  const closing = world.services.close()
  const placed = await placing
  expect(placed).toMatchObject({ state: 'accepted' })
  await closing
  expect(await world.journal.getPlacedOrder(placed.id)).toMatchObject({ state: 'accepted' })
}, 60_000)

it('what waits for an answer when the app quits is never sent', async () => {
  const world = await startTrading()
  const asked = new Promise<void>((resolve) => {
    world.onQuestion(() => {
      resolve()
      return new Promise(() => undefined)
    })
  })
  const placing = world.place(resting)
  await asked
  await world.services.close()
  expect(await placing).toMatchObject({ state: 'notSent' })
}, 60_000)
