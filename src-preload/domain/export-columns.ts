// Owns: the ids of the columns that a file can have, per kind of list, in the order of a whole file.
// Must not: word or read them (exports/ does). New ones go to the end: the order is part of the format.

/** `executedPercent` is filled of ordered (filled-percent.ts); `value` and `valueIsExact` are as in executed-value.ts. */
export const orderColumnIds = [
  'id',
  'created',
  'updated',
  'market',
  'base',
  'quote',
  'side',
  'type',
  'state',
  'price',
  'stopPrice',
  'averagePrice',
  'volume',
  'executed',
  'executedPercent',
  'remaining',
  'value',
  'makerFee',
  'takerFee',
  'trades',
  'cancelReason',
  'uuid',
  'valueIsExact',
] as const
export type OrderColumnId = (typeof orderColumnIds)[number]

/** `value` is what the exchange says it came to, else price times amount; `role` whether the order took from the book. */
export const fillColumnIds = [
  'id',
  'order',
  'created',
  'market',
  'base',
  'quote',
  'side',
  'price',
  'amount',
  'value',
  'fee',
  'feeCurrency',
  'feeRate',
  'role',
] as const
export type FillColumnId = (typeof fillColumnIds)[number]

/** The exchange's figures, then what follows from them; see PnlEntry and PnlResult. `costBasis` is the exchange's `total_balance_value`. */
export const pnlColumnIds = [
  'currency',
  'pnlCurrency',
  'asOf',
  'totalCredit',
  'totalDebit',
  'totalCreditValue',
  'totalDebitValue',
  'averageBuyPrice',
  'averageSellPrice',
  'averageBalancePrice',
  'balance',
  'lastPrice',
  'lastPriceSource',
  'lastPriceAsOf',
  'marketValue',
  'costBasis',
  'realized',
  'movedOut',
  'unrealized',
  'total',
  'state',
] as const
export type PnlColumnId = (typeof pnlColumnIds)[number]

export const pnlHistoryColumnIds = [
  'at',
  'currency',
  'pnlCurrency',
  'marketValue',
  'costBasis',
  'realized',
  'unrealized',
  'total',
  'state',
  'firstAsOf',
  'asOf',
] as const
export type PnlHistoryColumnId = (typeof pnlHistoryColumnIds)[number]

/** A figure a row: of what part of the report, of which day or market, in which unit, and whether it is known. */
export const reportColumnIds = ['section', 'day', 'market', 'figure', 'value', 'unit', 'state'] as const
export type ReportColumnId = (typeof reportColumnIds)[number]
