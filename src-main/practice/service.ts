// The components that the endpoints use, as one value.
import type { Clock } from '../async/clock.ts'
import type { CandleBook } from './markets/candles.ts'
import type { LoginNonces } from './login-nonces.ts'
import type { OrderHistory } from './orders/order-history.ts'
import type { PnlBook } from './orders/pnl.ts'
import type { Tokens } from './tokens.ts'
import type { TransferLedger } from './transfers.ts'

export interface UserBooks {
  readonly orders: OrderHistory
  readonly pnl: PnlBook
}

export interface Service {
  readonly clock: Clock
  readonly book: CandleBook
  readonly nonces: LoginNonces
  readonly tokens: Tokens
  readonly desk: TransferLedger
  /** By user index. */
  readonly books: readonly UserBooks[]
}
