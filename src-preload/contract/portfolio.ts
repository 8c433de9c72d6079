// Owns: the channels about profit and loss, as the service tells it and as it follows from the fills here.
// Must not: compute any; services/ does.
import { z } from 'zod'
import { type ChannelTable, errorReport, nothing } from './channel.ts'
import { decimalText, epochMs, marketSymbol, pnlEntry } from './entities.ts'

const pnlSnapshot = z.strictObject({
  entries: z.array(pnlEntry),
  /** When the service gave these figures; null when it never has. */
  asOfMs: epochMs.nullable(),
  /** Why the last reading failed; null after one that did not. Being out of reach is said by the connection. */
  lastError: errorReport.nullable(),
})
export type PnlSnapshot = z.infer<typeof pnlSnapshot>

/** An exact decimal: products and sums are longer than the texts they are made of. */
const exactDecimal = z.string().regex(/^-?\d{1,180}(\.\d{1,180})?$/)

/** One market's part in a price: the close of its newest candle here. Divides where `isInverse`. */
const priceLink = z.strictObject({
  market: marketSymbol,
  price: decimalText,
  asOfMs: epochMs,
  isInverse: z.boolean(),
})
export type PriceLink = z.infer<typeof priceLink>

/** Last price of a currency in another one, in figures.md's order: its own market, the inverse one, the shortest chain. */
const lastPrice = z.strictObject({
  /** The markets that lead from the currency to the other one; none for a currency in itself. */
  links: z.array(priceLink).max(8),
  /** Exact without an inverse link; with one it is rounded once, half to even, at 18 decimals. */
  price: exactDecimal,
  /** The age of the oldest link; of a currency in itself the time of the balance. */
  asOfMs: epochMs,
})
export type LastPrice = z.infer<typeof lastPrice>

/**
 * A derived figure. `estimated`: a check of its inputs failed, or could not be made; the book's `state` says which. `unknown`: an input
 * is missing.
 */
const figure = z.discriminatedUnion('state', [
  z.strictObject({ state: z.literal('known'), amount: exactDecimal }),
  z.strictObject({ state: z.literal('estimated'), amount: exactDecimal }),
  z.strictObject({ state: z.literal('unknown') }),
])
export type Figure = z.infer<typeof figure>

/**
 * The figures of one currency, in `pnlCurrency` where nothing else is said. For each: realized + movedOut + unrealized = value sold +
 * market value − value that came in, to the last digit.
 */
const result = z.strictObject({
  currency: z.string(),
  pnlCurrency: z.string(),
  /** total_credit − total_debit, in the currency itself. */
  balance: exactDecimal,
  /** total_balance_value: the moving average cost of what is held, as the exchange says it. */
  costBasis: exactDecimal,
  /** total_debit_value − total_credit_value + total_balance_value − movedOut. */
  realized: figure,
  /** Of known withdrawals and sent transfers: their value − their share of the cost, as sure as their book. 0 where none is known. */
  movedOut: figure,
  /** Null without a price here. */
  lastPrice: lastPrice.nullable(),
  /** balance × last price; with an inverse link rounded once, half to even, at 18 decimals. 0 where the balance is 0. */
  marketValue: exactDecimal.nullable(),
  /** marketValue − costBasis. */
  unrealized: exactDecimal.nullable(),
  /** realized + unrealized; null without a last price. */
  total: figure.nullable(),
})
export type PnlResult = z.infer<typeof result>

/** Sums over the currencies that have a last price, the same ones in each figure; estimated or unknown where a part is. */
const totals = z.strictObject({
  pnlCurrency: z.string(),
  marketValue: exactDecimal,
  costBasis: exactDecimal,
  realized: figure,
  movedOut: figure,
  unrealized: exactDecimal,
  total: figure,
  /** Currencies without a last price: they are in none of these figures. */
  leftOut: z.array(z.string()),
})
export type PnlTotals = z.infer<typeof totals>

