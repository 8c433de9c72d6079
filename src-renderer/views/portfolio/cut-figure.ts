// Owns: figures that are cut for reading in a narrow place, beside which the whole one can be had. Must not: round.

export interface CutFigure {
  readonly text: string
  /** There are more digits, other than zeros. */
  readonly isCut: boolean
}

/** The figure without what follows `digits` decimals. What would be cut to nothing stays whole. Other text as it is. */
export function cutDecimals(text: string, digits: number): CutFigure {
  const [, whole = '', fraction = ''] = /^(-?\d+)\.(\d+)$/.exec(text) ?? []
  if (whole === '' || fraction.length <= digits) return { text, isCut: false }
  const kept = fraction.slice(0, digits)
  const isNothing = !/[1-9]/.test(whole + kept)
  if (isNothing && /[1-9]/.test(fraction)) return { text, isCut: false }
  return { text: `${whole}.${kept}`, isCut: /[1-9]/.test(fraction.slice(digits)) }
}
