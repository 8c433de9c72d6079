// IPC channels of profit and loss: the exchange's figures, and those derived from the stored fills. Computed in main.
import { z } from 'zod'
import { type ChannelTable, errorReport, nothing } from '../channel.ts'
import { currencyCode, decimalText, epochMs, marketSymbol, pnlEntry } from '../orders/entities.ts'
import { equityAnswer, equityPointAnswer, equityPointRequest, equityRequest } from './equity.ts'
import { book, type bookFault, exactDecimal, figure, priceLink } from './figures.ts'
import { costMethod, lotsAnswer, lotsRequest } from './lots.ts'
import { openingAnswer, openingInput, openingRequest } from './opening.ts'
import { performanceAnswer } from './performance.ts'

const pnlSnapshot = z.strictObject({
  entries: z.array(pnlEntry),
  /** When the exchange reported these figures; null for never. */
  asOfMs: epochMs.nullable(),
  /** Why the last update failed; null if it succeeded. Connection loss is reported by the connection channels. */
  lastError: errorReport.nullable(),
})
export type PnlSnapshot = z.infer<typeof pnlSnapshot>

export type Figure = z.infer<typeof figure>
export type BookFault = z.infer<typeof bookFault>
export type BookState = z.infer<typeof book>

export type PriceLink = z.infer<typeof priceLink>

/** Last price of a currency in another one, in figures.md's order: its own market, the inverse one, the shortest chain. */
const lastPrice = z.strictObject({
  /** The markets between the two currencies; empty for a currency in itself. */
  links: z.array(priceLink).max(8),
  /** Exact without an inverse link; otherwise rounded once, half to even, at 18 decimals. */
  price: exactDecimal,
  /** Time of the oldest link; for a currency in itself, the time of the balance. */
  asOfMs: epochMs,
})
export type LastPrice = z.infer<typeof lastPrice>

/**
 * The figures of one currency, in `pnlCurrency` unless stated otherwise. Exactly: realized + movedOut + unrealized = value
 * sold + market value − value received.
 */
const result = z.strictObject({
  currency: z.string(),
  pnlCurrency: z.string(),
  /** total_credit − total_debit, in the currency itself. */
  balance: exactDecimal,
  /** total_balance_value: moving average cost of the balance, as reported by the exchange. */
  costBasis: exactDecimal,
  /** total_debit_value − total_credit_value + total_balance_value − movedOut. */
  realized: figure,
  /**
   * What `realized` is a percent of: total_credit_value − total_balance_value − the cost of what was moved out. 0 of the
   * currency of profit and loss itself, whose sales have no result.
   */
  costOfSold: figure,
  /**
   * Known withdrawals and sent transfers: their value − their share of the cost, with the state of their book. 0 if none is
   * known.
   */
  movedOut: figure,
  /** The share of the cost that left with it. */
  movedOutCost: figure,
  /** Null if no price is stored. */
  lastPrice: lastPrice.nullable(),
  /** balance × last price; with an inverse link rounded once, half to even, at 18 decimals. 0 if the balance is 0. */
  marketValue: exactDecimal.nullable(),
  /** marketValue − costBasis. */
  unrealized: exactDecimal.nullable(),
  /** realized + unrealized; null without a last price. */
  total: figure.nullable(),
})
export type PnlResult = z.infer<typeof result>

/** Totals over the currencies with a last price, the same ones in each figure; estimated or unknown if a part is. */
const totals = z.strictObject({
  pnlCurrency: z.string(),
  marketValue: exactDecimal,
  costBasis: exactDecimal,
  realized: figure,
  costOfSold: figure,
  movedOut: figure,
  unrealized: exactDecimal,
  total: figure,
  /** Currencies without a last price; they are in none of these figures. */
  leftOut: z.array(z.string()),
})
export type PnlTotals = z.infer<typeof totals>

/** Whether the exchange's `balance` includes what open orders lock: shown by the account's own readings, or not known. */
export const lockedBases = ['includes', 'excludes', 'unknown'] as const
export type LockedBasis = (typeof lockedBases)[number]

