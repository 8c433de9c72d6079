// Headline figures of the portfolio, from main's totals. Never sums across currencies. Pure.
import type { ChannelOutput } from '../../../../src-preload/contract/contract.ts'
import type { Figure } from '../../../../src-preload/contract/portfolio/figures.ts'
import type { PnlTotals } from '../../../../src-preload/contract/portfolio/results.ts'
import { isZeroDecimal } from '../../../text/format/decimal.ts'
import { countOf } from '../../../text/format/words.ts'
import { writeReturn } from '../../../text/format/display-precision.ts'
import { addFigures } from './figure-text.ts'

export type Books = ChannelOutput<'portfolio:getBooks'>

export interface HeadAmount {
  readonly figure: Figure
  readonly currency: string
  /** `+3.21%`; null for none. */
  readonly percent: string | null
}

export interface Head {
  readonly id: 'value' | 'day' | 'unrealized' | 'realized' | 'movedOut' | 'total' | 'fees'
  readonly title: string
  /** How it is calculated. */
  readonly meaning: string
  /** One per currency of valuation; null until known. */
  readonly amounts: readonly HeadAmount[] | null
  /** Why it is unknown; empty when known. */
  readonly why: string
  /** Short line below, after the percent; empty for none. */
  readonly about: string
  /** Amount at the end of that line; null for none. */
  readonly aboutAmount: Omit<HeadAmount, 'percent'> | null
  readonly isResult: boolean
}

/** Basis of the exchange's values: "before fees" only when the account's own data shows it. */
export const feeBasisText = (books: Books | null): string =>
  books?.feeBasis === 'beforeFees' ? 'before fees' : 'reported by the exchange'

/**
 * Total P&L less the fees of all fills; null when main does not provide it, or with more than one currency of valuation.
 */
function netOfFees(totals: readonly PnlTotals[], books: Books | null): Head['aboutAmount'] {
  const [only] = totals
  if (only === undefined || totals.length > 1 || books === null || books.net === null) return null
  if (books.pnlCurrency !== only.pnlCurrency) return null
  return { figure: books.net, currency: only.pnlCurrency }
}

/** Currencies excluded from the headline figures. */
export const leftOutOf = (totals: readonly PnlTotals[]): readonly string[] =>
  totals.flatMap(({ leftOut }) => leftOut)

const known = (amount: string): Figure => ({ state: 'known', amount })
/** As a return, without the sign of one. */
const shareOf = (part: Figure | string, whole: Figure | string | null): string | null =>
  writeReturn(part, whole)?.replace('+', '') ?? null

/** Change of the last 24 hours; unknown until a reading matches the fills. */
function dayHead(books: Books | null): Head {
  const day = books?.day ?? null
  const isKnown = day !== null && day.change.state !== 'unknown'
  return {
    id: 'day',
    title: '24h change',
    meaning:
      'Market value now − market value 24 hours ago, without deposits, withdrawals and transfers. After fees, and the same by every cost method.',
    amounts:
      books === null || day === null || !isKnown
        ? null
        : [
            {
              figure: day.change,
              currency: books.pnlCurrency,
              percent: writeReturn(day.change, day.base),
            },
          ],
    why:
      books === null ? 'Not known yet' : 'Unknown: a price of 24 hours ago, or a fill since, is not loaded',
    about: 'after fees',
    aboutAmount: null,
    isResult: true,
  }
}

function feesHead(books: Books | null): Head {
  const sum = books?.feeSum ?? null
  const state = books?.isPartial === true ? 'estimated' : 'known'
  const count = books === null ? '' : countOf(books.fills, ['fill', 'fills'])
  const fills = books === null ? 'the loaded fills' : books.isPartial ? `the ${count} loaded` : count
  return {
    id: 'fees',
    title: 'Fees',
    meaning: 'Fees of all fills, each at its own fill’s price. As a percentage of the value of the fills.',
    amounts:
      books === null || sum === null
        ? null
        : [
            {
              figure: { state, amount: sum },
              currency: books.pnlCurrency,
              percent: shareOf(sum, books.volumeSum),
            },
          ],
    why: books === null ? 'Not known yet' : 'A fee is not reported or has no price',
    about: `of ${fills}`,
    aboutAmount: null,
    isResult: false,
  }
}

/** @param totals - null until known; @param books - null until known */
export function listHeads(totals: readonly PnlTotals[] | null, books: Books | null): readonly Head[] {
  const basis = feeBasisText(books)
  const why = totals === null ? 'Not known yet' : ''
  const net = totals === null ? null : netOfFees(totals, books)
  const [only] = totals?.length === 1 ? totals : []
  const head = (
    id: Head['id'],
    title: string,
    meaning: string,
    read: (one: PnlTotals) => Figure,
    whole: (one: PnlTotals) => Figure | null,
    about: string,
    aboutAmount: Head['aboutAmount'] = null,
    isResult = true,
  ): Head => ({
    ...{ id, title, meaning, why, about, aboutAmount, isResult },
    amounts:
      totals?.map((one) => ({
        figure: read(one),
        currency: one.pnlCurrency,
        percent: isResult ? writeReturn(read(one), whole(one)) : shareOf(read(one), whole(one)),
      })) ?? null,
  })
  const hasMovedOut =
    totals?.some(({ movedOut }) => movedOut.state === 'unknown' || !isZeroDecimal(movedOut.amount)) ?? false
  return [
    head(
      'value',
      'Market value',
      'Balance × last price, of all currencies with a price. As a percentage of the cost basis, by moving average.',
      ({ marketValue }) => known(marketValue),
      ({ costBasis }) => known(costBasis),
      'of cost basis',
      only === undefined ? null : { figure: known(only.costBasis), currency: only.pnlCurrency },
      false,
    ),
    dayHead(books),
    head(
      'unrealized',
      'Unrealized P&L',
      'Market value − cost basis, by moving-average cost. As a percentage of the cost basis.',
      ({ unrealized }) => known(unrealized),
      ({ costBasis }) => known(costBasis),
      'of cost basis',
    ),
    head(
      'realized',
      'Realized P&L',
      'Proceeds − moving-average cost of what was sold. As a percentage of that cost.',
      ({ realized }) => realized,
      ({ costOfSold }) => costOfSold,
      basis,
    ),
    ...(hasMovedOut
      ? [
          head(
            'movedOut',
            'Moved out',
            'Value of withdrawals and sent transfers − their moving-average cost. Not part of realized P&L.',
            ({ movedOut }) => movedOut,
            () => null,
            'value − cost, not in realized',
          ),
        ]
      : []),
    head(
      'total',
      'Total P&L',
      'Realized P&L + unrealized P&L. As a percentage of the cost of what was sold and what is held.',
      ({ total }) => total,
      ({ costOfSold, costBasis }) => addFigures(costOfSold, known(costBasis)),
      net === null ? basis : 'net of fees',
      net,
    ),
    feesHead(books),
  ]
}