/** Why the book of a currency is not known. */
const bookFault = z.discriminatedUnion('reason', [
  /** Fills, transfers and `pnl` disagree by more than 1e-8: most often a deposit or withdrawal that the interface does not tell of. */
  z.strictObject({
    reason: z.literal('check'),
    /** Amounts: debit, earlierBalance; values in pnlCurrency: debitValue, balanceValue, earlierCost. */
    check: z.enum(['debit', 'debitValue', 'balanceValue', 'earlierBalance', 'earlierCost']),
    /** What the exchange says, and what the fills and movements here come to. */
    expected: exactDecimal,
    found: exactDecimal,
    /** The moment of an earlier reading; null of the newest one. */
    atMs: epochMs.nullable(),
  }),
  /** The cost of what was held before the first fill here is solved from the exchange's cost, and no earlier reading confirms it. */
  z.strictObject({ reason: z.literal('notChecked') }),
  /** Orders that have filled more than their fills here add up to. */
  z.strictObject({ reason: z.literal('fillsMissing'), orders: z.int().min(1) }),
  /** What was held before the first fill here comes out below zero. */
  z.strictObject({ reason: z.literal('openingBelowZero'), amount: exactDecimal, cost: exactDecimal }),
  /**
   * A value in pnlCurrency is not known: no candle that prices it is here. Of a fill of `market`; null: of a fee or transfer in the
   * currency itself.
   */
  z.strictObject({ reason: z.literal('noPrice'), market: marketSymbol.nullable(), atMs: epochMs }),
  /** Of a fill here nobody tells whether it bought or sold. */
  z.strictObject({ reason: z.literal('noSide') }),
  /** What was given up is from before a moment since which all fills of the currency are here. */
  z.strictObject({ reason: z.literal('early'), sinceMs: epochMs }),
  /** Too little of the opening is left at the end to tell from it what the opening had cost. */
  z.strictObject({ reason: z.literal('openingSold') }),
  /** No reading of `pnl` belongs to the fills here yet. */
  z.strictObject({ reason: z.literal('noReading') }),
])
export type BookFault = z.infer<typeof bookFault>

/** The moving-average book of one currency; in a report as far as its results are known. */
const book = z.strictObject({
  currency: z.string(),
  state: z.enum(['known', 'estimated', 'unknown']),
  /** Null exactly where it is known. */
  fault: bookFault.nullable(),
})
export type BookState = z.infer<typeof book>

const amountOf = z.strictObject({ currency: z.string(), amount: exactDecimal })

/**
 * Whether the exchange's values are before fees: shown by the account's own data (figures.md, "Before or after fees"), or not shown.
 */
const feeBasis = z.enum(['beforeFees', 'asTheExchangeCounts'])
export type FeeBasis = z.infer<typeof feeBasis>

/** A deposit or withdrawal that the interface does not tell of, entered by the user. */
const movementFields = {
  currency: z.string().regex(/^[a-z0-9]{1,30}$/),
  direction: z.enum(['in', 'out']),
  /** In the currency itself, above zero. */
  amount: decimalText,
  /** What the exchange booked it at, in pnlCurrency; for a deposit this is its cost. */
  value: decimalText,
  atMs: epochMs,
}
const movementInput = z.strictObject(movementFields)
export type MovementInput = z.infer<typeof movementInput>
const movement = movementInput.extend({ id: z.int().min(1) })
export type Movement = z.infer<typeof movement>

const historyFigures = {
  /** total_balance_value of then. */
  costBasis: exactDecimal,
  /** total_debit_value − total_credit_value + total_balance_value − movedOut of then; null where movedOut of then is not known. */
  realized: exactDecimal.nullable(),
  /** Balance of then × last price of then; 0 where the balance is 0; null without a price. */
  marketValue: exactDecimal.nullable(),
  /** marketValue − costBasis. */
  unrealized: exactDecimal.nullable(),
  /** realized + unrealized. */
  total: exactDecimal.nullable(),
}
const historyEntry = z.strictObject({ currency: z.string(), pnlCurrency: z.string(), ...historyFigures })

/** One moment of the history: the figures that the exchange reported over a time, at the prices of one moment of that time. */
export const historyPoint = z.strictObject({
  /** The moment: of market values, and of prices of conversions. */
  atMs: epochMs,
  /**
   * Whether this is the present: prices are the last ones here, as in the headline, and atMs is when the newest of them or of the
   * figures was read. Else prices are closes here of at most a day before atMs.
   */
  isCurrent: z.boolean(),
  /** From when to when the exchange reported the same figures. */
  firstAsOfMs: epochMs,
  asOfMs: epochMs,
  entries: z.array(historyEntry),
})
export type PnlHistoryPoint = z.infer<typeof historyPoint>

/** A currency as the names of markets have it. */
const wantedCurrency = z.string().regex(/^[a-z0-9]{1,30}$/)

