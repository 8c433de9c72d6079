// Cancels orders that the page asks for. A cancel needs no signature and only queues: what became of an order is read.
// A page that cancels more than a person would is asked about in the secure window, and each of its cancels is told.
import type { ChannelInput, ChannelOutput } from '../../../src-preload/contract/contract.ts'
import { setTimeout as wait } from 'node:timers/promises'
import type { OrderSide } from '../../../src-preload/domain/markets/markets.ts'
import type { Confirmations } from '../../accounts/questions/confirmations.ts'
import type { AccountSession } from '../../session/account-session.ts'
import type { CurrentAccount } from '../../session/current-account.ts'
import { listAllOpen } from './cancel-passes.ts'

const turn = { urgency: 'asked', lane: 'trading' } as const
/** Single cancels of the page within a minute that nobody is asked about. */
const MAX_UNASKED = 10
const MINUTE_MS = 60_000
/** The exchange cancels after a moment: pause between two listings. */
const LIST_EVERY_MS = 500
/** Rounds of canceling and listing; a minute or so. */
const MAX_ROUNDS = 60

export interface CancelOrdersOptions {
  readonly current: Pick<CurrentAccount, 'require'>
  readonly confirmations: Pick<Confirmations, 'confirmChange'>
  readonly monotonicMs: () => number
  /** Called before the page's cancels go out. `orderId`: null for many; `side`: null for both. */
  readonly onAsked: (asked: {
    readonly accountId: string
    readonly orderId: number | null
    readonly market: string | null
    readonly side: OrderSide | null
  }) => void
  /** Called when orders were queued for cancellation: reads how they are. */
  readonly onCanceled: () => void
}

export function createCancelOrders({
  current,
  confirmations,
  monotonicMs,
  onAsked,
  onCanceled,
}: CancelOrdersOptions) {
  /** When the page canceled single orders, newest last. */
  let unasked: number[] = []

  async function askAboutMany(session: AccountSession): Promise<void> {
    unasked = unasked.filter((atMs) => monotonicMs() - atMs < MINUTE_MS)
    if (unasked.length >= MAX_UNASKED) {
      const { label, networkKind: network } = session.account
      await confirmations.confirmChange({ what: 'cancelMany', label, network, count: MAX_UNASKED })
      unasked = []
    }
    unasked.push(monotonicMs())
  }

  return {
    async cancel({ orderId }: ChannelInput<'trading:cancel'>): Promise<ChannelOutput<'trading:cancel'>> {
      const session = current.require()
      await askAboutMany(session)
      session.signal.throwIfAborted()
      onAsked({ accountId: session.account.id, orderId, market: null, side: null })
      await session.client.cancelOrder(orderId, { ...turn, signal: session.signal })
      onCanceled()
      return {}
    },

    /**
     * Asks, then cancels until two listings in a row show no open order of the market and side, or for about a minute.
     */
    async cancelMarket({
      market,
      side,
    }: ChannelInput<'trading:cancelMarket'>): Promise<ChannelOutput<'trading:cancelMarket'>> {
      const session = current.require()
      const { client, signal } = session
      const { label, networkKind: network } = session.account
      await confirmations.confirmChange({ what: 'cancelMarket', label, network, market, side })
      onAsked({ accountId: session.account.id, orderId: null, market, side })
      const which = { market, ...(side === null ? {} : { side }) }
      let left: number[] = []
      let emptyListings = 0
      try {
        for (let round = 0; round < MAX_ROUNDS && emptyListings < 2; round += 1) {
          if (round > 0) await wait(LIST_EVERY_MS, undefined, { signal })
          const { orders, unnamed } = await listAllOpen(client, signal, which)
          left = orders.map(({ id }) => id)
          emptyListings = left.length === 0 && unnamed === 0 ? emptyListings + 1 : 0
          if (emptyListings === 0) await client.cancelOrders(which, { ...turn, signal })
        }
      } finally {
        onCanceled()
      }
      return { left }
    },
  }
}
