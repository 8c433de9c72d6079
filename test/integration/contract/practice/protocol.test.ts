// What the exchange answers to requests that are wrong in form.
import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startPracticeExchange, type PracticeExchange } from '../../../../src-main/practice/exchange.ts'
import type { RequestReport } from '../../../../src-main/practice/http/app.ts'
import { soakRounds } from '../../../fixtures/soak.ts'
import { ManualClock } from './manual-clock.ts'
import { asObject, StrangeClient, type Session } from './strange-client.ts'

const clock = new ManualClock(Date.parse('2026-11-20T16:00:00Z'))
const faults: unknown[] = []
const requests: RequestReport[] = []
let exchange: PracticeExchange
let client: StrangeClient
let session: Session

beforeAll(async () => {
  exchange = await startPracticeExchange({
    host: '127.0.0.1',
    seed: 3,
    orders: 40,
    clock,
    onFault: (error) => faults.push(error),
    onRequest: (report) => requests.push(report),
  })
  client = new StrangeClient(exchange.baseUrl)
  const [alice] = exchange.users
  if (alice === undefined) throw new Error('no practice user')
  session = await client.login(alice)
})
afterAll(() => exchange.close())

const reads = [
  '/sapi/v1/health',
  '/sapi/v1/market/trades',
  '/sapi/v1/market/kline',
  '/sapi/v1/user/profile',
  '/sapi/v1/user/pnl',
  '/sapi/v1/orders',
  '/sapi/v1/orders/40000000',
  '/sapi/v1/internal_transfers/v2/123456',
]
const writes = [
  '/sapi/v2/auth/nonce/',
  '/sapi/v2/auth/login/',
  '/sapi/v1/auth/token/refresh/',
  '/sapi/v1/internal_transfers/v2/check_user_exists/',
  '/sapi/v1/internal_transfers/v2/initiate/',
  '/sapi/v1/internal_transfers/v2/process/',
]

/** Sends bytes as they are and returns what comes back until the connection ends. */
function sendRaw(text: string): Promise<string> {
  const { port } = new URL(exchange.baseUrl)
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), '127.0.0.1', () => socket.end(text))
    let answer = ''
    socket.on('data', (data) => (answer += data.toString()))
    socket.on('end', () => resolve(answer))
    socket.on('error', reject)
  })
}

describe('paths and methods', () => {
  it.each([
    '/',
    '/sapi/v1/',
    '/sapi/v1/nothing/',
    '/sapi/v1/health//',
    '/sapi/v2/health/',
    '/%E0%A4%A',
    '/sapi/v1/orders/1/2/',
  ])('answers 404 with an envelope at %s', async (path) => {
    const answer = await client.get(path, session.access)
    expect([answer.http, answer.status, answer.payload]).toEqual([404, 'error', {}])
  })

  it.each(reads)('answers 405 to other methods at %s, with and without the slash', async (path) => {
    for (const form of [path, `${path}/`]) {
      for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
        const answer = await client.send(form, { method, token: session.access })
        expect([answer.http, answer.status, answer.headers.get('allow')]).toEqual([405, 'error', 'GET, HEAD'])
      }
    }
  })

  it.each(writes)('answers 405 to other methods at %s', async (path) => {
    for (const method of ['GET', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
      const answer = await client.send(path, { method, token: session.access })
      expect([answer.http, answer.status, answer.headers.get('allow')]).toEqual([405, 'error', 'POST'])
    }
  })

  it.each(writes)('does not take a POST without the slash at %s', async (path) => {
    const answer = await client.post(path.slice(0, -1), {}, session.access)
    expect([404, 405]).toContain(answer.http)
  })
})

