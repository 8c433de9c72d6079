// Proof of how a session signs in, renews its tokens and ends, over real HTTP.
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { AppError } from '../../../src-preload/domain/errors.ts'
import { errorAnswers, fixtureText } from '../../fixtures/fixtures.ts'
import type { ReceivedRequest, ScriptedAnswer } from '../../fixtures/scripted-server.ts'
import { type ScriptedServer, startScriptedServer } from '../../fixtures/scripted-server.ts'
import { failureOf, makeTestClient, startMs, type TestClient } from '../../fixtures/test-client.ts'

const noncePath = '/sapi/v2/auth/nonce/'
const loginPath = '/sapi/v2/auth/login/'
const refreshPath = '/sapi/v1/auth/token/refresh/'
const profilePath = '/sapi/v1/user/profile/'

/** A small service with the token rules of the facts, A6: refresh tokens are replaced and revoked on use. */
class TokenService {
  live = new Set<string>()
  refreshable = new Set<string>()
  issued = 0
  /** Takes the place of the usual answer where it gives one. */
  intercept: (request: ReceivedRequest) => ScriptedAnswer | undefined = () => undefined
  makeAccess = (count: number): string => `access-${String(count)}`

  issue(): { access: string; refresh: string } {
    this.issued += 1
    const pair = { access: this.makeAccess(this.issued), refresh: `refresh-${String(this.issued)}` }
    this.live = new Set([pair.access])
    this.refreshable.add(pair.refresh)
    return pair
  }

  expireAccess(): void {
    this.live.clear()
  }

  answer(request: ReceivedRequest): ScriptedAnswer {
    const special = this.intercept(request)
    if (special !== undefined) return special
    switch (request.path) {
      case noncePath:
        return { text: fixtureText('nonce') }
      case loginPath:
        return { json: { status: 'success', message: '', payload: { uid: 'ID1' }, token: this.issue() } }
      case refreshPath: {
        const refresh = (request.body as { refresh: string }).refresh
        if (!this.refreshable.delete(refresh)) return refused('refreshTokenExpired')
        return { json: { status: 'success', message: '', payload: this.issue() } }
      }
      default: {
        const token = request.headers.authorization?.replace(/^JWT /, '')
        if (token === undefined || !this.live.has(token)) return refused('accessTokenExpired')
        return { text: fixtureText(request.path === profilePath ? 'profile' : 'orders') }
      }
    }
  }
}

function refused(name: string): ScriptedAnswer {
  const answer = errorAnswers[name]
  if (answer === undefined) throw new Error(`no error answer ${name}`)
  return { status: answer.status, json: answer.body }
}

let server: ScriptedServer
let service: TokenService
let made: TestClient

beforeEach(async () => {
  service = new TokenService()
  server = await startScriptedServer((request) => service.answer(request))
  made = makeTestClient(server.baseUrl)
})

afterEach(async () => {
  made.client.close()
  await server.stop()
})

const paths = () => server.requests.map((request) => request.path)

describe('getting a token', { timeout: 30_000 }, () => {
  test('a private call without tokens signs in first', async () => {
    await made.client.getProfile()
    expect(paths()).toEqual([noncePath, loginPath, profilePath])
    expect(made.wallet.states).toEqual(['signingIn', 'signedIn'])
  })

  test('a refresh token of the last session saves the signature', async () => {
    service.refreshable.add('kept')
    made.wallet.stored = 'kept'
    await made.client.getProfile()
    expect(paths()).toEqual([refreshPath, profilePath])
    expect(made.wallet.signed).toEqual([])
    expect(made.wallet.stored).toBe('refresh-1')
  })

  test('a dead refresh token of the last session is forgotten and the wallet signs', async () => {
    made.wallet.stored = 'dead'
    await made.client.getProfile()
    expect(paths()).toEqual([refreshPath, noncePath, loginPath, profilePath])
    expect(made.wallet.stored).toBe('refresh-1')
  })

  test('without key and token nothing is asked of the service', async () => {
    made.wallet.hasKey = false
    const error = await failureOf(made.client.getProfile())
    expect(error).toMatchObject({ code: 'unauthenticated', data: { reason: 'noKey' } })
    expect(server.requests).toHaveLength(0)
    expect(made.client.sessionState()).toBe('needsKey')
  })

  test('a client without an account has public calls only', async () => {
    const visitor = makeTestClient(server.baseUrl, { noSession: true })
    expect(await failureOf(visitor.client.getProfile())).toMatchObject({ code: 'unauthenticated' })
    expect(server.requests).toHaveLength(0)
  })

  test('ten first calls at once sign in once', async () => {
    await Promise.all(Array.from({ length: 10 }, () => made.client.getProfile()))
    expect(server.countOf(loginPath)).toBe(1)
    expect(server.countOf(profilePath)).toBe(10)
  })

  test('only a text in the form of a nonce is signed', async () => {
    service.intercept = ({ path }) =>
      path === noncePath
        ? { json: { status: 'success', message: '', payload: `0x${'ab'.repeat(32)}` } }
        : undefined
    expect(await failureOf(made.client.signIn())).toMatchObject({
      code: 'contractViolation',
      data: { endpoint: 'auth.nonce', field: 'payload', reason: 'notLoginText' },
    })
    expect(made.wallet.signed).toEqual([])
    expect(server.countOf(loginPath)).toBe(0)
  })
})

