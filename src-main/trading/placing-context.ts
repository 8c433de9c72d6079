// Provides the placing of one order with the account's client, question and signature. Keeps no key.
import type { Account } from '../../src-preload/contract/accounts.ts'
import type { OrderPrices, OrderWarning } from '../../src-preload/contract/confirm-order.ts'
import { AppError } from '../../src-preload/domain/errors.ts'
import type { Confirmations } from '../accounts/confirmations.ts'
import { checkSignable, type L2Signer, requireSigningKey } from '../accounts/l2-signer.ts'
import type { Clock } from '../async/clock.ts'
import type { ServiceKeys } from '../exchange/endpoints/rules.ts'
import { isProfileStarkKey } from '../signing/stark.ts'
import type { AccountSession } from '../session/account-session.ts'
import type { StoredPlacedOrder } from '../store/api/placed-order-rows.ts'
import type { PlacingContext } from './place-order.ts'
import { findPriceWarnings, lossPercent, referencePrice, worstCase } from './price-check.ts'

/** Prices are current for this long. */
const FRESH_MS = 30_000

/** What the exchange told of a market, and when by the local clock. */
export interface ReadPrices {
  readonly prices: OrderPrices
  readonly atMs: number
}

export interface PlacingContextOptions {
  /** Aborted when nothing that has not been sent may be sent any more. */
  readonly stopSignal: () => AbortSignal
  readonly clock: Clock
  readonly confirmations: Pick<Confirmations, 'confirmOrder'>
  readonly sign: L2Signer
  readonly findAccount: (id: string) => Promise<Account>
  readonly requireSigner: (session: AccountSession) => Promise<Account>
  /** Null where the account has none. */
  readonly readServiceKeys: (accountId: string) => Promise<ServiceKeys | null>
  readonly readPrices: (session: AccountSession, market: string) => Promise<ReadPrices>
  /** Throws where orders may not be signed, as after a restore of the journal. */
  readonly checkSigningAllowed: (session: AccountSession) => Promise<void>
  /** Whether an earlier order in this market was sent without an answer. */
  readonly hasUnknownOrder: (session: AccountSession, market: string) => Promise<boolean>
}

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
  const { clock, confirmations, sign, findAccount, requireSigner, readPrices } = options

  /** @param first - prices that were read when the order was asked for */
  return (session: AccountSession, first: ReadPrices): PlacingContext => {
    const { client } = session
    const signal = AbortSignal.any([session.signal, options.stopSignal()])
    const accountId = session.account.id
    let acknowledged: readonly OrderWarning[] = []
    let order: StoredPlacedOrder | null = null

    return {
      client,
      signal,
      skewMs: () => session.time.offsetMs(),
      readServiceKeys: () => options.readServiceKeys(accountId),

      async confirm(asked) {
        order = asked
        await options.checkSigningAllowed(session)
        const account = await requireSigner(session)
        const hasUnknown = await options.hasUnknownOrder(session, asked.market)
        const { prices, atMs } = first
        // A stop's limit is compared with its trigger.
        const reference = asked.stopPrice ?? referencePrice(asked.side, prices)
        const warnings: OrderWarning[] = [
          ...findPriceWarnings(asked, prices),
          ...(hasUnknown ? ['unknownOrder' as const] : []),
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
            warnings,
          },
          signal,
        )
        acknowledged = warnings
      },

      async checkAllowed() {
        if (order === null) throw new AppError('internal', { what: 'an order that nobody was asked about' })
        await options.checkSigningAllowed(session)
        const { prices } =
          clock.now() - first.atMs <= FRESH_MS ? first : await readPrices(session, order.market)
        // The market may have moved while the user was asked.
        const isNew = findPriceWarnings(order, prices).some((kind) => !acknowledged.includes(kind))
        if (isNew) throw new AppError('validation', { field: 'price', reason: 'marketMoved' })
      },

      async sign(msgHash) {
        const account = await findAccount(accountId)
        const registered = requireSigningKey(account)
        checkSignable(msgHash, registered)
        return sign({ account, registered, msgHash, signal })
      },
    }
  }
}
