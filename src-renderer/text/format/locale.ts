// Grouping, decimal point and percent sign of every figure on screen.
import { figureLocale } from './current-locale.svelte.ts'

/** True minus (U+2212), as wide as the plus sign and the figures. */
export const minusSign = '\u2212'

const integerFormats = new Map<string | undefined, Intl.NumberFormat>()
const fixedFormats = new Map<string, Intl.NumberFormat>()
const points = new Map<string | undefined, string>()
const percentMarks = new Map<string | undefined, readonly [before: string, after: string]>()

function remember<Key, Value>(known: Map<Key, Value>, key: Key, make: () => Value): Value {
  const found = known.get(key)
  if (found !== undefined) return found
  const made = make()
  known.set(key, made)
  return made
}

// Western digits in every locale, so columns line up.
const numberingSystem = 'latn'

/** A whole number, zero or more, grouped by the locale. */
export function formatInteger(value: number | bigint, locale = figureLocale()): string {
  // No locale groups so few digits, and most figures of a list have no more.
  if (value < 1000) return String(value)
  const format = remember(
    integerFormats,
    locale,
    () => new Intl.NumberFormat(locale, { numberingSystem, maximumFractionDigits: 0 }),
  )
  return format.format(value)
}

/** The locale's decimal point. */
export function decimalPoint(locale = figureLocale()): string {
  return remember(points, locale, () => {
    const sample = new Intl.NumberFormat(locale, { numberingSystem, minimumFractionDigits: 1 })
    return sample.formatToParts(0.5).find((part) => part.type === 'decimal')?.value ?? '.'
  })
}

/** Decimal digits that a double always preserves. */
const digitsOfDouble = 15

/**
 * A number with exactly `decimals` decimals (0 to 20), grouped, with a true minus; no sign when it rounds to zero. Rounded
 * half-even from the 15 digits that a double preserves: 1.015 with two decimals is 1.02 and 1.005 is 1.00, regardless of
 * binary representation.
 */
export function formatFixed(value: number, decimals: number, locale = figureLocale()): string {
  const format = remember(
    fixedFormats,
    `${decimals} ${locale ?? ''}`,
    () =>
      new Intl.NumberFormat(locale, {
        numberingSystem,
        minimumFractionDigits: decimals,
        maximumFractionDigits: decimals,
        roundingMode: 'halfEven',
      }),
  )
  const text = format.format(`${Math.abs(Number(value.toPrecision(digitsOfDouble)))}`)
  return value < 0 && /[1-9]/.test(text) ? minusSign + text : text
}

/** Adds the locale's percent sign to a formatted figure: 1.5%, 1,5 %. */
export function markPercent(figure: string, locale = figureLocale()): string {
  const [before, after] = remember(percentMarks, locale, () => {
    const parts = new Intl.NumberFormat(locale, { numberingSystem, style: 'percent' }).formatToParts(1)
    const at = parts.findIndex((part) => part.type === 'integer')
    const join = (some: typeof parts): string => some.map((part) => part.value).join('')
    return [join(parts.slice(0, at)), join(parts.slice(at + 1))] as const
  })
  const [sign = ''] = /^[+\u2212]?/.exec(figure) ?? []
  return sign + before + figure.slice(sign.length) + after
}
