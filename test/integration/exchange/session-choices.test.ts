// Proof of what a session does unasked and what only when asked: signed out, not signed in at start, a wallet elsewhere, the app
// locked. Over real HTTP.
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { createExchangeClient, type ExchangeClient } from '../../../src-main/exchange/client.ts'
import type { SessionOptions } from '../../../src-main/exchange/session/session-tokens.ts'
import { signMessage } from '../../../src-main/signing/ethereum.ts'
import { AppError } from '../../../src-preload/domain/errors.ts'
import { eventually } from '../../fixtures/eventually.ts'
import { errorAnswers, fixtureText } from '../../fixtures/fixtures.ts'
import { type ScriptedServer, startScriptedServer } from '../../fixtures/scripted-server.ts'
import {
  failureOf,
  movableClock,
  type TestWallet,
  testSession,
  walletKey,
} from '../../fixtures/test-client.ts'

const noncePath = '/sapi/v2/auth/nonce/'
const loginPath = '/sapi/v2/auth/login/'
const refreshPath = '/sapi/v1/auth/token/refresh/'
const profilePath = '/sapi/v1/user/profile/'
const signInNeeded = { code: 'unauthenticated', data: { reason: 'signInNeeded' } }

let server: ScriptedServer
let wallet: TestWallet
/** How often the place of the refresh token was asked for it. */
let loads: number
let issued: number
/** The refresh token that counts; every other one is dead. */
let live: string | null
let isRefreshHeld: boolean

const pair = () => {
  issued += 1
  live = `refresh-${String(issued)}`
  return { access: `access-${String(issued)}`, refresh: live }
}

beforeEach(async () => {
  wallet = {
    hasKey: true,
    fault: null,
    signed: [],
    stored: null,
    storeFault: null,
    storeFaults: [],
    states: [],
  }
  loads = 0
  issued = 0
  live = null
  isRefreshHeld = false
  server = await startScriptedServer(({ path, body }) => {
    switch (path) {
      case noncePath:
        return { text: fixtureText('nonce') }
      case loginPath:
        return { json: { status: 'success', message: '', payload: { uid: 'ID1' }, token: pair() } }
      case refreshPath: {
        if ((body as { refresh: string }).refresh !== live) {
          const { status, body: json } = errorAnswers['refreshTokenExpired'] ?? { status: 401, body: {} }
          return { status, json }
        }
        const answer = { json: { status: 'success', message: '', payload: pair() } }
        return isRefreshHeld ? { ...answer, headersDelayMs: 60 } : answer
      }
      default:
        return { text: fixtureText('profile') }
    }
  })
})

afterEach(() => server.stop())

function makeClient(changes: Partial<SessionOptions> = {}): ExchangeClient {
  const usual = testSession(wallet)
  const client = createExchangeClient({
    baseUrl: server.baseUrl,
    fetch: globalThis.fetch,
    clock: movableClock(),
    userAgent: 'Starkdesk/0.1.0 (test)',
    session: {
      ...usual,
      refreshTokens: {
        ...usual.refreshTokens,
        load: () => {
          loads += 1
          return usual.refreshTokens.load()
        },
      },
      ...changes,
    },
  })
  onTestFinished(() => client.close())
  return client
}

/** A wallet elsewhere: `sign` or `giveUp` end the request that is open. */
function makeOutsideWallet() {
  const open: { text: string; sign: () => void; giveUp: () => void }[] = []
  const signer: SessionOptions['signer'] = {
    isAvailable: (isAsked) => Promise.resolve(isAsked),
    signLoginText: (text, signal) =>
      new Promise((resolve, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason as AppError))
        open.push({
          text,
          sign: () => resolve(signMessage(text, walletKey)),
          giveUp: () => reject(new AppError('cancelled', { reason: 'givenUp' })),
        })
      }),
  }
  return { signer, open }
}

describe('an account that is not to be signed in unasked', { timeout: 30_000 }, () => {
  const mayLogIn = (): boolean => false

  test('is signed in by the refresh token of last time, without a signature', async () => {
    wallet.stored = live = 'kept'
    const client = makeClient({ mayLogIn })
    await client.getProfile()
    expect(wallet.signed).toEqual([])
    expect(client.sessionState()).toBe('signedIn')
  })

  test.each([null, 'dead'])(
    'waits for the user where the refresh token is %j, and is no storm',
    async (kept) => {
      wallet.stored = kept
      const client = makeClient({ mayLogIn })
      for (let call = 0; call < 5; call += 1) {
        expect(await failureOf(client.getProfile())).toMatchObject(signInNeeded)
      }
      expect(client.sessionState()).toBe('needsSignIn')
      expect(loads).toBe(1)
      expect(server.requests.map(({ path }) => path)).toEqual(kept === null ? [] : [refreshPath])
      expect(wallet.signed).toEqual([])
      expect(wallet.stored).toBeNull()
    },
  )

  test('is signed in when the user asks for it, and goes on from there', async () => {
    const client = makeClient({ mayLogIn })
    await failureOf(client.getProfile())
    await client.signIn()
    await client.getProfile()
    expect(wallet.signed).toHaveLength(1)
    expect(wallet.states).toEqual(['signingIn', 'needsSignIn', 'signingIn', 'signedIn'])
  })

  test('stays as it is while the service is out of reach: no answer to a refresh is not a dead token', async () => {
    wallet.stored = 'kept'
    const client = makeClient({ mayLogIn })
    server.play(() => ({ status: 503, text: '' }))
    await failureOf(client.getProfile())
    expect(wallet.stored).toBe('kept')
    expect(client.sessionState()).toBe('signedOut')
  })

  test('tells of a locked keychain, which may have the token, instead of asking for a signature', async () => {
    wallet.storeFault = new AppError('keychainLocked', { reason: 'locked' })
    const client = makeClient({ mayLogIn })
    expect(await failureOf(client.getProfile())).toMatchObject({ code: 'keychainLocked' })
    expect(await failureOf(client.getProfile())).toMatchObject({ code: 'keychainLocked' })
    expect(loads).toBe(1)
    expect(client.sessionState()).toBe('keychainLocked')
  })
})

