// Figures by name as text, `known -1.5` or `unknown`, so that two ways to the same figures can be held against each other.
import { exactText, parseExact, roundHalfEven } from '../../src-preload/domain/numbers/exact-decimal.ts'
import type { Figure as ProductFigure } from '../../src-preload/contract/portfolio/figures.ts'
import type { Figure } from './figure.ts'
import type { Rational } from './rational.ts'

export type Table = Readonly<Record<string, string>>

/** A result is a sum of parts that are rounded at 18 decimals, so it is compared below the sum of those errors. */
export const COMPARED_DECIMALS = 12

/** Decimal text in one form: `-1.5` of `-1.50`. */
export const plain = (amount: string): string => exactText(parseExact(amount))

export const ofProduct = (figure: ProductFigure): string =>
  figure.state === 'unknown' ? 'unknown' : `${figure.state} ${plain(figure.amount)}`

/** An amount that is known wherever it is there, unless it is a sum of which a part is missing. */
export const ofAmount = (amount: string | null, isPartial = false): string =>
  amount === null ? 'unknown' : `${isPartial ? 'estimated' : 'known'} ${plain(amount)}`

export const ofOracle = (figure: Figure): string =>
  figure.value === null ? 'unknown' : `${figure.state} ${plain(figure.value.toFixed(60))}`

export const ofExact = (value: Rational, isPartial = false): string =>
  `${isPartial ? 'estimated' : 'known'} ${plain(value.toFixed(60))}`

function roundWord(word: string): string {
  if (!/^-?\d+(\.\d+)?$/.test(word)) return word
  return exactText(roundHalfEven(parseExact(word), COMPARED_DECIMALS))
}

/** The same figures at the decimals that are compared; names and states stay. */
export function rounded(table: Table): Table {
  return Object.fromEntries(
    Object.entries(table).map(([name, text]) => [name, text.split(' ').map(roundWord).join(' ')]),
  )
}

/** The figures whose names fit. */
export function only(table: Table, fits: (name: string) => boolean): Table {
  return Object.fromEntries(Object.entries(table).filter(([name]) => fits(name)))
}

/** What two tables say differently, a line each; empty where they agree. */
export function differences(expected: Table, got: Table): string[] {
  const names = [...new Set([...Object.keys(expected), ...Object.keys(got)])].sort()
  return names
    .filter((name) => expected[name] !== got[name])
    .map((name) => `${name}: expected ${expected[name] ?? 'nothing'}, got ${got[name] ?? 'nothing'}`)
}
