// Finds orders that were sent without a certain answer among the account's orders at the exchange. Pure; resolves by reading only.
import type { Order } from '../../src-preload/contract/orders/entities.ts'
import { exactText, parseExact } from '../../src-preload/domain/numbers/exact-decimal.ts'
import type { StoredPlacedOrder } from '../store/api/placed-order-rows.ts'
import { findOrderDifferences } from './compare-order.ts'

/** The exchange's Date header has whole seconds, and its clocks may differ a little: the search begins this much earlier. */
export const BEFORE_SEND_MS = 120_000
/** An order that was created this much later than it was sent is reported as late. */
export const LATE_AFTER_MS = 120_000

export interface Match {
  readonly placed: StoredPlacedOrder
  readonly order: Order
  /** The exchange created it more than two minutes after it was sent, or had refused it. */
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
const distance = (placed: StoredPlacedOrder, order: Order): number =>
  Math.abs(order.createdAtMs - sentAt(placed))

/**
 * Pairs intents that are alike with one order each, the nearest in time of those that its own send may have made. The newest
 * intent has the fewest to choose from, so it chooses first: where all can have one, all get one.
 */
function pairAlike(
  alike: readonly StoredPlacedOrder[],
  orders: readonly Order[],
): [StoredPlacedOrder, Order][] {
  const free = new Set(orders)
  return alike
    .toSorted((a, b) => sentAt(b) - sentAt(a))
    .flatMap((placed): [StoredPlacedOrder, Order][] => {
      const [order] = [...free]
        .filter(({ createdAtMs }) => createdAtMs >= sentAt(placed) - BEFORE_SEND_MS)
        .toSorted((a, b) => distance(placed, a) - distance(placed, b) || a.id - b.id)
      if (order === undefined) return []
      free.delete(order)
      return [[placed, order]]
    })
}

function matchAlike(alike: readonly StoredPlacedOrder[], orders: readonly Order[]): Match[] {
  const [first] = alike
  if (first === undefined) return []
  const fitting = orders.filter((order) => findOrderDifferences(first, order).length === 0)
  const refused = alike.filter(({ state }) => state === 'refused')
  // One that is on the wire may be any of them: its own answer says which.
  const waiting = alike.filter(({ state }) => state !== 'refused')
  const pairs = pairAlike(waiting, fitting)
  if (pairs.length < waiting.length) return []
  const taken = new Set(pairs.map(([, order]) => order))
  const twice = pairAlike(
    refused,
    fitting.filter((order) => !taken.has(order)),
  ).filter(([placed, order]) => distance(placed, order) <= BEFORE_SEND_MS)
  return [...pairs.filter(([{ state }]) => state === 'unknown'), ...twice].map(([placed, order]) => ({
    placed,
    order,
    isLate: placed.state === 'refused' || order.createdAtMs > sentAt(placed) + LATE_AFTER_MS,
  }))
}

/**
 * Assigns orders to intents of unknown outcome. Intents that are alike are matched as a set: where the exchange has as many
 * such orders as there are intents, or more, all are found, each as the order nearest in time; where it has fewer, none is
 * claimed. A refused intent, which a transport may have sent twice, gets what the others leave, created within two minutes of it.
 * @param sent - of one account: those to be found, in state `unknown` or `refused`, and those in state `sending`
 * @param orders - the account's orders, as read by REST; each once
 * @param claimed - ids of orders that belong to other intents, certainly or probably: they stay theirs
 */
export function matchUnknown(
  sent: readonly StoredPlacedOrder[],
  orders: readonly Order[],
  claimed: ReadonlySet<number>,
): Match[] {
  const free = orders.filter(({ id }) => !claimed.has(id))
  return [...Map.groupBy(sent, kindOf).values()].flatMap((alike) => matchAlike(alike, free))
}

/**
 * Orders that fit one that was probably placed, besides the order that was found for it: either may be the one that was sent, and
 * the other was placed elsewhere. None where alike intents wait for theirs, which these may be.
 * @param sent - of one account: all that are watched, and those in state `sending`
 * @param taken - ids of orders that belong to an intent, certainly or probably
 */
export function findFurther(
  sent: readonly StoredPlacedOrder[],
  orders: readonly Order[],
  taken: ReadonlySet<number>,
): Pick<Match, 'placed' | 'order'>[] {
  // One that was canceled before anything was filled did nothing.
  const free = orders.filter(
    ({ id, state, executedVolume }) =>
      !taken.has(id) && (state !== 'cancel' || parseExact(executedVolume).units > 0n),
  )
  return [...Map.groupBy(sent, kindOf).values()].flatMap((alike) => {
    if (alike.some(({ state }) => state === 'unknown' || state === 'sending')) return []
    const probable = alike
      .filter(({ state }) => state === 'probablyPlaced')
      .toSorted((a, b) => sentAt(b) - sentAt(a))
    return free.flatMap((order) => {
      const placed = probable.find(
        (one) =>
          order.createdAtMs >= sentAt(one) - BEFORE_SEND_MS && findOrderDifferences(one, order).length === 0,
      )
      return placed === undefined ? [] : [{ placed, order }]
    })
  })
}
