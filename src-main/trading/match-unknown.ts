// Finds orders that were sent without an answer among the account's orders at the exchange. Pure; resolves by reading only.
import type { Order } from '../../src-preload/contract/entities.ts'
import { exactText, parseExact } from '../../src-preload/domain/exact.ts'
import type { StoredPlacedOrder } from '../store/api/placed-order-rows.ts'
import { findOrderDifferences } from './compare-order.ts'

/** The exchange's Date header has whole seconds, and its clocks may differ a little: the search begins this much earlier. */
export const BEFORE_SEND_MS = 120_000
/** An order that was created this much later than it was sent is reported as late. */
const LATE_AFTER_MS = 120_000

export interface Match {
  readonly placed: StoredPlacedOrder
  readonly order: Order
  /** The exchange created it more than two minutes after it was sent. */
  readonly isLate: boolean
}

const number = (text: string | null): string => (text === null ? '' : exactText(parseExact(text)))

/** Intents that cannot be told apart by their order. */
const kindOf = (placed: StoredPlacedOrder): string => {
  const { networkKey, senderAddress, market, side, type, amount, price, stopPrice } = placed
  const numbers = [amount, price, stopPrice].map(number)
  return [networkKey, senderAddress.toLowerCase(), market, side, type, ...numbers].join(' ')
}

const sentAt = ({ sentAtMs }: StoredPlacedOrder): number => sentAtMs ?? 0

/**
 * Assigns orders to intents of unknown outcome. Intents that are alike are matched as a set: where the exchange has as many
 * such orders as there are intents, or more, all are found, in the order of time; where it has fewer, none is claimed.
 * @param unknown - of one account, in state `unknown` or `probablyPlaced`
 * @param orders - the account's orders, as read by REST
 * @param claimed - ids of orders that belong to other intents for certain
 */
export function matchUnknown(
  unknown: readonly StoredPlacedOrder[],
  orders: readonly Order[],
  claimed: ReadonlySet<number>,
): Match[] {
  const kinds = Map.groupBy(
    unknown.toSorted((a, b) => sentAt(a) - sentAt(b)),
    kindOf,
  )
  return [...kinds.values()].flatMap((alike) => {
    const [first] = alike
    if (first === undefined) return []
    const candidates = orders
      .filter(
        (order) =>
          !claimed.has(order.id) &&
          order.createdAtMs >= sentAt(first) - BEFORE_SEND_MS &&
          findOrderDifferences(first, order).length === 0,
      )
      .toSorted((a, b) => a.createdAtMs - b.createdAtMs || a.id - b.id)
    if (candidates.length < alike.length) return []
    return alike.flatMap((placed, at) => {
      const order = candidates[at]
      if (order === undefined) return []
      return [{ placed, order, isLate: order.createdAtMs > sentAt(placed) + LATE_AFTER_MS }]
    })
  })
}
