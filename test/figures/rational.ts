// Exact fractions over bigint, decimal text in and out.

const powers: bigint[] = []

/** 10^places. */
export function powerOfTen(places: number): bigint {
  return (powers[places] ??= 10n ** BigInt(places))
}

function greatestDivisor(a: bigint, b: bigint): bigint {
  let [x, y] = [a < 0n ? -a : a, b]
  while (y !== 0n) [x, y] = [y, x % y]
  return x
}

/** Denominators are shortened only from this size on: most of them are powers of ten, which add up without it. */
const LONG_DENOMINATOR = 1n << 600n

/** `numerator` / `denominator` to a whole number, halves to the even one. The denominator is positive. */
function divideHalfEven(numerator: bigint, denominator: bigint): bigint {
  let quotient = numerator / denominator
  let rest = numerator % denominator
  if (rest < 0n) {
    quotient -= 1n
    rest += denominator
  }
  const twice = 2n * rest
  const isUp = twice > denominator || (twice === denominator && quotient % 2n !== 0n)
  return isUp ? quotient + 1n : quotient
}

/** An exact fraction. Immutable. */
export class Rational {
  static readonly zero = new Rational(0n, 1n)
  static readonly one = new Rational(1n, 1n)
  readonly numerator: bigint
  /** Positive. */
  readonly denominator: bigint

  private constructor(numerator: bigint, denominator: bigint) {
    this.numerator = numerator
    this.denominator = denominator
  }

  /** A fraction of two whole numbers. Throws RangeError where the denominator is zero. */
  static of(numerator: bigint | number, denominator: bigint | number = 1n): Rational {
    const [top, bottom] = [BigInt(numerator), BigInt(denominator)]
    if (bottom === 0n) throw new RangeError('division by zero')
    const [n, d] = bottom < 0n ? [-top, -bottom] : [top, bottom]
    if (d < LONG_DENOMINATOR) return new Rational(n, d)
    const divisor = greatestDivisor(n, d)
    return new Rational(n / divisor, d / divisor)
  }

  /** Decimal text as the interface and JSON write it: `-12.50`, `7`, `1e-7`. Throws SyntaxError for anything else. */
  static parse(text: string): Rational {
    const match = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d{1,3}))?$/.exec(text)
    if (match === null) throw new SyntaxError(`not a decimal: ${JSON.stringify(text)}`)
    const [, sign = '', whole = '', decimals = '', exponent = '0'] = match
    const digits = BigInt(whole + decimals)
    const places = decimals.length - Number(exponent)
    const value = sign === '-' ? -digits : digits
    return places >= 0
      ? new Rational(value, powerOfTen(places))
      : new Rational(value * powerOfTen(-places), 1n)
  }

  add(other: Rational): Rational {
    const [a, b] = [this.denominator, other.denominator]
    if (a === b) return new Rational(this.numerator + other.numerator, a)
    if (a % b === 0n) return new Rational(this.numerator + other.numerator * (a / b), a)
    if (b % a === 0n) return new Rational(this.numerator * (b / a) + other.numerator, b)
    return Rational.of(this.numerator * b + other.numerator * a, a * b)
  }

  subtract(other: Rational): Rational {
    return this.add(other.negate())
  }

  multiply(other: Rational): Rational {
    return Rational.of(this.numerator * other.numerator, this.denominator * other.denominator)
  }

  /** Throws RangeError where `other` is zero. */
  divide(other: Rational): Rational {
    return Rational.of(this.numerator * other.denominator, this.denominator * other.numerator)
  }

  negate(): Rational {
    return new Rational(-this.numerator, this.denominator)
  }

  absolute(): Rational {
    return this.numerator < 0n ? this.negate() : this
  }

  /** -1, 0 or 1. */
  sign(): -1 | 0 | 1 {
    if (this.numerator === 0n) return 0
    return this.numerator < 0n ? -1 : 1
  }

  /** Negative, zero or positive, as for a sort. */
  compare(other: Rational): -1 | 0 | 1 {
    const left = this.numerator * other.denominator
    const right = other.numerator * this.denominator
    if (left === right) return 0
    return left < right ? -1 : 1
  }

  equals(other: Rational): boolean {
    return this.compare(other) === 0
  }

  /** The multiple of 10^-places next to this, halves to the even one. */
  round(places: number): Rational {
    const scaled = divideHalfEven(this.numerator * powerOfTen(places), this.denominator)
    return new Rational(scaled, powerOfTen(places))
  }

  /** Decimal text with exactly `places` decimals, rounded half to even; no minus before zero. */
  toFixed(places: number): string {
    const scaled = divideHalfEven(this.numerator * powerOfTen(places), this.denominator)
    const digits = (scaled < 0n ? -scaled : scaled).toString().padStart(places + 1, '0')
    const whole = digits.slice(0, digits.length - places)
    return `${scaled < 0n ? '-' : ''}${whole}${places === 0 ? '' : `.${digits.slice(-places)}`}`
  }

  /** Decimal text without zeros at its end, rounded half to even to at most `maxPlaces` decimals: `2000`, `0.001`. */
  toDecimal(maxPlaces = 40): string {
    const fixed = this.toFixed(maxPlaces)
    return fixed.includes('.') ? fixed.replace(/\.?0+$/, '') : fixed
  }

  /** The same with `digits` significant digits at most, rounded half to even. */
  roundSignificant(digits: number): Rational {
    if (this.numerator === 0n) return this
    const size = this.absolute()
    let places = digits
    const most = Rational.of(powerOfTen(digits))
    // The first scale at which the rounded value has no more than that many digits.
    while (size.multiply(Rational.of(powerOfTen(places + 1))).compare(most) < 0) places += 1
    while (places > 0 && size.multiply(Rational.of(powerOfTen(places))).compare(most) >= 0) places -= 1
    if (places > 0 || size.compare(most) < 0) return this.round(places)
    let up = 1
    while (size.divide(Rational.of(powerOfTen(up))).compare(most) >= 0) up += 1
    return this.divide(Rational.of(powerOfTen(up)))
      .round(0)
      .multiply(Rational.of(powerOfTen(up)))
  }

  /** For failure messages. */
  toString(): string {
    return this.toDecimal()
  }
}

/** The sum of all of them. */
export function sumOf(values: Iterable<Rational>): Rational {
  let sum = Rational.zero
  for (const value of values) sum = sum.add(value)
  return sum
}
