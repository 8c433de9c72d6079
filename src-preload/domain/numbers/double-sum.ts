// Sums decimals that are held as doubles (candle volumes): returns the double nearest to the exact decimal sum. Pure. Money
// that came as text uses exact-decimal.ts.
import { type Exact, add, exactText, parseExact } from './exact-decimal.ts'

/** A double distinguishes all decimals of up to this many significant digits (IEEE 754, DBL_DIG). */
export const MEANINGFUL_DIGITS = 15
/** Whole numbers below this have at most that many digits. */
const LIMIT = 10 ** MEANINGFUL_DIGITS
const SMALLEST_NORMAL = 2 ** -1022
/** Powers of ten up to this one are exact as doubles. */
const LARGEST_SCALE = 22
const powers = Float64Array.from({ length: LARGEST_SCALE + 1 }, (_, scale) => Number(`1e${String(scale)}`))

/** Rounds to at most 15 significant digits, which removes float noise from the service's arithmetic. */
export function roundFloatNoise(value: number): number {
  return Number(value.toPrecision(MEANINGFUL_DIGITS))
}

/** The shortest decimal that parses back to this double. */
export function decimalOf(value: number): Exact {
  const [digits = '0', exponent = '0'] = String(value).split('e')
  const { units, scale } = parseExact(digits)
  const places = scale - Number(exponent)
  return places >= 0 ? { units, scale: places } : { units: units * 10n ** BigInt(-places), scale: 0 }
}

function countDigits(text: string): number {
  return text
    .replace(/^-?[0.]*/, '')
    .replace('.', '')
    .replace(/0+$/, '').length
}

/**
 * Adds up decimals that are held as doubles: 0.1 + 0.2 is 0.3.
 *
 * Why it is exact: a decimal `n` / 10^`s` with |n| below 10^15 and s up to 22 maps to one double, and no other decimal of 15
 * digits maps to that double. n / 10^s computed in doubles gives that double, because n and 10^s are exact as doubles and
 * IEEE division rounds once. So a value `v` with round(v × 10^s) / 10^s = v represents n = round(v × 10^s), and whole numbers
 * below 10^15 add up without error. Values that do not fit (more digits, more decimals) are added as bigints.
 */
export class DoubleSum {
  #units = 0
  #scale = 0
  /** The sum as a bigint once it no longer fits in doubles. */
  #exact: Exact | null = null

  /** @param value - a finite double */
  add(value: number): void {
    if (this.#exact !== null || !this.#addUnits(value)) {
      this.#exact = add(this.#exact ?? { units: BigInt(this.#units), scale: this.#scale }, decimalOf(value))
    }
  }

  /** The double nearest to the sum; Infinity where it exceeds the range of doubles. */
  get value(): number {
    return this.#exact === null ? this.#units / (powers[this.#scale] ?? 1) : Number(exactText(this.#exact))
  }

  /** True where `value`, as it is written, is known to equal the exact sum. */
  get isExact(): boolean {
    if (this.#exact === null) return true
    const size = Math.abs(this.value)
    // Subnormal and infinite doubles hold fewer digits; zero is exact.
    const isNormal = size === 0 || (size >= SMALLEST_NORMAL && Number.isFinite(size))
    return isNormal && countDigits(exactText(this.#exact)) <= MEANINGFUL_DIGITS
  }

  /** Returns false, and adds nothing, where the value does not fit. */
  #addUnits(value: number): boolean {
    let units = this.#units
    let scale = this.#scale
    let power = powers[scale] ?? 1
    let part = Math.round(value * power)
    while (part / power !== value) {
      scale += 1
      units *= 10
      if (scale > LARGEST_SCALE) return false
      power = powers[scale] ?? 1
      part = Math.round(value * power)
    }
    const next = units + part
    if (Math.abs(part) >= LIMIT || Math.abs(units) >= LIMIT || Math.abs(next) >= LIMIT) return false
    this.#units = next
    this.#scale = scale
    return true
  }
}

/** Returns the double nearest to the exact sum of decimals that are held as doubles. */
export function sumDoubles(values: Iterable<number>): number {
  const sum = new DoubleSum()
  for (const value of values) sum.add(value)
  return sum.value
}
