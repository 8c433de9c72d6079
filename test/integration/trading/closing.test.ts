// Quitting in the middle of everything: nothing is lost that was to be written down, and nothing is called a fault.
import { expect, it } from 'vitest'
import { defaultSessionLimits } from '../../../src-preload/domain/accounts/session-limits.ts'
import { eventually } from '../../fixtures/eventually.ts'
import { resting, startTrading } from './canceling-world.ts'

const quit = async ({
  services,
  store,
  journal,
}: Awaited<ReturnType<typeof startTrading>>): Promise<void> => {
  await services.close()
  await Promise.all([store.close(), journal.close()])
  // What still runs now finds the files closed.
  await new Promise((resolve) => setTimeout(resolve, 500))
}

it('what a market order leaves in the book is noted, and no fault', async () => {
  const world = await startTrading({ faults: { slowSeconds: 1 } })
  const limits = defaultSessionLimits('ethusdc')
  if (limits === null) throw new Error('no limits')
  await world.place(resting)
  await world.trading.startSession({ limits: { ...limits, markets: [...limits.markets] } })
  world.shares.createSlow = 1
  const placed = world.place({ type: 'market', market: 'ethusdc', side: 'buy', amount: '0.001' })
  await eventually(async () => expect((await world.listPlaced())[0]).toMatchObject({ state: 'sending' }))
  world.logged.length = 0
  await quit(world)
  expect(await placed).toMatchObject({ state: 'accepted' })
  expect(world.logged).toEqual([])
}, 60_000)

it('no fault is logged for what quitting cuts off', async () => {
  const world = await startTrading()
  await world.place(resting)
  await world.placeElsewhere('ethusdc', '99')
  world.cutOff('cancel/')
  world.trading.killSwitch()
  await eventually(() => expect(world.trading.getCancelAll().failure).not.toBeNull())
  world.logged.length = 0
  await quit(world)
  expect(world.logged).toEqual([])
}, 60_000)
