// Headline figures of the portfolio, from main's totals. Never sums across currencies. Pure.
import type { ChannelOutput } from '../../../src-preload/contract/contract.ts'
import type { Figure, PnlTotals } from '../../../src-preload/contract/portfolio.ts'
import { isZeroDecimal } from '../../text/format/decimal.ts'
import { countOf } from '../../text/format/words.ts'

export type Books = ChannelOutput<'portfolio:getBooks'>

export interface HeadAmount {
  readonly figure: Figure
  readonly currency: string
}

export interface Head {
  readonly id: 'value' | 'unrealized' | 'realized' | 'movedOut' | 'total' | 'cost' | 'fees'
  readonly title: string
  /** One per currency of valuation; null until known. */
  readonly amounts: readonly HeadAmount[] | null
  /** Why it is unknown; empty when known. */
  readonly why: string
  /** Short line below; empty for none. */
  readonly about: string
  /** Amount at the end of that line; null for none. */
  readonly aboutAmount: HeadAmount | null
  readonly isResult: boolean
}

/** Basis of the exchange's values: "before fees" only when the account's own data shows it. */
export const feeBasisText = (books: Books | null): string =>
  books?.feeBasis === 'beforeFees' ? 'before fees' : 'by the exchange’s count'

/**
 * Total P&L less the fees of all fills; null when main does not provide it, or with more than one currency of valuation.
 */
function netOfFees(totals: readonly PnlTotals[], books: Books | null): HeadAmount | null {
  const [only] = totals
  if (only === undefined || totals.length > 1 || books === null || books.net === null) return null
  if (books.pnlCurrency !== only.pnlCurrency) return null
  return { figure: books.net, currency: only.pnlCurrency }
}

/** Currencies excluded from the headline figures. */
export const leftOutOf = (totals: readonly PnlTotals[]): readonly string[] =>
  totals.flatMap(({ leftOut }) => leftOut)

const known = (amount: string): Figure => ({ state: 'known', amount })

/** @param totals - null until known; @param books - null until known */
export function listHeads(totals: readonly PnlTotals[] | null, books: Books | null): readonly Head[] {
  const pick = (read: (one: PnlTotals) => Figure) =>
    totals?.map((one) => ({ figure: read(one), currency: one.pnlCurrency })) ?? null
  const basis = feeBasisText(books)
  const why = totals === null ? 'Not known yet' : ''
  const net = totals === null ? null : netOfFees(totals, books)
  const sum = books?.feeSum ?? null
  const head = (
    id: Head['id'],
    title: string,
    read: (one: PnlTotals) => Figure,
    about: string,
    isResult: boolean,
    aboutAmount: HeadAmount | null = null,
  ): Head => ({ id, title, amounts: pick(read), why, about, aboutAmount, isResult })
  const hasMovedOut =
    totals?.some(({ movedOut }) => movedOut.state === 'unknown' || !isZeroDecimal(movedOut.amount)) ?? false
  return [
    head('value', 'Market value', ({ marketValue }) => known(marketValue), 'at last prices', false),
    head(
      'unrealized',
      'Unrealized P&L',
      ({ unrealized }) => known(unrealized),
      'market value − cost basis',
      true,
    ),
    head('realized', 'Realized P&L', ({ realized }) => realized, basis, true),
    ...(hasMovedOut
      ? [head('movedOut', 'Moved out', ({ movedOut }) => movedOut, 'value − cost, not in realized', true)]
      : []),
    net === null
      ? head('total', 'Total P&L', ({ total }) => total, basis, true)
      : head('total', 'Total P&L', ({ total }) => total, 'net of fees', true, net),
    head('cost', 'Cost basis', ({ costBasis }) => known(costBasis), 'of the same balances', false),
    {
      id: 'fees',
      title: 'Fees',
      amounts:
        books === null || sum === null
          ? null
          : [
              {
                figure: books.isPartial ? { state: 'estimated', amount: sum } : known(sum),
                currency: books.pnlCurrency,
              },
            ],
      why: books === null ? 'Not known yet' : 'A fee is not reported or has no price',
      about:
        books === null
          ? 'of the loaded fills'
          : books.isPartial
            ? `of the ${countOf(books.fills, ['fill', 'fills'])} loaded`
            : `of ${countOf(books.fills, ['fill', 'fills'])}`,
      aboutAmount: null,
      isResult: false,
    },
  ]
}