/**
 * The figures of an entry in the wanted currency, at the price of the point's moment: exact where all its links multiply; with one that
 * divides each figure is rounded once, half to even, at 18 decimals. unrealized and total are differences and sums of the rounded ones.
 */
const conversion = z.discriminatedUnion('status', [
  /** The service tells it in that currency. */
  z.strictObject({ status: z.literal('told') }),
  z.strictObject({
    status: z.literal('converted'),
    ...historyFigures,
    /** The price of pnlCurrency in the wanted currency, by the rule of lastPrice. */
    links: z.array(priceLink).max(8),
  }),
  /**
   * There is no price of the day before the moment here. Newest: the one of the two currencies' own market before that; null where
   * there is none either.
   */
  z.strictObject({
    status: z.literal('noPrice'),
    newest: z.strictObject({ market: marketSymbol, asOfMs: epochMs }).nullable(),
  }),
])
export type Conversion = z.infer<typeof conversion>

/** A moment as it is shown. */
const shownPoint = historyPoint.extend({
  /** `conversion` is null where no other currency is wanted. */
  entries: z.array(historyEntry.extend({ conversion: conversion.nullable() })),
})
export type ShownPoint = z.infer<typeof shownPoint>

export const reportRange = z.strictObject({
  /** From this day's beginning, in the zone of the display. */
  fromMs: epochMs,
  /** Until then, not included. */
  toMs: epochMs,
})

/**
 * What the fills of one market come to in the period. Amounts and values in the market's own currencies are exact. Results, fees and
 * values "in pnlCurrency" follow figures.md: the result of a fill is the value of what it gave up less that part's moving-average cost,
 * rounded once, half to even, at 18 decimals; before fees.
 */
const marketResult = z.strictObject({
  market: marketSymbol,
  quote: z.string(),
  trades: z.int().min(0),
  boughtAmount: exactDecimal,
  boughtValue: exactDecimal,
  soldAmount: exactDecimal,
  soldValue: exactDecimal,
  /** Fees in pnlCurrency, each at its own fill's price; null where a fill has no such price. */
  fees: exactDecimal.nullable(),
  /** Realized P&L in pnlCurrency. */
  realized: figure,
  /** Fills of it in the period are missing: counts, amounts and fees are of those that are here. */
  isPartial: z.boolean(),
})

const dayResult = z.strictObject({
  /** Its beginning in the zone of the display. */
  dayMs: epochMs,
  trades: z.int().min(0),
  /** By quote currency. */
  volumes: z.array(amountOf),
  /** As of a market. */
  fees: exactDecimal.nullable(),
  realized: figure,
  /** As of a market. */
  isPartial: z.boolean(),
})

/** A best or worst day. */
const extremeDay = z.strictObject({
  dayMs: epochMs,
  amount: exactDecimal,
  state: z.enum(['known', 'estimated']),
})

export const periodReport = z.strictObject({
  fromMs: epochMs,
  toMs: epochMs,
  /** By the name that the user chose. */
  timeZone: z.string(),
  /** In which `sum`, results and fees are. */
  pnlCurrency: z.string(),
  /** Created within the range; of these, how many are filled by now, and how many canceled. */
  orders: z.strictObject({
    created: z.int().min(0),
    filled: z.int().min(0),
    cancelled: z.int().min(0),
  }),
  trades: z.int().min(0),
  markets: z.array(marketResult),
  /** By quote currency: bought and sold together. */
  volumes: z.array(amountOf),
  /** By the currency they were taken in; a fill that tells none adds none. */
  fees: z.array(amountOf),
  /** All of it in pnlCurrency. Markets add up to it, and days do. */
  sum: z.strictObject({
    /** Null where a fill has no price in pnlCurrency. */
    bought: exactDecimal.nullable(),
    sold: exactDecimal.nullable(),
    fees: exactDecimal.nullable(),
    /** Before fees. */
    realized: figure,
    /** realized − fees. */
    net: figure,
    /** Fills of the period are missing: all that is counted or added up in it is of those that are here. */
    isPartial: z.boolean(),
  }),
  /**
   * Days with the highest and lowest realized P&L, estimated as soon as the result of one day is. Null unless all days of the period that
   * have begun are here, there are two days with results, and none is unknown.
   */
  best: extremeDay.nullable(),
  worst: extremeDay.nullable(),
  /** Of the days with results, those above zero; null where there is no best day. */
  winningDays: z.strictObject({ won: z.int().min(0), of: z.int().min(2) }).nullable(),
  /** Those with fills. */
  days: z.array(dayResult).max(4_000),
  /** The books of all currencies that the period's fills gave up, by name; unknown where a result of the period is. */
  books: z.array(book),
  /** Orders created within the range whose fills are not all here: nothing of theirs is counted. */
  ordersWithoutFills: z.int().min(0),
  /** The same of orders created before. */
  earlierOrdersWithoutFills: z.int().min(0),
  /** Orders and fills are here from then on, or whole (null). */
  knownFromMs: epochMs.nullable(),
  /** Orders and fills are here until then; null where none was ever read. */
  knownUntilMs: epochMs.nullable(),
  /** The reading of `pnl` that the books are checked against; null where none fits. */
  readingMs: epochMs.nullable(),
})
export type PeriodReport = z.infer<typeof periodReport>

