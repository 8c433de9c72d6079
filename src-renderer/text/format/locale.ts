// Owns: the one locale in which every figure on screen is written, and how it groups, points and marks percent.
// Must not: round money; decimal.ts keeps decimal text as it is.

/** True minus (U+2212), as wide as the plus sign and the figures. */
export const minusSign = '\u2212'

/** Undefined: the system's. */
let figureLocale: string | undefined

/** Writes all figures from now on in a locale (BCP 47); undefined goes back to the system's. For start-up and tests. */
export function setFigureLocale(locale: string | undefined): void {
  figureLocale = locale
}

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

// Digits stay Western everywhere, so that columns line up.
const numberingSystem = 'latn'

/** A whole number, zero or more, grouped as the locale has it. */
export function formatInteger(value: number | bigint, locale = figureLocale): string {
  const format = remember(
    integerFormats,
    locale,
    () => new Intl.NumberFormat(locale, { numberingSystem, maximumFractionDigits: 0 }),
  )
  return format.format(value)
}

/** The locale's decimal point. */
export function decimalPoint(locale = figureLocale): string {
  return remember(points, locale, () => {
    const sample = new Intl.NumberFormat(locale, { numberingSystem, minimumFractionDigits: 1 })
    return sample.formatToParts(0.5).find((part) => part.type === 'decimal')?.value ?? '.'
  })
}

/** Digits that a double holds whatever they are: what is sent with no more comes back as it was written. */
const digitsOfDouble = 15

/**
 * A number with exactly `decimals` decimals (0 to 20), grouped, with a true minus; what rounds to zero has none. Rounded
 * half to even, like every figure, from the 15 digits that a double holds for sure, as a person would who reads them: 1.015 with
 * two decimals is 1.02 and 1.005 is 1.00, wherever their doubles lie by a hair.
 */
export function formatFixed(value: number, decimals: number, locale = figureLocale): string {
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

/** A figure that is ready to read, with its sign if any, marked as percent the way the locale does: 1.5%, 1,5 %. */
export function markPercent(figure: string, locale = figureLocale): string {
  const [before, after] = remember(percentMarks, locale, () => {
    const parts = new Intl.NumberFormat(locale, { numberingSystem, style: 'percent' }).formatToParts(1)
    const at = parts.findIndex((part) => part.type === 'integer')
    const join = (some: typeof parts): string => some.map((part) => part.value).join('')
    return [join(parts.slice(0, at)), join(parts.slice(at + 1))] as const
  })
  const [sign = ''] = /^[+\u2212]?/.exec(figure) ?? []
  return sign + before + figure.slice(sign.length) + after
}
