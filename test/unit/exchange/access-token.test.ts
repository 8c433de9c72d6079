// Proof of when a token is renewed ahead of its end.
import { describe, expect, test } from 'vitest'
import { readTokenLife } from '../../../src-main/exchange/session/token-life.ts'

const nowMs = 1_800_000_000_000
const nowSeconds = nowMs / 1000

function tokenWith(claims: object): string {
  const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')
  return `${encode({ alg: 'HS256' })}.${encode(claims)}.c2lnbmF0dXJl`
}

describe('the life of an access token', () => {
  test('of five minutes is renewed half a minute ahead', () => {
    const token = tokenWith({ iat: nowSeconds, exp: nowSeconds + 300 })
    expect(readTokenLife(token, nowMs)).toEqual({ renewAtMs: nowMs + 270_000, expiresAtMs: nowMs + 300_000 })
  })

  test('of twenty seconds is renewed two seconds ahead', () => {
    const token = tokenWith({ iat: nowSeconds, exp: nowSeconds + 20 })
    expect(readTokenLife(token, nowMs)?.renewAtMs).toBe(nowMs + 18_000)
  })

  test.each([3600, -3600])('is the same when our clock is %d seconds off', (offSeconds) => {
    const token = tokenWith({ iat: nowSeconds + offSeconds, exp: nowSeconds + offSeconds + 300 })
    expect(readTokenLife(token, nowMs)?.expiresAtMs).toBe(nowMs + 300_000)
  })

  test('is taken from its end alone where it does not say when it was made', () => {
    expect(readTokenLife(tokenWith({ exp: nowSeconds + 60 }), nowMs)?.expiresAtMs).toBe(nowMs + 60_000)
  })

  test.each([
    ['it is no JWT', 'access-1'],
    ['its claims are not JSON', 'a.b.c'],
    ['it names no end', tokenWith({ iat: nowSeconds })],
    ['its end is no number', tokenWith({ exp: 'soon' })],
    ['it seems dead on arrival', tokenWith({ exp: nowSeconds - 10 })],
    ['it ends before it was made', tokenWith({ iat: nowSeconds, exp: nowSeconds - 1 })],
  ])('is unknown when %s', (_why, token) => {
    expect(readTokenLife(token, nowMs)).toBeNull()
  })
})
