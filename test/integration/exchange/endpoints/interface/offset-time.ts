// Reading ISO 8601 times with an offset by arithmetic of its own, for tests.

const form = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)(?:\.(\d{1,9}))?(?:Z|([+-])(\d\d)(:?)(\d\d))$/

const isLeap = (year: number): boolean => year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)

function daysIn(year: number, month: number): number {
  if (month === 2) return isLeap(year) ? 29 : 28
  return [4, 6, 9, 11].includes(month) ? 30 : 31
}

/** Days from 1970-01-01 to a day from 1969 on: an offset can carry its last evening into 1970. */
function dayNumber(year: number, month: number, day: number): number {
  let days = day - 1 - (year < 1970 ? 365 : 0)
  for (let earlier = 1970; earlier < year; earlier++) days += isLeap(earlier) ? 366 : 365
  for (let earlier = 1; earlier < month; earlier++) days += daysIn(year, earlier)
  return days
}

/**
 * Milliseconds since the epoch, finer parts cut off; null for what is no such time, or one before 1970. Unusual are forms
 * that ISO 8601 knows and the service was never seen to use: 24:00, offsets without a colon or beyond 14 hours.
 */
export function readOffsetTime(text: string): { readonly timeMs: number; readonly isUsual: boolean } | null {
  const match = form.exec(text)
  if (match === null) return null
  const part = (index: number): number => Number(match[index] ?? 0)
  const [year, month, day, hour, minute, second] = [1, 2, 3, 4, 5, 6].map(part) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ]
  const [offsetHours, offsetMinutes] = [part(9), part(11)]
  const isMidnight = hour === 24 && minute === 0 && second === 0 && part(7) === 0
  if (month < 1 || month > 12 || day < 1 || day > daysIn(year, month)) return null
  if ((hour > 23 && !isMidnight) || minute > 59 || second > 59) return null
  if (offsetHours > 23 || offsetMinutes > 59 || year < 1969) return null
  const offset = (match[8] === '-' ? -60 : 60) * (offsetHours * 60 + offsetMinutes)
  const seconds = dayNumber(year, month, day) * 86_400 + hour * 3600 + minute * 60 + second - offset
  const timeMs = seconds * 1000 + Number((match[7] ?? '').padEnd(3, '0').slice(0, 3))
  if (timeMs < 0) return null
  const isUsual = !isMidnight && offsetHours <= 14 && !(match[8] !== undefined && match[10] === '')
  return { timeMs, isUsual }
}
