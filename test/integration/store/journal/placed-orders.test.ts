// The journal of orders keeps what it is told, gives each ticket one order, and lets no hash be signed twice.
import { expect, test } from 'vitest'
import { network, sampleIntent, sender } from '../../../unit/trading/sample-orders.ts'
import { sampleIntent as sampleTransfer } from '../../../unit/store/sample-transfers.ts'
import { makeFile, openTestJournal } from '../support.ts'

const signed = (number: number) => ({
  msgHash: `0x0${number.toString(16)}`,
  nonce: number,
  signature: { r: '0x1', s: '0x2' },
  sentAtMs: 5_000,
})
const refusal = (field: string): unknown =>
  expect.objectContaining({ code: 'validation', data: { field, reason: 'usedBefore' } })

test('an order reads back as it was written, also by the next start', async () => {
  const file = makeFile()
  const journal = await openTestJournal(file)
  const stop = sampleIntent(1, { type: 'stop_limit', stopPrice: '1230.5', side: 'sell' })
  const { order, isNew } = await journal.createPlacedOrder(stop)
  expect(isNew).toBe(true)
  expect(order).toMatchObject({ ...stop, state: 'intended', msgHash: null, orderId: null, differences: [] })
  await journal.movePlacedOrder(stop.id, ['intended'], 'sending', signed(9), 6_000)
  const differences = ['price', 'amount'] as const
  const accepted = await journal.movePlacedOrder(
    stop.id,
    ['sending'],
    'accepted',
    { orderId: 77, differences },
    7_000,
  )
  expect(accepted).toEqual({
    ...stop,
    ...signed(9),
    state: 'accepted',
    updatedAtMs: 7_000,
    orderId: 77,
    differences,
    failure: null,
  })
  const market = sampleIntent(2, { type: 'market', price: null })
  await journal.createPlacedOrder(market)
  const failure = { code: 'timeout' as const, data: { limitMs: 5 }, ref: null }
  await journal.movePlacedOrder(market.id, ['intended'], 'notSent', { failure }, 8_000)
  await journal.close()
  const next = await openTestJournal(file)
  expect(await next.getPlacedOrder(stop.id)).toEqual(accepted)
  expect((await next.listPlacedOrders(network, sender.toLowerCase(), 10)).map(({ id }) => id)).toEqual([
    market.id,
    stop.id,
  ])
  expect(await next.getPlacedOrder(market.id)).toMatchObject({ state: 'notSent', failure, price: null })
  expect(await next.listWatchedOrders()).toEqual([])
})

test('a ticket gives one order, however often and with whatever it is asked', async () => {
  const journal = await openTestJournal()
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, at) =>
      journal.createPlacedOrder(sampleIntent(1, { amount: `${at + 1}` })),
    ),
  )
  expect(answers.filter(({ isNew }) => isNew)).toHaveLength(1)
  expect(new Set(answers.map(({ order }) => order.amount)).size).toBe(1)
})

test('a step is taken from the state that it begins in, and by one only', async () => {
  const journal = await openTestJournal()
  const { id } = sampleIntent(1)
  await journal.createPlacedOrder(sampleIntent(1))
  const send = () => journal.movePlacedOrder(id, ['intended'], 'sending', signed(1), 6_000)
  expect((await Promise.all([send(), send(), send()])).filter((moved) => moved !== null)).toHaveLength(1)
  expect(await journal.movePlacedOrder(id, ['intended'], 'notSent', {}, 7_000)).toBeNull()
  // Without a signature nothing is sent, and without an id nothing is accepted.
  await journal.createPlacedOrder(sampleIntent(2))
  await expect(
    journal.movePlacedOrder(sampleIntent(2).id, ['intended'], 'sending', {}, 7_000),
  ).rejects.toThrow()
  await expect(journal.movePlacedOrder(id, ['sending'], 'accepted', {}, 7_000)).rejects.toThrow()
  expect((await journal.listWatchedOrders()).map(({ state }) => state)).toEqual(['sending', 'intended'])
})

