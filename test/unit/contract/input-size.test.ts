// The border reads no input of a size that no honest page sends.
import { describe, expect, it } from 'vitest'
import { inputLimits, isWithinLimits } from '../../../src-main/ipc/input-size.ts'

describe('the size of an input', () => {
  it.each([
    ['nothing', undefined],
    ['an empty object', {}],
    ['a filter', { filter: { markets: ['ethusdc'], fromMs: null }, cursor: { id: 7 }, limit: 500 }],
    ['a keystore file', { wallet: { file: 'x'.repeat(65_536), password: 'p'.repeat(1024) } }],
    ['bytes', new Uint8Array(1000)],
  ])('fits for %s', (_name, input) => {
    expect(isWithinLimits(input)).toBe(true)
  })

  const cycle: Record<string, unknown> = {}
  cycle['self'] = cycle
  const deep = JSON.parse(`${'['.repeat(5000)}${']'.repeat(5000)}`) as unknown
  it.each([
    ['a long text', { label: 'x'.repeat(inputLimits.size) }],
    ['a long key', { ['x'.repeat(inputLimits.size)]: 1 }],
    ['many entries', { ids: new Array(100_000).fill(0) }],
    ['an array with holes', { ids: new Array(2 ** 32 - 1) }],
    ['many keys', Object.fromEntries(Array.from({ length: 50_000 }, (_, at) => [`k${at}`, 0]))],
    ['a large buffer', new ArrayBuffer(inputLimits.size + 1)],
    ['a view on it', new Float64Array(inputLimits.size)],
    ['a map of much', new Map(Array.from({ length: 50_000 }, (_, at) => [at, at]))],
    ['a huge number', 2n ** 4_000_000n],
    ['a cycle', cycle],
    ['depth', deep],
  ])('does not fit for %s', (_name, input) => {
    expect(isWithinLimits(input)).toBe(false)
  })
})
