// @vitest-environment page
// What a ticket proposes when it is opened: what was typed and not placed, and never the price of an order that was placed.
import { beforeEach, expect, it, vi } from 'vitest'
import type { PlacedOrder } from '../../../../../src-preload/contract/trading/trading.ts'
import { ticket } from '../../../../../src-renderer/features/trade/ticket/ticket.svelte.ts'
import { installFakeMain } from '../fake-main.ts'

const accountId = '8d7a2f0c-3a55-4a0e-8a0e-2f6a1d0c9b11'
const ticketId = '5f0c1d1e-6f3c-4d3b-9a53-0d1b5b2a7c11'

let nowMs = 0
beforeEach(() => {
  vi.spyOn(performance, 'now').mockImplementation(() => nowMs)
})

/** A ticket of a market that no test has used. */
function start(market: string): void {
  installFakeMain({
    'trading:openTicket': () => ({ ticketId }),
    'trading:place': ({ order }) => placedOf(order.market),
  })
  ticket.show(market)
}

const placedOf = (market: string): PlacedOrder => ({
  ...{ id: ticketId, accountId, network: 'practice', host: '127.0.0.1', market, side: 'buy', type: 'limit' },
  ...{ amount: '1', price: '100', stopPrice: null, state: 'accepted', createdAtMs: 1, updatedAtMs: 1 },
  ...{ orderId: 7, differences: [], failure: null },
})

async function placeAt(price: string): Promise<void> {
  // Two presses within a moment are one.
  nowMs += 10_000
  ticket.open('buy')
  ticket.enter('price', price)
  ticket.enter('amount', '1')
  expect(await ticket.place(false)).toBe(true)
}

it('keeps the price for the next order while it is open, and proposes none when it is opened anew', async () => {
  start('ethusdc')
  await placeAt('100')
  expect(ticket.fields).toMatchObject({ price: '100', amount: '' })
  ticket.close()
  ticket.open('sell')
  expect(ticket.fields).toMatchObject({ side: 'sell', price: '', amount: '' })
})

it('proposes no price of the last order for the other side either', async () => {
  start('btcusdc')
  await placeAt('100')
  ticket.open('sell')
  expect(ticket.fields).toMatchObject({ side: 'sell', price: '' })
})

it('keeps what was typed and not placed, whatever was placed before', async () => {
  start('linkusdc')
  await placeAt('100')
  ticket.enter('amount', '2')
  ticket.close()
  ticket.open('buy')
  expect(ticket.fields).toMatchObject({ price: '100', amount: '2' })
  ticket.close()
  ticket.show('ethusdc')
  ticket.show('linkusdc')
  ticket.open('sell')
  expect(ticket.fields).toMatchObject({ side: 'sell', price: '100', amount: '2' })
})
