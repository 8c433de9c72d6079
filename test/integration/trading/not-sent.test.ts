// What never left this computer is told as not sent, with its own reason, and never as a refusal of the exchange.
import { expect, it } from 'vitest'
import { createMoneyFetch } from '../../../src-main/app/money-fetch.ts'
import type { Journal } from '../../../src-main/store/api/journal-api.ts'
import { openJournalHere } from '../../fixtures/journal-here.ts'
import { failureOf } from '../../fixtures/test-client.ts'
import { resting, startTrading } from './trading-world.ts'

/** A journal that calls back when an order is written down as being sent, before it is. */
function journalThatTells(onSending: () => Promise<unknown>): Journal {
  const journal = openJournalHere()
  return {
    ...journal,
    async movePlacedOrder(id, from, to, change, atMs) {
      const moved = await journal.movePlacedOrder(id, from, to, change, atMs)
      if (to === 'sending') await onSending()
      return moved
    },
  }
}

const notConnected = (code: string): Promise<Response> =>
  Promise.reject(new TypeError('fetch failed', { cause: Object.assign(new Error(code), { code }) }))

it.each(['ECONNREFUSED', 'ENOTFOUND', 'net::ERR_INTERNET_DISCONNECTED'])(
  'an order whose connection never came about (%s) was not sent',
  async (code) => {
    const { place, journal } = await startTrading({
      fetch: (url, init) =>
        !url.endsWith('/orders/create/')
          ? fetch(url, init)
          : code.startsWith('net::')
            ? Promise.reject(new Error(code))
            : notConnected(code),
    })
    const placed = await place(resting)
    expect(placed).toMatchObject({ state: 'notSent', failure: { code: 'network' } })
    expect(await journal.listWatchedOrders()).toEqual([])
  },
)

it('a connection that broke later says nothing: the outcome is unknown', async () => {
  const { place } = await startTrading({
    fetch: (url, init) => (url.endsWith('/orders/create/') ? notConnected('ECONNRESET') : fetch(url, init)),
  })
  expect(await place(resting)).toMatchObject({ state: 'unknown' })
})

it('an order that a pause of our own kept back was not sent', async () => {
  let isPausing = false
  const world = await startTrading({
    journal: journalThatTells(async () => {
      isPausing = true
      expect(await failureOf(world.trading.cancel({ orderId: 1 }))).toMatchObject({ code: 'rateLimited' })
    }),
    fetch: (url, init) =>
      isPausing
        ? Promise.resolve(new Response('{}', { status: 429, headers: { 'retry-after': '60' } }))
        : fetch(url, init),
  })
  const placed = await world.place(resting)
  expect(placed).toMatchObject({ state: 'notSent', failure: { code: 'rateLimited' } })
})

it('an order of a client that was closed before it went out was not sent', async () => {
  const world = await startTrading({
    journal: journalThatTells(() => {
      void world.services.close()
      return Promise.resolve()
    }),
  })
  expect(await world.place(resting)).toMatchObject({ state: 'notSent', failure: { code: 'cancelled' } })
})

it('a pause that the exchange asks for at the order itself is its refusal', async () => {
  const { place } = await startTrading({
    fetch: (url, init) =>
      url.endsWith('/orders/create/')
        ? Promise.resolve(new Response('{}', { status: 429, headers: { 'retry-after': '60' } }))
        : fetch(url, init),
  })
  expect(await place(resting)).toMatchObject({ state: 'refused', failure: { code: 'rateLimited' } })
})

it('an order that waited more than five seconds for the one before it is not signed', async () => {
  const going = { creates: 0, letGo: (): void => undefined }
  const held = new Promise<void>((resolve) => {
    going.letGo = resolve
  })
  const { place, journal } = await startTrading({
    moneyFetch: createMoneyFetch({
      async fetch(url, init) {
        if (url.endsWith('/orders/create/') && going.creates++ === 0) {
          setTimeout(going.letGo, 6_500)
          await held
        }
        return fetch(url, init)
      },
      closeAllConnections: () => Promise.resolve(),
    }),
  })
  const first = place(resting)
  await expect.poll(() => going.creates).toBe(1)
  const second = await place({ ...resting, price: '101' })
  expect(second).toMatchObject({
    state: 'notSent',
    failure: { code: 'validation', data: { field: 'order', reason: 'waitedTooLong' } },
  })
  expect(await journal.getPlacedOrder(second.id)).toMatchObject({ signature: null })
  expect(await first).toMatchObject({ state: 'accepted' })
}, 30_000)
