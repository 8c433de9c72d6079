// Owns: what each figure of a profit-and-loss entry is called and means. Must not: compute any.
// Source: service interface, "Profit and loss entry"; service facts, upstream meaning of credit, debit and value.
import type { PnlEntry } from '../../../src-preload/contract/entities.ts'

export type PnlField = Exclude<keyof PnlEntry, 'currency' | 'pnlCurrency'>

export interface PnlColumn {
  readonly field: PnlField
  readonly title: string
  readonly meaning: string
  /** In which currency the figure is: the entry's own or the one it is valued in. */
  readonly unit: 'own' | 'value'
}

/** Every figure that the service tells of a currency, in the order in which they are read. */
export const pnlColumns: readonly PnlColumn[] = [
  {
    field: 'totalBalanceValue',
    title: 'Value of the balance',
    meaning: 'What the present balance of this currency is worth as the service values it.',
    unit: 'value',
  },
  {
    field: 'averageBalancePrice',
    title: 'Average price of the balance',
    meaning: 'The average price at which the present balance came in.',
    unit: 'value',
  },
  {
    field: 'averageBuyPrice',
    title: 'Average buy price',
    meaning: 'The average price paid over everything that came in, fees included.',
    unit: 'value',
  },
  {
    field: 'averageSellPrice',
    title: 'Average sell price',
    meaning: 'The average price got over everything that went out, fees included.',
    unit: 'value',
  },
  {
    field: 'totalCredit',
    title: 'Came in',
    meaning: 'How much of this currency came in over all time, without fees.',
    unit: 'own',
  },
  {
    field: 'totalCreditValue',
    title: 'Value of what came in',
    meaning: 'What it was worth when it came in, fees included.',
    unit: 'value',
  },
  {
    field: 'totalDebit',
    title: 'Went out',
    meaning: 'How much of this currency went out over all time, without fees.',
    unit: 'own',
  },
  {
    field: 'totalDebitValue',
    title: 'Value of what went out',
    meaning: 'What it was worth when it went out, fees included.',
    unit: 'value',
  },
]

/** Every figure of a row, the service's or ours. */
export interface RowFigures {
  readonly balance: string | null
  readonly value: string
  readonly averagePrice: string
  readonly realised: string | null
  readonly open: string | null
}

/** The columns of the table, in this order. */
export const tableColumns: readonly {
  readonly id: keyof RowFigures
  readonly title: string
  readonly meaning: string
  readonly unit: 'own' | 'value'
  readonly isResult: boolean
}[] = [
  {
    id: 'balance',
    title: 'Balance',
    meaning: 'What came in less what went out, in the currency itself.',
    unit: 'own',
    isResult: false,
  },
  {
    id: 'value',
    title: 'Value',
    meaning: 'What the present balance of this currency is worth as the service values it.',
    unit: 'value',
    isResult: false,
  },
  {
    id: 'averagePrice',
    title: 'Average price',
    meaning: 'The average price at which the present balance came in.',
    unit: 'value',
    isResult: false,
  },
  {
    id: 'realised',
    title: 'Realised',
    meaning: 'Value of what went out less what that had cost: went out × average buy price.',
    unit: 'value',
    isResult: true,
  },
  {
    id: 'open',
    title: 'Open',
    meaning: 'The balance at the last price here less what it had cost.',
    unit: 'value',
    isResult: true,
  },
]