describe('an account that was signed out', { timeout: 30_000 }, () => {
  test('asks neither service nor store before the user signs in again, also after a restart', async () => {
    const first = makeClient()
    await first.getProfile()
    await first.signOut()
    expect(wallet.stored).toBeNull()
    expect(await failureOf(first.getProfile())).toMatchObject(signInNeeded)
    expect(first.sessionState()).toBe('needsSignIn')

    // As if the token could not have been removed.
    wallet.stored = live
    loads = 0
    const before = server.requests.length
    const second = makeClient({ isSignedOut: true })
    expect(second.sessionState()).toBe('needsSignIn')
    expect(await failureOf(second.getProfile())).toMatchObject(signInNeeded)
    expect(server.requests).toHaveLength(before)
    expect(loads).toBe(0)
    await second.signIn()
    await second.getProfile()
    expect(second.sessionState()).toBe('signedIn')
  })

  test('stays so when signing in fails, and until it works', async () => {
    const client = makeClient({ isSignedOut: true })
    server.play(({ path }) =>
      path === noncePath ? { status: 503, text: '' } : { text: fixtureText('profile') },
    )
    expect(await failureOf(client.signIn())).toMatchObject({ code: 'rejectedByExchange' })
    expect(client.sessionState()).toBe('needsSignIn')
    expect(await failureOf(client.getProfile())).toMatchObject(signInNeeded)
    expect(wallet.signed).toEqual([])
  })

  test('forgets the tokens in memory also where the store does not let go of its own', async () => {
    const client = makeClient()
    await client.getProfile()
    wallet.storeFault = new AppError('keychainLocked', { reason: 'locked' })
    expect(await failureOf(client.signOut())).toMatchObject({ code: 'keychainLocked' })
    expect(await failureOf(client.getProfile())).toMatchObject(signInNeeded)
  })
})

describe('a wallet elsewhere', { timeout: 30_000 }, () => {
  test('is never asked by itself: the account needs its key', async () => {
    const { signer, open } = makeOutsideWallet()
    wallet.stored = 'dead'
    const client = makeClient({ signer })
    expect(await failureOf(client.getProfile())).toMatchObject({
      code: 'unauthenticated',
      data: { reason: 'noKey' },
    })
    expect(client.sessionState()).toBe('needsKey')
    expect(open).toEqual([])
    expect(server.countOf(noncePath)).toBe(0)
  })

  test('tells of a locked keychain instead, where the refresh token may be', async () => {
    const { signer } = makeOutsideWallet()
    wallet.storeFault = new AppError('keychainLocked', { reason: 'locked' })
    const client = makeClient({ signer })
    expect(await failureOf(client.getProfile())).toMatchObject({ code: 'keychainLocked' })
    expect(client.sessionState()).toBe('keychainLocked')
  })

  test('signs when the user asks for it, once for two who ask', async () => {
    const { signer, open } = makeOutsideWallet()
    const client = makeClient({ signer })
    const first = client.signIn()
    const second = client.signIn()
    await eventually(() => expect(open).toHaveLength(1))
    open[0]?.sign()
    expect(await first).toEqual({ uid: 'ID1' })
    expect(await second).toEqual({ uid: 'ID1' })
    await client.getProfile()
    expect(open).toHaveLength(1)
    expect(server.countOf(loginPath)).toBe(1)
  })

  test('that was not used after all leaves the account in need of its key', async () => {
    const { signer, open } = makeOutsideWallet()
    const client = makeClient({ signer })
    const signingIn = failureOf(client.signIn())
    await eventually(() => expect(open).toHaveLength(1))
    open[0]?.giveUp()
    expect(await signingIn).toMatchObject({ code: 'cancelled' })
    expect(client.sessionState()).toBe('needsKey')
    expect(server.countOf(loginPath)).toBe(0)
  })

  test.each([
    ['signOut', 'needsSignIn'],
    ['forget', 'appLocked'],
  ] as const)('is not waited for any longer after %s', async (method, state) => {
    const { signer, open } = makeOutsideWallet()
    const client = makeClient({ signer })
    const signingIn = failureOf(client.signIn())
    await eventually(() => expect(open).toHaveLength(1))
    await client[method]()
    expect(await signingIn).toMatchObject({ code: 'cancelled' })
    expect(client.sessionState()).toBe(state)
    expect(server.countOf(loginPath)).toBe(0)
  })
})

