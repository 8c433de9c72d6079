// The prices that an order is judged by: those of the streams while a session follows its markets, else those of a call.
import { isAppError } from '../../../src-preload/domain/errors.ts'
import type { AccountSession } from '../../session/account-session.ts'
import type { CurrentAccount } from '../../session/current-account.ts'
import type { Tools } from '../../tools.ts'
import { readOrderPrices } from '../order-prices.ts'
import { followPrices, noPrices, type PriceFollower, type ReadPrices } from './fresh-prices.ts'
import type { Sessions } from './sessions.ts'

export interface CurrentPricesOptions extends Pick<Tools, 'clock' | 'log'> {
  readonly current: Pick<CurrentAccount, 'get'>
  readonly sessions: Pick<Sessions, 'events'>
}

export function createCurrentPrices({ clock, log, current, sessions }: CurrentPricesOptions) {
  /** Prices of the markets of the session that runs. */
  let follower: PriceFollower | null = null
  const noteFault = (error: unknown): void => log.fault('trading', 'read the prices of a market', error)

  sessions.events.on('started', ({ limits }) => {
    const session = current.get()
    if (session !== null) follower = followPrices(session, limits.markets, clock, noteFault)
  })
  sessions.events.on('ended', () => {
    follower?.stop()
    follower = null
  })

  /**
   * By the streams where they say enough, and else by REST, each time anew.
   * @param onExchangeMs - receives how long the exchange took
   */
  return async function readPrices(
    session: AccountSession,
    market: string,
    onExchangeMs: (durationMs: number) => void = () => undefined,
  ): Promise<ReadPrices> {
    const streamed = current.get() === session ? (follower?.read(market) ?? null) : null
    if (streamed !== null) return streamed
    const atMs = clock.now()
    try {
      return { prices: await readOrderPrices(session.client, market, session.signal, onExchangeMs), atMs }
    } catch (error) {
      session.signal.throwIfAborted()
      if (!isAppError(error)) throw error
      noteFault(error)
      return { prices: noPrices, atMs }
    }
  }
}
