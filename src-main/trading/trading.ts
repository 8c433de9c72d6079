// The trading service for the page: tickets and the journal of orders.
// Does not trust the page about anything but what the order should be.
import type { ChannelInput, ChannelOutput } from '../../src-preload/contract/contract.ts'
import type { OrderIntent, PlacedOrder } from '../../src-preload/contract/trading.ts'
import { AppError } from '../../src-preload/domain/errors.ts'
import { parseExact } from '../../src-preload/domain/exact.ts'
import type { Clock } from '../async/clock.ts'
import type { AccountSession } from '../session/account-session.ts'
import type { CurrentAccount } from '../session/current-account.ts'
import type { Journal } from '../store/api/journal-api.ts'
import type { StoredPlacedOrder } from '../store/api/placed-order-rows.ts'
import type { OrderPlacer, PlacingContext } from './place-order.ts'
import type { ReadPrices } from './placing-context.ts'
import { waitsForTrigger } from './price-check.ts'
import type { Tickets } from './tickets.ts'

export interface TradingOptions {
  readonly journal: Pick<Journal, 'getPlacedOrder' | 'getSecondAttempt' | 'listPlacedOrders'>
  readonly clock: Clock
  readonly current: Pick<CurrentAccount, 'require'>
  readonly placer: OrderPlacer
  readonly contextOf: (session: AccountSession, prices: ReadPrices) => PlacingContext
  /** Null prices where they could not be read. */
  readonly readPrices: (session: AccountSession, market: string) => Promise<ReadPrices>
  /** Throws while new orders are refused, as while everything is canceled. */
  readonly checkOpen: () => void
  /** Throws where orders may not be signed, as after a restore of the journal. */
  readonly checkSigningAllowed: (session: AccountSession) => Promise<void>
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

export type Trading = ReturnType<typeof createTrading>

export function createTrading(options: TradingOptions) {
  const { journal, clock, current, placer, tickets } = options

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

  return {
    openTicket(): ChannelOutput<'trading:openTicket'> {
      const session = current.require()
      return { ticketId: tickets.open(session.account.id) }
    },

    async place({ ticketId, order }: ChannelInput<'trading:place'>): Promise<PlacedOrder> {
      await options.recovered
      const session = current.require()
      const before = await findPlaced(session, ticketId)
      if (before !== null) return toPlacedOrder(before)
      tickets.check(ticketId, session.account.id)
      options.checkOpen()
      const numbers = numbersOf(order)
      for (const [field, text] of Object.entries(numbers)) checkPositive(field, text)
      await options.checkSigningAllowed(session)
      const read = await options.readPrices(session, order.market)
      const { last } = read.prices
      if (
        order.type === 'stop_limit' &&
        last !== null &&
        !waitsForTrigger(order.side, order.stopPrice, last)
      ) {
        throw new AppError('validation', { field: 'stopPrice', reason: 'wrongSide', last })
      }
      const { id: accountId, networkKind, ethereumAddress } = session.account
      try {
        const placed = await placer.place(options.contextOf(session, read), {
          id: ticketId,
          accountId,
          networkKind,
          networkKey: session.network,
          host: new URL(session.client.baseUrl).host,
          senderAddress: ethereumAddress,
          market: order.market,
          side: order.side,
          type: order.type,
          ...numbers,
          createdAtMs: clock.now(),
        })
        tickets.close(ticketId)
        return toPlacedOrder(placed)
      } finally {
        options.onPlaced()
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