export const portfolioChannels = {
  /** The newest cached profit and loss of the active account. */
  'portfolio:getPnl': { access: 'readable', input: nothing, output: pnlSnapshot },
  /** What follows from it, at the last prices here. */
  'portfolio:getResults': {
    access: 'readable',
    input: nothing,
    output: z.strictObject({ results: z.array(result), totals: z.array(totals), asOfMs: epochMs.nullable() }),
  },
  /** What the fills here say of the whole account: fees, and the state of each currency's book. */
  'portfolio:getBooks': {
    access: 'readable',
    input: nothing,
    output: z.strictObject({
      pnlCurrency: z.string(),
      books: z.array(book),
      feeBasis,
      /** Of all fills here, by the currency they were taken in. */
      fees: z.array(amountOf),
      /** The same in pnlCurrency, each at its own fill's price; null where a fill has no such price. */
      feeSum: exactDecimal.nullable(),
      /**
       * Total P&L of the reading that the books belong to, at the last prices here, − feeSum. Null unless the exchange's values are shown
       * to be before fees, all fills are here, and each currency has a price.
       */
      net: figure.nullable(),
      /** The moment up to which fills and figures are; null where no reading fits. */
      readingMs: epochMs.nullable(),
      fills: z.int().min(0),
      /** Fees are of fills from then on; null: of all. */
      knownFromMs: epochMs.nullable(),
      /** Fills are missing, so that fees are the sum of those that are here. */
      isPartial: z.boolean(),
    }),
  },
  /** Deposits and withdrawals that the user entered, newest first. */
  'portfolio:listMovements': {
    access: 'readable',
    input: nothing,
    output: z.strictObject({ movements: z.array(movement) }),
  },
  /** `validation` with field `amount` where it is zero, and with `atMs` where that lies in the future. A value may be zero. */
  'portfolio:addMovement': {
    access: 'readable',
    input: movementInput,
    output: z.strictObject({ id: z.int().min(1) }),
  },
  'portfolio:removeMovement': {
    access: 'readable',
    input: z.strictObject({ id: z.int().min(1) }),
    output: nothing,
  },
  /**
   * Moments of a range (its end not included), at most `most`, oldest first: those at which the exchange's figures began and ended to
   * be the same, thinned out by their cost, and between the two even steps at which there were prices (history.ts).
   */
  'portfolio:listHistory': {
    access: 'readable',
    input: z.strictObject({
      fromMs: epochMs,
      toMs: epochMs,
      most: z.int().min(2).max(2_000),
      /** In which the figures are wanted beside those of the service; null: in no other. */
      currency: wantedCurrency.nullable(),
    }),
    output: z.strictObject({
      points: z.array(shownPoint),
      /** Currencies, by name, to which markets with some price here from within the range, or from the day before it, lead. */
      currencies: z.array(wantedCurrency),
    }),
  },
  /** The currency that was chosen last for the history, by any account; null: as the service tells it. */
  'portfolio:getHistoryCurrency': {
    access: 'readable',
    input: nothing,
    output: z.strictObject({ currency: wantedCurrency.nullable() }),
  },
  'portfolio:setHistoryCurrency': {
    access: 'readable',
    input: z.strictObject({ currency: wantedCurrency.nullable() }),
    output: nothing,
  },
  /** `validation` with field `toMs` where it does not lie after fromMs, or where there are trades on more than 4,000 days. */
  'portfolio:getReport': { access: 'readable', input: reportRange, output: periodReport },
} satisfies ChannelTable<'portfolio'>

export const portfolioEvents = { 'portfolio:changed': nothing }
