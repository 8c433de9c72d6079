// Rows of a book as they are written. An unchanged row stays the same object, so that only changed rows are drawn again.
import type { SumUnit } from './book-choices.svelte.ts'
import { type BookLevel, distanceOf } from './book-levels.ts'
import { levelKey, type OwnLevel } from './own-levels.ts'
import { fixedTextHalfEven } from '../../../src-preload/domain/numbers/percent.ts'
import { parseExact } from '../../../src-preload/domain/numbers/exact-decimal.ts'
import { formatDecimal, formatPercentText, maxFractionDigits } from '../../text/format/decimal.ts'
import { minusSign } from '../../text/format/locale.ts'
import { writeFigure } from '../../text/format/display-precision.ts'

export interface BookRow {
  /** Side and distance from the best level: the place on screen. */
  readonly key: string
  /** Canonical decimal text. */
  readonly price: string
  readonly priceText: string
  readonly amountText: string
  readonly sumText: string
  /** Cumulative sum as a part of the largest one shown, 0 to 1: the exit to pixels. */
  readonly share: number
  /** How many open orders of the account are at this level. */
  readonly ownOrders: number
}

export interface RowStyle {
  readonly priceDecimals: number
  readonly sums: SumUnit
  /** Decimals of sums in the quote currency. */
  readonly quoteDecimals: number
  readonly own: ReadonlyMap<string, OwnLevel>
}

/** Bars move in steps of this part. */
const SHARE_STEPS = 500

const fieldsOf: readonly (keyof BookRow)[] = [
  'price',
  'priceText',
  'amountText',
  'sumText',
  'share',
  'ownOrders',
]

/**
 * Decimals of amounts where the exchange tells no step: as many as any amount has, and at most one for each digit of the price
 * before its point, so that the last decimal is worth less than a unit of the quote currency.
 */
export function amountDecimalsOf(levels: readonly BookLevel[]): number {
  const digits = (levels[0]?.price.split('.')[0] ?? '0').replace(/^0+/, '').length
  return Math.min(maxFractionDigits(levels.map(({ amount }) => amount)), digits + 1)
}

/** A price's distance from the mid price: `+0.22%`, `−<0.01%`. */
export function writeDistance(price: string, mid: string): string {
  const { isBelow, text, mark } = distanceOf(price, mid)
  return `${isBelow ? minusSign : '+'}${mark}${formatPercentText(text)}`
}

export class BookRows {
  #rows = new Map<string, BookRow>()
  /** Grows only, so that the columns stay where they are. */
  #amountDecimals = 0

  get amountDecimals(): number {
    return this.#amountDecimals
  }

  /** Forgets what was shown, as for another market. */
  clear(): void {
    this.#rows = new Map()
    this.#amountDecimals = 0
  }

  /** @returns both sides, best first */
  write(
    sides: Readonly<Record<'asks' | 'bids', readonly BookLevel[]>>,
    style: RowStyle,
  ): Record<'asks' | 'bids', BookRow[]> {
    const all = [...sides.asks, ...sides.bids]
    this.#amountDecimals = Math.max(this.#amountDecimals, amountDecimalsOf(all))
    const sumOf = (level: BookLevel): string => (style.sums === 'base' ? level.sumBase : level.sumQuote)
    const largest = Math.max(
      ...[sides.asks.at(-1), sides.bids.at(-1)].map((level) => (level ? Number(sumOf(level)) : 0)),
    )
    const rows = new Map<string, BookRow>()
    const writeSide = (levels: readonly BookLevel[]): BookRow[] =>
      levels.map((level, at) => {
        const key = `${level.side}-${String(at)}`
        const row = this.#writeRow(key, level, style, sumOf(level), largest)
        const before = this.#rows.get(key)
        const kept =
          before !== undefined && fieldsOf.every((field) => before[field] === row[field]) ? before : row
        rows.set(key, kept)
        return kept
      })
    const written = { asks: writeSide(sides.asks), bids: writeSide(sides.bids) }
    this.#rows = rows
    return written
  }

  #writeRow(key: string, level: BookLevel, style: RowStyle, sum: string, largest: number): BookRow {
    const { side, price, amount, isPartial } = level
    const decimals = style.sums === 'base' ? this.#amountDecimals : style.quoteDecimals
    const mark = isPartial ? '≥ ' : ''
    return {
      key,
      price,
      priceText: formatDecimal(fixedTextHalfEven(parseExact(price), style.priceDecimals)),
      amountText: mark + writeFigure(amount, this.#amountDecimals),
      sumText: mark + writeFigure(sum, decimals),
      share: largest > 0 ? Math.round((Number(sum) / largest) * SHARE_STEPS) / SHARE_STEPS : 0,
      ownOrders: style.own.get(levelKey(side, price))?.orders ?? 0,
    }
  }
}
