// What a caller gets for every way in which an answer can go wrong, made by a real server on loopback.
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { errorAnswers, fixtureText } from '../../fixtures/fixtures.ts'
import {
  type ScriptedAnswer,
  type ScriptedServer,
  startScriptedServer,
} from '../../fixtures/scripted-server.ts'
import { failureOf, makeTestClient, startMs, type TestClient } from '../../fixtures/test-client.ts'

let server: ScriptedServer
let made: TestClient

beforeEach(async () => {
  server = await startScriptedServer()
  made = makeTestClient(server.baseUrl)
})

afterEach(async () => {
  made.client.close()
  await server.stop()
})

const trades = () => made.client.listMarketTrades({ market: 'ethusdc' })

describe('an error of the service (facts, A5)', { timeout: 30_000 }, () => {
  test.each([
    ['unknownMarket', 400, 'please enter a valid market'],
    ['invalidOrganizationKey', 403, 'Invalid organization key'],
    ['unknownTransfer', 404, 'Transfer does not exist'],
    ['oldSample', 400, 'Invalid symbol.'],
    ['badLoginUnder200', 200, 'Invalid Credentials or Token Expired, Kindly login again.'],
  ])('%s reaches the caller with status and sentence, after one request', async (name, status, message) => {
    server.play(() => ({ status: errorAnswers[name]?.status ?? 0, json: errorAnswers[name]?.body }))
    const error = await failureOf(trades())
    expect(error).toMatchObject({
      code: 'rejectedByExchange',
      data: { endpoint: 'market.trades', status, message },
    })
    expect(server.requests).toHaveLength(1)
  })

  test.each<[string, unknown]>([
    ['an empty string as payload', { status: 'error', message: 'no', payload: '' }],
    ['an empty object', { status: 'error', message: 'no', payload: {} }],
    ['an object', { status: 'error', message: 'no', payload: { destination_address: '0x', exists: false } }],
    ['no payload', { status: 'error', message: 'no' }],
    ['null', { status: 'error', message: 'no', payload: null }],
    ['success written over HTTP 400', { status: 'success', message: 'no', payload: {} }],
    ['the bare form of its framework', { detail: 'no' }],
  ])('with %s is the same error', async (_what, json) => {
    server.play(() => ({ status: 400, json }))
    expect(await failureOf(trades())).toMatchObject({
      code: 'rejectedByExchange',
      data: { endpoint: 'market.trades', status: 400, message: 'no' },
    })
  })

  test('without a usable message has none', async () => {
    server.play(() => ({ status: 400, json: { status: 'error', message: { a: 1 } } }))
    expect((await failureOf(trades())).data['message']).toBe('')
  })

  test('cannot smuggle secrets, line breaks or a book into the log', async () => {
    const jwt = 'eyJhbGciOiJIUzI1NiJ9.eyJleHAiOjF9.c2ln'
    const message = `bad\u0000\r\ntoken ${jwt} key 0x${'ab'.repeat(32)} ${'long '.repeat(200)}`
    server.play(() => ({ status: 400, json: { status: 'error', message, payload: '' } }))
    const error = await failureOf(trades())
    expect(error.data['message']).toMatch(/^bad token \[token\] key \[hex\] long/)
    expect(String(error.data['message']).length).toBeLessThanOrEqual(300)
    expect(error.message).not.toContain(jwt)
  })
})

describe('an answer made to keep the app busy', { timeout: 30_000 }, () => {
  test('of many bad rows costs one word', async () => {
    server.play(() => ({ json: { status: 'success', message: '', payload: Array(1_000).fill({}) } }))
    expect(await made.client.listMarketTrades({ market: 'ethusdc', limit: 1_000 })).toEqual({
      rows: [],
      unread: { count: 1_000, firstField: 'payload.0.id' },
    })
  })

  test('of more rows than any list has is not read', async () => {
    server.play(() => ({ json: { status: 'success', message: '', payload: Array(10_001).fill({}) } }))
    expect(await failureOf(trades())).toMatchObject({
      code: 'contractViolation',
      data: { field: 'payload', reason: 'too many rows' },
    })
  })

  test('of a message that the search for tokens would take long over is cut before it', async () => {
    server.play(() => ({ status: 400, json: { status: 'error', message: 'eyJ'.repeat(50_000) } }))
    expect(String((await failureOf(trades())).data['message']).length).toBeLessThanOrEqual(300)
  })
})