describe('authorization', () => {
  const guarded = [
    ...reads.slice(3).map((path) => ['GET', path]),
    ...writes.slice(3).map((path) => ['POST', path]),
  ]

  it.each(guarded)('%s %s needs a token', async (method = '', path = '') => {
    for (const headers of [{}, { Authorization: 'Bearer abc' }, { Authorization: '' }]) {
      const answer = await client.send(path, { method, headers })
      expect([answer.http, answer.status, answer.message, answer.payload]).toEqual([
        401,
        'error',
        'Authentication credentials were not provided.',
        '',
      ])
    }
  })

  it.each(guarded)('%s %s refuses a token that is none', async (method = '', path = '') => {
    for (const value of [
      'JWT',
      'JWT abc',
      'JWT a.b.c',
      `JWT ${session.access} more`,
      `JWT ${session.refresh}`,
    ]) {
      const answer = await client.send(path, { method, headers: { Authorization: value } })
      expect([answer.http, answer.status, answer.message]).toEqual([
        401,
        'error',
        'Given token not valid for any token type',
      ])
      expect(answer.payload).toEqual({
        token_class: 'AccessToken',
        token_type: 'access',
        message: 'Token is invalid or expired',
        code: 'token_not_valid',
      })
    }
  })

  it('refuses a token that is signed by somebody else or not at all', async () => {
    const [head = '', body = '', mac = ''] = session.access.split('.')
    const none = Buffer.from('{"alg":"none","typ":"JWT"}').toString('base64url')
    const flipped = mac.startsWith('A') ? `B${mac.slice(1)}` : `A${mac.slice(1)}`
    for (const token of [`${head}.${body}.${flipped}`, `${none}.${body}.`, `${none}.${body}.${mac}`]) {
      expect((await client.get('/sapi/v1/user/profile/', token)).http).toBe(401)
    }
  })

  it('lets market reads have a token, good or bad', async () => {
    expect((await client.get('/sapi/v1/health/', 'nonsense')).http).toBe(200)
    expect((await client.get('/sapi/v1/market/kline/?market=ethusdc', session.access)).http).toBe(200)
  })
})

describe('bodies', () => {
  const bad: [string, string, number, string][] = [
    ['malformed JSON', 'application/json', 400, '{"eth_address":'],
    ['nothing', 'application/json', 400, ''],
    ['a list', 'application/json', 400, '[1,2]'],
    ['a number', 'application/json', 400, '5'],
    ['null', 'application/json', 400, 'null'],
    ['a wrong type', 'application/json', 400, '{"eth_address":12345678901234567890123456789012}'],
    ['an object for a text', 'application/json; charset=utf-8', 400, '{"eth_address":{}}'],
    ['text', 'text/plain', 415, '{"eth_address":"x"}'],
    ['a form', 'application/x-www-form-urlencoded', 415, 'eth_address=x'],
    ['100 kB', 'application/json', 413, JSON.stringify({ eth_address: 'x'.repeat(100_000) })],
  ]

  it.each(writes)('are checked at %s', async (path) => {
    for (const [what, type, usual, body] of bad) {
      // A form is one of the ways to refresh; this one lacks the token.
      const http = what === 'a form' && path.endsWith('/refresh/') ? 400 : usual
      const answer = await client.send(path, {
        method: 'POST',
        body,
        token: session.access,
        headers: { 'Content-Type': type },
      })
      expect([what, answer.http, answer.status]).toEqual([what, http, 'error'])
    }
  })

  it('refuses a missing field by name', async () => {
    for (const path of writes) {
      const answer = await client.post(path, {}, session.access)
      expect([answer.http, answer.status]).toEqual([400, 'error'])
      expect(answer.message).toMatch(/^[a-z_]+: This field is required\.$/)
    }
  })

  it('refuses a body that is too long without a length', async () => {
    const stream = new ReadableStream<Uint8Array>({
      start(controller) {
        for (let chunk = 0; chunk < 20; chunk += 1) controller.enqueue(new Uint8Array(8_192).fill(97))
        controller.close()
      },
    })
    const init = {
      method: 'POST',
      body: stream,
      duplex: 'half',
      headers: { 'content-type': 'application/json' },
    }
    const response = await fetch(`${exchange.baseUrl}/sapi/v2/auth/nonce/`, init)
    expect([response.status, asObject(await response.json())['status']]).toEqual([413, 'error'])
  })

  it('refuses bytes that are not UTF-8', async () => {
    const response = await fetch(`${exchange.baseUrl}/sapi/v2/auth/nonce/`, {
      method: 'POST',
      body: new Uint8Array([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x7d]),
      headers: { 'content-type': 'application/json' },
    })
    expect([response.status, asObject(await response.json())['status']]).toEqual([400, 'error'])
  })
})

