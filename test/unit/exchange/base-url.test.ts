// The service is only ever addressed where that is safe.
import { describe, expect, test } from 'vitest'
import { knownNetworks, parseBaseUrl } from '../../../src-main/exchange/base-url.ts'
import { isAppError } from '../../../src-preload/domain/errors.ts'

describe('a base URL', () => {
  test.each([
    ['https://api.tanx.fi', 'https://api.tanx.fi'],
    ['  https://API.tanx.fi/ \n', 'https://api.tanx.fi'],
    ['https://example.org:443/gate/way//', 'https://example.org/gate/way'],
    ['https://example.org:8443', 'https://example.org:8443'],
    ['http://127.0.0.1:8787', 'http://127.0.0.1:8787'],
    ['http://127.9.9.9', 'http://127.9.9.9'],
    ['http://localhost:3000/', 'http://localhost:3000'],
    ['http://[::1]:1', 'http://[::1]:1'],
    ['http://2130706433:80', 'http://127.0.0.1'],
  ])('%j is read as %s', (text, expected) => {
    expect(parseBaseUrl(text)).toBe(expected)
  })

  test.each([
    ['', 'empty'],
    ['   ', 'empty'],
    ['api.tanx.fi', 'notUrl'],
    ['https://', 'notUrl'],
    ['ftp://example.org', 'notHttp'],
    ['javascript:alert(1)', 'notHttp'],
    ['file:///etc/passwd', 'notHttp'],
    ['http://example.org', 'notHttps'],
    ['http://localhost.example.org', 'notHttps'],
    ['http://127.0.0.1.example.org', 'notHttps'],
    ['http://0.0.0.0', 'notHttps'],
    ['http://192.168.1.4', 'notHttps'],
    ['https://user@example.org', 'hasCredentials'],
    ['https://:secret@example.org', 'hasCredentials'],
    ['https://example.org?', 'hasQuery'],
    ['https://example.org/?a=1', 'hasQuery'],
    ['https://example.org/#', 'hasFragment'],
  ])('%j is refused: %s', (text, reason) => {
    let caught: unknown
    try {
      parseBaseUrl(text)
    } catch (error) {
      caught = error
    }
    expect(isAppError(caught, 'validation') && caught.data).toEqual({ field: 'baseUrl', reason })
  })

  test('of the public networks is in normal form', () => {
    for (const url of Object.values(knownNetworks)) expect(parseBaseUrl(url)).toBe(url)
  })
})