describe('an answer that breaks the interface is refused by name', { timeout: 30_000 }, () => {
  test.each<[string, ScriptedAnswer, object]>([
    [
      'HTML under 200',
      { text: '<!DOCTYPE html><p>hi', headers: { 'content-type': 'text/html' } },
      { field: 'body', reason: 'html' },
    ],
    ['HTML that claims to be JSON', { text: ' <html>' }, { field: 'body', reason: 'html' }],
    ['an empty body', { text: '' }, { field: 'body', reason: 'empty' }],
    ['white space', { text: ' \n' }, { field: 'body', reason: 'empty' }],
    ['no content', { status: 204 }, { field: 'body', reason: 'empty' }],
    ['half JSON', { text: '{"status":"success","payl' }, { field: 'body', reason: 'notJson' }],
    [
      'bytes that are not UTF-8',
      { bytes: Uint8Array.of(0x22, 0xff, 0xfe, 0x22) },
      { field: 'body', reason: 'notUtf8' },
    ],
    ['a JSON string', { text: '"success"' }, { field: 'body' }],
    ['a JSON array', { text: '[]' }, { field: 'body' }],
    ['null', { text: 'null' }, { field: 'body' }],
    ['no status', { json: { payload: [] } }, { field: 'status' }],
    ['an unknown status', { json: { status: 'ok', payload: [] } }, { field: 'status' }],
    ['no payload', { json: { status: 'success', message: '' } }, { field: 'payload' }],
    ['an object for a list', { json: { status: 'success', message: '', payload: {} } }, { field: 'payload' }],
  ])('%s', async (_what, answer, data) => {
    server.play(() => answer)
    const error = await failureOf(trades())
    expect(error.code).toBe('contractViolation')
    expect(error.data).toMatchObject({ endpoint: 'market.trades', ...data })
    expect(server.requests).toHaveLength(1)
  })

  test('a token is not carried along a redirect', async () => {
    const other = await startScriptedServer(() => ({ text: fixtureText('profile') }))
    server.play(({ path }) => {
      if (path.includes('nonce')) return { text: fixtureText('nonce') }
      if (path.includes('login')) return { text: fixtureText('login') }
      return { status: 302, headers: { location: `${other.baseUrl}/sapi/v1/user/profile/` } }
    })
    expect(await failureOf(made.client.getProfile())).toMatchObject({ code: 'contractViolation' })
    expect(other.requests).toHaveLength(0)
    await other.stop()
  })

  test('unknown fields are no fault', async () => {
    const body = JSON.parse(fixtureText('trades')) as { payload: Record<string, unknown>[]; extra?: unknown }
    body.extra = { a: [1] }
    for (const trade of body.payload) trade['maker_id'] = 'x'
    server.play(() => ({ json: body }))
    expect((await trades()).rows).toHaveLength(2)
  })
})

describe('a body that is too large is not read to its end', { timeout: 30_000 }, () => {
  beforeEach(() => {
    made = makeTestClient(server.baseUrl, { limits: { maxBodyBytes: 1000 } })
  })

  test('when it says so', async () => {
    server.play(() => ({ text: ' '.repeat(1001) }))
    expect((await failureOf(trades())).data).toMatchObject({ field: 'body', reason: 'tooLarge' })
  })

  test('when it does not', async () => {
    server.play(() => ({ text: ' '.repeat(4000), drip: { parts: 8, pauseMs: 1 } }))
    expect((await failureOf(trades())).data).toMatchObject({ field: 'body', reason: 'tooLarge' })
  })

  test('while one of just the limit is', async () => {
    const text = fixtureText('health')
    server.play(() => ({ text: text.padEnd(1000) }))
    await made.client.health()
  })
})

