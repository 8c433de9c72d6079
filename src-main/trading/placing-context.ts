// Provides the placing of one order with the account's client, question and signature. Keeps no key.
import type { Account } from '../../src-preload/contract/accounts/accounts.ts'
import type { OrderWarning, ReplacedOrder } from '../../src-preload/contract/trading/confirm-order.ts'
import { AppError } from '../../src-preload/domain/errors.ts'
import type { FeeRates } from '../../src-preload/domain/orders/order-fee.ts'
import type { Confirmations } from '../accounts/questions/confirmations.ts'
import { checkSignable, type L2Signer, requireSigningKey } from '../accounts/wallet/l2-signer.ts'
import type { PriceBounds } from '../../src-preload/contract/trading/trading-session.ts'
import type { ServiceKeys } from '../exchange/endpoints/rules.ts'
import { isProfileStarkKey } from '../signing/stark.ts'
import type { AccountSession } from '../session/account-session.ts'
import type { StoredPlacedOrder } from '../store/api/placed-order-rows.ts'
import type { PlacingContext } from './place-order.ts'
import type { ReadPrices } from './session/fresh-prices.ts'
import { checkWithinBounds } from './price-bounds.ts'
import type { PlacingWay } from './session/session-orders.ts'
import {
  checkTriggerSide,
  estimateFee,
  findPriceWarnings,
  lossPercent,
  referencePrice,
  worstCase,
} from './price-check.ts'

export interface PlacingContextOptions {
  /** Aborted when nothing that has not been sent may be sent any more. */
  readonly stopSignal: () => AbortSignal
  readonly confirmations: Pick<Confirmations, 'confirmOrder'>
  readonly sign: L2Signer
  readonly findAccount: (id: string) => Promise<Account>
  /** A clock that only goes forward, in milliseconds. */
  readonly monotonicMs: () => number
  readonly findBounds: (session: AccountSession, market: string) => Promise<PriceBounds>
  /** Called right before an order that a session covers is signed. */
  readonly noteSigning: (ticketId: string) => void
  /** Null where the account has none. */
  readonly readServiceKeys: (accountId: string) => Promise<ServiceKeys | null>
  /** @param onExchangeMs - receives how long the exchange took */
  readonly readPrices: (
    session: AccountSession,
    market: string,
    onExchangeMs: (durationMs: number) => void,
  ) => Promise<ReadPrices>
  /** Throws where orders may not be signed, as after a restore of the journal. */
  readonly checkSigningAllowed: (session: AccountSession) => Promise<void>
  /** As it, by what is in memory alone: for the moment right after it. */
  readonly checkStillAllowed: (accountId: string) => void
}

/** What a person is asked about an order with. */
export interface PlacingFacts {
  readonly account: Account
  /** An earlier order in this market was sent without an answer. */
  readonly hasUnknown: boolean
  /** The balances before it are known: what is gone afterwards can be found. */
  readonly hasBalances: boolean
  /** The account's fee rates; null if unknown. */
  readonly feeRates: FeeRates | null
}

/** By what an order may be signed. */
export type Permission =
  | (Extract<PlacingWay, { kind: 'ask' }> & {
      readonly facts: PlacingFacts
      /** The open order that is moved; null for a new one. */
      readonly replaces: ReplacedOrder | null
    })
  | Extract<PlacingWay, { kind: 'session' }>

/** A context that measures how long its order waits on us. */
export interface TimedContext extends PlacingContext {
  /** Begins to measure anew, as after a person's yes. */
  readonly restart: () => void
}

/** An order that waited longer in a queue of ours is not signed. */
const MAX_WAIT_MS = 5_000

/** Answers with the account in use. Errors: keyMismatch unless the exchange has its key now and it may sign there. */
export function createSignerCheck(findAccount: PlacingContextOptions['findAccount']) {
  return async ({ client, signal, account: { id } }: AccountSession): Promise<Account> => {
    const account = await findAccount(id)
    requireSigningKey(account)
    // Uses the L2 key that the exchange has now, not the one from the last sign-in.
    const profile = await client.getProfile({ signal, urgency: 'asked', lane: 'trading' })
    const { l2Key } = account
    if (l2Key.status !== 'matched' || !isProfileStarkKey(l2Key.publicKey, profile.starkKey)) {
      throw new AppError('keyMismatch', { account: id })
    }
    return account
  }
}

