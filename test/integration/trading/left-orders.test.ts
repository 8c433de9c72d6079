// An order that was on the wire when the app ended, or whose outcome could not be written down, is told as without an answer.
import { expect, it } from 'vitest'
import { AppError } from '../../../src-preload/domain/errors.ts'
import { eventually } from '../../fixtures/eventually.ts'
import { resting, startTrading } from './canceling-world.ts'

it('an order without an answer that could not be written down is told once it is', async () => {
  let isFull = false
  const world = await startTrading({
    wrapJournal: (journal) => ({
      ...journal,
      movePlacedOrder: (id, from, to, change, nowMs) =>
        isFull && to === 'unknown'
          ? Promise.reject(new AppError('databaseUnavailable', { reason: 'ENOSPC' }))
          : journal.movePlacedOrder(id, from, to, change, nowMs),
    }),
  })
  isFull = true
  world.shares.createLost = 1
  await world.place(resting).catch(() => undefined)
  expect(await world.listPlaced()).toMatchObject([{ state: 'sending' }])
  expect(await world.listAlarms()).toEqual([])
  isFull = false
  world.services.woke()
  await eventually(async () => expect(await world.listPlaced()).toMatchObject([{ state: 'probablyPlaced' }]))
  const [placed] = await world.listPlaced()
  expect(await world.listAlarms()).toMatchObject([{ kind: 'orderUnknown', ticketId: placed?.id }])
}, 60_000)
