// Owns: how each of our own figures follows from the service's, in words and in figures. Must not: compute any; main does.
import type { PnlEntry } from '../../../src-preload/contract/entities.ts'
import type { PnlResult } from '../../../src-preload/contract/portfolio.ts'

/** A piece of a calculation written out: a figure, or the sign between two. */
export type Term = { readonly figure: string } | { readonly sign: '−' | '×' | '=' }

export interface Formula {
  readonly id: 'balance' | 'costOfSold' | 'realised' | 'value' | 'costOfBalance' | 'open'
  readonly title: string
  /** The calculation in the names of its figures. */
  readonly words: string
  /** In which currency the outcome is: the entry's own or the one it is valued in. */
  readonly unit: 'own' | 'value'
  /** With the figures; null where one of them is not known. */
  readonly terms: readonly Term[] | null
}

function write(
  one: string | null,
  sign: '−' | '×',
  other: string | null,
  outcome: string | null,
): Term[] | null {
  if (one === null || other === null || outcome === null) return null
  return [{ figure: one }, { sign }, { figure: other }, { sign: '=' }, { figure: outcome }]
}

/** All calculations of one currency, each after those that it takes. */
export function listFormulas(entry: PnlEntry, result: PnlResult): readonly Formula[] {
  const price = result.last?.price ?? null
  return [
    {
      id: 'balance',
      title: 'Balance',
      words: 'came in − went out',
      unit: 'own',
      terms: write(entry.totalCredit, '−', entry.totalDebit, result.balance),
    },
    {
      id: 'costOfSold',
      title: 'Cost of what was sold',
      words: 'went out × average buy price',
      unit: 'value',
      terms: write(entry.totalDebit, '×', entry.averageBuyPrice, result.costOfSold),
    },
    {
      id: 'realised',
      title: 'Realised result',
      words: 'value of what went out − cost of what was sold',
      unit: 'value',
      terms: write(entry.totalDebitValue, '−', result.costOfSold, result.realised),
    },
    {
      id: 'value',
      title: 'Value at the last price',
      words: 'balance × last price',
      unit: 'value',
      terms: write(result.balance, '×', price, result.value),
    },
    {
      id: 'costOfBalance',
      title: 'Cost of the balance',
      words: 'balance × average price of the balance',
      unit: 'value',
      terms: write(result.balance, '×', entry.averageBalancePrice, result.costOfBalance),
    },
    {
      id: 'open',
      title: 'Open result',
      words: 'value at the last price − cost of the balance',
      unit: 'value',
      terms: write(result.value, '−', result.costOfBalance, result.open),
    },
  ]
}
