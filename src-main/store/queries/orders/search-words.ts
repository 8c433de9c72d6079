// What the words of a search mean beside numbers: market, base, quote, side, type, state and cancel reason. Letters are compared
// here, where all of them have an upper and a lower form.
import {
  type cancelReasons,
  type OrderSide,
  orderSides,
  type OrderState,
  type OrderType,
  splitMarket,
} from '../../../../src-preload/domain/markets/markets.ts'
import type { OrderFacet } from './order-facets.ts'

/** What the screen calls the service's words. Each is found by its beginning. */
const sideWords: Readonly<Record<OrderSide, readonly string[]>> = { buy: ['buy'], sell: ['sell'] }
const typeWords: Readonly<Record<OrderType, readonly string[]>> = {
  limit: ['limit'],
  market: ['market'],
  stop_limit: ['stop', 'limit', 'stop-limit'],
  limit_maker: ['post-only', 'only', 'maker'],
}
const stateWords: Readonly<Record<OrderState, readonly string[]>> = {
  pending: ['pending', 'untriggered', 'open'],
  wait: ['open'],
  done: ['filled'],
  cancel: ['canceled', 'cancelled'],
}
/** Short names of reasons that their own sentence does not have in it. */
const reasonWords = {
  'Order cancelled by user': ['you'],
  'Something went wrong, order was cancelled to prevent loss of funds': ['error'],
  'Order cancelled because it was matched as a taker order': ['post-only'],
} satisfies Partial<Record<(typeof cancelReasons)[number], readonly string[]>>

const wordsIn = (names: Readonly<Record<string, readonly string[]>>, word: string): readonly string[] =>
  Object.hasOwn(names, word) ? (names[word] ?? []) : [word.toLowerCase()]

/** The words of a search in small letters, each once; an order is found that has all of them. */
export const splitSearch = (typed: string): string[] => [
  ...new Set(
    typed
      .toLowerCase()
      .split(/\s+/)
      // Of "ETH / USDC" the stroke alone means nothing.
      .filter((word) => !/^[/–-]*$/.test(word)),
  ),
]

function namesOfMarket(market: string): string[] {
  const units = splitMarket(market)
  if (units === null) return [market]
  const { base, quote } = units
  return [market, base, quote, `${base}/${quote}`, `${base}-${quote}`]
}

const beginsOne = (names: readonly string[], word: string): boolean =>
  names.some((name) => name.startsWith(word))

/** Whether a word of a search begins a market's symbol, its base, its quote or its pair. */
export const isMarketWord = (market: string, word: string): boolean => beginsOne(namesOfMarket(market), word)

/** The sides that a word of a search begins. */
export const sidesOfWord = (word: string): OrderSide[] =>
  orderSides.filter((side) => beginsOne(sideWords[side], word))

/** Whether all orders of a combination have a word of a search. */
export function hasWord({ market, side, type, state, cancelReason }: OrderFacet, word: string): boolean {
  const reasons = Object.hasOwn(reasonWords, cancelReason) ? wordsIn(reasonWords, cancelReason) : []
  return (
    isMarketWord(market, word) ||
    beginsOne(sideWords[side], word) ||
    beginsOne(wordsIn(typeWords, type), word) ||
    beginsOne(wordsIn(stateWords, state), word) ||
    beginsOne(reasons, word) ||
    cancelReason.toLowerCase().includes(word)
  )
}
