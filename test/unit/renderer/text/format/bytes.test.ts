// Sizes as text.
import { describe, expect, it } from 'vitest'
import { formatBytes, splitBytes } from '../../../../../src-renderer/text/format/bytes.ts'

describe('sizes', () => {
  it.each([
    [0, '0 B'],
    [999, '999 B'],
    [1000, '1.0 KB'],
    [412_044_288, '412.0 MB'],
    [1_402_880_000, '1.4 GB'],
    [3_500_000_000_000, '3.5 TB'],
    [12_345_000_000_000_000, '12,345.0 TB'],
  ])('of %d bytes are written in units of a thousand', (bytes, text) => {
    expect(formatBytes(bytes, 'en')).toBe(text.replace(' ', '\u00a0'))
  })

  it('are of the next unit where they would round to a thousand of one', () => {
    expect(splitBytes(999_949, 'en')).toEqual({ figure: '999.9', unit: 'KB' })
    expect(splitBytes(999_950, 'en')).toEqual({ figure: '1.0', unit: 'MB' })
    expect(splitBytes(999_999_999, 'en')).toEqual({ figure: '1.0', unit: 'GB' })
  })

  it('have the point of the locale', () => {
    expect(formatBytes(1_250_000, 'de')).toBe('1,2\u00a0MB')
    expect(formatBytes(1_350_000, 'de')).toBe('1,4\u00a0MB')
  })
})
