// The channels of trading sessions: a person grants one in the secure window, by main's record alone.
import type { Account } from '../../../src-preload/contract/accounts/accounts.ts'
import type { Nothing } from '../../../src-preload/contract/channel.ts'
import type { ChannelInput } from '../../../src-preload/contract/contract.ts'
import type { Order } from '../../../src-preload/contract/orders/entities.ts'
import type { SessionState, TradingSession } from '../../../src-preload/contract/trading/trading-session.ts'
import { AppError } from '../../../src-preload/domain/errors.ts'
import { compareDecimals, exactText, parseExact } from '../../../src-preload/domain/numbers/exact-decimal.ts'
import { findSessionLimitFault } from '../../../src-preload/domain/accounts/session-limits.ts'
import type { Confirmations } from '../../accounts/questions/confirmations.ts'
import type { AccountSession } from '../../session/account-session.ts'
import type { CurrentAccount } from '../../session/current-account.ts'
import type { Sessions } from './sessions.ts'
import { largestLossOf } from './session-rules.ts'
import type { SigningLock } from './signing-lock.ts'

const turn = { urgency: 'asked', lane: 'trading' } as const
/** The highest fee rate that was ever seen of the service (facts, A9): a rate, not percent. */
const LEAST_FEE_RATE = '0.001'
/** Orders whose fee rates are looked at. */
const FEE_ORDERS = 100

export interface SessionServiceOptions {
  readonly sessions: Sessions
  readonly signingLock: Pick<SigningLock, 'find' | 'unlock'>
  readonly current: Pick<CurrentAccount, 'require' | 'get'>
  readonly confirmations: Pick<Confirmations, 'confirmSession' | 'confirmChange'>
  /** Errors: keyMismatch unless the exchange has the account's key now and it may sign there. */
  readonly requireSigner: (session: AccountSession) => Promise<Account>
  /** Throws where nothing may be signed, as after a restore of the journal or a difference. */
  readonly checkSigningAllowed: (session: AccountSession) => Promise<void>
  /** Reads what orders are compared with after they were signed. Never rejects. */
  readonly prepareSignature: (session: AccountSession) => Promise<boolean>
  /** What a person has looked at is not compared again. */
  readonly forgetBalances: (session: AccountSession) => void
  /** Called when what `getSession` answers is another. */
  readonly onChange: () => void
}

/** The highest fee rate of these orders, and at least the highest that was ever seen, in percent. */
export function highestFeePercent(orders: readonly Pick<Order, 'makerFee' | 'takerFee'>[]): string {
  const highest = orders
    .flatMap(({ makerFee, takerFee }) => [makerFee, takerFee])
    .reduce((most, rate) => (compareDecimals(rate, most) > 0 ? rate : most), LEAST_FEE_RATE)
  const { units, scale } = parseExact(highest)
  return exactText({ units: units * 100n, scale })
}

export function createSessionService(options: SessionServiceOptions) {
  const { sessions, signingLock, current, confirmations } = options

  return {
    async getSession(): Promise<SessionState> {
      const accountId = current.get()?.account.id
      const signingLocked = accountId !== undefined && (await signingLock.find(accountId)) !== null
      return { session: sessions.current(), lastEnd: sessions.lastEnd(), signingLocked }
    },

    async startSession({ limits }: ChannelInput<'trading:startSession'>): Promise<TradingSession> {
      const session = current.require()
      const fault = findSessionLimitFault(limits)
      if (fault !== null) throw new AppError('validation', { ...fault })
      const { client, signal } = session
      await options.checkSigningAllowed(session)
      const account = await options.requireSigner(session)
      const [{ orders }] = await Promise.all([
        client.listOrders({ limit: FEE_ORDERS }, { ...turn, signal }),
        options.prepareSignature(session),
      ])
      const feePercent = highestFeePercent(orders)
      const largestLoss = largestLossOf(limits, feePercent)
      const assertUnlocked = (): void => {
        signal.throwIfAborted()
        if (client.sessionState() === 'appLocked') throw new AppError('vaultLocked')
      }
      assertUnlocked()
      const host = new URL(client.baseUrl).host
      const network = account.network.kind
      await confirmations.confirmSession(
        {
          accountLabel: account.label,
          network,
          host,
          senderAddress: account.ethereumAddress,
          limits,
          feePercent,
          largestLoss,
          replaces: sessions.current() !== null,
        },
        signal,
      )
      // The person may have taken long.
      await options.checkSigningAllowed(session)
      assertUnlocked()
      return sessions.start({ accountId: account.id, network, host, limits, largestLoss })
    },

    endSession(): Nothing {
      sessions.end('byHand')
      return {}
    },

    async reviewDifference(): Promise<Nothing> {
      const session = current.require()
      const { account } = session
      const difference = await signingLock.find(account.id)
      if (difference === null) throw new AppError('notFound', { what: 'difference' })
      const { label, networkKind: network } = account
      await confirmations.confirmChange({ what: 'reviewDifference', label, network, difference })
      options.forgetBalances(session)
      await signingLock.unlock(account.id)
      options.onChange()
      return {}
    },
  }
}
