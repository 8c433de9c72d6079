// Login and tokens as a stranger sees them, on a clock of the test's own.
import { Wallet } from 'ethers'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startPracticeExchange, type PracticeExchange } from '../../../../src-main/practice/exchange.ts'
import type { PracticeUser } from '../../../../src-main/practice/users.ts'
import { ManualClock } from './manual-clock.ts'
import { asObject, asText, StrangeClient, type Answer } from './strange-client.ts'

const clock = new ManualClock(Date.parse('2026-11-20T16:00:00Z'))
const refusedLogin = [400, 'error', 'Invalid Credentials or Token Expired, Kindly login again.', '']
let exchange: PracticeExchange
let client: StrangeClient
let alice: PracticeUser
let bob: PracticeUser

beforeAll(async () => {
  exchange = await startPracticeExchange({
    host: '127.0.0.1',
    seed: 5,
    orders: 10,
    clock,
    accessTokenSeconds: 120,
    nonceSeconds: 90,
  })
  client = new StrangeClient(exchange.baseUrl)
  const [first, second] = exchange.users
  if (first === undefined || second === undefined) throw new Error('no practice users')
  alice = first
  bob = second
})
afterAll(() => exchange.close())
// Every test begins without a nonce of an earlier one.
beforeEach(() => clock.advance(91_000))

const sign = (text: unknown, user: PracticeUser): Promise<string> =>
  new Wallet(user.ethereumPrivateKey).signMessage(asText(text))

async function attempt(address: string, signature: string): Promise<unknown[]> {
  const answer = await client.loginWith(address, signature)
  return [answer.http, answer.status, answer.message, answer.payload]
}

describe('the nonce', () => {
  it('is a text of the form of the service, naming this origin', async () => {
    const answer = await client.nonce(alice.ethereumAddress)
    expect([answer.http, answer.status, answer.message]).toEqual([200, 'success', 'Nonce Acquired'])
    const text = asText(answer.payload)
    const origin = exchange.baseUrl.replaceAll('.', '\\.')
    expect(text).toMatch(
      new RegExp(
        `^You\u2019re now signing into TanX Practice, make sure the origin is ${origin} \\(Login-code:[A-Za-z0-9]{22}\\)$`,
      ),
    )
    expect(Buffer.byteLength(text)).toBe(text.length + 2)
  })

  it('is repeated while unused, in any case of the address, and renewed when it has expired', async () => {
    const first = await client.nonce(alice.ethereumAddress)
    clock.advance(89_000)
    const again = await client.nonce(alice.ethereumAddress.toLowerCase())
    expect([again.message, again.payload]).toEqual(['Cached Nonce Acquired', first.payload])
    clock.advance(1_000)
    const renewed = await client.nonce(alice.ethereumAddress)
    expect(renewed.message).toBe('Nonce Acquired')
    expect(renewed.payload).not.toBe(first.payload)
  })

  it('is refused for what is no address', async () => {
    const short = await client.nonce('0x1234')
    expect([short.http, short.status, short.message, short.payload]).toEqual([
      400,
      'error',
      'Ensure eth_address has at least 30 characters.',
      '',
    ])
    const swapped = alice.ethereumAddress.replace(/[a-fA-F]/, (letter) =>
      letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
    )
    for (const wrong of [
      'z'.repeat(42),
      alice.ethereumAddress.slice(2),
      `${alice.ethereumAddress}0`,
      swapped,
    ]) {
      expect((await client.nonce(wrong)).http).toBe(400)
    }
  })
})

