import { expect, it } from 'vitest'
import { createPracticeFirst } from '../../../src-main/trading/practice-first.ts'
import type { AccountSession } from '../../../src-main/session/account-session.ts'
import { failureOf } from '../../fixtures/test-client.ts'
import { sampleUnknown } from './sample-orders.ts'

const real = { network: 'mainnet', account: { networkKind: 'mainnet', ethereumAddress: '0x1' } }
const practice = { network: 'practice', account: { networkKind: 'practice', ethereumAddress: '0x1' } }
const sessionOf = (session: typeof real): AccountSession => session as unknown as AccountSession

function make(orders: readonly (number | null)[] = []) {
  const settings = new Map<string, string>()
  const store = {
    getSetting: (key: string) => Promise.resolve(settings.get(key) ?? null),
    setSetting: (key: string, value: string) => {
      settings.set(key, value)
      return Promise.resolve()
    },
  }
  const journal = {
    listPlacedOrders: () => Promise.resolve(orders.map((orderId) => sampleUnknown(1, { orderId }))),
  }
  const start = () => createPracticeFirst({ store, journal })
  return { first: start(), start }
}

const held = { code: 'validation', data: { field: 'trading', reason: 'practiceFirst' } }

it('refuses the first real order, and none in practice', async () => {
  const { first } = make([null])
  expect(await failureOf(first.check(sessionOf(real)))).toMatchObject(held)
  await first.check(sessionOf(practice))
  expect(await first.getTour()).toEqual({ isDone: false })
})

it('lets real orders through once the tour has ended, at once and after a restart', async () => {
  const { first, start } = make()
  const ended = first.endTour()
  await first.check(sessionOf(real))
  await ended
  await start().check(sessionOf(real))
  expect(await start().getTour()).toEqual({ isDone: true })
})

it('lets real orders through once an order was placed in practice, refused ones aside', async () => {
  const { first } = make()
  for (const state of ['intended', 'refused', 'notSent', 'unknown'] as const) await first.note({ state })
  expect(await failureOf(first.check(sessionOf(real)))).toMatchObject(held)
  await first.note({ state: 'accepted' })
  await first.check(sessionOf(real))
})

it('holds nobody up who has placed orders with this account before', async () => {
  const { first } = make([null, 7])
  await first.check(sessionOf(real))
})
