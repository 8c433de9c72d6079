// @vitest-environment page
// Alarms of orders that are gone after a move: each stays until it itself was read, or its order placed.
import { expect, it, onTestFinished } from 'vitest'
import type { Notice } from '../../../../../src-preload/contract/app/alerts.ts'
import type { OrderIntent } from '../../../../../src-preload/contract/trading/trading.ts'
import { orderMoves } from '../../../../../src-renderer/features/trade/on-chart/order-moves.svelte.ts'
import { accounts } from '../../../../../src-renderer/shell/state/accounts.svelte.ts'
import { notices } from '../../../../../src-renderer/shell/state/notices.svelte.ts'
import { eventually } from '../../../../fixtures/eventually.ts'
import { makeAccount, makeAccountsState } from '../../make-account.ts'
import { installFakeMain } from '../fake-main.ts'

const account = makeAccount(1)
const ticketId = '5f0c1d1e-6f3c-4d3b-9a53-0d1b5b2a7c11'
const stopAt = (stopPrice: string): OrderIntent => ({
  ...{ type: 'stop_limit', market: 'ethusdc', side: 'sell', amount: '0.5', price: '90' },
  stopPrice,
})
const goneNotice = (id: number, orderId: number, order: OrderIntent): Notice => ({
  ...{ id, atMs: 1, notedAtMs: 1, isRead: false },
  what: { kind: 'orderGone', accountId: account.id, orderId, order, isUnknown: false },
})

/** Order 7 is gone after a move of this page; order 8 after one of before, whose notice is the newer one. */
async function start(has: readonly Notice[]) {
  const read: number[] = []
  const main = installFakeMain({
    'alerts:listNotices': () => ({
      notices: has.map((one) => ({ ...one, isRead: read.includes(one.id) })),
      ...{ unread: 0, hasMore: false },
    }),
    'alerts:markRead': ({ id }) => {
      read.push(id)
      return {}
    },
    'trading:openTicket': () => ({ ticketId }),
    'trading:move': () => ({
      ...{ outcome: 'gone' as const, canceled: 7, order: null, isUnknown: false },
      ...{ unplaced: stopAt('91'), failure: null },
    }),
  })
  onTestFinished(accounts.start())
  onTestFinished(notices.start())
  main.emit('accounts:changed', makeAccountsState([account]))
  await eventually(() => expect([accounts.active?.id, notices.list.status]).toEqual([account.id, 'ready']))
  await orderMoves.move({ orderId: 7, price: '90', stopPrice: '91' })
  expect(orderMoves.note?.unplaced).toEqual(stopAt('91'))
  return { read }
}

it('what is put away of one order leaves the alarm of another one', async () => {
  const { read } = await start([goneNotice(4, 8, stopAt('95')), goneNotice(3, 7, stopAt('91'))])
  orderMoves.dismiss()
  await eventually(() => expect(read).toEqual([3]))
  await notices.load()
  expect(orderMoves.note?.unplaced).toEqual(stopAt('95'))
  orderMoves.dismiss()
  await eventually(() => expect(read).toEqual([3, 4]))
})

it('nor where its own notice has not come yet', async () => {
  const { read } = await start([goneNotice(4, 8, stopAt('95'))])
  orderMoves.dismiss()
  await notices.load()
  expect(read).toEqual([])
  expect(orderMoves.note?.unplaced).toEqual(stopAt('95'))
})
