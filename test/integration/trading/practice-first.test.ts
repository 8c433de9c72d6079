// Main refuses a real order before the tour in practice was taken or skipped, whatever the page does.
import { expect, it } from 'vitest'
import { failureOf } from '../../fixtures/test-client.ts'
import { startWithPerson } from './person-world.ts'

const order = { type: 'limit', market: 'ethusdc', side: 'buy', amount: '0.01', price: '1' } as const

it('asks nobody and sends nothing before the tour; skipping it does no more than let the order be asked about', async () => {
  const { services, person, requests } = await startWithPerson({}, 'custom')
  let asked = 0
  person.order = () => {
    asked += 1
    return 'yes'
  }
  const { ticketId } = services.trading.openTicket()
  const first = await failureOf(services.trading.place({ ticketId, order }))
  expect(first).toMatchObject({ code: 'validation', data: { field: 'trading', reason: 'practiceFirst' } })
  expect(await services.trading.listPlaced({ limit: 10 })).toEqual({ orders: [] })
  await services.trading.endTour()
  // This computer has no key of the account: the next guard stands where it stood.
  const second = await failureOf(services.trading.place({ ticketId, order }))
  expect(second.data).not.toMatchObject({ reason: 'practiceFirst' })
  expect(asked).toBe(0)
  expect(requests.filter(({ path }) => /orders\/(nonce|create)/.test(path))).toEqual([])
})
