// Prices are read again right before signing: the person, or the exchange's nonce, may have taken long.
import { expect, it } from 'vitest'
import { resting, startTrading } from './trading-world.ts'

/** A world whose last trade can be told as another one, or not at all, once a person is asked. */
async function start(told: (lastTrade: object) => object | null) {
  const world = await startTrading({
    async fetch(url, init) {
      const response = await fetch(url, init)
      if (!url.includes('/market/trades/') || world.asked.orders.length === 0) return response
      const body = (await response.json()) as { readonly payload: readonly object[] }
      const changed = body.payload.map(told)
      if (changed.includes(null)) return new Response('{}', { status: 500 })
      return new Response(JSON.stringify({ ...body, payload: changed }), { status: 200 })
    },
  })
  return world
}

it('an order that has become worse than the market while a person was asked is not signed', async () => {
  const { place, journal } = await start((trade) => ({ ...trade, price: '90' }))
  const placed = await place(resting)
  expect(placed).toMatchObject({ state: 'notSent', failure: { data: { reason: 'marketMoved' } } })
  expect(await journal.getPlacedOrder(placed.id)).toMatchObject({ signature: null })
})

it('nor is one whose prices cannot be read then', async () => {
  const { place, asked } = await start(() => null)
  const placed = await place(resting)
  expect(asked.orders).toMatchObject([{ warnings: [] }])
  expect(placed).toMatchObject({ state: 'notSent', failure: { data: { reason: 'noPriceNow' } } })
})

it('an order that is still as it was asked about is placed', async () => {
  const { place } = await start((trade) => trade)
  expect(await place(resting)).toMatchObject({ state: 'accepted' })
})
