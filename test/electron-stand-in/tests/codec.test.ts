// Owns the facts about the text form of IPC values.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createCodec } from '../page/codec.ts'

const codec = createCodec()
const roundTrip = (value: unknown): unknown => codec.decode(codec.encode(value))

describe('the IPC codec', () => {
  it('carries every plain value as structured clone does', () => {
    const values: unknown[] = [
      null,
      undefined,
      true,
      0,
      -0,
      NaN,
      Infinity,
      -Infinity,
      1.5,
      '',
      'a\u0000\u2028',
      10n ** 30n,
    ]
    for (const value of values) expect(roundTrip(value)).toBe(value)
  })

  it('carries dates, maps, sets, regular expressions and nested undefined', () => {
    const value = {
      date: new Date(86_400_000),
      invalid: new Date(NaN),
      map: new Map<unknown, unknown>([[{ a: 1 }, new Set([1, undefined])]]),
      pattern: /a+/giu,
      list: [undefined, [1n]],
    }
    expect(roundTrip(value)).toEqual(value)
    expect(Object.keys(roundTrip({ a: undefined }) as object)).toEqual(['a'])
  })

  it('carries typed arrays by content and by type, also views into larger buffers', () => {
    const buffer = Uint8Array.from({ length: 64 }, (_, index) => index).buffer
    const views = [
      new Uint8Array(buffer, 3, 5),
      new Uint8ClampedArray(buffer, 1, 2),
      new Int16Array(buffer, 2, 4),
      new Float64Array(buffer, 8, 2),
      new BigInt64Array(buffer, 16, 2),
    ]
    for (const view of views) expect(roundTrip(view)).toEqual(view)
    expect(roundTrip(buffer)).toEqual(buffer)
    const data = roundTrip(new DataView(buffer, 4, 4))
    expect(data instanceof DataView && data.getUint8(0)).toBe(4)
  })

  it('hands over Node buffers as plain byte arrays', () => {
    const bytes = roundTrip(Buffer.from('abc'))
    expect(bytes).toEqual(Uint8Array.from([97, 98, 99]))
    expect(Buffer.isBuffer(bytes)).toBe(false)
  })

  it('keeps cycles and shared objects', () => {
    const shared = { name: 'shared' }
    const value: Record<string, unknown> = { shared, again: [shared, new Map([[shared, shared]])] }
    value['self'] = value
    const copy = roundTrip(value) as typeof value & { again: [object, Map<object, object>] }
    expect(copy['self']).toBe(copy)
    expect(copy.again[0]).toBe(copy['shared'])
    expect(copy.again[1].get(copy.again[0])).toBe(copy['shared'])
  })

  it('keeps the type, the message and the stack of errors', () => {
    const error = new RangeError('too far')
    const copy = roundTrip(error)
    expect(copy).toBeInstanceOf(RangeError)
    expect(copy).toMatchObject({ message: 'too far', stack: error.stack })
  })

  it('is not confused by keys of its own making', () => {
    const value = { $: 'ref', id: 0, nested: { $: 'undefined' } }
    expect(roundTrip(value)).toEqual(value)
    const hostile: unknown = JSON.parse('{"__proto__":{"polluted":true}}')
    const copy = roundTrip(hostile) as object
    expect(Object.getPrototypeOf(copy)).toBe(Object.prototype)
    expect(Object.keys(copy)).toEqual(['__proto__'])
  })

  it('refuses what cannot be cloned, in the words of Electron', () => {
    const uncloneable = [
      () => 1,
      Symbol('s'),
      { deep: [() => 1] },
      Promise.resolve(),
      new WeakMap(),
      new Map([[1, () => 1]]),
    ]
    for (const value of uncloneable)
      expect(() => codec.encode(value)).toThrow('An object could not be cloned.')
  })

  it('carries any JSON and any bytes unchanged', () => {
    fc.assert(
      fc.property(fc.oneof(fc.jsonValue(), fc.uint8Array(), fc.float64Array(), fc.bigInt()), (value) => {
        expect(roundTrip(value)).toEqual(value)
      }),
    )
  })
})
