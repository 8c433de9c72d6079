// IPC channels of the portfolio: the exchange's figures, and those derived from the stored fills. Computed in main.
import { z } from 'zod'
import { type ChannelTable, nothing } from '../channel.ts'
import { currencyCode, epochMs } from '../orders/entities.ts'
import { allAccounts } from './all-accounts.ts'
import { accountBalances } from './balances.ts'
import { equityAnswer, equityPointAnswer, equityPointRequest, equityRequest } from './equity.ts'
import { book, exactDecimal, figure } from './figures.ts'
import { costMethod, lotsAnswer, lotsRequest } from './lots.ts'
import { movement, movementInput } from './movements.ts'
import { openingAnswer, openingInput, openingRequest } from './opening.ts'
import { performanceAnswer } from './performance.ts'
import { amountOf, periodReport, reportRange } from './report.ts'
import { feeBasis, lastPrice, pnlResult, pnlSnapshot, pnlTotals } from './results.ts'

/** Columns that rows of Portfolio are sorted by. */
export const rowSorts = [
  'currency',
  'balance',
  'lastPrice',
  'averageCost',
  'costBasis',
  'marketValue',
  'unrealized',
  'realized',
  'total',
] as const
export type RowSort = (typeof rowSorts)[number]
const rowChoices = z.strictObject({
  sort: z.strictObject({ column: z.enum(rowSorts), isDescending: z.boolean() }).nullable(),
  /** Balances with a market value below one unit of the currency of valuation are not listed. */
  hidesSmall: z.boolean(),
})
export type RowChoices = z.infer<typeof rowChoices>

export const portfolioChannels = {
  /** The latest cached profit and loss of the active account. */
  'portfolio:getPnl': { access: 'readable', input: nothing, output: pnlSnapshot },
  /** The last reading of the active account's balances, at the latest stored prices. */
  'portfolio:getBalances': { access: 'readable', input: nothing, output: accountBalances },
  /** The values derived from it, at the latest stored prices. */
  'portfolio:getResults': {
    access: 'readable',
    input: nothing,
    output: z.strictObject({
      results: z.array(pnlResult),
      totals: z.array(pnlTotals),
      asOfMs: epochMs.nullable(),
    }),
  },
  /** Figures and balances of all accounts on the network of the active account, from the cache, at the latest stored prices. */
  'portfolio:getAllAccounts': { access: 'readable', input: nothing, output: allAccounts },
  /**
   * The last prices of currencies in another one, from the stored candles of the network of the active account; null for one
   * without a price.
   */
  'portfolio:getDisplayPrices': {
    access: 'readable',
    input: z.strictObject({ from: z.array(currencyCode).max(20), to: currencyCode }),
    output: z.strictObject({
      prices: z.array(z.strictObject({ currency: currencyCode, price: lastPrice.nullable() })),
    }),
  },
  /** Whole-account results of the stored fills: fees, and the state of each currency's book. */
  'portfolio:getBooks': {
    access: 'readable',
    input: nothing,
    output: z.strictObject({
      pnlCurrency: z.string(),
      books: z.array(book),
      feeBasis,
      /** Fees of all stored fills, by the currency they were charged in. */
      fees: z.array(amountOf),
      /** The same in pnlCurrency, each at its own fill's price; null if a fill has no such price. */
      feeSum: exactDecimal.nullable(),
      /** Value of the same fills in pnlCurrency, bought and sold combined; null if one has no such price. */
      volumeSum: exactDecimal.nullable(),
      /**
       * The 24 hours that end with the matching reading: market value now, at the latest stored prices, − market value then
       * − deposits and transfers in + withdrawals and transfers out; after fees. Null if no reading matches.
       */
      day: z
        .strictObject({
          fromMs: epochMs,
          change: figure,
          /** What the change is a percent of: market value then + deposits and transfers in; null if the change is unknown. */
          base: exactDecimal.nullable(),
        })
        .nullable(),
      /**
       * Total P&L of the matching reading, at the latest stored prices, − feeSum. Null unless the exchange's values are
       * proven to be before fees, all fills are stored, and each currency has a price.
       */
      net: figure.nullable(),
      /** The time up to which fills and figures are included; null if no reading matches. */
      readingMs: epochMs.nullable(),
      fills: z.int().min(0),
      /** Fees are of fills from this time on; null: of all. */
      knownFromMs: epochMs.nullable(),
      /** True if fills are missing, so fees cover the stored ones only. */
      isPartial: z.boolean(),
    }),
  },
  /** Deposits and withdrawals that the user entered, newest first. */
  'portfolio:listMovements': {
    access: 'readable',
    input: nothing,
    output: z.strictObject({ movements: z.array(movement) }),
  },
  /** `validation` with field `amount` if it is zero, and with `atMs` if it is in the future. A value may be zero. */
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
   * The active account's market value over time, rolled back from the exchange's readings through what is stored. `validation`
   * with field `toMs` if it is not after fromMs.
   */
  'portfolio:getEquity': { access: 'readable', input: equityRequest, output: equityAnswer },
  /** What one point of it is made of. `validation` with field `atMs` if it is not a multiple of a minute. */
  'portfolio:getEquityPoint': { access: 'readable', input: equityPointRequest, output: equityPointAnswer },
  /** Errors as of getReport. */
  'portfolio:getPerformance': { access: 'readable', input: reportRange, output: performanceAnswer },
  /** Open lots of one currency, a page of them. The choice of method changes no other figure. */
  'portfolio:listLots': { access: 'readable', input: lotsRequest, output: lotsAnswer },
  /** What was held of a currency before its first stored fill, and the user's split of it. */
  'portfolio:getOpening': { access: 'readable', input: openingRequest, output: openingAnswer },
  /**
   * Splits and dates it, instead of any earlier split. `validation` with field `currency` if nothing was held, `amount` if a part is
   * zero or the parts do not add up to the opening exactly, `openedMs` if one is not before the first stored fill, `cost` if
   * one is negative or has more than 18 decimals.
   */
  'portfolio:splitOpening': { access: 'readable', input: openingInput, output: nothing },
  /** Makes it one lot of unknown date again. */
  'portfolio:resetOpening': { access: 'readable', input: openingRequest, output: nothing },
  /** The method last chosen for lots and disposals, shared by all accounts; first in, first out until one is. */
  'portfolio:getCostMethod': {
    access: 'readable',
    input: nothing,
    output: z.strictObject({ method: costMethod }),
  },
  'portfolio:setCostMethod': {
    access: 'readable',
    input: z.strictObject({ method: costMethod }),
    output: nothing,
  },
  /** How the rows of Portfolio are listed, shared by all accounts; null sort: the largest market value first. */
  'portfolio:getRowChoices': { access: 'readable', input: nothing, output: rowChoices },
  'portfolio:setRowChoices': { access: 'readable', input: rowChoices, output: nothing },
  /** `validation` with field `toMs` if it is not after fromMs, or if more than 4,000 days have trades. */
  'portfolio:getReport': { access: 'readable', input: reportRange, output: periodReport },
} satisfies ChannelTable<'portfolio'>

export const portfolioEvents = {
  /** `isSameFigures`: a reading told what the one before it did, so only its time and the prices may be others. */
  'portfolio:changed': z.strictObject({ isSameFigures: z.boolean() }),
  /** Balances were read, or could not be. */
  'portfolio:balancesChanged': nothing,
}
