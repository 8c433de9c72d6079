// Independent sums of the ticket's tests: whole fractions of bigints, sharing no code with the product.

export interface Fraction {
  readonly top: bigint
  readonly bottom: bigint
}

export function fractionOf(text: string): Fraction {
  const isNegative = text.startsWith('-')
  const [whole = '0', fraction = ''] = text.replace('-', '').split('.')
  const top = BigInt(whole + fraction)
  return { top: isNegative ? -top : top, bottom: 10n ** BigInt(fraction.length) }
}

export const times = (a: Fraction, b: Fraction): Fraction => ({
  top: a.top * b.top,
  bottom: a.bottom * b.bottom,
})
export const plus = (a: Fraction, b: Fraction): Fraction => ({
  top: a.top * b.bottom + b.top * a.bottom,
  bottom: a.bottom * b.bottom,
})
export const minus = (a: Fraction, b: Fraction): Fraction => plus(a, { top: -b.top, bottom: b.bottom })
/** Negative, zero or positive. Bottoms are positive. */
export const order = (a: Fraction, b: Fraction): number => {
  const { top } = minus(a, b)
  return top < 0n ? -1 : top > 0n ? 1 : 0
}
export const isEqual = (a: string, b: Fraction): boolean => order(fractionOf(a), b) === 0

/** Whole numbers from a seed (mulberry32). */
export function seeded(seed: number): (below: number) => number {
  let state = seed >>> 0
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) % below
  }
}

/** Decimal text above zero, with up to the given digits on each side of the point. */
export function randomDecimal(random: (below: number) => number, whole: number, decimals: number): string {
  const digits = (count: number): string => Array.from({ length: count }, () => String(random(10))).join('')
  const integer = digits(1 + random(whole)).replace(/^0+(?=\d)/, '')
  const places = random(decimals + 1)
  const text = places === 0 ? integer : `${integer}.${digits(places)}`
  return /[1-9]/.test(text) ? text : places === 0 ? '1' : `${text.slice(0, -1)}1`
}