describe('while the app is locked', { timeout: 30_000 }, () => {
  test('no token is there, no store is asked, and what is stored stays', async () => {
    const client = makeClient()
    await client.getProfile()
    const kept = wallet.stored
    const before = server.requests.length
    loads = 0
    client.forget()
    expect(client.sessionState()).toBe('appLocked')
    for (let call = 0; call < 3; call += 1) {
      expect(await failureOf(client.getProfile())).toMatchObject({ code: 'vaultLocked' })
    }
    expect(server.requests).toHaveLength(before)
    expect(loads).toBe(0)
    expect(wallet.stored).toBe(kept)
  })

  test('a renewal that was under way does not land, and nothing stored is touched', async () => {
    wallet.stored = live = 'kept'
    isRefreshHeld = true
    const client = makeClient()
    const reading = failureOf(client.getProfile())
    await eventually(() => expect(server.countOf(refreshPath)).toBe(1))
    client.forget()
    expect(await reading).toMatchObject({ code: 'cancelled' })
    expect(client.sessionState()).toBe('appLocked')
    expect(wallet.stored).toBe('kept')
    expect(server.countOf(profilePath)).toBe(0)
  })

  test('and unlocked again, the refresh token does it', async () => {
    const client = makeClient()
    await client.getProfile()
    client.forget()
    client.resume()
    expect(client.sessionState()).toBe('signedOut')
    await client.getProfile()
    expect(server.countOf(refreshPath)).toBe(1)
    expect(wallet.signed).toHaveLength(1)
  })

  test.each(['vaultLocked', 'vaultDamaged'] as const)(
    'since the start (%s), the store is asked once, and again after that is over',
    async (code) => {
      const locked = new AppError(code)
      wallet.storeFault = locked
      wallet.fault = locked
      const client = makeClient()
      for (let call = 0; call < 3; call += 1) {
        expect(await failureOf(client.getProfile())).toMatchObject({ code })
      }
      expect(loads).toBe(1)
      expect(client.sessionState()).toBe('appLocked')
      wallet.storeFault = wallet.fault = null
      client.resume()
      await client.getProfile()
      expect(client.sessionState()).toBe('signedIn')
    },
  )

  test('an account that was signed out is so afterwards', async () => {
    const client = makeClient()
    await client.getProfile()
    await client.signOut()
    client.forget()
    client.resume()
    expect(client.sessionState()).toBe('needsSignIn')
    expect(await failureOf(client.getProfile())).toMatchObject(signInNeeded)
  })

  test('unlocking changes nothing for an account that was refused for another reason', async () => {
    wallet.hasKey = false
    const client = makeClient()
    await failureOf(client.getProfile())
    client.resume()
    expect(client.sessionState()).toBe('needsKey')
  })
})

describe('a service that cannot be trusted with a signature', () => {
  test('gets two of them unasked when it refuses every token that it gives, and one more for each time it is asked', async () => {
    const { body: json } = errorAnswers['accessTokenExpired'] ?? { body: {} }
    server.play(({ path }) => {
      if (path === noncePath) return { text: fixtureText('nonce') }
      if (path === loginPath) {
        return { json: { status: 'success', message: '', payload: { uid: 'ID1' }, token: pair() } }
      }
      return { status: 401, json }
    })
    const client = makeClient()
    for (let call = 0; call < 10; call += 1) await failureOf(client.getProfile())
    expect(wallet.signed).toHaveLength(2)
    expect(client.sessionState()).toBe('refused')
    expect(await failureOf(client.getProfile())).toMatchObject({ data: { reason: 'tokensRefused' } })
    await client.signIn()
    expect(wallet.signed).toHaveLength(3)
  })

  test('does not see its refresh token again in a sentence of its own', async () => {
    wallet.stored = 'opaque-refresh-token-of-mine'
    server.play(() => ({
      status: 500,
      json: { status: 'error', message: 'Token opaque-refresh-token-of-mine is blacklisted', payload: '' },
    }))
    const failure = await failureOf(makeClient().getProfile())
    expect(failure.data['message']).toBe('Token [sent] is blacklisted')
  })
})

describe('a store that is slow', () => {
  test('ends with the token of the last sign-in, not with one from before the sign-out', async () => {
    const usual = testSession(wallet)
    const firstSave = Promise.withResolvers<null>()
    let saves = 0
    const client = makeClient({
      refreshTokens: {
        ...usual.refreshTokens,
        save: async (token) => {
          saves += 1
          if (saves === 1) await firstSave.promise
          await usual.refreshTokens.save(token)
        },
      },
    })
    const first = failureOf(client.signIn())
    await eventually(() => expect(saves).toBe(1))
    const out = client.signOut()
    const second = client.signIn()
    firstSave.resolve(null)
    await Promise.all([first, out, second])
    await eventually(() => expect(wallet.stored).toBe(`refresh-${String(issued)}`))
    expect(issued).toBe(2)
  })
})
