// Owns: the channels about profit and loss, as the service tells it and as it follows from the fills here.
// Must not: compute any; services/ does.
import { z } from 'zod'
import { errorReport, nothing } from './channel.ts'
import { decimalText, epochMs, marketSymbol, pnlEntry } from './entities.ts'

const pnlSnapshot = z.strictObject({
  entries: z.array(pnlEntry),
  /** When the service gave these figures; null when it never has. */
  asOfMs: epochMs.nullable(),
  /** Why the last reading failed; null after one that did not. Being out of reach is said by the connection. */
  lastError: errorReport.nullable(),
})
export type PnlSnapshot = z.infer<typeof pnlSnapshot>

/** What is computed from decimal texts without rounding: products and sums are longer than what they are made of. */
const exactDecimal = z.string().regex(/^-?\d{1,180}(\.\d{1,180})?$/)

/** A price of now: the close of the newest candle here, of whichever period, and from when that is. */
const lastPrice = z.strictObject({ market: marketSymbol, price: decimalText, asOfMs: epochMs })
export type LastPrice = z.infer<typeof lastPrice>

/**
 * What follows from one entry of the service's figures. All in `pnlCurrency`, exact, from the service's decimal texts: nothing is
 * rounded. Null where a figure that it takes is not there.
 */
const result = z.strictObject({
  currency: z.string(),
  pnlCurrency: z.string(),
  /** totalCredit − totalDebit, in the currency itself. */
  balance: exactDecimal,
  /** totalDebit × averageBuyPrice: what the sold part had cost. */
  costOfSold: exactDecimal,
  /** totalDebitValue − costOfSold. */
  realised: exactDecimal,
  /** Null without a price of the currency in pnlCurrency here. 1, as of the figures, where both are the same. */
  last: lastPrice.nullable(),
  /** balance × last price. */
  value: exactDecimal.nullable(),
  /** balance × averageBalancePrice. */
  costOfBalance: exactDecimal,
  /** value − costOfBalance. */
  open: exactDecimal.nullable(),
  /** value − totalBalanceValue: how far our value at the last price is from the service's; null without a price. */
  valueDifference: exactDecimal.nullable(),
})
export type PnlResult = z.infer<typeof result>

const historyEntry = z.strictObject({
  currency: z.string(),
  pnlCurrency: z.string(),
  value: exactDecimal,
  realised: exactDecimal,
  /** value − costOfBalance, with the service's value. */
  open: exactDecimal,
})

/** One moment of the history: what the service told then. */
export const historyPoint = z.strictObject({
  /** From when on it told this, and until when it still did. */
  firstAsOfMs: epochMs,
  asOfMs: epochMs,
  entries: z.array(historyEntry),
})
export type PnlHistoryPoint = z.infer<typeof historyPoint>

/** A currency as the names of markets have it. */
const wantedCurrency = z.string().regex(/^[a-z0-9]{1,30}$/)

/**
 * The close of the last candle that had ended when the moment began, of whichever period; asOfMs is when it ended. `isInverse`:
 * the market has the two currencies the other way round, so that figures are divided by the price.
 */
const conversionPrice = lastPrice.extend({ isInverse: z.boolean() })
export type ConversionPrice = z.infer<typeof conversionPrice>

/**
 * The figures of an entry in the wanted currency: exact by a price that multiplies; by one that divides each figure is rounded
 * once, half to even at 18 decimals.
 */
