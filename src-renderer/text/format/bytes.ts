// File sizes as text.
import { formatFixed, formatInteger } from './locale.ts'

/**
 * Decimal units, as on disks, macOS and most Linux desktops: 1 MB is 1,000,000 bytes. Windows shows a smaller number for
 * the same file because it divides by 1,024.
 */
const units = ['KB', 'MB', 'GB', 'TB'] as const

export interface SizeParts {
  readonly figure: string
  readonly unit: 'B' | (typeof units)[number]
}

/** Size as figure and unit for aligned columns: one decimal from 1 KB. */
export function splitBytes(bytes: number, locale?: string): SizeParts {
  if (bytes < 1000) return { figure: formatInteger(bytes, locale), unit: 'B' }
  let value = bytes
  let unit: SizeParts['unit'] = 'B'
  for (const next of units) {
    // 999.95 would round to 1,000.0, so it uses the next unit.
    if (value < 999.95) break
    value /= 1000
    unit = next
  }
  return { figure: formatFixed(value, 1, locale), unit }
}

/** "512 B", "45.6 MB", "1.2 GB" with a non-breaking space. */
export function formatBytes(bytes: number, locale?: string): string {
  const { figure, unit } = splitBytes(bytes, locale)
  return `${figure}\u00a0${unit}`
}
