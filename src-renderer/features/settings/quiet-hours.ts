// Minutes of the day as HH:MM. Pure.

const pad = (value: number): string => String(value).padStart(2, '0')

/** 22:30 */
export function minuteText(minute: number): string {
  return `${pad(Math.floor(minute / 60))}:${pad(minute % 60)}`
}

/** Minutes since midnight of HH:MM; null for an invalid time. */
export function readMinute(text: string): number | null {
  const match = /^(\d{2}):(\d{2})$/.exec(text)
  if (!match) return null
  const hour = Number(match[1])
  const minute = Number(match[2])
  return hour < 24 && minute < 60 ? hour * 60 + minute : null
}
