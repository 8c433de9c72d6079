// What is said of an order that was not placed: only a refusal of the order itself has causes in the order.
import { expect, it } from 'vitest'
import type { ErrorReport } from '../../../../../src-preload/contract/channel.ts'
import type { PlacedOrder } from '../../../../../src-preload/contract/trading/trading.ts'
import { describePlaced } from '../../../../../src-renderer/features/trade/ticket/placed-text.ts'

const placedWith = (state: PlacedOrder['state'], failure: ErrorReport): PlacedOrder => ({
  ...{ id: '00000000-0000-4000-8000-000000000001', accountId: 'a', network: 'practice', host: '127.0.0.1:1' },
  ...{ market: 'ethusdc', side: 'buy', type: 'limit', amount: '0.1', price: '100', stopPrice: null },
  ...{ state, createdAtMs: 0, updatedAtMs: 0, orderId: null, differences: [], failure },
})
const report = (code: ErrorReport['code'], data: ErrorReport['data'] = {}): ErrorReport => ({
  code,
  data,
  ref: null,
})
const wordsOf = (state: PlacedOrder['state'], failure: ErrorReport): string => {
  const { title, lines } = describePlaced(placedWith(state, failure), null)
  return [title, ...lines].join('\n')
}

it.each([
  ['network', { reason: 'refused', code: 'ECONNREFUSED' }],
  ['rateLimited', { retryAfterMs: 60_000 }],
  ['vaultLocked', {}],
  ['cancelled', { reason: 'closed' }],
] as const)('an order that was not sent (%s) was rejected by nobody', (code, data) => {
  const words = wordsOf('notSent', report(code, data))
  expect(words).toMatch(/^Not placed\nIt ended before it was sent/)
  expect(words).not.toMatch(/rejected|insufficient balance|keeps trying/i)
})

it('an order was declined by a person only, not by a question that could not be asked', () => {
  for (const data of [{}, { reason: 'closed' }])
    expect(wordsOf('notSent', report('userDeclined', data))).toMatch(/You declined it/)
  for (const reason of ['busy', 'tooSoon', 'noWindow'])
    expect(wordsOf('notSent', report('userDeclined', { reason }))).not.toMatch(/You declined it/)
  expect(wordsOf('notSent', report('userDeclined', { reason: 'busy' }))).toMatch(/one is already open/)
})

it('a refusal of the order names causes in the order, and a pause at it does not', () => {
  expect(wordsOf('refused', report('rejectedByExchange', { status: 400, message: 'no' }))).toMatch(
    /insufficient balance/,
  )
  expect(wordsOf('refused', report('rateLimited', { retryAfterMs: 60_000 }))).not.toMatch(
    /insufficient balance/,
  )
})
