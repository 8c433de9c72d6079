// Facts of an ErrorReport as sentence parts.
import type { ErrorData } from '../../../src-preload/domain/errors.ts'
import { countOf } from '../format/words.ts'

/** A fact as text; empty when missing. */
export function fact(data: ErrorData, key: string): string {
  const value = data[key]
  return value === undefined || value === null ? '' : String(value)
}

/** " (detail)" when there is a detail. */
export function aside(text: string): string {
  return text === '' ? '' : ` (${text})`
}

/** Of `databaseTooNew`: the version of the file and the newest one that can be read; empty when either is missing. */
export function versionsOf(data: ErrorData): string {
  const found = fact(data, 'found')
  const supported = fact(data, 'supported')
  if (found === '' || supported === '') return ''
  return ` It has version ${found}; this version of Starkdesk supports up to ${supported}.`
}

/** A duration in whole seconds; empty when missing. */
export function seconds(ms: string): string {
  const value = Number(ms)
  if (ms === '' || !Number.isFinite(value)) return ''
  const rounded = Math.max(1, Math.round(value / 1000))
  return countOf(rounded, ['second', 'seconds'])
}

/** A waiting time rounded up to whole seconds; empty when there is none. */
export function waitText(ms: string): string {
  const value = Math.ceil(Number(ms) / 1000)
  if (!Number.isFinite(value) || value <= 0) return ''
  if (value > 90) return countOf(Math.ceil(value / 60), ['minute', 'minutes'])
  return countOf(value, ['second', 'seconds'])
}