describe('a client that hangs up in the middle of its body', () => {
  it('is refused, and is no fault of the exchange', async () => {
    const { port } = new URL(exchange.baseUrl)
    for (const head of ['Content-Length: 400', 'Transfer-Encoding: chunked']) {
      const before = requests.length
      await new Promise<void>((resolve, reject) => {
        const socket = connect(Number(port), '127.0.0.1', () => {
          const start = `POST /sapi/v2/auth/login/ HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n${head}\r\n\r\n`
          socket.write(`${start}${head.startsWith('T') ? '5\r\n{"eth' : '{"eth_address":'}`, () => {
            setTimeout(() => socket.destroy(), 50)
          })
        })
        socket.on('error', reject)
        socket.on('close', () => resolve())
      })
      await expect.poll(() => requests.length).toBe(before + 1)
      expect(requests.at(-1)).toEqual({ method: 'POST', path: '/sapi/v2/auth/login/', status: 400 })
    }
    expect(faults).toEqual([])
  })
})

describe('a client of HTTP/1.0', () => {
  it('is answered without a Host header', async () => {
    for (const path of ['/sapi/v1/health/', '/sapi/v1/market/kline/?market=ethusdc&limit=1']) {
      const answer = await sendRaw(`GET ${path} HTTP/1.0\r\n\r\n`)
      expect(answer).toMatch(/^HTTP\/1\.1 200 /)
      expect(answer).toContain('"status":"success"')
    }
  })
})

describe('what is hardly HTTP', () => {
  const cases = [
    'nonsense\r\n\r\n',
    'GET /sapi/v1/health/ HTTP/1.1\r\n\r\n',
    'GET /sapi/v1/health/ HTTP/1.1\r\nHost: a b\r\nConnection: close\r\n\r\n',
    `GET /sapi/v1/health/ HTTP/1.1\r\nHost: x\r\nX-Long: ${'y'.repeat(40_000)}\r\n\r\n`,
    'GET \\\\evil HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n',
  ]

  it.each(cases)('gets an envelope and 4xx: %#', async (text) => {
    const answer = await sendRaw(text)
    expect(answer).toMatch(/^HTTP\/1\.1 4\d\d /)
    const body = asObject(JSON.parse(answer.slice(answer.indexOf('\r\n\r\n') + 4)))
    expect(body['status']).toBe('error')
  })
})

