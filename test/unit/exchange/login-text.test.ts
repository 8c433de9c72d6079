// Owns: proof that nothing but a login text gets signed for a sign-in. Must not: sign.
import { describe, expect, test } from 'vitest'
import { isLoginText } from '../../../src-main/exchange/login-text.ts'
import { l2KeyTexts } from '../../../src-main/signing/stark.ts'

const code = '(Login-code:YG2DHzDpRncwCZAVRUTrVG)'

describe('a text that the service wants signed to sign in', () => {
  test.each([
    `You’re now signing into tanX Testnet, make sure the origin is https://testnet.tanx.finance ${code}`,
    'You’re now signing into TanX, make sure the origin is https://testnet.tanx.fi (Login-code:Yvw9FHZ4JwyhuVobAZAWjd)',
    `You’re now signing into Brine Testnet, make sure the origin is https://testnet.brine.finance ${code}\n   `,
  ])('is signed in the forms that the service uses: %j', (text) => {
    expect(isLoginText(text)).toBe(true)
  })

  test.each([
    ['no login code', 'You’re now signing into tanX Testnet'],
    ['an empty code', 'Sign in (Login-code:)'],
    ['nothing', ''],
    ['a transaction in hex', `0x${'ab'.repeat(100)}`],
    ['a bare hash', 'ab'.repeat(32)],
    ['typed data', `{"types":{},"domain":{},"message":{"contents":"${code}"}}`],
    ['typed data after white space', `  [ "${code}" ]`],
    ['a hidden control character', `Sign in\u0000 ${code}`],
    ['text turned around', `Sign in \u202e ${code}`],
    ['a book', `${'x'.repeat(500)}${code}`],
    ['half a character', `\ud83d ${code}`],
  ])('is refused when it is %s', (_what, text) => {
    expect(isLoginText(text)).toBe(false)
  })

  test('is refused when its signature would give the L2 key away', () => {
    for (const texts of Object.values(l2KeyTexts)) {
      for (const text of Object.values(texts)) expect(isLoginText(text)).toBe(false)
    }
  })
})