describe('a slow service', { timeout: 30_000 }, () => {
  test('that sends no head ends in a time-out, and is not asked again', async () => {
    made = makeTestClient(server.baseUrl, { limits: { headersMs: 200 } })
    server.play(() => ({ headersDelayMs: Infinity }))
    expect(await failureOf(trades())).toMatchObject({
      code: 'timeout',
      data: { endpoint: 'market.trades', phase: 'headers', limitMs: 200 },
    })
    expect(server.requests.length).toBeLessThanOrEqual(1)
  })

  test('that drips its body ends in a time-out', async () => {
    made = makeTestClient(server.baseUrl, { limits: { bodyMs: 150 } })
    server.play(() => ({ text: fixtureText('trades'), drip: { parts: 100, pauseMs: 50 } }))
    expect(await failureOf(trades())).toMatchObject({
      code: 'timeout',
      data: { phase: 'body', limitMs: 150 },
    })
  })

  test('that is only a little slow is waited for', async () => {
    server.play(() => ({
      text: fixtureText('trades'),
      headersDelayMs: 20,
      drip: { parts: 2, pauseMs: 10 },
    }))
    expect((await trades()).rows).toHaveLength(2)
  })
})

describe('a broken line', { timeout: 30_000 }, () => {
  test('nobody listens: refused, after three attempts', async () => {
    await server.stop()
    const error = await failureOf(trades())
    expect(error).toMatchObject({ code: 'network', data: { reason: 'refused', code: 'ECONNREFUSED' } })
    expect(made.records).toHaveLength(3)
    expect(made.pauses).toHaveLength(2)
  })

  test('the name does not exist', async () => {
    const lost = makeTestClient('https://starkdesk.invalid')
    const error = await failureOf(lost.client.health({ retries: 0 }))
    expect(error.code).toBe('network')
    expect(['nameNotFound', 'unreachable']).toContain(error.data['reason'])
  })

  test('no TLS where TLS was expected', async () => {
    const lost = makeTestClient(server.baseUrl.replace('http:', 'https:'))
    expect(await failureOf(lost.client.health({ retries: 0 }))).toMatchObject({
      code: 'network',
      data: { reason: 'certificate' },
    })
  })

  test.each<[string, ScriptedAnswer]>([
    ['before the head', { cutAfter: -1 }],
    ['at once after the head', { text: fixtureText('trades'), cutAfter: 0 }],
    ['in the middle of the body', { text: fixtureText('trades'), cutAfter: 100 }],
    [
      'before the promised length',
      { text: fixtureText('trades'), headers: { 'content-length': '5000' }, cutAfter: 600 },
    ],
  ])('is cut %s: closed, and the read repeated', async (_when, answer) => {
    server.play((_request, count) => (count < 3 ? answer : { text: fixtureText('trades') }))
    expect((await trades()).rows).toHaveLength(2)
    expect(made.records.map(({ error }) => error?.data['reason'] ?? 'ok')).toEqual(['closed', 'closed', 'ok'])
  })
})

