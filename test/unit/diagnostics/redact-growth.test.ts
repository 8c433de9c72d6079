// Redaction does work in proportion to a text, whatever stands in it, and takes out what it took out before.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { redact, redacted, redactText } from '../../../src-main/diagnostics/redact.ts'
import { createGate } from '../../../src-main/diagnostics/gate.ts'

const size = 1_200_000
const fill = (unit: string): string => unit.repeat(Math.floor(size / unit.length))
const gate = createGate({ home: '/home/somebody', texts: [] })

describe('a text of a million characters', () => {
  test.each([
    ['beginnings of tokens', fill('eyJ')],
    ['one word', fill('z')],
    ['words without an end', fill('eyJaaaaaaaa')],
  ])('that is all %s comes back as it was', (_, text) => {
    expect(redactText(text)).toBe(text)
    expect(gate.clean(text).length).toBeLessThanOrEqual(text.length)
  })

  test('that is all backslashes behind a name is taken out', () => {
    expect(redactText(`token=\\"${fill('\\')}x`)).toBe(`token=${redacted}`)
  })

  test('that is all names and signs ends', () => {
    for (const unit of ['token:', 'token\\', '"secret":"', 'authorization: ', 'jwt ', '0x', 'a@', 'C:\\'])
      expect(typeof gate.clean(redactText(fill(unit)))).toBe('string')
  })
})

test('a value with thousands of secrets is not searched for each of them, and tells none', () => {
  const value = Array.from({ length: 4_000 }, (_, index) => ({
    password: `secret number ${index}`,
    note: `this is about secret number ${index}`,
  }))
  expect(JSON.stringify(redact(value))).not.toMatch(/number \d/)
})

test('a secret that is part of what stands in its place does not make a text grow', () => {
  const value = { a: { password: 'reda' }, b: { password: 'cted' }, note: 'xx reda cted reda xx' }
  expect(JSON.stringify(redact(value)).length).toBeLessThan(200)
})

describe('what is taken out', () => {
  const before = /eyJ[\w-]{6,}(?:\.[\w-]*){1,2}/g
  const parts = fc.array(fc.constantFrom('eyJ', 'abcdef', '.', '-', '_', ' ', 'x', '/', 'eyJabcdef.'), {
    maxLength: 14,
  })

  test('of tokens is what the pattern for them finds', () => {
    fc.assert(
      fc.property(parts, (list) => {
        const text = list.join('')
        expect(redactText(text)).toBe(text.replace(before, redacted))
      }),
      { numRuns: 2_000 },
    )
  })

  test('of JSON within JSON is what stands between its marks', () => {
    const value = /(token\\*["']?\s{0,4}[:=]\s{0,4})(\\+".*?(?:\\+"|$))/gs
    const inner = fc.array(fc.constantFrom('\\', '"', 'a', ' ', ',', '\n'), { maxLength: 12 })
    fc.assert(
      fc.property(inner, (list) => {
        const text = `token=\\"${list.join('')}`
        expect(redactText(text)).toBe(text.replace(value, `$1${redacted}`))
      }),
      { numRuns: 2_000 },
    )
  })
})
