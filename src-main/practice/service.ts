// The components that the endpoints use, as one value.
import type { Clock } from '../async/clock.ts'
import type { Faults } from './faults.ts'
import type { MarketData } from './markets/market-data.ts'
import type { LoginNonces } from './login-nonces.ts'
import type { Tokens } from './tokens.ts'
import type { AccountBook } from './trading/account-book.ts'
import type { TradingDesk } from './trading/trading-desk.ts'
import type { TransferLedger } from './transfers.ts'
import type { PracticeUser } from './users.ts'

export interface Service {
  readonly clock: Clock
  readonly users: readonly PracticeUser[]
  readonly markets: MarketData
  readonly nonces: LoginNonces
  readonly tokens: Tokens
  readonly transfers: TransferLedger
  readonly desk: TradingDesk
  /** By user index. */
  readonly books: readonly AccountBook[]
  readonly faults: Faults
  /** `balance` tells all that a user has, what is locked with it. */
  readonly balanceIncludesLocked: boolean
}