export function createPlacingContexts(options: PlacingContextOptions) {
  const { confirmations, sign, findAccount, readPrices } = options

  /**
   * @param first - prices that were read when the order was asked for
   * @param askedAtMs - when that was, by `monotonicMs`
   */
  return (session: AccountSession, first: ReadPrices, way: Permission, askedAtMs: number): TimedContext => {
    const { client } = session
    const signal = AbortSignal.any([
      session.signal,
      options.stopSignal(),
      ...(way.kind === 'session' ? [way.running.signal] : []),
    ])
    const accountId = session.account.id
    let acknowledged: readonly OrderWarning[] = []
    let order: StoredPlacedOrder | null = null
    /** The account as the last check has read it. */
    let checked: Account | null = null
    /** Since when nobody is waited for but us and the exchange. */
    let sinceMs = askedAtMs
    /** Of which the exchange took so long. */
    let exchangeMs = 0

    /** What is read anew right before signing: the account, and whether it may sign. */
    function beginReading() {
      const reading = Promise.all([findAccount(accountId), options.checkSigningAllowed(session)])
      // Whoever goes on is told of it; who has ended meanwhile needs it no more.
      reading.catch(() => undefined)
      return reading
    }

    /** In a session nobody is waited for: what comes before the nonce is read while the intent is written. */
    const early =
      way.kind === 'session' ? { account: beginReading(), keys: options.readServiceKeys(accountId) } : null
    early?.keys.catch(() => undefined)

    const restart = (): void => {
      sinceMs = options.monotonicMs()
      exchangeMs = 0
    }

    async function ask(
      asked: StoredPlacedOrder,
      {
        outside,
        replaces,
        facts: { account, hasUnknown, hasBalances, feeRates },
      }: Extract<Permission, { kind: 'ask' }>,
    ): Promise<void> {
      const { prices, atMs } = first
      // A stop's limit is compared with its trigger.
      const reference = asked.stopPrice ?? referencePrice(asked.side, prices)
      const { triggerPercent } = await options.findBounds(session, asked.market)
      const warnings: OrderWarning[] = [
        ...findPriceWarnings(asked, prices, undefined, triggerPercent),
        ...(hasUnknown ? ['unknownOrder' as const] : []),
        ...(hasBalances ? [] : ['noBalances' as const]),
      ]
      // Locked since the request: the question would appear over the lock screen, and no key can be read.
      if (client.sessionState() === 'appLocked') throw new AppError('vaultLocked')
      const { host, senderAddress, market, side, type, amount, price, stopPrice } = asked
      await confirmations.confirmOrder(
        {
          accountLabel: account.label,
          network: account.network.kind,
          host,
          senderAddress,
          market,
          side,
          type,
          amount,
          price,
          stopPrice,
          prices,
          pricesAtMs: atMs,
          lossPercent: price === null || reference === null ? null : lossPercent(side, price, reference),
          worstCase: worstCase(asked, prices),
          fee: estimateFee(asked, prices, feeRates),
          warnings,
          outside,
          replaces,
        },
        signal,
      )
      acknowledged = warnings
    }

    return {
      client: {
        createOrder: client.createOrder,
        prepareOrder: (draft, callOptions) =>
          client.prepareOrder(draft, {
            ...callOptions,
            onAnswer: ({ durationMs }) => {
              exchangeMs += durationMs
            },
          }),
      },
      signal,
      restart,
      skewMs: () => session.time.offsetMs(),
      readServiceKeys: () => early?.keys ?? options.readServiceKeys(accountId),

      async confirm(asked) {
        order = asked
        if (way.kind === 'session') {
          const [found] = await (early?.account ?? beginReading())
          options.checkStillAllowed(accountId)
          // The exchange's key was compared when the session was granted; the signature is checked against it.
          requireSigningKey(found)
          if (client.sessionState() === 'appLocked') throw new AppError('vaultLocked')
          return
        }
        await options.checkSigningAllowed(session)
        await ask(asked, way)
        restart()
      },

      beginCheck() {
        if (order === null) throw new AppError('internal', { what: 'an order that nobody was asked about' })
        const { market, side, stopPrice } = order
        const asked = order
        const reading = beginReading()
        const bounding = options.findBounds(session, market)
        bounding.catch(() => undefined)
        return async () => {
          const [[account], bounds] = await Promise.all([reading, bounding])
          // After all that is waited for: prices and lock are those of this moment.
          const { prices } = await readPrices(session, market, (durationMs) => {
            exchangeMs += durationMs
          })
          options.checkStillAllowed(accountId)
          checkWithinBounds(bounds, asked, prices.last)
          checkTriggerSide(side, stopPrice, prices)
          // The market may have moved while the user was asked.
          const bandPercent = way.kind === 'session' ? way.running.limits.bandPercent : undefined
          const warnings = findPriceWarnings(asked, prices, bandPercent, bounds.triggerPercent)
          const unseen = warnings.filter((kind) => !acknowledged.includes(kind))
          if (unseen.includes('noPrice'))
            throw new AppError('validation', { field: 'price', reason: 'noPriceNow' })
          if (unseen.length > 0) throw new AppError('validation', { field: 'price', reason: 'marketMoved' })
          if (way.kind === 'session' && way.running.isOver())
            throw new AppError('cancelled', { reason: 'sessionOver' })
          if (options.monotonicMs() - sinceMs - exchangeMs > MAX_WAIT_MS)
            throw new AppError('validation', { field: 'order', reason: 'waitedTooLong' })
          checked = account
        }
      },

      async sign(msgHash) {
        const account = checked
        if (account === null) throw new AppError('internal', { what: 'an order that was not checked' })
        const registered = requireSigningKey(account)
        checkSignable(msgHash, registered)
        if (way.kind === 'session' && order !== null) options.noteSigning(order.id)
        return sign({ account, registered, msgHash, signal })
      },
    }
  }
}