describe('a read is repeated after a passing failure', { timeout: 30_000 }, () => {
  test.each([500, 502, 503, 504])('HTTP %d, twice and no more', async (status) => {
    server.play(() => ({ status, text: '<html>bad gateway' }))
    expect(await failureOf(trades())).toMatchObject({ code: 'rejectedByExchange', data: { status } })
    expect(server.requests).toHaveLength(3)
    // Half to a whole of 300 and 600 ms, with the middle drawn.
    expect(made.pauses).toEqual([225, 450])
  })

  test('and its success is the answer', async () => {
    server.play((_request, count) => (count === 1 ? { status: 503 } : { text: fixtureText('trades') }))
    expect((await trades()).rows).toHaveLength(2)
  })

  test('not where the caller asked for none', async () => {
    server.play(() => ({ status: 503 }))
    await failureOf(made.client.health({ retries: 0 }))
    expect(server.requests).toHaveLength(1)
  })

  test('429 waits as long as it was asked to, in seconds', async () => {
    server.play((_request, count) =>
      count === 1 ? { status: 429, headers: { 'retry-after': '3' } } : { text: fixtureText('trades') },
    )
    await trades()
    expect(made.pauses).toEqual([3000])
  })

  test('503 waits as long as it was asked to, too, and says so where that is too long', async () => {
    server.play((_request, count) =>
      count === 1 ? { status: 503, headers: { 'retry-after': '3' } } : { text: fixtureText('trades') },
    )
    await trades()
    expect(made.pauses).toEqual([3000])
    server.play(() => ({ status: 503, headers: { 'retry-after': '900' } }))
    expect(await failureOf(trades())).toMatchObject({ data: { status: 503, retryAfterMs: 900_000 } })
  })

  test('429 waits until the time it was asked to, by the clock of the answer, not by ours', async () => {
    const anHourMs = 3_600_000
    const headers = {
      date: new Date(startMs + anHourMs).toUTCString(),
      'retry-after': new Date(startMs + anHourMs + 4000).toUTCString(),
    }
    server.play((_request, count) =>
      count === 1 ? { status: 429, headers } : { text: fixtureText('trades') },
    )
    await trades()
    expect(made.pauses).toEqual([4000])
  })

  test('429 waits as long as it was asked to, whatever its page is', async () => {
    const headers = { 'retry-after': '3', 'content-type': 'text/html; charset=iso-8859-1' }
    const bytes = Uint8Array.of(0x3c, 0xe9, 0x3e)
    server.play((_request, count) =>
      count === 1 ? { status: 429, headers, bytes } : { text: fixtureText('trades') },
    )
    await trades()
    expect(made.pauses).toEqual([3000])
  })

  test('429 with a long wait is left to the caller, with the wait', async () => {
    server.play(() => ({ status: 429, headers: { 'retry-after': '120' }, text: '' }))
    expect(await failureOf(trades())).toMatchObject({
      code: 'rateLimited',
      data: { endpoint: 'market.trades', retryAfterMs: 120_000 },
    })
    expect(server.requests).toHaveLength(1)
  })

  test.each(['999999999', 'Fri, 31 Dec 9999 23:59:59 GMT'])(
    '429 with a wait of %s is followed for a day',
    async (wait) => {
      server.play(() => ({ status: 429, headers: { 'retry-after': wait } }))
      expect((await failureOf(trades())).data).toMatchObject({ retryAfterMs: 86_400_000 })
    },
  )

  test('429 without a readable wait falls back to the usual pauses', async () => {
    server.play(() => ({
      status: 429,
      headers: { 'retry-after': 'soon' },
      json: { status: 'error', message: '' },
    }))
    expect(await failureOf(trades())).toMatchObject({ code: 'rateLimited', data: { retryAfterMs: null } })
    expect(made.pauses).toEqual([225, 450])
  })
})

describe('a call that is given up', { timeout: 30_000 }, () => {
  test('before it began sends nothing', async () => {
    const error = await failureOf(made.client.health({ signal: AbortSignal.abort() }))
    expect(error.code).toBe('cancelled')
    expect(server.requests).toHaveLength(0)
  })

  test('while waiting ends at once', async () => {
    const giveUp = new AbortController()
    server.play(() => {
      giveUp.abort()
      return { headersDelayMs: Infinity }
    })
    expect(await failureOf(made.client.health({ signal: giveUp.signal }))).toMatchObject({
      code: 'cancelled',
    })
    expect(made.records).toMatchObject([{ endpoint: 'health', status: null, error: { code: 'cancelled' } }])
  })

  test('by closing the client ends all, and later ones do not start', async () => {
    let arrived: () => void = () => undefined
    const atServer = new Promise<void>((resolve) => {
      arrived = resolve
    })
    server.play(() => {
      arrived()
      return { headersDelayMs: Infinity }
    })
    const pending = failureOf(made.client.health())
    await atServer
    made.client.close()
    expect(await pending).toMatchObject({ code: 'cancelled' })
    expect(await failureOf(made.client.health())).toMatchObject({ code: 'cancelled' })
    expect(server.requests).toHaveLength(1)
  })
})
