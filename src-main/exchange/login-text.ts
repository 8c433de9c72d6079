// Owns: the decision whether a text that the service wants signed is a login text. Must not: sign.
import { AppError } from '../../src-preload/shared/errors.ts'

/** As in "(Login-code:YG2DHzDpRncwCZAVRUTrVG)": 22 letters and digits wherever seen (service facts, A6). */
const loginCode = /\(Login-code:[0-9A-Za-z]{16,64}\)/
const longestText = 500

/**
 * True for text of the form of the service's nonce: a sentence with a login code in it. Whatever could mean more when
 * signed is not: hex (a transaction or a hash), JSON (typed data), and the texts that the L2 key is derived from,
 * whose signature would give that key away.
 */
export function isLoginText(text: string): boolean {
  if (text.length > longestText || !loginCode.test(text)) return false
  if (/^\s*[{["]/.test(text) || /^\s*(?:0x)?[0-9a-f]+\s*$/i.test(text)) return false
  // Line breaks at the end occur; other control characters could hide what is signed.
  return text.isWellFormed() && !/[^\P{Cc}\r\n]/u.test(text) && !/[\u202a-\u202e\u2066-\u2069]/.test(text)
}

/** Errors: contractViolation { endpoint: 'auth.nonce', field: 'payload', reason: 'notLoginText' }. */
export function checkLoginText(text: string): void {
  if (isLoginText(text)) return
  throw new AppError('contractViolation', {
    endpoint: 'auth.nonce',
    field: 'payload',
    reason: 'notLoginText',
  })
}