describe('login', () => {
  it('gives two tokens and a uid', async () => {
    const nonce = await client.nonce(alice.ethereumAddress)
    const answer = await client.loginWith(alice.ethereumAddress, await sign(nonce.payload, alice))
    expect([answer.http, answer.status, answer.message]).toEqual([200, 'success', 'Login Successful'])
    const payload = asObject(answer.payload)
    expect(Object.keys(payload).sort()).toEqual(['signature', 'uid'])
    expect(asText(payload['uid'])).toMatch(/^ID[0-9A-F]{10}$/)
    expect(typeof payload['signature']).toBe('string')
    const token = asObject(answer.token)
    expect(Object.keys(token).sort()).toEqual(['access', 'refresh'])
    const claims = asObject(
      JSON.parse(Buffer.from(asText(token['access']).split('.')[1] ?? '', 'base64url').toString()),
    )
    expect(claims['exp']).toBe(Math.floor(clock.nowMs / 1000) + 120)
    expect((await client.get('/sapi/v1/user/profile/', asText(token['access']))).http).toBe(200)
  })

  it('uses the nonce up', async () => {
    const nonce = await client.nonce(alice.ethereumAddress)
    const signature = await sign(nonce.payload, alice)
    expect((await attempt(alice.ethereumAddress, signature))[0]).toBe(200)
    expect(await attempt(alice.ethereumAddress, signature)).toEqual(refusedLogin)
    expect((await client.nonce(alice.ethereumAddress)).payload).not.toBe(nonce.payload)
  })

  it('refuses an expired nonce', async () => {
    const nonce = await client.nonce(alice.ethereumAddress)
    clock.advance(90_000)
    expect(await attempt(alice.ethereumAddress, await sign(nonce.payload, alice))).toEqual(refusedLogin)
  })

  it('refuses without a nonce', async () => {
    expect(await attempt(alice.ethereumAddress, await sign('anything', alice))).toEqual(refusedLogin)
  })

  it('refuses the signature of another wallet, of another text, and whatever is none; the owner can still log in', async () => {
    const nonce = await client.nonce(alice.ethereumAddress)
    const right = await sign(nonce.payload, alice)
    const wrong = [
      await sign(nonce.payload, bob),
      await sign(`${asText(nonce.payload)} `, alice),
      await sign(asText(nonce.payload).replace('\u2019', "'"), alice),
      'nonsense',
      '0x',
      `0x${'00'.repeat(65)}`,
      `0x${'ff'.repeat(65)}`,
      right.slice(0, -2),
      `${right}00`,
    ]
    for (const signature of wrong)
      expect(await attempt(alice.ethereumAddress, signature)).toEqual(refusedLogin)
    expect((await attempt(alice.ethereumAddress, right))[0]).toBe(200)
  })

  it('does not let one wallet log in as another', async () => {
    await client.nonce(alice.ethereumAddress)
    const ofBob = await client.nonce(bob.ethereumAddress)
    expect(await attempt(alice.ethereumAddress, await sign(ofBob.payload, bob))).toEqual(refusedLogin)
  })

  it('refuses an address that was never registered like any wrong login, and gives it no token', async () => {
    const stranger = new Wallet(`0x${'5e'.repeat(32)}`)
    const nonce = await client.nonce(stranger.address)
    const answer = await client.loginWith(stranger.address, await stranger.signMessage(asText(nonce.payload)))
    expect([answer.http, answer.status, answer.message, answer.payload]).toEqual(refusedLogin)
    expect(answer.token).toBeUndefined()
  })
})