test('a hash is used once over orders and transfers, however it is written', async () => {
  const journal = await openTestJournal()
  await journal.createPlacedOrder(sampleIntent(1))
  await journal.movePlacedOrder(sampleIntent(1).id, ['intended'], 'sending', signed(0xab), 6_000)
  await journal.createPlacedOrder(sampleIntent(2))
  const again = { ...signed(2), msgHash: '0xAB' }
  await expect(
    journal.movePlacedOrder(sampleIntent(2).id, ['intended'], 'sending', again, 6_000),
  ).rejects.toEqual(refusal('msgHash'))
  const transfer = await journal.createTransfer(sampleTransfer(3), '')
  await journal.moveTransfer(transfer.id, ['intended'], 'initiating', {}, 1)
  await expect(
    journal.moveTransfer(transfer.id, ['initiating'], 'initiated', { msgHash: '0x00ab', nonce: 5 }, 2),
  ).rejects.toEqual(refusal('msgHash'))
  await journal.moveTransfer(transfer.id, ['initiating'], 'initiated', { msgHash: '0xcd', nonce: 5 }, 3)
  await expect(
    journal.movePlacedOrder(
      sampleIntent(2).id,
      ['intended'],
      'sending',
      { ...signed(4), msgHash: '0x0CD' },
      6_000,
    ),
  ).rejects.toEqual(refusal('msgHash'))
  expect(await journal.getPlacedOrder(sampleIntent(2).id)).toMatchObject({ state: 'intended', msgHash: null })
})

test('a nonce and an order id belong to one order of a sender on a network', async () => {
  const journal = await openTestJournal()
  for (const number of [1, 2]) await journal.createPlacedOrder(sampleIntent(number))
  const move = (number: number, changes: object, to: 'sending' | 'accepted') =>
    journal.movePlacedOrder(sampleIntent(number).id, ['intended', 'sending'], to, changes, 6_000)
  await move(1, signed(1), 'sending')
  await expect(move(2, { ...signed(2), nonce: 1 }, 'sending')).rejects.toEqual(refusal('nonce'))
  await move(2, signed(2), 'sending')
  await move(1, { orderId: 5 }, 'accepted')
  await expect(move(2, { orderId: 5 }, 'accepted')).rejects.toEqual(refusal('orderId'))
})

test('the id that an answer told is certain: an order that was only likely to have it is unknown again', async () => {
  const journal = await openTestJournal()
  for (const number of [1, 2]) {
    await journal.createPlacedOrder(sampleIntent(number))
    await journal.movePlacedOrder(sampleIntent(number).id, ['intended'], 'sending', signed(number), 6_000)
  }
  await journal.movePlacedOrder(sampleIntent(1).id, ['sending'], 'unknown', {}, 7_000)
  await journal.movePlacedOrder(sampleIntent(1).id, ['unknown'], 'probablyPlaced', { orderId: 5 }, 8_000)
  await journal.movePlacedOrder(sampleIntent(2).id, ['sending'], 'accepted', { orderId: 5 }, 9_000)
  expect(await journal.getPlacedOrder(sampleIntent(1).id)).toMatchObject({ state: 'unknown', orderId: null })
  expect(await journal.getPlacedOrder(sampleIntent(2).id)).toMatchObject({ state: 'accepted', orderId: 5 })
})

test('a ticket has one second attempt at most, and it is found by the first', async () => {
  const journal = await openTestJournal()
  const first = sampleIntent(1)
  await journal.createPlacedOrder(first)
  expect(await journal.getSecondAttempt(first.id)).toBeNull()
  const { order } = await journal.createPlacedOrder(sampleIntent(2), first.id)
  expect(await journal.getSecondAttempt(first.id)).toEqual(order)
  await expect(journal.createPlacedOrder(sampleIntent(3), first.id)).rejects.toThrow()
})

test('what was given before is known before anything is signed: a hash of whatever, a nonce of an order', async () => {
  const journal = await openTestJournal()
  const find = (msgHash: string, nonce: number, of = network) =>
    journal.findUsedBefore(of, sender.toLowerCase(), msgHash, nonce)
  await journal.createPlacedOrder(sampleIntent(1))
  await journal.movePlacedOrder(sampleIntent(1).id, ['intended'], 'sending', signed(0xab), 6_000)
  const transfer = await journal.createTransfer(sampleTransfer(3), '')
  await journal.moveTransfer(transfer.id, ['intended'], 'initiating', {}, 1)
  await journal.moveTransfer(transfer.id, ['initiating'], 'initiated', { msgHash: '0xcd', nonce: 5 }, 3)
  expect(await find('0x00AB', 9)).toBe('msgHash')
  expect(await find('0xCD', 9)).toBe('msgHash')
  expect(await find('0xef', 0xab)).toBe('nonce')
  // Transfers and orders have nonces of their own, and so has each network.
  expect(await find('0xef', 5)).toBeNull()
  expect(await find('0xef', 0xab, 'another')).toBeNull()
  // One that came with a used nonce is in no row, and known all the same.
  await journal.noteSeenHash('0x00EF', sampleIntent(1).id)
  await journal.noteSeenHash('0xef', sampleIntent(2).id)
  expect(await find('0xef', 9)).toBe('msgHash')
})
