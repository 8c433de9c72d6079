// Composes the practice exchange without sockets and threads.
import { AppError } from '../../src-preload/domain/errors.ts'
import { systemClock } from '../async/clock.ts'
import { powerOfTen } from './decimals.ts'
import type { Faults } from './faults.ts'
import { LoginNonces } from './login-nonces.ts'
import { CandleBook } from './markets/candles.ts'
import { MarketData } from './markets/market-data.ts'
import { OrderHistory } from './orders/order-history.ts'
import { orderCountAt, type OrderWorld } from './orders/order-times.ts'
import { firstOrderId } from './orders/order-views.ts'
import type { Service } from './service.ts'
import type { PracticeState, StoredTransfer } from './state-file.ts'
import { Tokens } from './tokens.ts'
import { AccountBook } from './trading/account-book.ts'
import { fundPlaces } from './trading/funds.ts'
import { TradingDesk, type TradingDeskOptions } from './trading/trading-desk.ts'
import { TransferLedger } from './transfers.ts'
import { derivePracticeUsers } from './users.ts'

export interface ServiceOptions extends Pick<
  TradingDeskOptions,
  'clock' | 'entropy' | 'file' | 'latencyMs' | 'waitingStop' | 'onFault'
> {
  readonly state: PracticeState
  /** Returns only when the transfers are durable, and throws otherwise. */
  readonly saveTransfers: (transfers: readonly StoredTransfer[]) => void
  /** The exchange's own address, which login texts name. */
  readonly origin: () => string
  readonly nonceMs: number
  readonly accessSeconds: number
  readonly refreshSeconds: number
  readonly balanceIncludesLocked: boolean
  readonly faults: Faults
}

/** Call {@link startService} before the first request. */
export function createService(options: ServiceOptions): Service {
  const { clock, entropy, state, nonceMs } = options
  const users = derivePracticeUsers(state.seed)
  const path = new CandleBook(state.seed)
  const transfers: TransferLedger = new TransferLedger(
    users,
    clock,
    entropy,
    nonceMs,
    state.transfers,
    options.saveTransfers,
    (user) => {
      const { index } = user
      const { balance, reserved } = desk.balanceOf(index, 'usdc')
      const free = (balance - reserved) / powerOfTen(fundPlaces - 6)
      if (desk.takenOverMs !== null) return free
      // As long as seeded orders go on, they need what they trade with.
      const { received, sent } = transfers.totals(user)
      return received - sent < free ? received - sent : free
    },
  )
  const world: OrderWorld = {
    book: path,
    genesisMs: state.genesisMs,
    historyCount: state.orders,
    takenOverMs: () => desk.takenOverMs,
  }
  const books = users.map(
    (user) => new AccountBook(user, new OrderHistory(world, user.index), transfers, () => desk),
  )
  const bookAt = (account: number): AccountBook => {
    const found = books[account]
    if (found === undefined) throw new AppError('internal', { what: 'practice account', account })
    return found
  }
  const { file } = options
  const desk: TradingDesk = new TradingDesk({
    ...options,
    realTime: systemClock,
    path,
    funds: {
      balance: (account, currency) => bookAt(account).seededBalance(currency),
      reserved: (account, currency) => bookAt(account).seededReserved(currency),
    },
    firstOrderId: (nowMs) =>
      firstOrderId + 2 * (1 + Math.max(...users.map(({ index }) => orderCountAt(world, index, nowMs)))),
  })
  for (const { account, plan, time_ms: timeMs } of file.content.canceledPlans) {
    bookAt(account).history.cancel(plan, timeMs)
  }
  return {
    clock,
    users,
    markets: new MarketData(path, (market) => desk.ledger.tapeOf(market)),
    nonces: new LoginNonces(clock, entropy, nonceMs, options.origin),
    tokens: new Tokens(users, clock, entropy, options.accessSeconds, options.refreshSeconds),
    transfers,
    desk,
    books,
    faults: options.faults,
    balanceIncludesLocked: options.balanceIncludesLocked,
  }
}

/** Finds what users have and puts their open orders back where they waited. */
export async function startService({ books, clock, desk }: Service): Promise<void> {
  for (const book of books) await book.prepare(clock.now())
  desk.start()
}
