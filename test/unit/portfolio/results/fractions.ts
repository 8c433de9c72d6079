// Exact rationals for oracles: numerator and denominator, reduced.

export class Fraction {
  readonly top: bigint
  readonly bottom: bigint

  constructor(top: bigint, bottom = 1n) {
    let [a, b] = [top < 0n ? -top : top, bottom < 0n ? -bottom : bottom]
    while (b !== 0n) [a, b] = [b, a % b]
    const divisor = (a === 0n ? 1n : a) * (bottom < 0n ? -1n : 1n)
    this.top = top / divisor
    this.bottom = bottom / divisor
  }

  static of(text: string): Fraction {
    const [whole = '', digits = ''] = text.replace('-', '').split('.')
    const size = new Fraction(BigInt(whole || '0')).plus(
      new Fraction(BigInt(digits || '0'), BigInt(`1${'0'.repeat(digits.length)}`)),
    )
    return text.startsWith('-') ? size.times(new Fraction(-1n)) : size
  }

  plus(other: Fraction): Fraction {
    return new Fraction(this.top * other.bottom + other.top * this.bottom, this.bottom * other.bottom)
  }

  minus(other: Fraction): Fraction {
    return this.plus(other.times(new Fraction(-1n)))
  }

  times(other: Fraction): Fraction {
    return new Fraction(this.top * other.top, this.bottom * other.bottom)
  }

  over(other: Fraction): Fraction {
    return new Fraction(this.top * other.bottom, this.bottom * other.top)
  }

  isBelow(other: Fraction): boolean {
    return this.top * other.bottom < other.top * this.bottom
  }

  /** Half to even, by trying the whole numbers around it. */
  rounded(decimals: number): Fraction {
    const one = new Fraction(10n ** BigInt(decimals))
    const scaled = this.times(one)
    const near = scaled.top / scaled.bottom
    const distance = (to: bigint): Fraction => {
      const away = scaled.minus(new Fraction(to))
      return away.top < 0n ? new Fraction(-away.top, away.bottom) : away
    }
    let best = near - 1n
    for (const candidate of [near, near + 1n]) {
      const isCloser = distance(candidate).isBelow(distance(best))
      const isTie = !isCloser && !distance(best).isBelow(distance(candidate))
      if (isCloser || (isTie && candidate % 2n === 0n)) best = candidate
    }
    return new Fraction(best).over(one)
  }

  /** Long division; what does not end is a mistake of the caller. */
  text(): string {
    const size = this.top < 0n ? -this.top : this.top
    let rest = size % this.bottom
    let digits = ''
    while (rest !== 0n) {
      rest *= 10n
      digits += String(rest / this.bottom)
      rest %= this.bottom
      if (digits.length > 400) throw new Error('a fraction without end')
    }
    return `${this.top < 0n ? '-' : ''}${size / this.bottom}${digits === '' ? '' : `.${digits}`}`
  }
}

export const nothing = new Fraction(0n)
