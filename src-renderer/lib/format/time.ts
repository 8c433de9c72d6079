// Owns: how times and ages are worded, in UTC. Must not: read a clock; the caller gives the time it is.

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const
const dayMs = 86_400_000

const pad = (value: number): string => String(value).padStart(2, '0')

/** 12:03:22 */
export function formatClock(timeMs: number): string {
  const time = new Date(timeMs)
  return `${pad(time.getUTCHours())}:${pad(time.getUTCMinutes())}:${pad(time.getUTCSeconds())}`
}

/** 20 Nov, or 20 Nov 2025 with the year. */
export function formatDay(timeMs: number, withYear: boolean): string {
  const time = new Date(timeMs)
  const day = `${time.getUTCDate()} ${months[time.getUTCMonth()] ?? ''}`
  return withYear ? `${day} ${time.getUTCFullYear()}` : day
}

/** Today as 12:03:22, this year as 20 Nov 12:03, older as 20 Nov 2025 12:03. All UTC. */
export function formatTime(timeMs: number, nowMs: number): string {
  if (Math.floor(timeMs / dayMs) === Math.floor(nowMs / dayMs)) return formatClock(timeMs)
  const isThisYear = new Date(timeMs).getUTCFullYear() === new Date(nowMs).getUTCFullYear()
  return `${formatDay(timeMs, !isThisYear)} ${formatClock(timeMs).slice(0, 5)}`
}

/** ISO 8601 with the zone, for hover and copying. */
export function formatIso(timeMs: number): string {
  return new Date(timeMs).toISOString()
}

/** As of when, with the zone: 12:03:22 UTC, or 20 Nov 12:03 UTC for another day. */
export function formatAsOf(timeMs: number, nowMs: number): string {
  return `${formatTime(timeMs, nowMs)} UTC`
}

/** How old something is, in words that change no more often than they must: "just now", "40 s ago", "3 min ago". */
export function formatAge(timeMs: number, nowMs: number): string {
  const seconds = Math.max(0, Math.floor((nowMs - timeMs) / 1000))
  if (seconds < 5) return 'just now'
  if (seconds < 60) return `${Math.floor(seconds / 5) * 5} s ago`
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min ago`
  if (seconds < 86_400) return `${Math.floor(seconds / 3600)} h ago`
  const days = Math.floor(seconds / 86_400)
  return days === 1 ? '1 day ago' : `${days} days ago`
}

/**
 * The start of a UTC day given as YYYY-MM-DD (what a date input holds), in epoch milliseconds.
 * Null when the text is no such day.
 */
export function parseDay(text: string): number | null {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text)
  if (!match) return null
  const timeMs = Date.UTC(Number(match[1]), Number(match[2]) - 1, Number(match[3]))
  // 31 February rolls over; a day that does not come back is none.
  return new Date(timeMs).toISOString().startsWith(text) && timeMs >= 0 ? timeMs : null
}

/** The end of that UTC day: the first millisecond that no longer belongs to it. */
export function endOfDay(dayStartMs: number): number {
  return dayStartMs + dayMs
}
