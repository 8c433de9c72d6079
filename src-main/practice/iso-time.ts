// The exchange's two time formats. Independent of this machine's time zone.

/** The last Sunday of a month at 01:00 UTC, when European clocks change. `month` counts from 0. */
function clockChangeMs(year: number, month: number): number {
  const end = new Date(Date.UTC(year, month + 1, 0, 1))
  return end.getTime() - end.getUTCDay() * 86_400_000
}

/**
 * ISO 8601 with the offset of the exchange's home zone, whole seconds: `2023-09-15T15:11:39+02:00` in summer, `+01:00` in
 * winter (orders and their trades; facts, A2).
 */
export function formatOffsetTime(timeMs: number): string {
  const year = new Date(timeMs).getUTCFullYear()
  const isSummer = timeMs >= clockChangeMs(year, 2) && timeMs < clockChangeMs(year, 9)
  const hours = isSummer ? 2 : 1
  const local = new Date(timeMs + hours * 3_600_000).toISOString().slice(0, 19)
  return `${local}+0${hours}:00`
}

/** ISO 8601 in UTC with microseconds: `2023-07-26T05:11:47.285117Z` (internal transfers; facts, A2). */
export function formatMicrosecondTime(timeMs: number, extraMicroseconds: number): string {
  return `${new Date(timeMs).toISOString().slice(0, 23)}${extraMicroseconds.toString().padStart(3, '0')}Z`
}
