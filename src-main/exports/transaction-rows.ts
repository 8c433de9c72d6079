// All fills, fees and transfers of an account as transactions: what was sent, what was received, and the fee.
import type { Fill } from '../../src-preload/contract/orders/orders.ts'
import { exactText, parseExact } from '../../src-preload/domain/numbers/exact-decimal.ts'
import { fillTotal } from '../../src-preload/domain/orders/executed-value.ts'
import { splitMarket } from '../../src-preload/domain/markets/markets.ts'
import type { TimedMovement } from '../portfolio/results/ledger/movements.ts'
import { anyFill } from '../store/api/order-filter.ts'
import type { Store } from '../store/api/store-api.ts'
import { readFillRows } from './row-reader.ts'

export interface TransactionAmount {
  readonly amount: string
  /** Uppercase code. */
  readonly currency: string
}

/** Amounts are before the fee, also where it was taken in kind. */
export interface Transaction {
  readonly atMs: number
  readonly sent: TransactionAmount | null
  readonly received: TransactionAmount | null
  /** Null also where none is reported. */
  readonly fee: TransactionAmount | null
  readonly description: string
}

const amountIn = (amount: string, currency: string): TransactionAmount => ({
  amount,
  currency: currency.toUpperCase(),
})

const isZero = (amount: string): boolean => parseExact(amount).units === 0n

export function transactionOfFill(fill: Fill): Transaction {
  const { id, orderId, market, side, amount, feeAmount, feeCurrency, createdAtMs } = fill
  const units = splitMarket(market)
  const base = units && amountIn(amount, units.base)
  const quote = units && amountIn(exactText(fillTotal(fill)), units.quote)
  return {
    atMs: createdAtMs,
    sent: side === 'buy' ? quote : base,
    received: side === 'buy' ? base : quote,
    fee:
      feeAmount === null || feeCurrency === null || isZero(feeAmount)
        ? null
        : amountIn(feeAmount, feeCurrency),
    // Without the currencies an importer refuses the row, which is better than a row that is not there.
    description:
      units === null
        ? `Trade ${id} of order ${orderId}, ${side} ${amount} on ${market}: currencies not known`
        : `Trade ${id} of order ${orderId}, ${side} ${units.base.toUpperCase()}/${units.quote.toUpperCase()}`,
  }
}

export function transactionOfTransfer({ atMs, amount, currency, direction }: TimedMovement): Transaction {
  const moved = amountIn(amount, currency)
  return {
    atMs,
    sent: direction === 'out' ? moved : null,
    received: direction === 'in' ? moved : null,
    fee: null,
    description: direction === 'out' ? 'Withdrawal or sent transfer' : 'Deposit or received transfer',
  }
}

/**
 * All transactions, oldest first.
 * @param getTransfers - oldest first
 */
export async function* readTransactions(
  store: Pick<Store, 'readFills'>,
  accountId: string,
  getTransfers: () => Promise<readonly TimedMovement[]>,
): AsyncGenerator<readonly Transaction[]> {
  const transfers = (await getTransfers()).map(transactionOfTransfer)
  let at = 0
  const passed = (atMs: number): readonly Transaction[] => {
    const from = at
    while ((transfers[at]?.atMs ?? Infinity) <= atMs) at += 1
    return transfers.slice(from, at)
  }
  for await (const fills of readFillRows(store, accountId, anyFill, false)) {
    yield fills.flatMap((fill) => [...passed(fill.createdAtMs), transactionOfFill(fill)])
  }
  yield transfers.slice(at)
}
