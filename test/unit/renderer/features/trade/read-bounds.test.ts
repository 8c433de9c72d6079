// Typed price bounds are taken as they are, or said to be wrong at their field.
import { describe, expect, it } from 'vitest'
import { readBounds } from '../../../../../src-renderer/features/trade/bounds/read-bounds.ts'

describe('price bounds', () => {
  it('are what was typed, and none where nothing was', () => {
    expect(readBounds({ lowest: ' 900.50 ', highest: '', trigger: '' })).toEqual({
      ok: true,
      bounds: { lowest: '900.50', highest: null, triggerPercent: null },
    })
    expect(readBounds({ lowest: '5', highest: '5.0', trigger: ' 25 ' }).ok).toBe(true)
  })

  it.each(['1,250', '-1', '1e3', '.5', '0', 'cheap'])('are not %s', (lowest) => {
    const reading = readBounds({ lowest, highest: '', trigger: '' })
    expect(reading.ok ? null : Object.keys(reading.faults)).toEqual(['lowest'])
  })

  it('do not cross', () => {
    expect(readBounds({ lowest: '2', highest: '1', trigger: '' })).toMatchObject({ ok: false })
  })

  it.each(['0', '100.1', '20%', '-5'])('are no trigger bound of %s', (trigger) => {
    const reading = readBounds({ lowest: '', highest: '', trigger })
    expect(reading.ok ? null : Object.keys(reading.faults)).toEqual(['trigger'])
  })
})
