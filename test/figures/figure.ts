// How sure a figure is: known, estimated or unknown, and what a sum of such figures is.
import { Rational } from './rational.ts'

export type ReasonCode =
  /** A check of the book against `pnl` came out otherwise: most often a deposit or withdrawal that nobody tells. */
  | 'checkFailed'
  /** The opening cost was solved from the exchange's cost and no earlier reading of `pnl` confirms it. */
  | 'notChecked'
  /** An order has a filled amount of more than its fills. */
  | 'fillsMissing'
  /** The opening amount or cost comes out below zero. */
  | 'openingBelowZero'
  /** A movement takes more than is held by then. */
  | 'heldBelowZero'
  /** Less than 1e-8 of the share of the opening held before the sale is left at the end. */
  | 'tooLittleLeft'
  /** No market leads from the currency to the quote. */
  | 'noPrice'
  /** `pnl` has no entry for the currency. */
  | 'noReading'

export interface Reason {
  readonly code: ReasonCode
  readonly currency: string
  /** One English sentence with the two numbers, for a person who compares. */
  readonly text: string
}

/** A figure and how sure it is. `reason` is null exactly where it is known. */
export type Figure =
  | { readonly state: 'known'; readonly value: Rational; readonly reason: null }
  | { readonly state: 'estimated'; readonly value: Rational; readonly reason: Reason }
  | { readonly state: 'unknown'; readonly value: null; readonly reason: Reason }

export type FigureState = Figure['state']

export function known(value: Rational): Figure {
  return { state: 'known', value, reason: null }
}

export function unknown(reason: Reason): Figure {
  return { state: 'unknown', value: null, reason }
}

/** `value` as sure as `like` is: unknown stays without a value. */
export function asSureAs(like: Figure, value: Rational): Figure {
  switch (like.state) {
    case 'known':
      return known(value)
    case 'estimated':
      return { state: 'estimated', value, reason: like.reason }
    case 'unknown':
      return like
  }
}

/** The sum of all: unknown with one unknown part, else estimated with one estimated part. The first reason counts. */
export function sumFigures(parts: Iterable<Figure>): Figure {
  let sum = Rational.zero
  let estimated: Reason | null = null
  let missing: Figure | null = null
  for (const part of parts) {
    if (part.state === 'unknown') missing ??= part
    else sum = sum.add(part.value)
    if (part.state === 'estimated') estimated ??= part.reason
  }
  if (missing !== null) return missing
  return estimated === null ? known(sum) : { state: 'estimated', value: sum, reason: estimated }
}

/** `f` of a figure's value, as sure as the figure. */
export function mapFigure(figure: Figure, f: (value: Rational) => Rational): Figure {
  return figure.value === null ? figure : asSureAs(figure, f(figure.value))
}

/** The difference, as sure as the less sure of the two. */
export function subtractFigures(from: Figure, other: Figure): Figure {
  return sumFigures([from, mapFigure(other, (value) => value.negate())])
}