/** What the account has of one currency, in that currency unless stated otherwise (figures.md, "Balance"). */
const accountBalance = z.strictObject({
  /** Lowercase code. */
  currency: z.string(),
  /** Free and locked; `estimated` while something is locked and the basis is unknown. */
  total: figure,
  /** What can be spent now; `unknown` while something is locked and the basis is unknown. */
  free: figure,
  /** Held by open orders. */
  locked: exactDecimal,
  /** Null if no price is stored. */
  lastPrice: lastPrice.nullable(),
  /** total × last price in `valueCurrency`; with an inverse link rounded once, half to even, at 18 decimals. 0 if the total is 0. */
  value: figure,
})
export type AccountBalance = z.infer<typeof accountBalance>

const accountBalances = z.strictObject({
  /** As the exchange lists them. */
  balances: z.array(accountBalance),
  basis: z.enum(lockedBases),
  valueCurrency: z.string(),
  /** Sum of the values; currencies without one are in `leftOut`. */
  value: figure,
  leftOut: z.array(z.string()),
  /** When they were last read; null for never. */
  asOfMs: epochMs.nullable(),
  /** Why the last reading failed; null if it succeeded. Connection loss is reported by the connection channels. */
  lastError: errorReport.nullable(),
})
export type AccountBalances = z.infer<typeof accountBalances>

/** A currency over several accounts: exact sums of each account's figures, which keep their own moving-average cost. */
const summedPosition = z.strictObject({
  /** Sums of the exchange's figures; averages are null. */
  entry: pnlEntry,
  result,
  /** Each account that has the currency; the one in use first. */
  parts: z.array(z.strictObject({ accountId: z.uuid(), result })),
})
export type SummedPosition = z.infer<typeof summedPosition>

const allAccounts = z.strictObject({
  /** Every account on the network of the one in use, which comes first; null: nothing of it was ever read, and it is in no sum. */
  accounts: z.array(
    z.strictObject({
      accountId: z.uuid(),
      asOfMs: epochMs.nullable(),
      balancesAsOfMs: epochMs.nullable(),
    }),
  ),
  positions: z.array(summedPosition),
  /** Over the positions; a currency that has no price in one account is left out with every account's part of it. */
  totals: z.array(totals),
  balances: z.array(accountBalance),
  valueCurrency: z.string(),
  /** Sum of the balances' values; currencies without one are in `leftOut`. */
  value: figure,
  leftOut: z.array(z.string()),
})
export type AllAccounts = z.infer<typeof allAccounts>

const amountOf = z.strictObject({ currency: z.string(), amount: exactDecimal })

/**
 * Whether the exchange's values are before fees: proven by the account's own data (figures.md, "Before or after fees"), or
 * not.
 */
const feeBasis = z.enum(['beforeFees', 'asTheExchangeCounts'])
export type FeeBasis = z.infer<typeof feeBasis>

/** A deposit or withdrawal that the API does not report, entered by the user. */
const movementFields = {
  currency: z.string().regex(/^[a-z0-9]{1,30}$/),
  direction: z.enum(['in', 'out']),
  /** In the currency itself, above zero. */
  amount: decimalText,
  /** The exchange's booking value, in pnlCurrency; for a deposit this is its cost. */
  value: decimalText,
  atMs: epochMs,
}
const movementInput = z.strictObject(movementFields)
export type MovementInput = z.infer<typeof movementInput>
const movement = movementInput.extend({ id: z.int().min(1) })
export type Movement = z.infer<typeof movement>

const historyFigures = {
  /** total_balance_value at that time. */
  costBasis: exactDecimal,
  /**
   * total_debit_value − total_credit_value + total_balance_value − movedOut, all at that time; null if movedOut was not
   * known.
   */
  realized: exactDecimal.nullable(),
  /** Balance × last price, both at that time; 0 if the balance is 0; null without a price. */
  marketValue: exactDecimal.nullable(),
  /** marketValue − costBasis. */
  unrealized: exactDecimal.nullable(),
  /** realized + unrealized. */
  total: exactDecimal.nullable(),
}
const historyEntry = z.strictObject({ currency: z.string(), pnlCurrency: z.string(), ...historyFigures })

