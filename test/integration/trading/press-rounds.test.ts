// How often an order of a session waits for the journal, one answer after another: each is a turn behind whatever main does.
import { expect, it } from 'vitest'
import type { Journal } from '../../../src-main/store/api/journal-api.ts'
import { openJournalHere } from '../../fixtures/journal-here.ts'
import { resting, startTrading } from './trading-world.ts'

/** A journal that says when calls of an order begin and end. */
function watchRounds() {
  let rounds = 0
  let open = 0
  const watch = <Args extends unknown[], Result>(call: (...args: Args) => Promise<Result>) => {
    return async (...args: Args): Promise<Result> => {
      // Those that are under way together are waited for once.
      if (open === 0) rounds += 1
      open += 1
      try {
        return await call(...args)
      } finally {
        open -= 1
      }
    }
  }
  const here = openJournalHere()
  const journal: Journal = {
    ...here,
    getPlacedOrder: watch(here.getPlacedOrder),
    getUnreviewedRestore: watch(here.getUnreviewedRestore),
    createPlacedOrder: watch(here.createPlacedOrder),
    findUsedBefore: watch(here.findUsedBefore),
    movePlacedOrder: watch(here.movePlacedOrder),
  }
  const take = (): number => {
    const taken = rounds
    rounds = 0
    return taken
  }
  return { journal, take }
}

it('waits twice before the nonce is asked, and twice before the order is sent', async () => {
  const { journal, take } = watchRounds()
  const rounds: Record<string, number> = {}
  const fetchAndCount = (url: string, init: RequestInit): Promise<Response> => {
    if (url.endsWith('/orders/nonce/')) rounds['press to nonce'] = take()
    if (url.endsWith('/orders/create/')) rounds['nonce to create'] = take()
    return fetch(url, init)
  }
  const { place, startSession } = await startTrading({ journal, fetch: fetchAndCount })
  await startSession()
  take()
  expect(await place(resting)).toMatchObject({ state: 'accepted' })
  expect(rounds).toEqual({ 'press to nonce': 2, 'nonce to create': 2 })
})

it('a ticket that was used before is looked up, and answers its order', async () => {
  const { trading, startSession } = await startTrading()
  await startSession()
  const { ticketId } = trading.openTicket()
  const first = await trading.place({ ticketId, order: resting })
  expect(await trading.place({ ticketId, order: resting })).toEqual(first)
})
