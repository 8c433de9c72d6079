// No digit of the service's numbers is lost.
import Big from 'big.js'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { toDecimalText } from '../../../src-main/exchange/decimal-text.ts'
import { parseJson } from '../../../src-main/exchange/answers/lossless-json.ts'
import { decimalText } from '../../../src-preload/contract/orders/entities.ts'

describe('decimal text', () => {
  test.each([
    '0',
    '0.0',
    '-0.5',
    '1336.630',
    '31470.05040653995757213302',
    '0.009000000000000001',
    '9'.repeat(60),
  ])('keeps %s as it is', (text) => {
    expect(toDecimalText(text)).toBe(text)
  })

  test.each([
    ['3.75e-2', '0.0375'],
    ['1.50e-7', '0.000000150'],
    ['1E3', '1000'],
    ['1.25e+1', '12.5'],
    ['-2.5e0', '-2.5'],
    ['12345e-2', '123.45'],
    ['0E-18', '0.000000000000000000'],
    ['0e5', '0'],
  ])('writes %s out as %s', (source, expected) => {
    expect(toDecimalText(source)).toBe(expected)
  })

  test.each([
    '',
    ' 1',
    '1 ',
    '+1',
    '.5',
    '1.',
    '1,5',
    '0x10',
    'NaN',
    'Infinity',
    '1e',
    '1e1000',
    '1e99',
    '1e-99',
    '--1',
    '1'.repeat(61),
  ])('refuses %j', (text) => {
    expect(toDecimalText(text)).toBeNull()
  })

  test('keeps exactly what a pattern of plain decimals fits', () => {
    const plain = /^-?\d{1,60}(?:\.\d{1,60})?$/
    const nearPlain = fc.stringMatching(/^-{0,2}[0-9/:]{0,3}(\.{0,2}\d{0,62}){0,2}[-. e\n]?$/)
    fc.assert(
      fc.property(nearPlain, (text) => {
        expect(toDecimalText(text) === text).toBe(plain.test(text))
      }),
      { numRuns: 2_000, verbose: true },
    )
  })

  test('has the same value as the number it came from, for any JSON number', () => {
    const digits = fc.stringMatching(/^(0|[1-9]\d{0,25})(\.\d{1,25})?([eE][+-]?\d)?$/)
    fc.assert(
      fc.property(digits, fc.boolean(), (unsigned, isNegative) => {
        const source = `${isNegative ? '-' : ''}${unsigned}`
        const text = toDecimalText(source)
        expect(decimalText.safeParse(text).success).toBe(true)
        expect(new Big(text ?? '').eq(new Big(source))).toBe(true)
      }),
      { numRuns: 500, verbose: true },
    )
  })
})

describe('reading JSON without loss', () => {
  const exact = new Set(['price'])

  test('keeps the written digits of money and leaves other numbers alone', () => {
    const text =
      '[{"price": 1336.630, "id": 456142}, {"price": 0.1000000000000000055511151231257827, "id": 9e1}]'
    expect(parseJson(text, exact)).toEqual([
      { price: '1336.630', id: 456142 },
      { price: '0.1000000000000000055511151231257827', id: 90 },
    ])
  })

  test('takes the last of two values under one name, as JSON does everywhere', () => {
    expect(parseJson('[{"price":1.10,"price":"2"},{"price":"2","price":1.10}]', exact)).toEqual([
      { price: '2' },
      { price: '1.10' },
    ])
  })

  test('rounds what floats of the service leave behind 15 digits, only where it is told to', () => {
    const noisy = new Set(['price'])
    const text = '{"price": 0.008400000000000001, "amount": 0.008400000000000001, "more": [{"price": 1.50}]}'
    expect(parseJson(text, new Set(['price', 'amount']), noisy)).toEqual({
      price: '0.0084',
      amount: '0.008400000000000001',
      more: [{ price: '1.50' }],
    })
    // What is written as a text is no float's.
    expect(parseJson('{"price": "0.008400000000000001"}', exact, noisy)).toEqual({
      price: '0.008400000000000001',
    })
    expect(parseJson('{"price": 123456789.12345678}', exact, noisy)).toEqual({ price: '123456789.123457' })
    expect(parseJson('{"price": 1.2345678901234567e-9}', exact, noisy)).toEqual({
      price: '0.00000000123456789012346',
    })
  })

  test('reads the same as JSON.parse where nothing is money', () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        expect(parseJson(text, new Set(['\u0000never']))).toEqual(JSON.parse(text))
      }),
      { numRuns: 200, verbose: true },
    )
  })

  test('throws on what is no JSON', () => {
    expect(() => parseJson('{', exact)).toThrow(SyntaxError)
    expect(() => parseJson('{')).toThrow(SyntaxError)
  })
})
