// The markets in the user's list and their order.
import type { ChannelInput } from '../../src-preload/contract/contract.ts'
import { MAX_WATCHED } from '../../src-preload/contract/markets/market-list.ts'
import { AppError, isAppError } from '../../src-preload/domain/errors.ts'
import { createMutex } from '../async/mutex.ts'
import type { Store } from '../store/api/store-api.ts'
import { listSymbols } from './list-symbols.ts'
import type { AccountSession } from '../session/account-session.ts'
import type { CurrentAccount } from '../session/current-account.ts'

/** Period of the requested candle. */
const DAY_MINUTES = 1_440

/**
 * True for the service's refusal of an unknown market: 400 "please enter a valid market" (facts, A5). The status alone is not
 * enough: an unrelated host refuses everything.
 */
function meansUnknownMarket(error: unknown): boolean {
  if (!isAppError(error, 'rejectedByExchange')) return false
  const { status, message } = error.data
  const isPlain = status === 200 || status === 400 || status === 404
  return isPlain && typeof message === 'string' && /\bvalid market\b/i.test(message)
}

export interface MarketListOptions {
  readonly store: Pick<Store, 'listMarkets' | 'listOrderMarkets' | 'putMarkets'>
  readonly current: Pick<CurrentAccount, 'require'>
  /** Called after each change. */
  readonly onChange: () => void
}

export function createMarketList({ store, current, onChange }: MarketListOptions) {
  /** Each change starts from the result of the one before. */
  const runExclusive = createMutex()

  function change(
    session: AccountSession,
    next: (before: readonly string[]) => readonly string[],
  ): Promise<void> {
    return runExclusive(async () => {
      if (session.signal.aborted) throw new AppError('cancelled', { reason: 'closed' })
      const before = await listSymbols(store, session)
      const after = next(before)
      if (after === before) return
      await store.putMarkets(session.network, [...after])
      onChange()
    })
  }

  function checkRoom(listed: readonly string[], market: string): void {
    if (listed.includes(market)) throw new AppError('validation', { field: 'market', reason: 'listed' })
    if (listed.length >= MAX_WATCHED) throw new AppError('validation', { field: 'market', reason: 'full' })
  }

  /** Checks that the service knows the market, with or without trades. Errors: notFound; those of a read. */
  async function askFor(market: string, { client, signal }: AccountSession): Promise<void> {
    // The user is waiting for the answer, so there are few retries.
    const call = { signal, urgency: 'screen', lane: 'market to add', retries: 1 } as const
    try {
      // Sequential: an unknown market is requested only once.
      await client.listCandles({ market, period: DAY_MINUTES, limit: 1 }, call)
      await client.listMarketTrades({ market, limit: 1 }, call)
    } catch (error) {
      if (!meansUnknownMarket(error)) throw error
      throw new AppError('notFound', { what: 'market' }, error)
    }
  }

  async function add({ market }: ChannelInput<'markets:add'>): Promise<void> {
    const session = current.require()
    checkRoom(await listSymbols(store, session), market)
    if (!session.connection.isReachable()) throw new AppError('offline')
    await askFor(market, session)
    await change(session, (before) => {
      checkRoom(before, market)
      return [...before, market]
    })
  }

  async function remove({ market }: ChannelInput<'markets:remove'>): Promise<void> {
    await change(current.require(), (before) => {
      if (!before.includes(market)) return before
      if (before.length === 1) throw new AppError('validation', { field: 'market', reason: 'last' })
      return before.filter((one) => one !== market)
    })
  }

  async function reorder({ markets }: ChannelInput<'markets:reorder'>): Promise<void> {
    await change(current.require(), (before) => {
      const wanted = new Set(markets)
      const isSame =
        markets.length === before.length &&
        wanted.size === before.length &&
        before.every((one) => wanted.has(one))
      if (!isSame) throw new AppError('validation', { field: 'markets', reason: 'notTheList' })
      return markets
    })
  }

  return { add, remove, reorder }
}