/** One point of the history: figures that the exchange reported over a time, at the prices of one moment of that time. */
export const historyPoint = z.strictObject({
  /** The time of market values, and of conversion prices. */
  atMs: epochMs,
  /**
   * True for the present: prices are the latest stored ones, as in the headline, and atMs is when the newest of them or of
   * the figures was read. Otherwise prices are stored closes of at most a day before atMs.
   */
  isCurrent: z.boolean(),
  /** First and last time that the exchange reported these figures. */
  firstAsOfMs: epochMs,
  asOfMs: epochMs,
  entries: z.array(historyEntry),
})
export type PnlHistoryPoint = z.infer<typeof historyPoint>

export const reportRange = z.strictObject({
  /** Start of this day, in the display time zone; inclusive. */
  fromMs: epochMs,
  /** Exclusive end. */
  toMs: epochMs,
})

/**
 * Results of one market's fills in the period. Amounts and values in the market's own currencies are exact. Results, fees and
 * values "in pnlCurrency" follow figures.md: the result of a fill is the value of what it disposed of minus that part's
 * moving-average cost, rounded once, half to even, at 18 decimals; before fees.
 */
const marketResult = z.strictObject({
  market: marketSymbol,
  quote: z.string(),
  trades: z.int().min(0),
  boughtAmount: exactDecimal,
  boughtValue: exactDecimal,
  soldAmount: exactDecimal,
  soldValue: exactDecimal,
  /** Fees in pnlCurrency, each at its own fill's price; null if a fill has no such price. */
  fees: exactDecimal.nullable(),
  /** Realized P&L in pnlCurrency. */
  realized: figure,
  /** True if fills of the period are missing: counts, amounts and fees cover the stored ones only. */
  isPartial: z.boolean(),
})

const dayResult = z.strictObject({
  /** Start of the day in the display time zone. */
  dayMs: epochMs,
  trades: z.int().min(0),
  /** By quote currency. */
  volumes: z.array(amountOf),
  /** Same as for a market. */
  fees: exactDecimal.nullable(),
  realized: figure,
  /** Same as for a market. */
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
  /** The name selected by the user. */
  timeZone: z.string(),
  /** Currency of `sum`, results and fees. */
  pnlCurrency: z.string(),
  /** Orders created within the range, with the number filled and canceled so far. */
  orders: z.strictObject({
    created: z.int().min(0),
    filled: z.int().min(0),
    cancelled: z.int().min(0),
  }),
  trades: z.int().min(0),
  markets: z.array(marketResult),
  /** By quote currency: bought and sold combined. */
  volumes: z.array(amountOf),
  /** By the currency they were charged in; a fill without a known fee adds none. */
  fees: z.array(amountOf),
  /** Whole period in pnlCurrency. Equal to the sum of its markets, and of its days. */
  sum: z.strictObject({
    /** Null if a fill has no price in pnlCurrency. */
    bought: exactDecimal.nullable(),
    sold: exactDecimal.nullable(),
    fees: exactDecimal.nullable(),
    /** Before fees. */
    realized: figure,
    /** realized − fees. */
    net: figure,
    /** True if fills of the period are missing: all counts and sums cover the stored ones only. */
    isPartial: z.boolean(),
  }),
  /**
   * Days with the highest and lowest realized P&L, estimated if the result of any day is. Null unless all days of the period
   * so far are stored, at least two days have results, and none is unknown.
   */
  best: extremeDay.nullable(),
  worst: extremeDay.nullable(),
  /** Number of days with a positive result among those with results; null if there is no best day. */
  winningDays: z.strictObject({ won: z.int().min(0), of: z.int().min(2) }).nullable(),
  /** Days with fills. */
  days: z.array(dayResult).max(4_000),
  /** The books of all currencies that the period's fills disposed of, by name; unknown if a result of the period is. */
  books: z.array(book),
  /** Orders created within the range with missing fills; they are not counted. */
  ordersWithoutFills: z.int().min(0),
  /** The same for orders created earlier. */
  earlierOrdersWithoutFills: z.int().min(0),
  /** Orders and fills are stored from this time on; null: completely. */
  knownFromMs: epochMs.nullable(),
  /** Orders and fills are stored up to this time; null if none were ever read. */
  knownUntilMs: epochMs.nullable(),
  /** The reading of `pnl` that the books are checked against; null if none matches. */
  readingMs: epochMs.nullable(),
})
export type PeriodReport = z.infer<typeof periodReport>

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
    output: z.strictObject({ results: z.array(result), totals: z.array(totals), asOfMs: epochMs.nullable() }),
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
