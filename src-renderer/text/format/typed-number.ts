// Parses a typed number above zero to decimal text, without floats. Ambiguous input is rejected with a reason. Pure.

export type DecimalFault =
  | 'empty'
  | 'sign'
  | 'space'
  | 'comma'
  | 'exponent'
  | 'notNumber'
  | 'leadingZero'
  | 'noInteger'
  | 'noDecimals'
  | 'zero'
  | 'tooManyDecimals'

export type DecimalReading =
  { readonly ok: true; readonly text: string } | { readonly ok: false; readonly reason: DecimalFault }

const wrong = (reason: DecimalFault): DecimalReading => ({ ok: false, reason })

/**
 * Parses a number above zero with at most `maxDecimals` decimals after a point to canonical decimal text, identically in
 * every locale. Surrounding spaces are ignored.
 */
export function readDecimal(typed: string, maxDecimals: number): DecimalReading {
  const text = typed.trim()
  if (text === '') return wrong('empty')
  // Signs as typed and as copied.
  if (/^[+\-\u2212\u2013]/u.test(text)) return wrong('sign')
  if (/\s/u.test(text)) return wrong('space')
  if (text.includes(',')) return wrong('comma')
  if (/^[\d.]+e/i.test(text)) return wrong('exponent')
  if (/^\.\d+$/.test(text)) return wrong('noInteger')
  if (/^\d+\.$/.test(text)) return wrong('noDecimals')
  const [, whole = '', fraction = ''] = /^([0-9]+)(?:\.([0-9]+))?$/.exec(text) ?? []
  if (whole === '') return wrong('notNumber')
  if (/^0\d/.test(whole)) return wrong('leadingZero')
  if (fraction.length > maxDecimals) return wrong('tooManyDecimals')
  if (!/[1-9]/.test(text)) return wrong('zero')
  return { ok: true, text }
}
