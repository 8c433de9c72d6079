// Exact decimal arithmetic on bigint units and a power of ten. Pure. Only functions whose name says so round.

/** `units` × 10^-`scale`. */
export interface Exact {
  readonly units: bigint
  /** Zero or more. */
  readonly scale: number
}

export const zero: Exact = { units: 0n, scale: 0 }
export const one: Exact = { units: 1n, scale: 0 }

const powers: bigint[] = [1n]

/** 10 to the power of a non-negative whole number. */
export function powerOfTen(exponent: number): bigint {
  for (let at = powers.length; at <= exponent; at += 1) powers.push((powers[at - 1] ?? 1n) * 10n)
  return powers[exponent] ?? 1n
}

/** The units of a number at the same or a higher scale. */
const unitsAt = ({ units, scale }: Exact, wanted: number): bigint =>
  scale === wanted ? units : units * powerOfTen(wanted - scale)

const canonical = /^-?\d+(?:\.\d+)?$/

/** @param text - canonical decimal text: optional minus, digits, optional fraction. Throws SyntaxError for anything else. */
export function parseExact(text: string): Exact {
  // BigInt also accepts empty text, spaces and hexadecimal digits.
  if (!canonical.test(text)) throw new SyntaxError('no canonical decimal text')
  const point = text.indexOf('.')
  if (point < 0) return { units: BigInt(text), scale: 0 }
  // Without the point, the digits keep their minus, also in "-0.5".
  return { units: BigInt(text.slice(0, point) + text.slice(point + 1)), scale: text.length - point - 1 }
}

/** Canonical decimal text without trailing zeros: `1.5`, `-0.001`, `0`. */
export function exactText({ units, scale }: Exact): string {
  const isNegative = units < 0n
  const digits = (isNegative ? -units : units).toString().padStart(scale + 1, '0')
  const place = digits.length - scale
  const fraction = digits.slice(place).replace(/0+$/, '')
  return `${isNegative ? '-' : ''}${digits.slice(0, place)}${fraction === '' ? '' : `.${fraction}`}`
}

export function add(a: Exact, b: Exact): Exact {
  const scale = Math.max(a.scale, b.scale)
  return { units: unitsAt(a, scale) + unitsAt(b, scale), scale }
}

export function subtract(a: Exact, b: Exact): Exact {
  const scale = Math.max(a.scale, b.scale)
  return { units: unitsAt(a, scale) - unitsAt(b, scale), scale }
}

export function multiply(a: Exact, b: Exact): Exact {
  return { units: a.units * b.units, scale: a.scale + b.scale }
}

/** Negative, zero or positive, as `a` is below, at or above `b`. */
export function compare(a: Exact, b: Exact): number {
  const { units } = subtract(a, b)
  return units < 0n ? -1 : units > 0n ? 1 : 0
}

/** Compares two canonical decimal texts; negative, zero or positive, as {@link compare}. Throws SyntaxError for any other text. */
export function compareDecimals(a: string, b: string): number {
  return compare(parseExact(a), parseExact(b))
}

/**
 * `a × b / divisor` with the given number of decimals, rounded once, half to even. Throws RangeError where the divisor is
 * zero.
 */
export function multiplyDivideHalfEven(a: Exact, b: Exact, divisor: Exact, decimals: number): Exact {
  const shift = decimals + divisor.scale - a.scale - b.scale
  const product = a.units * b.units
  return shift >= 0
    ? { units: divideHalfEven(product * powerOfTen(shift), divisor.units), scale: decimals }
    : { units: divideHalfEven(product, divisor.units * powerOfTen(-shift)), scale: decimals }
}

/**
 * `dividend / divisor` with the given number of decimals, rounded toward zero. Throws RangeError where the divisor is zero.
 */
export function divideDown(dividend: Exact, divisor: Exact, decimals: number): Exact {
  const shift = decimals + divisor.scale - dividend.scale
  return shift >= 0
    ? { units: (dividend.units * powerOfTen(shift)) / divisor.units, scale: decimals }
    : { units: dividend.units / (divisor.units * powerOfTen(-shift)), scale: decimals }
}

/** Rounds to the given number of decimals, half to even: the one rounding of every figure that is shown or written. */
export function roundHalfEven(value: Exact, decimals: number): Exact {
  return value.scale <= decimals ? value : multiplyDivideHalfEven(value, one, one, decimals)
}

/** The whole number nearest to a quotient; of two equally near, the even one. */
export function divideHalfEven(dividend: bigint, divisor: bigint): bigint {
  const isNegative = dividend < 0n !== divisor < 0n
  const size = dividend < 0n ? -dividend : dividend
  const by = divisor < 0n ? -divisor : divisor
  const whole = size / by
  const twice = (size - whole * by) * 2n
  const isUp = twice > by || (twice === by && whole % 2n === 1n)
  const rounded = isUp ? whole + 1n : whole
  return isNegative ? -rounded : rounded
}
