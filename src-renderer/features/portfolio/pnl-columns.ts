// Names and explanations of profit-and-loss figures.
// Source: service interface, "Profit and loss entry"; service facts, A9; figures.md, Definitions.
import type { PnlEntry } from '../../../src-preload/contract/entities.ts'

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
    meaning: 'Moving-average cost of the balance. Not what it is worth.',
    unit: 'value',
  },
  {
    field: 'averageBalancePrice',
    title: 'Average price of the balance',
    meaning: 'Cost basis per unit, as the exchange rounds it.',
    unit: 'value',
  },
  {
    field: 'averageBuyPrice',
    title: 'Average buy price',
    meaning: 'Total credit value per unit of total credit, over all time.',
    unit: 'value',
  },
  {
    field: 'averageSellPrice',
    title: 'Average sell price',
    meaning: 'Total debit value per unit of total debit, over all time.',
    unit: 'value',
  },
  {
    field: 'totalCredit',
    title: 'Total credit',
    meaning: 'Amount that came in over all time: bought, deposited or received.',
    unit: 'own',
  },
  {
    field: 'totalCreditValue',
    title: 'Total credit value',
    meaning: 'Its value when it came in.',
    unit: 'value',
  },
  {
    field: 'totalDebit',
    title: 'Total debit',
    meaning: 'Amount that went out over all time: sold, spent, withdrawn or sent.',
    unit: 'own',
  },
  {
    field: 'totalDebitValue',
    title: 'Total debit value',
    meaning: 'Its value when it went out.',
    unit: 'value',
  },
]

/** Columns of the table, in order. */
export const tableColumns = [
  {
    id: 'balance',
    title: 'Balance',
    meaning: 'Total credit − total debit, in the currency itself.',
    unit: 'own',
    isResult: false,
  },
  {
    id: 'lastPrice',
    title: 'Last price',
    meaning: 'Close of the newest candle here, directly, as an inverse or through a chain of markets.',
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
    meaning: 'Moving-average cost of the balance, as the exchange reports it.',
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
    meaning: 'Market value − cost basis. In percent of the cost basis.',
    unit: 'value',
    isResult: true,
  },
  {
    id: 'realized',
    title: 'Realized P&L',
    meaning:
      'Value of what was sold − its moving-average cost, without what was moved out. In percent of that cost.',
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