describe('a login text of the public service', { timeout: 30_000 }, () => {
  test('is not signed for another address that passes it on, and no login is tried', async () => {
    const relay = makeTestClient('https://exchange.example', { standIn: server.baseUrl })
    expect(await failureOf(relay.client.signIn())).toMatchObject({
      code: 'contractViolation',
      data: { endpoint: 'auth.nonce', field: 'payload', reason: 'otherService' },
    })
    relay.client.close()
    expect(server.countOf(noncePath)).toBe(1)
    expect(relay.wallet.signed).toEqual([])
    expect(server.countOf(loginPath)).toBe(0)
  })
})

describe('a token that the service no longer takes', { timeout: 30_000 }, () => {
  test('is refreshed, and the call repeated once', async () => {
    await made.client.getProfile()
    service.expireAccess()
    await made.client.getProfile()
    expect(paths().slice(3)).toEqual([profilePath, refreshPath, profilePath])
    expect(server.requests.at(-1)?.headers.authorization).toBe('JWT access-2')
    expect(made.wallet.stored).toBe('refresh-2')
  })

  test('met by fifty calls at once causes exactly one refresh and fifty answers', async () => {
    await made.client.getProfile()
    service.expireAccess()
    const before = server.countOf(profilePath)
    const answers = await Promise.all(Array.from({ length: 50 }, () => made.client.getProfile()))
    expect(answers).toHaveLength(50)
    expect(server.countOf(refreshPath)).toBe(1)
    expect(server.countOf(loginPath)).toBe(1)
    expect(server.countOf(profilePath) - before).toBeLessThanOrEqual(100)
  })

  test('met by a late call after another has renewed it is not renewed again', async () => {
    await made.client.getProfile()
    service.expireAccess()
    let release: () => void = () => undefined
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    server.play(async (request) => {
      // Judged on arrival like the others, answered late.
      const answer = service.answer(request)
      if (request.path !== profilePath && answer.status === 401) await held
      return answer
    })
    const late = made.client.listOrders({})
    await made.client.getProfile()
    release()
    await late
    expect(server.countOf(refreshPath)).toBe(1)
  })

  test('is given up after one repetition', async () => {
    await made.client.getProfile()
    service.intercept = ({ path }) => (path === profilePath ? refused('noCredentials') : undefined)
    expect(await failureOf(made.client.getProfile())).toMatchObject({
      code: 'unauthenticated',
      data: { status: 401, message: 'Authentication credentials were not provided.' },
    })
    expect(server.countOf(refreshPath)).toBe(1)
    expect(server.countOf(profilePath)).toBe(3)
  })

  test('with a dead refresh token leads to a signature', async () => {
    await made.client.getProfile()
    service.expireAccess()
    service.refreshable.clear()
    await made.client.getProfile()
    expect(paths().slice(3)).toEqual([profilePath, refreshPath, noncePath, loginPath, profilePath])
    expect(made.wallet.signed).toHaveLength(2)
  })

  test('with a dead refresh token and no key asks for the key', async () => {
    await made.client.getProfile()
    service.expireAccess()
    service.refreshable.clear()
    made.wallet.hasKey = false
    expect(await failureOf(made.client.getProfile())).toMatchObject({ code: 'unauthenticated' })
    expect(made.client.sessionState()).toBe('needsKey')
    expect(made.wallet.stored).toBeNull()
  })

  test('stays while the refresh fails for a passing reason, and works again later', async () => {
    await made.client.getProfile()
    service.expireAccess()
    service.intercept = ({ path }) => (path === refreshPath ? { status: 503, text: '<html>' } : undefined)
    expect(await failureOf(made.client.getProfile())).toMatchObject({
      code: 'rejectedByExchange',
      data: { endpoint: 'auth.refresh', status: 503 },
    })
    expect(made.wallet.stored).toBe('refresh-1')
    service.intercept = () => undefined
    await made.client.getProfile()
    expect(server.countOf(loginPath)).toBe(1)
  })

  test('is replaced by signature when the refresh answers in a wrong shape', async () => {
    await made.client.getProfile()
    service.expireAccess()
    service.intercept = ({ path }) =>
      path === refreshPath ? { json: { status: 'success', message: '', payload: { access: 7 } } } : undefined
    await made.client.getProfile()
    expect(paths().slice(-4)).toEqual([refreshPath, noncePath, loginPath, profilePath])
  })

  test('hangs no longer than the limits when the refresh hangs, and the refresh token is kept', async () => {
    service.intercept = ({ path }) => (path === refreshPath ? { headersDelayMs: Infinity } : undefined)
    made = makeTestClient(server.baseUrl, { stored: 'kept', limits: { headersMs: 100 } })
    expect(await failureOf(made.client.getProfile())).toMatchObject({
      code: 'timeout',
      data: { endpoint: 'auth.refresh', phase: 'headers' },
    })
    expect(made.wallet.stored).toBe('kept')
  })
})

