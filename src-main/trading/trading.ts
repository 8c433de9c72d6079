// The trading service for the page: tickets and the journal of orders.
// Does not trust the page about anything but what the order should be.
import type { ChannelInput, ChannelOutput } from '../../src-preload/contract/contract.ts'
import type { OrderIntent, PlacedOrder } from '../../src-preload/contract/trading/trading.ts'
import { AppError } from '../../src-preload/domain/errors.ts'
import { parseExact } from '../../src-preload/domain/numbers/exact-decimal.ts'
import type { Clock } from '../async/clock.ts'
import type { AccountSession } from '../session/account-session.ts'
import type { CurrentAccount } from '../session/current-account.ts'
import type { Journal } from '../store/api/journal-api.ts'
import type { StoredPlacedOrder } from '../store/api/placed-order-rows.ts'
import type { Permit, Permits } from './permits.ts'
import type { OrderPlacer } from './place-order.ts'
import type { Tickets } from './tickets.ts'

export interface TradingOptions {
  readonly journal: Pick<Journal, 'getPlacedOrder' | 'getSecondAttempt' | 'listPlacedOrders'>
  readonly clock: Clock
  readonly current: Pick<CurrentAccount, 'require'>
  readonly placer: OrderPlacer
  readonly permits: Permits
  /** Throws while new orders are refused, as while everything is canceled. */
  readonly checkOpen: () => void
  readonly tickets: Tickets
  /** Resolves once what an interrupted run left behind has been settled. */
  readonly recovered: Promise<void>
  /** Called when an order may have been placed, or left without an answer. */
  readonly onPlaced: () => void
}

/** An order of the journal, as the page gets it: without hash, nonce and signature. */
export const toPlacedOrder = ({ networkKind: network, ...stored }: StoredPlacedOrder): PlacedOrder => ({
  id: stored.id,
  accountId: stored.accountId,
  network,
  host: stored.host,
  market: stored.market,
  side: stored.side,
  type: stored.type,
  amount: stored.amount,
  price: stored.price,
  stopPrice: stored.stopPrice,
  state: stored.state,
  createdAtMs: stored.createdAtMs,
  updatedAtMs: stored.updatedAtMs,
  orderId: stored.orderId,
  differences: [...stored.differences],
  failure: stored.failure,
})

function checkPositive(field: string, text: string | null): void {
  if (text !== null && parseExact(text).units <= 0n) {
    throw new AppError('validation', { field, reason: 'notPositive' })
  }
}

/** The three numbers of an intent; null for one that its type has not. */
function numbersOf(order: OrderIntent): Pick<StoredPlacedOrder, 'amount' | 'price' | 'stopPrice'> {
  const { amount } = order
  switch (order.type) {
    case 'market':
      return { amount, price: null, stopPrice: null }
    case 'stop_limit':
      return { amount, price: order.price, stopPrice: order.stopPrice }
    case 'limit':
    case 'limit_maker':
      return { amount, price: order.price, stopPrice: null }
  }
}

export function createTrading(options: TradingOptions) {
  const { journal, clock, current, placer, permits, tickets } = options
  /** Calls that are being answered, by account and ticket: a second one is answered as the first. */
  const placing = new Map<string, Promise<PlacedOrder>>()

  async function findPlaced(session: AccountSession, ticketId: string): Promise<StoredPlacedOrder | null> {
    const placed = await journal.getPlacedOrder(ticketId)
    if (placed === null) return null
    const isOwn =
      placed.networkKey === session.network &&
      placed.senderAddress.toLowerCase() === session.account.ethereumAddress.toLowerCase()
    // Orders of other accounts are not revealed.
    if (!isOwn) throw new AppError('validation', { field: 'ticket', reason: 'notOpen' })
    return (await journal.getSecondAttempt(ticketId)) ?? placed
  }

  async function placeOnce(ticketId: string, order: OrderIntent): Promise<PlacedOrder> {
    await options.recovered
    const session = current.require()
    const before = tickets.isFresh(ticketId) ? null : await findPlaced(session, ticketId)
    if (before !== null) return toPlacedOrder(before)
    const { market, side } = order
    const numbers = numbersOf(order)
    // Taken at once: no move can use it meanwhile.
    const giveBack = tickets.take(ticketId, session.account.id)
    let permit: Permit
    try {
      options.checkOpen()
      for (const [field, text] of Object.entries(numbers)) checkPositive(field, text)
      permit = await permits(session, { ticketId, market, side, type: order.type, ...numbers })
    } catch (error) {
      giveBack()
      throw error
    }
    const { type, amount, price, stopPrice } = permit.order
    const { id: accountId, networkKind, ethereumAddress } = session.account
    let placed: StoredPlacedOrder | null = null
    try {
      placed = await placer.place(permit.context, {
        id: ticketId,
        accountId,
        networkKind,
        networkKey: session.network,
        host: new URL(session.client.baseUrl).host,
        senderAddress: ethereumAddress,
        market,
        side,
        type,
        amount,
        price,
        stopPrice,
        createdAtMs: clock.now(),
      })
      return toPlacedOrder(placed)
    } finally {
      if (placed === null) giveBack()
      permit.settle(placed)
      options.onPlaced()
    }
  }

  return {
    openTicket(): ChannelOutput<'trading:openTicket'> {
      const session = current.require()
      return { ticketId: tickets.open(session.account.id) }
    },

    async place({ ticketId, order }: ChannelInput<'trading:place'>): Promise<PlacedOrder> {
      const key = `${current.require().account.id} ${ticketId}`
      const before = placing.get(key)
      if (before !== undefined) return before
      const placed = placeOnce(ticketId, order)
      placing.set(key, placed)
      try {
        return await placed
      } finally {
        placing.delete(key)
      }
    },

    async listPlaced({
      limit,
    }: ChannelInput<'trading:listPlaced'>): Promise<ChannelOutput<'trading:listPlaced'>> {
      const { network, account } = current.require()
      const orders = await journal.listPlacedOrders(network, account.ethereumAddress, limit)
      return { orders: orders.map(toPlacedOrder) }
    },
  }
}