const conversion = z.discriminatedUnion('status', [
  /** The service tells it in that currency. */
  z.strictObject({ status: z.literal('told') }),
  z.strictObject({
    status: z.literal('converted'),
    value: exactDecimal,
    realised: exactDecimal,
    open: exactDecimal,
    price: conversionPrice,
  }),
  /** There is no price of the day before the moment here. Newest: the one before that; null where there is none either. */
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
 * What the fills of one market come to. Exact but for one rounding: at each sale the average cost of what is held takes the sold
 * part with it, half to even at 18 decimals, and what is left keeps the rest; the last piece takes all. Fills of one time go by the
 * order's number, then as the order lists them.
 */
const marketResult = z.strictObject({
  market: marketSymbol,
  quote: z.string(),
  trades: z.int().min(0),
  boughtAmount: exactDecimal,
  boughtValue: exactDecimal,
  soldAmount: exactDecimal,
  soldValue: exactDecimal,
  /**
   * soldValue − what the sold amount had cost on average by all fills before, fees not included. Null where a sale of the range
   * was of more than the fills here had bought by then: what that cost is not known. Nothing counts as held after such a sale.
   */
  realised: exactDecimal.nullable(),
})

const dayResult = z.strictObject({
  /** Its beginning in the zone of the display. */
  dayMs: epochMs,
  trades: z.int().min(0),
  /** By quote currency. */
  volumes: z.array(z.strictObject({ currency: z.string(), amount: exactDecimal })),
  /** By quote currency, of days with sales; not of one on which the cost of some sale is not known. */
  realised: z.array(z.strictObject({ currency: z.string(), amount: exactDecimal })),
})

export const periodReport = z.strictObject({
  fromMs: epochMs,
  toMs: epochMs,
  timeZone: z.string(),
  /** Created within the range; of these, how many are filled by now, and how many cancelled. */
  orders: z.strictObject({
    created: z.int().min(0),
    filled: z.int().min(0),
    cancelled: z.int().min(0),
  }),
  trades: z.int().min(0),
  markets: z.array(marketResult),
  /** By quote currency: bought and sold together. */
  volumes: z.array(z.strictObject({ currency: z.string(), amount: exactDecimal })),
  /** Amounts, as the service tells them with each fill; a fill that tells none adds none. */
  fees: z.array(z.strictObject({ currency: z.string(), amount: exactDecimal })),
  /** By quote currency: the days with the highest and the lowest realised result, where there were any; earlier ones win. */
  best: z.array(z.strictObject({ currency: z.string(), dayMs: epochMs, amount: exactDecimal })),
  worst: z.array(z.strictObject({ currency: z.string(), dayMs: epochMs, amount: exactDecimal })),
  /** Those with trades. */
  days: z.array(dayResult).max(4_000),
  /** Orders created within the range whose fills are not all here: nothing of theirs is counted. */
  ordersWithoutFills: z.int().min(0),
  /** The same of orders created before: nothing of theirs is in the average costs. */
  earlierOrdersWithoutFills: z.int().min(0),
  /** The history of orders is here from then on, or whole (null). */
  knownFromMs: epochMs.nullable(),
})
export type PeriodReport = z.infer<typeof periodReport>

export const portfolioChannels = {
  /** The newest cached profit and loss of the active account. */
  'portfolio:getPnl': { input: nothing, output: pnlSnapshot },
  /** What follows from it, at the last prices here. */
  'portfolio:getResults': {
    input: nothing,
    output: z.strictObject({ results: z.array(result), asOfMs: epochMs.nullable() }),
  },
  /**
   * Snapshots that were told at some time within a range (its end not included), thinned out to at most `most`: the first and the
   * last, and of equal spans of time the lowest and the highest total value; oldest first.
   */
  'portfolio:listHistory': {
    input: z.strictObject({
      fromMs: epochMs,
      toMs: epochMs,
      most: z.int().min(2).max(2_000),
      /** In which the figures are wanted beside those of the service; null: in no other. */
      currency: wantedCurrency.nullable(),
    }),
    output: z.strictObject({
      points: z.array(shownPoint),
      /** Currencies, by name, into which there is some price here from within the range, or from the day before it. */
      currencies: z.array(wantedCurrency),
    }),
  },
  /** The currency that was chosen last for the history, by any account; null: as the service tells it. */
  'portfolio:getHistoryCurrency': {
    input: nothing,
    output: z.strictObject({ currency: wantedCurrency.nullable() }),
  },
  'portfolio:setHistoryCurrency': {
    input: z.strictObject({ currency: wantedCurrency.nullable() }),
    output: nothing,
  },
  /** `validation` with field `toMs` where it does not lie after fromMs, or where there are trades on more than 4,000 days. */
  'portfolio:getReport': { input: reportRange, output: periodReport },
}

export const portfolioEvents = { 'portfolio:changed': nothing }