describe('random requests', () => {
  it('never get a 5xx and always an envelope', { timeout: soakRounds(120_000) }, async () => {
    const seed = Number(process.env['FUZZ_SEED'] ?? Math.floor(Math.random() * 2 ** 31))
    console.info(`practice fuzz seed: ${seed}`)
    let state = seed
    const random = (count: number): number => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
      return Math.floor((state / 2 ** 32) * count)
    }
    const pick = <Item>(items: readonly Item[]): Item => {
      const item = items[random(items.length)]
      if (item === undefined) throw new Error('nothing to pick from')
      return item
    }
    const names = [
      'market',
      'limit',
      'page',
      'period',
      'start_time',
      'end_time',
      'timestamp',
      'order_by',
      'ord_type',
      'state',
      'side',
      'base_unit',
      'quote_unit',
      '__proto__',
      'constructor',
    ]
    const values = [
      '',
      '0',
      '-1',
      '1',
      '50',
      '1e9',
      '9007199254740993',
      '1795192380',
      'NaN',
      'ethusdc',
      'btcusdc',
      'eth',
      'usdc',
      'limit',
      'wait',
      'done',
      'buy',
      'asc',
      '%00',
      '%F0%9F%98%80',
      '%',
      '%zz',
      '[]',
      'null',
      "'; drop",
      '١٢',
      'a'.repeat(500),
      '0x10',
      '1440',
      '10080',
    ]
    const jsonValues: unknown[] = [
      null,
      true,
      0,
      -1,
      1.5,
      1e300,
      '',
      'x',
      '0x',
      '0x1',
      [],
      {},
      { r: '0x1', s: '0x1' },
      { r: 1 },
      'usdc',
      12.345678,
      '1.0000001',
      '١',
      'x'.repeat(300),
      exchange.users[0]?.ethereumAddress,
      exchange.users[1]?.ethereumAddress,
      exchange.users[0]?.organizationKey,
      exchange.users[0]?.apiKey,
      '\ud800',
      { __proto__: 1 },
    ]
    const fields = [
      'eth_address',
      'user_signature',
      'refresh',
      'organization_key',
      'api_key',
      'destination_address',
      'amount',
      'currency',
      'client_reference_id',
      'nonce',
      'msg_hash',
      'signature',
      '__proto__',
      'toString',
    ]
    const ids = [
      'abc',
      '-1',
      '0',
      '40000000',
      '99999999999999999999',
      '1.5',
      '%2F',
      '..',
      'a%20b',
      '%',
      'initiate',
    ]
    const paths = [...reads.slice(0, 6), '/sapi/v1/orders/', '/sapi/v1/internal_transfers/v2/']
    const counts = new Map<number, number>()
    const rounds = soakRounds(200)
    for (let round = 0; round < rounds; round += 1) {
      const isPost = random(3) === 0
      let path: string
      let answer
      if (isPost) {
        path = pick(writes)
        const body: Record<string, unknown> = {}
        for (let field = random(8); field > 0; field -= 1) {
          Object.defineProperty(body, pick(fields), {
            value: pick(jsonValues),
            enumerable: true,
            configurable: true,
          })
        }
        answer = await client.post(
          path,
          random(12) === 0 ? pick(['{', '', '"x"', '[]']) : body,
          session.access,
        )
      } else {
        const base = pick(paths)
        path = base.endsWith('/') ? base + pick(ids) : base
        const pairs = Array.from({ length: random(5) }, () => `${pick(names)}=${pick(values)}`)
        path += `${pick(['', '/'])}?${pairs.join('&')}`
        const token = random(10) === 0 ? 'broken' : session.access
        answer = await client.send(path, { token, method: random(20) === 0 ? 'DELETE' : 'GET' })
      }
      counts.set(answer.http, (counts.get(answer.http) ?? 0) + 1)
      expect({ seed, round, path, http: answer.http, isFault: answer.http >= 500 }).toMatchObject({
        isFault: false,
      })
      if (answer.http !== 200)
        expect({ seed, path, status: answer.status }).toMatchObject({ status: 'error' })
    }
    // The fuzz must reach both sides of the rules to mean anything.
    expect(counts.get(200) ?? 0).toBeGreaterThan(rounds / 30)
    expect(counts.get(400) ?? 0).toBeGreaterThan(rounds / 6)
    expect(faults).toEqual([])
  })

  it('reports each request without its query', () => {
    expect(requests.length).toBeGreaterThan(100)
    expect(requests.every(({ path }) => !path.includes('?'))).toBe(true)
    expect(requests.find(({ path, method }) => path === '/sapi/v1/health/' && method === 'GET')).toEqual({
      method: 'GET',
      path: '/sapi/v1/health/',
      status: 200,
    })
  })
})
