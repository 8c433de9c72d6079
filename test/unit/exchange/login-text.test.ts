// Nothing but a login text gets signed for a sign-in.
import { describe, expect, test } from 'vitest'
import { findLoginTextFault, isLoginText } from '../../../src-main/exchange/session/login-text.ts'
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
    [
      'a sign-in to another site with a code in it',
      `opensea.io wants you to sign in with your Ethereum account:\n0x0000000000000000000000000000000000000000\n\nYou’re now signing into TanX, make sure the origin is https://trade.tanx.fi ${code}\n\nURI: https://opensea.io`,
    ],
    ['a promise with a code in it', `I authorise the transfer of everything. ${code}`],
    [
      'a login text with more behind it',
      `You’re now signing into TanX, make sure the origin is https://trade.tanx.fi ${code} and I pay`,
    ],
    [
      'a login text of two lines',
      `You’re now signing into TanX\nand more, make sure the origin is https://trade.tanx.fi ${code}`,
    ],
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

describe('a login text of the public service', () => {
  const publicTexts = [
    'https://trade.tanx.fi',
    'https://testnet.tanx.fi',
    'https://testnet.tanx.finance',
    'https://TESTNET.Brine.finance',
    'https://trade.brine.fi',
    'tanx.fi',
  ].map((origin) => `You’re now signing into TanX, make sure the origin is ${origin} ${code}`)

  test.each([
    'https://exchange.example',
    'https://api.tanx.fi.example',
    'https://nottanx.fi',
    'https://example/api.tanx.fi',
    // Hosts of the past, and names under the domain: who has them today is not known.
    'https://api.brine.fi',
    'https://dangling.brine.finance',
    'https://tanx.finance',
    'https://trade.tanx.fi',
  ])('is not signed for %s', (baseUrl) => {
    for (const text of publicTexts) expect(findLoginTextFault(text, baseUrl)).toBe('otherService')
  })

  test.each([
    'https://api.tanx.fi',
    'https://api-testnet.tanx.fi',
    'https://api.tanx.fi./gateway',
    'http://127.0.0.1:8787',
    'http://localhost:8787',
  ])('is signed for the service itself, or what its user runs on this computer, at %s', (baseUrl) => {
    for (const text of publicTexts) expect(findLoginTextFault(text, baseUrl)).toBeNull()
  })

  test('is told from one of a service that only has a similar name', () => {
    for (const origin of ['https://nottanx.fi', 'https://tanx.fish', 'http://127.0.0.1:8787']) {
      const text = `You’re now signing into TanX Practice, make sure the origin is ${origin} ${code}`
      expect(findLoginTextFault(text, 'https://exchange.example')).toBeNull()
    }
  })
})
