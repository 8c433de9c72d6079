// Column ids of exported files per kind of list, in file order. The order is part of the format: append new columns at the
// end.

/**
 * `executedPercent` is filled of ordered (filled-percent.ts); `value` and `valueIsExact` are as in executed-value.ts; `total` is
 * price × ordered (order-total.ts).
 */
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
  'total',
] as const
export type OrderColumnId = (typeof orderColumnIds)[number]

/** `value` is the exchange's total, otherwise price × amount; `role` is taker or maker. */
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

/**
 * The exchange's figures, then the derived ones; see PnlEntry and PnlResult. `costBasis` is the exchange's
 * `total_balance_value`.
 */
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

/** One row per moment and currency; see PnlHistoryPoint. */
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

/** A row per disposal: what was sold, for what, what it had cost, and the lots that it took. */
export const disposalColumnIds = [
  'date',
  'currency',
  'amount',
  'proceeds',
  'cost',
  'gain',
  'heldLeast',
  'heldMost',
  'lots',
  'grossProceeds',
  'grossCost',
  'pnlCurrency',
  'method',
  'kind',
  'opening',
  'uncovered',
  'state',
  'reason',
  'market',
  'order',
  'trade',
] as const
export type DisposalColumnId = (typeof disposalColumnIds)[number]

/** One figure per row: section of the report, day or market, unit, and state. */
export const reportColumnIds = ['section', 'day', 'market', 'figure', 'value', 'unit', 'state'] as const
export type ReportColumnId = (typeof reportColumnIds)[number]