describe('a token with an end', { timeout: 30_000 }, () => {
  const lifeSeconds = 300
  beforeEach(() => {
    const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')
    const iat = startMs / 1000
    service.makeAccess = (count) =>
      `${encode({ alg: 'HS256' })}.${encode({ iat, exp: iat + lifeSeconds, count })}.c2ln`
  })

  test('is renewed ahead of it, without a refused call', async () => {
    await made.client.getProfile()
    made.clock.moveTo(startMs + (lifeSeconds - 29) * 1000)
    await Promise.all([made.client.getProfile(), made.client.getProfile()])
    expect(paths().slice(3)).toEqual([refreshPath, profilePath, profilePath])
  })

  test('is not renewed before', async () => {
    await made.client.getProfile()
    made.clock.moveTo(startMs + (lifeSeconds - 31) * 1000)
    await made.client.getProfile()
    expect(server.countOf(refreshPath)).toBe(0)
  })

  test('serves on until then when renewing ahead of time fails', async () => {
    await made.client.getProfile()
    made.clock.moveTo(startMs + (lifeSeconds - 20) * 1000)
    service.intercept = ({ path }) => (path === refreshPath ? { status: 503, text: '' } : undefined)
    await made.client.getProfile()
    await made.client.getProfile()
    expect(server.countOf(refreshPath)).toBe(1)
    expect(server.countOf(profilePath)).toBe(3)
  })
})

describe('a login that the service refuses', { timeout: 30_000 }, () => {
  test('is an error with the sentence of the service, under HTTP 400 and under 200', async () => {
    for (const name of ['badLogin', 'badLoginUnder200']) {
      service.intercept = ({ path }) => (path === loginPath ? refused(name) : undefined)
      expect(await failureOf(made.client.signIn())).toMatchObject({
        code: 'rejectedByExchange',
        data: {
          endpoint: 'auth.login',
          message: 'Invalid Credentials or Token Expired, Kindly login again.',
        },
      })
      expect(made.client.sessionState()).toBe('refused')
    }
  })

  test('is not tried again by every call, only by the next sign-in', async () => {
    service.intercept = ({ path }) => (path === loginPath ? refused('badLogin') : undefined)
    for (let call = 0; call < 5; call++) await failureOf(made.client.getProfile())
    expect(server.countOf(loginPath)).toBe(1)
    service.intercept = () => undefined
    await made.client.signIn()
    await made.client.getProfile()
    expect(made.client.sessionState()).toBe('signedIn')
  })

  test.each([
    'User does not exist',
    'User does not exists',
    'eth_address is not registered',
    'Account not found',
  ])('because the wallet has no account is told apart: %s', async (message) => {
    service.intercept = ({ path }) =>
      path === noncePath ? { status: 404, json: { status: 'error', message, payload: '' } } : undefined
    expect(await failureOf(made.client.signIn())).toMatchObject({ code: 'accountNotRegistered' })
    expect(made.client.sessionState()).toBe('refused')
  })

  test('by a firewall is tried again by the next call', async () => {
    service.intercept = ({ path }) => (path === noncePath ? { status: 403, text: '<html>' } : undefined)
    await failureOf(made.client.getProfile())
    service.intercept = () => undefined
    await made.client.getProfile()
    expect(made.client.sessionState()).toBe('signedIn')
  })

  test('is never repeated by the client, whatever the failure', async () => {
    service.intercept = ({ path }) => (path === loginPath ? { cutAfter: -1 } : undefined)
    expect(await failureOf(made.client.signIn())).toMatchObject({ code: 'network' })
    expect(server.countOf(loginPath)).toBe(1)
  })
})

