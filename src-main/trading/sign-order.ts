// Has one order signed: asks the exchange for its hash, refuses a hash or nonce that was seen before, and journals the signature.
import type { PlacedOrderState } from '../../src-preload/contract/trading/trading.ts'
import { AppError, isAppError } from '../../src-preload/domain/errors.ts'
import type { Clock } from '../async/clock.ts'
import type { ExchangeClient } from '../exchange/client.ts'
import type { OrderDraft, OrderToSign } from '../exchange/endpoints/orders/order-placing.ts'
import type { ServiceKeys } from '../exchange/endpoints/rules.ts'
import type { StarkSignature } from '../signing/stark.ts'
import type { Journal } from '../store/api/journal-api.ts'
import type { PlacedOrderChange, StoredPlacedOrder } from '../store/api/placed-order-rows.ts'

/** The account of an order, as far as signing needs it. */
export interface SigningContext {
  readonly client: Pick<ExchangeClient, 'prepareOrder'>
  /** Aborted when the user switches accounts. Stops what has not been sent, and nothing else. */
  readonly signal: AbortSignal
  /** The exchange's clock minus the local one, in milliseconds. */
  readonly skewMs: () => number
  /**
   * Begins to read what decides whether the order may be signed. The function that it answers with throws if it may not, by that
   * and by what is in memory at that moment; called right before signing: the user may have taken long.
   * @param id - the order that is signed, which of a second attempt is not the confirmed one
   */
  readonly beginCheck: (id: string) => () => Promise<void>
  /** Errors: keyMismatch, notFound, those of the secret store; the reason of `signal`. */
  readonly sign: (msgHash: string) => Promise<StarkSignature>
}

export interface SignOrderOptions {
  readonly journal: Pick<Journal, 'findUsedBefore' | 'noteSeenHash'>
  readonly clock: Clock
  /** Moves to the next state, in one commit. Errors: validation { reason: 'usedBefore' }; those of the journal. */
  readonly enter: (id: string, to: 'sending', change: PlacedOrderChange) => Promise<StoredPlacedOrder>
  /** Ends an order before it was sent: `refused` if the exchange said so, `notSent` otherwise. */
  readonly end: (
    id: string,
    to: Extract<PlacedOrderState, 'refused' | 'notSent'>,
    error: unknown,
    change: PlacedOrderChange,
  ) => Promise<StoredPlacedOrder>
}

/** One nonce call and what came of it. */
export type SignAttempt =
  | { readonly kind: 'signed'; readonly order: StoredPlacedOrder }
  | { readonly kind: 'ended'; readonly order: StoredPlacedOrder; readonly isNonceUsed: boolean }

/** The calls of placing go before all others. */
export const turn = { urgency: 'asked', lane: 'trading' } as const

const draftOf = (order: StoredPlacedOrder, keys: ServiceKeys | null): OrderDraft => {
  const { market, side, type, amount, price, stopPrice } = order
  const shared = { market, side, volume: amount, ...(keys === null ? {} : { keys }) }
  switch (type) {
    case 'market':
      return { ...shared, type }
    case 'stop_limit':
      return { ...shared, type, price: price ?? '', stopPrice: stopPrice ?? '' }
    case 'limit':
    case 'limit_maker':
      return { ...shared, type, price: price ?? '' }
  }
}

/** A hash as the number that it is. */
const hashOf = (msgHash: string): string => msgHash.toLowerCase().replace(/^0x0*/, '')

/** What had been used before, if that is the error. */
function usedFieldOf(error: unknown): 'msgHash' | 'nonce' | null {
  if (!isAppError(error, 'validation') || error.data['reason'] !== 'usedBefore') return null
  return error.data['field'] === 'nonce' ? 'nonce' : 'msgHash'
}

export function createOrderSigner({ journal, clock, enter, end }: SignOrderOptions) {
  /** Hashes that are being signed now: two orders that were given the same one must not both find it unseen. */
  const inHand = new Set<string>()
  const repeats = { msgHash: 0, nonce: 0 }

  /**
   * Takes the hash in hand, or refuses it. Errors: validation { reason: 'usedBefore' } for what was seen before: signing it could
   * send something else.
   */
  async function takeUnseen(order: StoredPlacedOrder, { msgHash, nonce }: OrderToSign): Promise<string> {
    const { networkKey, senderAddress } = order
    const used = await journal.findUsedBefore(networkKey, senderAddress, msgHash, nonce)
    const hash = hashOf(msgHash)
    const field = inHand.has(hash) ? 'msgHash' : used
    if (field !== null) throw new AppError('validation', { field, reason: 'usedBefore' })
    inHand.add(hash)
    return hash
  }

  /** What is recorded of a hash that was not signed: where another order or transfer has it, it is on record there. */
  async function recordOf(order: StoredPlacedOrder, toSign: OrderToSign | null): Promise<PlacedOrderChange> {
    if (toSign === null) return {}
    const { networkKey, senderAddress } = order
    const used = await journal.findUsedBefore(networkKey, senderAddress, toSign.msgHash, toSign.nonce)
    if (used === null) return toSign
    // A row holds no hash without its nonce, and that one is another order's.
    if (used === 'nonce') await journal.noteSeenHash(toSign.msgHash, order.id)
    return {}
  }

  return {
    /** Asks for the hash, signs it and writes both down as being sent; or ends the order unsigned. */
    async sign(
      context: SigningContext,
      intended: StoredPlacedOrder,
      keys: ServiceKeys | null,
    ): Promise<SignAttempt> {
      const { id } = intended
      let toSign: OrderToSign | null = null
      let hash: string | null = null
      let isAsking = true
      try {
        context.signal.throwIfAborted()
        toSign = await context.client.prepareOrder(draftOf(intended, keys), {
          ...turn,
          signal: context.signal,
        })
        isAsking = false
        const checkAllowed = context.beginCheck(id)
        hash = await takeUnseen(intended, toSign)
        await checkAllowed()
        const signature = await context.sign(toSign.msgHash)
        context.signal.throwIfAborted()
        const sentAtMs = clock.now() + context.skewMs()
        // One commit: hash, nonce, signature and that it is sent. A hash or nonce that was used meanwhile is refused here.
        return { kind: 'signed', order: await enter(id, 'sending', { ...toSign, signature, sentAtMs }) }
      } catch (error) {
        const used = usedFieldOf(error)
        if (used !== null) repeats[used] += 1
        const isRefused = isAsking && isAppError(error, 'rejectedByExchange')
        const change = await recordOf(intended, toSign)
        const order = await end(id, isRefused ? 'refused' : 'notSent', error, change)
        return { kind: 'ended', order, isNonceUsed: used === 'nonce' }
      } finally {
        if (hash !== null) inHand.delete(hash)
      }
    },

    /** How often the exchange gave a hash, or a nonce, that it had given before; since the start. */
    repeats: (): { readonly hashes: number; readonly nonces: number } => ({
      hashes: repeats.msgHash,
      nonces: repeats.nonce,
    }),
  }
}
