// Owns: sizes of files as text. Must not: read any.
import { formatFixed, formatInteger } from './locale.ts'

/**
 * Decimal units, as disks are sold and as macOS and most Linux desktops show them: 1 MB is 1,000,000 bytes. Windows
 * shows the same file as a smaller number, for it counts in 1,024.
 */
const units = ['KB', 'MB', 'GB', 'TB'] as const

export interface SizeParts {
  readonly figure: string
  readonly unit: 'B' | (typeof units)[number]
}

/** A size as figure and unit, for columns where the units have a place of their own: one decimal from a KB on. */
export function splitBytes(bytes: number, locale?: string): SizeParts {
  if (bytes < 1000) return { figure: formatInteger(bytes, locale), unit: 'B' }
  let value = bytes
  let unit: SizeParts['unit'] = 'B'
  for (const next of units) {
    // What would be written as 1,000.0 is one of the next unit.
    if (value < 999.95) break
    value /= 1000
    unit = next
  }
  return { figure: formatFixed(value, 1, locale), unit }
}

/** "512 B", "45.6 MB", "1.2 GB"; the space does not break. */
export function formatBytes(bytes: number, locale?: string): string {
  const { figure, unit } = splitBytes(bytes, locale)
  return `${figure}\u00a0${unit}`
}
