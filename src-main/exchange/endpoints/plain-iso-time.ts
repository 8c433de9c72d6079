// Reads times in the service's usual order format (facts, A2) quickly: a page has 2,000 of them. Leaves other formats to
// wireIsoTime.

const zero = 48
const nine = 57

/** The two digits at `index` as a number; NaN if they are not digits or past the end. */
function twoDigits(text: string, index: number): number {
  const tens = text.charCodeAt(index)
  const ones = text.charCodeAt(index + 1)
  const areDigits = tens >= zero && tens <= nine && ones >= zero && ones <= nine
  return areDigits ? (tens - zero) * 10 + ones - zero : NaN
}

const minuteMs = 60_000
const lengthWithZ = 20
const lengthWithOffset = 25
/** Every month has at least this many days. */
const safeDays = 28
const daysOf = (year: number, month: number): number => new Date(Date.UTC(year, month, 0)).getUTCDate()

/** The offset at the end of `…SS+01:00` or `…SSZ`, in milliseconds; NaN for any other ending. */
function plainOffsetMs(text: string): number {
  if (text.length === lengthWithZ) return text[19] === 'Z' ? 0 : NaN
  if (text.length !== lengthWithOffset || text[22] !== ':') return NaN
  const hours = twoDigits(text, 20)
  const minutes = twoDigits(text, 23)
  if (!(hours < 24 && minutes < 60)) return NaN
  const sizeMs = (hours * 60 + minutes) * minuteMs
  if (text[19] === '+') return sizeMs
  return text[19] === '-' ? -sizeMs : NaN
}

/**
 * Milliseconds since the epoch of `2022-11-07T22:12:00+01:00` or `2022-11-07T21:12:00Z`, from 1970 on; the result of
 * wireIsoTime, several times faster than a pattern and Date.parse. Null for every other form, which may still be a time.
 */
export function readPlainIsoTime(value: unknown): number | null {
  if (typeof value !== 'string') return null
  const hasMarks =
    value[4] === '-' && value[7] === '-' && value[10] === 'T' && value[13] === ':' && value[16] === ':'
  if (!hasMarks) return null
  const year = twoDigits(value, 0) * 100 + twoDigits(value, 2)
  const month = twoDigits(value, 5)
  const day = twoDigits(value, 8)
  const hours = twoDigits(value, 11)
  const minutes = twoDigits(value, 14)
  const seconds = twoDigits(value, 17)
  // Written so that NaN fails each comparison.
  const isTimeOfDay = hours < 24 && minutes < 60 && seconds < 60
  const isDay = year >= 1970 && month >= 1 && month <= 12 && day >= 1
  if (!isTimeOfDay || !isDay || !(day <= safeDays || day <= daysOf(year, month))) return null
  const timeMs = Date.UTC(year, month - 1, day, hours, minutes, seconds) - plainOffsetMs(value)
  return timeMs >= 0 ? timeMs : null
}
