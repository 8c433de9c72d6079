// Sums of many decimals, exact, and quick: whole numbers of one scale are added up by themselves.
import {
  type Exact,
  add,
  exactText,
  parseExact,
  zero,
} from '../../../src-preload/domain/numbers/exact-decimal.ts'

/** Every whole number of so many digits is exact as a double. */
const SAFE_DIGITS = 15
const [zeroCode, nineCode, pointCode] = [48, 57, 46]

export function createDecimalSum() {
  const byScale = new Map<number, bigint>()
  /** By scale, sums of short decimals: whole numbers that a double has exactly. */
  const short: number[] = []

  const addExact = ({ units, scale }: Exact): void => {
    byScale.set(scale, (byScale.get(scale) ?? 0n) + units)
  }

  /** Adds whole numbers as doubles while they fit: a million decimals as bigints take most of the time of their sum. */
  function addShort(units: number, scale: number): void {
    const before = short[scale] ?? 0
    const sum = before + units
    short[scale] = Number.isSafeInteger(sum) ? sum : units
    if (!Number.isSafeInteger(sum)) addExact({ units: BigInt(before), scale })
  }

  function flush(): void {
    for (const [scale, units] of short.entries()) if (units) addExact({ units: BigInt(units), scale })
    short.length = 0
  }

  return {
    add: addExact,
    /** Adds or takes off a canonical decimal. Throws SyntaxError for any other text. */
    addText(text: string, isIn: boolean): void {
      let units = 0
      let digits = 0
      let zeros = 0
      let scale = -1
      // A fee may be a rebate.
      const start = text.startsWith('-') ? 1 : 0
      for (let at = start; at < text.length; at += 1) {
        const code = text.charCodeAt(at)
        if (code === pointCode && scale < 0 && at > start && at < text.length - 1) {
          scale = 0
        } else if (code < zeroCode || code > nineCode) {
          throw new SyntaxError('no canonical decimal text')
        } else if (code === zeroCode && scale >= 0) {
          zeros += 1
        } else {
          for (; zeros > 0; zeros -= 1) {
            units *= 10
            digits += 1
            scale += 1
          }
          units = units * 10 + (code - zeroCode)
          digits += 1
          if (scale >= 0) scale += 1
        }
      }
      if (text.length > start && digits <= SAFE_DIGITS) {
        addShort(isIn === (start === 0) ? units : -units, Math.max(0, scale))
        return
      }
      const long = parseExact(text)
      addExact(isIn ? long : { ...long, units: -long.units })
    },
    /** As canonical decimal text. */
    read(): string {
      flush()
      return exactText([...byScale].reduce<Exact>((sum, [scale, units]) => add(sum, { units, scale }), zero))
    },
  }
}

export type DecimalSum = ReturnType<typeof createDecimalSum>

/** Fees by currency. */
export function createFeeSums() {
  const sums = new Map<string, DecimalSum>()
  return {
    add(currency: string, amount: string): void {
      const sum = sums.get(currency) ?? createDecimalSum()
      sums.set(currency, sum)
      sum.add(parseExact(amount))
    },
    list: () => [...sums].map(([currency, sum]) => ({ currency, amount: sum.read() })),
  }
}
