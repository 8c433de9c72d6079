// IPC channels of order books. They carry no account data.
import { z } from 'zod'
import { MAX_PRICE_DECIMALS } from '../../domain/numbers/price-figures.ts'
import { type ChannelTable, errorReport, nothing } from '../channel.ts'
import { decimalText, marketSymbol } from '../orders/entities.ts'
import { freshness } from '../app/freshness.ts'

/** Maximum levels of each side in one event. */
export const MAX_BOOK_DEPTH = 200

/** A price step above zero, as decimal text. */
const priceStep = decimalText.refine((text) => !text.startsWith('-') && /[1-9]/.test(text))

const watchedBook = z.strictObject({
  market: marketSymbol,
  /** Levels are added up by steps of this price: bids round down, asks up. Null: one level per price. */
  step: priceStep.nullable(),
  /** Maximum levels of each side. */
  depth: z.int().min(1).max(MAX_BOOK_DEPTH),
})
export type WatchedBook = z.infer<typeof watchedBook>

/** A sum of products of two decimals. */
const exactSum = z.string().regex(/^\d{1,130}(\.\d{1,120})?$/)

const bookSide = z.strictObject({
  /** Best first: price in the quote currency, amount in the base currency, and the exact value of that in the quote currency. */
  levels: z.array(z.tuple([decimalText, exactSum, exactSum])).max(MAX_BOOK_DEPTH),
  /** The last level may hold more than its amount: the exchange did not list the book beyond it. */
  isLastPartial: z.boolean(),
})
export type ShownBookSide = z.infer<typeof bookSide>

const shownBook = z.strictObject({
  ...watchedBook.shape,
  /**
   * `waiting`: nothing is known yet; both sides are empty. `exact`: equals the exchange's book at its last message.
   * `approximate`: read by REST, once or at intervals, or left from before the connection was lost.
   */
  status: z.enum(['waiting', 'exact', 'approximate']),
  freshness,
  asks: bookSide,
  bids: bookSide,
  /** The best prices before rounding to steps; null for an empty side. */
  bestAsk: decimalText.nullable(),
  bestBid: decimalText.nullable(),
  /** Decimals of the market's prices: the maximum that a level of its book needed. */
  priceDecimals: z.int().min(0).max(MAX_PRICE_DECIMALS),
  /** Why the last reading by REST failed; null if it succeeded or none was needed. */
  lastError: errorReport.nullable(),
})
/** The order book of a market as it is shown. */
export type ShownBook = z.infer<typeof shownBook>

export const bookTabs = ['book', 'trades', 'depth'] as const
export type BookTab = (typeof bookTabs)[number]

/** How books are shown. Persisted, shared by all accounts. */
export const bookChoices = z.strictObject({
  /** What the column beside the charts shows. */
  tab: z.enum(bookTabs),
  /** Currency of cumulative sums. */
  sums: z.enum(['base', 'quote']),
  /** The chosen step of each market; the market's tick for others. */
  steps: z.array(z.strictObject({ market: marketSymbol, step: priceStep })).max(200),
})
export type BookChoices = z.infer<typeof bookChoices>

export const bookChannels = {
  /**
   * Declares which order book is on screen; null: none. It is followed by stream, and read by REST every few seconds where
   * streams fail; `book:changed` brings it at once and after each change.
   */
  'book:watch': {
    access: 'readable',
    input: z.strictObject({ book: watchedBook.nullable() }),
    output: nothing,
  },
  'book:getChoices': { access: 'readable', input: nothing, output: bookChoices },
  'book:setChoices': { access: 'readable', input: bookChoices, output: nothing },
} satisfies ChannelTable<'book'>

export const bookEvents = {
  /** The watched book, at most once per frame of a screen, and only if something in it differs. */
  'book:changed': shownBook,
}