describe('tokens', () => {
  const profile = '/sapi/v1/user/profile/'

  it('the access token expires at its exp and not before', async () => {
    const { access } = await client.login(alice)
    clock.advance(119_000)
    expect((await client.get(profile, access)).http).toBe(200)
    clock.advance(1_000)
    const expired = await client.get(profile, access)
    expect([expired.http, expired.message]).toEqual([401, 'Given token not valid for any token type'])
    expect(expired.payload).toEqual({
      token_class: 'AccessToken',
      token_type: 'access',
      message: 'Token is invalid or expired',
      code: 'token_not_valid',
    })
  })

  it('a refresh token gives a new pair once', async () => {
    const { access, refresh } = await client.login(alice)
    clock.advance(150_000)
    const answer = await client.post('/sapi/v1/auth/token/refresh/', { refresh })
    expect([answer.http, answer.status, answer.message]).toEqual([200, 'success', ''])
    const pair = asObject(answer.payload)
    expect(Object.keys(pair).sort()).toEqual(['access', 'refresh'])
    expect(pair['access']).not.toBe(access)
    expect(pair['refresh']).not.toBe(refresh)
    expect((await client.get(profile, asText(pair['access']))).http).toBe(200)
    const again = await client.post('/sapi/v1/auth/token/refresh/', { refresh })
    expect([again.http, again.status, again.message, again.payload]).toEqual([
      401,
      'error',
      'Token is invalid or expired',
      { code: 'token_not_valid' },
    ])
    const next = await client.post('/sapi/v1/auth/token/refresh/', { refresh: pair['refresh'] })
    expect(next.http).toBe(200)
  })

  it('takes a refresh token from a form as well, as the Python connector sends it', async () => {
    const { refresh } = await client.login(alice)
    const send = (body: string): Promise<Answer> =>
      client.send('/sapi/v1/auth/token/refresh/', {
        method: 'POST',
        body,
        headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      })
    const once = new URLSearchParams({ refresh }).toString()
    const twice = await send(`${once}&${once}`)
    expect([twice.http, twice.message]).toEqual([400, 'refresh: Give this field once.'])
    const none = await send('other=1')
    expect([none.http, none.message]).toEqual([400, 'refresh: This field is required.'])
    const answer = await send(once)
    expect([answer.http, answer.status]).toEqual([200, 'success'])
    expect((await client.get(profile, asText(asObject(answer.payload)['access']))).http).toBe(200)
    expect((await send(once)).http).toBe(401)
  })

  it('count only letter by letter as they were given', async () => {
    const { access, refresh } = await client.login(alice)
    const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
    const garbled = (token: string): string[] => {
      const [head = '', body = '', signature = ''] = token.split('.')
      const last = letters.indexOf(signature.slice(-1))
      // The two lowest bits of the last letter of 43 carry nothing.
      const twins = [1, 2, 3].map((bits) => `${signature.slice(0, -1)}${letters[last ^ bits] ?? ''}`)
      const otherAlphabet = token.replaceAll('-', '+').replaceAll('_', '/')
      return [
        ...twins.map((twin) => `${head}.${body}.${twin}`),
        `${token}=`,
        `${head}=.${body}.${signature}`,
        `${head}.${body}=.${signature}`,
        `${token}.`,
        `.${token}`,
        `${head}.${body}.${signature.slice(0, 20)}*${signature.slice(20)}`,
        ...(otherAlphabet === token ? [] : [otherAlphabet]),
      ]
    }
    for (const wrong of garbled(access))
      expect([wrong, (await client.get(profile, wrong)).http]).toEqual([wrong, 401])
    for (const wrong of [
      ...garbled(refresh),
      `${refresh} `,
      `${refresh}\n`,
      ` ${refresh}`,
      refresh.replace('.', ' .'),
      refresh.replace('.', '.\n'),
    ]) {
      const answer = await client.post('/sapi/v1/auth/token/refresh/', { refresh: wrong })
      expect([wrong, answer.http]).toEqual([wrong, 401])
    }
    expect((await client.get(profile, access)).http).toBe(200)
    expect((await client.post('/sapi/v1/auth/token/refresh/', { refresh })).http).toBe(200)
  })

  it('of many callers with one refresh token exactly one gets a pair', async () => {
    const { refresh } = await client.login(bob)
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => client.post('/sapi/v1/auth/token/refresh/', { refresh })),
    )
    expect(answers.filter(({ http }) => http === 200)).toHaveLength(1)
    expect(answers.filter(({ http }) => http === 401)).toHaveLength(11)
  })

  it('a refresh token expires, and an access token is none', async () => {
    const { access, refresh } = await client.login(alice)
    const wrong = await client.post('/sapi/v1/auth/token/refresh/', { refresh: access })
    expect([wrong.http, wrong.payload]).toEqual([401, { code: 'token_not_valid' }])
    clock.advance(86_400_000)
    const late = await client.post('/sapi/v1/auth/token/refresh/', { refresh })
    expect([late.http, late.message]).toEqual([401, 'Token is invalid or expired'])
  })

  it('tokens of another exchange do not count', async () => {
    const other = await startPracticeExchange({ host: '127.0.0.1', seed: 5, orders: 10, clock })
    try {
      const foreign = await new StrangeClient(other.baseUrl).login(alice)
      expect((await client.get(profile, foreign.access)).http).toBe(401)
    } finally {
      await other.close()
    }
  })
})
