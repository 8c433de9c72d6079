// Formulas of a row's figures, in words and numbers. Main computes the results.
import type { PnlEntry } from '../../../../src-preload/contract/orders/entities.ts'
import type { PnlResult } from '../../../../src-preload/contract/portfolio/results.ts'
import { amountOf } from '../../../../src-preload/domain/orders/report-figures.ts'
import { isZeroDecimal } from '../../../text/format/decimal.ts'
import { averageCost } from '../../../text/format/display-precision.ts'

type Sign = '−' | '+' | '×' | '÷' | '='

/** Part of a formula: a figure, or an operator. Prices are public; amounts are the user's own. */
export type Term = { readonly figure: string; readonly isPrice: boolean } | { readonly sign: Sign }

export interface Formula {
  readonly id: 'balance' | 'marketValue' | 'averageCost' | 'movedOut' | 'realized' | 'unrealized' | 'total'
  readonly title: string
  /** The formula in figure names. */
  readonly words: string
  /** Currency of the result: the entry's own, or its currency of valuation. */
  readonly unit: 'own' | 'value'
  readonly isResult: boolean
  /** The formula with figures; null when one is unknown. */
  readonly terms: readonly Term[] | null
}

const amount = (figure: string): Term => ({ figure, isPrice: false })
const price = (figure: string): Term => ({ figure, isPrice: true })
const sign = (each: Sign): Term => ({ sign: each })

/** Market value = balance × price, or ÷ price for each dividing link. An empty balance is 0 even without a price. */
function valueTerms({ balance, lastPrice, marketValue }: PnlResult): Term[] | null {
  if (marketValue === null) return null
  if (lastPrice === null) return [amount(balance), sign('='), amount(marketValue)]
  const steps = lastPrice.links.flatMap((link) => [sign(link.isInverse ? '÷' : '×'), price(link.price)])
  return [
    amount(balance),
    ...(steps.length === 0 ? [sign('×'), price('1')] : steps),
    sign('='),
    amount(marketValue),
  ]
}

/** All formulas of one currency, each after those it uses. */
export function listFormulas(entry: PnlEntry, result: PnlResult): readonly Formula[] {
  const { marketValue, unrealized, costBasis } = result
  const movedOut = amountOf(result.movedOut)
  const realized = amountOf(result.realized)
  const total = result.total && amountOf(result.total)
  const average = averageCost(costBasis, result.balance)
  const hasMovedOut = movedOut === null || !isZeroDecimal(movedOut)
  return [
    {
      id: 'balance',
      title: 'Balance',
      words: 'total credit − total debit',
      unit: 'own',
      isResult: false,
      terms: [
        amount(entry.totalCredit),
        sign('−'),
        amount(entry.totalDebit),
        sign('='),
        amount(result.balance),
      ],
    },
    {
      id: 'marketValue',
      title: 'Market value',
      words: 'balance × last price',
      unit: 'value',
      isResult: false,
      terms: valueTerms(result),
    },
    {
      id: 'averageCost',
      title: 'Avg. cost',
      words: 'cost basis ÷ balance',
      unit: 'value',
      isResult: false,
      terms:
        average === null
          ? null
          : [amount(costBasis), sign('÷'), amount(result.balance), sign('='), amount(average)],
    },
    ...(hasMovedOut
      ? [
          {
            id: 'movedOut',
            title: 'Moved out',
            words: 'value of withdrawals and sent transfers − their share of the cost',
            unit: 'value',
            isResult: true,
            terms: movedOut === null ? null : [amount(movedOut)],
          } as const,
        ]
      : []),
    {
      id: 'realized',
      title: 'Realized P&L',
      words: hasMovedOut
        ? 'total debit value − total credit value + cost basis − moved out'
        : 'total debit value − total credit value + cost basis',
      unit: 'value',
      isResult: true,
      terms:
        movedOut === null || realized === null
          ? null
          : [
              amount(entry.totalDebitValue),
              sign('−'),
              amount(entry.totalCreditValue),
              sign('+'),
              amount(costBasis),
              ...(hasMovedOut ? [sign('−'), amount(movedOut)] : []),
              sign('='),
              amount(realized),
            ],
    },
    {
      id: 'unrealized',
      title: 'Unrealized P&L',
      words: 'market value − cost basis',
      unit: 'value',
      isResult: true,
      terms:
        marketValue === null || unrealized === null
          ? null
          : [amount(marketValue), sign('−'), amount(costBasis), sign('='), amount(unrealized)],
    },
    {
      id: 'total',
      title: 'Total P&L',
      words: 'realized P&L + unrealized P&L',
      unit: 'value',
      isResult: true,
      terms:
        unrealized === null || total === null || realized === null
          ? null
          : [amount(realized), sign('+'), amount(unrealized), sign('='), amount(total)],
    },
  ]
}
