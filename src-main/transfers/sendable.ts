// How much USDC an account can send, by the last reading of its balances or by a new one.
import type { LockedBasis } from '../../src-preload/contract/portfolio/balances.ts'
import type { TransferSetup } from '../../src-preload/contract/transfers.ts'
import type { Balance } from '../../src-preload/contract/trading/trading-entities.ts'
import { AppError } from '../../src-preload/domain/errors.ts'
import { compareDecimals } from '../../src-preload/domain/numbers/exact-decimal.ts'
import { splitBalance } from '../portfolio/balances/balance-figures.ts'
import { readBalances, readBasis } from '../portfolio/balances/stored-balances.ts'
import type { AccountSession } from '../session/account-session.ts'
import type { Store } from '../store/api/store-api.ts'
import { readBalance } from './setup.ts'

type Sendable = NonNullable<TransferSetup['balance']>

/** The exchange's answer is waited for this long before a transfer is written down without it. */
const MAX_WAIT_MS = 5_000

/**
 * `free` where it is known what open orders hold. Otherwise `atMost`: the balance as the exchange tells it, of which no more
 * can be free, whether it includes what is locked or not. Null without USDC.
 */
export function sendableOf(rows: readonly Balance[], basis: LockedBasis, asOfMs: number): Sendable | null {
  const usdc = rows.find(({ currency }) => currency === 'usdc')
  if (usdc === undefined) return null
  const { free } = splitBalance(usdc, basis)
  return free.state === 'unknown'
    ? { amount: usdc.balance, kind: 'atMost', asOfMs }
    : { amount: free.amount, kind: 'free', asOfMs }
}

export interface SendableOptions {
  readonly store: Pick<Store, 'getLatestPnl' | 'getBalances' | 'getSetting'>
  /** Logs why balances could not be read. */
  readonly report: (error: unknown) => unknown
}

export function createSendable({ store, report }: SendableOptions) {
  return {
    /** By the last reading; before the first by `pnl`, which does not say what is locked. Null if neither has USDC. */
    async read({ account, network }: AccountSession): Promise<Sendable | null> {
      const [reading, basis] = await Promise.all([readBalances(store, account.id), readBasis(store, network)])
      const found = reading && sendableOf(reading.rows, basis, reading.asOfMs)
      return found ?? readBalance(await store.getLatestPnl(account.id))
    },

    /**
     * Refuses more than the exchange says can be sent now. Nothing is refused if it does not say in time: it decides itself
     * once the transfer is sent. Errors: validation of `amount` (`overFree`, `overBalance`, with `balance`).
     */
    async check({ client, network, signal }: AccountSession, amount: string): Promise<void> {
      let sendable: Sendable | null = null
      try {
        const { rows } = await client.listBalances(
          { currency: 'usdc' },
          {
            signal: AbortSignal.any([signal, AbortSignal.timeout(MAX_WAIT_MS)]),
            urgency: 'asked',
            lane: 'transfers',
            retries: 0,
          },
        )
        sendable = sendableOf(rows, await readBasis(store, network), 0)
      } catch (error) {
        signal.throwIfAborted()
        report(error)
      }
      if (sendable === null || compareDecimals(amount, sendable.amount) <= 0) return
      const reason = sendable.kind === 'free' ? 'overFree' : 'overBalance'
      throw new AppError('validation', { field: 'amount', reason, balance: sendable.amount })
    },
  }
}