describe('a keychain in the way', { timeout: 30_000 }, () => {
  test('that is locked asks the user once, not on every call', async () => {
    made.wallet.fault = new AppError('keychainLocked', { reason: 'locked' })
    let asked = 0
    const locked = made.wallet.fault
    Object.defineProperty(made.wallet, 'fault', {
      get: () => {
        asked += 1
        return locked
      },
    })
    for (let call = 0; call < 3; call++) {
      expect(await failureOf(made.client.getProfile())).toMatchObject({ code: 'keychainLocked' })
    }
    expect(asked).toBeLessThanOrEqual(2)
    expect(made.client.sessionState()).toBe('keychainLocked')
    expect(server.requests).toHaveLength(0)
  })

  test('that was unlocked lets the next sign-in through, without the key being entered', async () => {
    made.wallet.fault = new AppError('keychainLocked', { reason: 'locked' })
    expect(await failureOf(made.client.getProfile())).toMatchObject({ code: 'keychainLocked' })
    made.wallet.fault = null
    await made.client.signIn()
    await made.client.getProfile()
    expect(made.wallet.states).toEqual(['signingIn', 'keychainLocked', 'signingIn', 'signedIn'])
  })

  test('is told from a key that was never kept', async () => {
    made.wallet.hasKey = false
    expect(await failureOf(made.client.getProfile())).toMatchObject({ code: 'unauthenticated' })
    expect(made.client.sessionState()).toBe('needsKey')
  })

  test('that cannot keep the refresh token does not end the session', async () => {
    made.wallet.storeFault = new AppError('keychainLocked', { reason: 'locked' })
    await made.client.getProfile()
    expect(made.client.sessionState()).toBe('signedIn')
    expect(made.wallet.storeFaults.length).toBeGreaterThan(0)
  })
})

describe('signing out', { timeout: 30_000 }, () => {
  test('forgets both tokens', async () => {
    await made.client.getProfile()
    await made.client.signOut()
    expect(made.wallet.stored).toBeNull()
    expect(made.client.sessionState()).toBe('needsSignIn')
    made.wallet.hasKey = false
    expect(await failureOf(made.client.getProfile())).toMatchObject({ code: 'unauthenticated' })
    expect(server.countOf(profilePath)).toBe(1)
  })

  test('while a login is under way leaves nothing signed in', async () => {
    let arrived: () => void = () => undefined
    const atLogin = new Promise<void>((resolve) => {
      arrived = resolve
    })
    server.play((request) => {
      const answer = service.answer(request)
      if (request.path !== loginPath) return answer
      arrived()
      return { ...answer, headersDelayMs: 30 }
    })
    const signingIn = failureOf(made.client.signIn())
    await atLogin
    await made.client.signOut()
    expect(await signingIn).toMatchObject({ code: 'cancelled' })
    expect(made.client.sessionState()).toBe('needsSignIn')
    expect(made.wallet.stored).toBeNull()
  })

  test('one caller who gives up does not spoil the login for the others', async () => {
    let arrived: () => void = () => undefined
    const atLogin = new Promise<void>((resolve) => {
      arrived = resolve
    })
    server.play((request) => {
      if (request.path === loginPath) arrived()
      return request.path === loginPath
        ? { ...service.answer(request), headersDelayMs: 30 }
        : service.answer(request)
    })
    const impatient = new AbortController()
    const first = failureOf(made.client.getProfile({ signal: impatient.signal }))
    const second = made.client.getProfile()
    await atLogin
    impatient.abort()
    expect(await first).toMatchObject({ code: 'cancelled' })
    await second
    expect(server.countOf(loginPath)).toBe(1)
  })
})
