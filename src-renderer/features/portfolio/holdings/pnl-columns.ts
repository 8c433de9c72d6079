// Names and explanations of profit-and-loss figures.
// Source: service interface, "Profit and loss entry"; service facts, A9; figures.md, Definitions.
import type { PnlEntry } from '../../../../src-preload/contract/orders/entities.ts'

export type PnlField = Exclude<keyof PnlEntry, 'currency' | 'pnlCurrency'>

export interface PnlColumn {
  readonly field: PnlField
  readonly title: string
  readonly meaning: string
  /** Currency of the figure: the entry's own, or its currency of valuation. */
  readonly unit: 'own' | 'value'
}

/** Every figure the exchange reports per currency, in reading order. */
export const pnlColumns: readonly PnlColumn[] = [
  {
    field: 'totalBalanceValue',
    title: 'Cost basis',
    meaning: 'Moving-average cost of the balance, not its market value.',
    unit: 'value',
  },
  {
    field: 'averageBalancePrice',
    title: 'Average price of the balance',
    meaning: 'Cost basis per unit, as rounded by the exchange.',
    unit: 'value',
  },
  {
    field: 'averageBuyPrice',
    title: 'Average buy price',
    meaning: 'Total credit value ÷ total credit, over all time.',
    unit: 'value',
  },
  {
    field: 'averageSellPrice',
    title: 'Average sell price',
    meaning: 'Total debit value ÷ total debit, over all time.',
    unit: 'value',
  },
  {
    field: 'totalCredit',
    title: 'Total credit',
    meaning: 'Total amount in: bought, deposited or received.',
    unit: 'own',
  },
  {
    field: 'totalCreditValue',
    title: 'Total credit value',
    meaning: 'Value at the time it came in.',
    unit: 'value',
  },
  {
    field: 'totalDebit',
    title: 'Total debit',
    meaning: 'Total amount out: sold, spent, withdrawn or sent.',
    unit: 'own',
  },
  {
    field: 'totalDebitValue',
    title: 'Total debit value',
    meaning: 'Value at the time it went out.',
    unit: 'value',
  },
]

/** Columns of the table, in order. */
export const tableColumns = [
  {
    id: 'balance',
    title: 'Balance',
    meaning: 'Total credit − total debit, in the asset itself.',
    unit: 'own',
    isResult: false,
  },
  {
    id: 'lastPrice',
    title: 'Last price',
    meaning: 'Close of the latest candle, from its own market or through other markets.',
    unit: 'value',
    isResult: false,
  },
  {
    id: 'averageCost',
    title: 'Avg. cost',
    meaning: 'Cost basis ÷ balance.',
    unit: 'value',
    isResult: false,
  },
  {
    id: 'costBasis',
    title: 'Cost basis',
    meaning: 'Moving-average cost of the balance, as reported by the exchange.',
    unit: 'value',
    isResult: false,
  },
  {
    id: 'marketValue',
    title: 'Market value',
    meaning: 'Balance × last price.',
    unit: 'value',
    isResult: false,
  },
  {
    id: 'unrealized',
    title: 'Unrealized P&L',
    meaning: 'Market value − cost basis. As a percentage of the cost basis.',
    unit: 'value',
    isResult: true,
  },
  {
    id: 'realized',
    title: 'Realized P&L',
    meaning:
      'Proceeds − moving-average cost of what was sold, excluding withdrawals and transfers. As a percentage of that cost.',
    unit: 'value',
    isResult: true,
  },
  {
    id: 'total',
    title: 'Total P&L',
    meaning: 'Realized P&L + unrealized P&L.',
    unit: 'value',
    isResult: true,
  },
] as const satisfies readonly {
  readonly id: string
  readonly title: string
  readonly meaning: string
  readonly unit: 'own' | 'value'
  readonly isResult: boolean
}[]
