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

/** Shown in the table, in this order. */
export const mainColumns: readonly PnlColumn[] = [
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
]

/** Shown when a row is open. */
export const moreColumns: readonly PnlColumn[] = [
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
