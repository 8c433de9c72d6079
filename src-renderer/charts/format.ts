// Owns: how the chart writes prices, volumes, changes and times. Pure.
// Must not: shorten or round what the legend shows; only axis labels may be short.
import type { CandlePeriod } from '../../src-preload/shared/markets.ts'

/** U+2212, as wide as the plus sign and the figures. */
export const minusSign = '\u2212'

/** Digits that a JSON number keeps beyond float noise: 0.008400000000000001 is 0.0084. */
const meaningfulDigits = 15

const formatters = new Map<number, Intl.NumberFormat>()

function withDecimals(decimals: number): Intl.NumberFormat {
  const known = formatters.get(decimals)
  if (known !== undefined) return known
  const made = new Intl.NumberFormat('en-US', {
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  })
  formatters.set(decimals, made)
  return made
}

/** A number with exactly `decimals` decimals (0 to 20), grouped thousands and a true minus sign. */
export function formatPrice(value: number, decimals: number): string {
  const text = withDecimals(decimals).format(value)
  if (!text.startsWith('-')) return text
  return /[1-9]/.test(text) ? minusSign + text.slice(1) : text.slice(1)
}

/** A number with every decimal that it has, and at least `decimals` of them; only float noise is left out. */
export function formatExact(value: number, decimals: number): string {
  return formatPrice(value, Math.max(decimals, decimalsOf(value)))
}

/** How many decimals a number needs, float noise aside; at most 20. */
export function decimalsOf(value: number): number {
  const [digits = '', exponent = '0'] = value.toExponential(meaningfulDigits - 1).split('e')
  const fraction = (digits.split('.')[1] ?? '').replace(/0+$/, '')
  return Math.min(20, Math.max(0, fraction.length - Number(exponent)))
}

/** As `formatPrice`, with a plus sign before what is above zero. */
export function formatSigned(value: number, decimals: number): string {
  const text = formatExact(value, decimals)
  return value > 0 ? `+${text}` : text
}

/** A change in percent with two decimals and its sign, such as "+0.12 %"; a change that rounds to zero has none. */
export function formatPercent(percent: number): string {
  const text = formatPrice(percent, 2)
  return `${percent > 0 && /[1-9]/.test(text) ? '+' : ''}${text}\u00a0%`
}

const scales = [
  [1e12, 'T'],
  [1e9, 'B'],
  [1e6, 'M'],
  [1e3, 'K'],
] as const

/** A volume for the axis: at most four figures and K, M, B or T. */
export function formatShortVolume(volume: number): string {
  const [scale, letter] = scales.find(([size]) => volume >= size) ?? [1, '']
  const scaled = volume / scale
  const decimals = scaled >= 100 ? 0 : scaled >= 10 ? 1 : scaled >= 1 ? 2 : 4
  return `${formatPrice(scaled, Math.min(decimals, decimalsOf(Number(scaled.toPrecision(4)))))}${letter}`
}

export const monthNames = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
const dayNames = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']

const twoDigits = (value: number): string => String(value).padStart(2, '0')

/** "12:03" in UTC. */
export function formatClock(timeMs: number): string {
  const date = new Date(timeMs)
  return `${twoDigits(date.getUTCHours())}:${twoDigits(date.getUTCMinutes())}`
}

/** "Fri 20 Nov 2026" in UTC. */
export function formatDay(timeMs: number): string {
  const date = new Date(timeMs)
  const day = dayNames[date.getUTCDay()] ?? ''
  return `${day} ${twoDigits(date.getUTCDate())} ${monthNames[date.getUTCMonth()] ?? ''} ${date.getUTCFullYear()}`
}

/** The start of a candle in UTC: the day, and the minute where the period is shorter than a day. */
export function formatCandleTime(timeMs: number, period: CandlePeriod): string {
  return period < 1440 ? `${formatDay(timeMs)} ${formatClock(timeMs)}` : formatDay(timeMs)
}

/** A span of time that counts down: "4:59", "1:04:59", "6 d 23 h". Below zero it is "0:00". */
export function formatCountdown(remainingMs: number): string {
  const seconds = Math.max(0, Math.ceil(remainingMs / 1000))
  const hours = Math.floor(seconds / 3600)
  if (hours >= 48) return `${Math.floor(hours / 24)} d ${hours % 24} h`
  const minutes = Math.floor(seconds / 60) % 60
  const tail = twoDigits(seconds % 60)
  return hours > 0 ? `${hours}:${twoDigits(minutes)}:${tail}` : `${minutes}:${tail}`
}
