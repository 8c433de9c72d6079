// Says what the headline shows: main's own totals, under the field's names. Pure. Must not: sum over currencies.
import type { ChannelOutput } from '../../../src-preload/contract/contract.ts'
import type { PnlTotals } from '../../../src-preload/contract/portfolio.ts'
import { exactText, parseExact, subtract } from '../../../src-preload/shared/exact.ts'
import { countOf } from '../../lib/format/words.ts'

export type Books = ChannelOutput<'portfolio:getBooks'>

export interface HeadAmount {
  readonly amount: string
  readonly currency: string
}

export interface Head {
  readonly id: 'value' | 'unrealized' | 'realized' | 'total' | 'cost' | 'fees'
  readonly title: string
  /** One per currency of valuation; null while it is not known. */
  readonly amounts: readonly HeadAmount[] | null
  /** Why it is not known; empty where it is. */
  readonly why: string
  /** A short line under it; empty for none. */
  readonly about: string
  /** An amount that the line under it ends with; null for none. */
  readonly aboutAmount: HeadAmount | null
  readonly isResult: boolean
}

/** What the exchange's values are, said truly: "before fees" only where the account's own data shows it. */
export const wordFeeBasis = (books: Books | null): string =>
  books?.feeBasis === 'beforeFees' ? 'before fees' : 'as the exchange counts'

/**
 * Total P&L − fees of all fills. Null unless the exchange's values are shown to be before fees, every fill is here and every fee
 * has a price.
 */
export function netOfFees(totals: readonly PnlTotals[], books: Books | null): HeadAmount | null {
  const [only] = totals
  if (only === undefined || totals.length > 1 || books === null) return null
  if (books.feeBasis !== 'beforeFees' || books.feeSum === null || books.knownFromMs !== null) return null
  if (books.pnlCurrency !== only.pnlCurrency) return null
  const amount = exactText(subtract(parseExact(only.total), parseExact(books.feeSum)))
  return { amount, currency: only.pnlCurrency }
}

/** Currencies that are in none of the headline's figures. */
export const leftOutOf = (totals: readonly PnlTotals[]): readonly string[] =>
  totals.flatMap(({ leftOut }) => leftOut)

/** @param totals - null while they are not known; @param books - null while they are not known */
export function listHeads(totals: readonly PnlTotals[] | null, books: Books | null): readonly Head[] {
  type Field = 'marketValue' | 'unrealized' | 'realized' | 'total' | 'costBasis'
  const pick = (field: Field) =>
    totals?.map((one) => ({ amount: one[field], currency: one.pnlCurrency })) ?? null
  const basis = wordFeeBasis(books)
  const why = totals === null ? 'Not known yet' : ''
  const net = totals === null ? null : netOfFees(totals, books)
  const sum = books?.feeSum ?? null
  const head = (
    id: Head['id'],
    title: string,
    field: Field,
    about: string,
    isResult: boolean,
    aboutAmount: HeadAmount | null = null,
  ): Head => ({ id, title, amounts: pick(field), why, about, aboutAmount, isResult })
  return [
    head('value', 'Market value', 'marketValue', 'at last prices', false),
    head('unrealized', 'Unrealized P&L', 'unrealized', 'market value − cost basis', true),
    head('realized', 'Realized P&L', 'realized', basis, true),
    net === null
      ? head('total', 'Total P&L', 'total', basis, true)
      : head('total', 'Total P&L', 'total', 'net of fees', true, net),
    head('cost', 'Cost basis', 'costBasis', 'of the same balances', false),
    {
      id: 'fees',
      title: 'Fees',
      amounts: books === null || sum === null ? null : [{ amount: sum, currency: books.pnlCurrency }],
      why: books === null ? 'Not known yet' : 'A fill has no price here, so its fee cannot be valued',
      about:
        books === null
          ? 'of the fills here'
          : books.knownFromMs === null
            ? `of ${countOf(books.fills, ['fill', 'fills'])}`
            : `of the ${countOf(books.fills, ['fill', 'fills'])} here`,
      aboutAmount: null,
      isResult: false,
    },
  ]
}
