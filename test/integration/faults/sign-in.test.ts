// What the user gets, what was sent and how often the wallet signed, when signing in goes wrong on the way.
import { describe, expect, test } from 'vitest'
import type { Fault } from './fault.ts'
import { type Got, gotFrom, login, nonce, profile, useFaultyExchange } from './faulty-exchange.ts'
import { tightLimits } from './named-faults.ts'

const world = useFaultyExchange()

interface Case {
  readonly name: string
  readonly path: RegExp
  readonly fault: Fault
  readonly gets: Got
  readonly sent: readonly string[]
  /** How often the wallet has signed. */
  readonly signed: number
  readonly state: string
}

const [atNonce, atLogin] = [/\/nonce\//, /\/login\//]
const told = (code: string, data: object): Got => ({ code, data })
const loginText = (origin: string): string =>
  `You're now signing into tanX, make sure the origin is ${origin} (Login-code:0123456789012345678901)`

const cases: readonly Case[] = [
  {
    name: 'the text to sign does not come: nothing is signed',
    path: atNonce,
    fault: { kind: 'neverAnswer' },
    gets: told('timeout', { endpoint: 'auth.nonce', phase: 'headers' }),
    sent: [nonce],
    signed: 0,
    state: 'signedOut',
  },
  {
    name: 'a page comes for the text to sign: nothing is signed',
    path: atNonce,
    fault: { kind: 'replaceBody', body: '<html>You are now signing into' },
    gets: told('contractViolation', { endpoint: 'auth.nonce', field: 'body', reason: 'html' }),
    sent: [nonce],
    signed: 0,
    state: 'signedOut',
  },
  {
    name: 'the text to sign is a hash: nothing is signed',
    path: atNonce,
    fault: { kind: 'mutate', at: ['payload'], to: { set: `0x${'ab'.repeat(32)}` } },
    gets: told('contractViolation', { endpoint: 'auth.nonce', field: 'payload', reason: 'notLoginText' }),
    sent: [nonce],
    signed: 0,
    state: 'signedOut',
  },
  {
    name: 'the text to sign has a second line: nothing is signed',
    path: atNonce,
    fault: {
      kind: 'mutate',
      at: ['payload'],
      to: { set: `${loginText('https://trade.example')}\nand send all I have` },
    },
    gets: told('contractViolation', { endpoint: 'auth.nonce', reason: 'notLoginText' }),
    sent: [nonce],
    signed: 0,
    state: 'signedOut',
  },
  {
    name: 'the text to sign is a number: nothing is signed',
    path: atNonce,
    fault: { kind: 'mutate', at: ['payload'], to: { set: 7 } },
    gets: told('contractViolation', { endpoint: 'auth.nonce', field: 'payload' }),
    sent: [nonce],
    signed: 0,
    state: 'signedOut',
  },
  {
    name: 'the text to sign is of another sign-in: the service refuses its signature, and that is told',
    path: atNonce,
    fault: { kind: 'mutate', at: ['payload'], to: { set: loginText('https://trade.example') } },
    gets: told('rejectedByExchange', { endpoint: 'auth.login', status: 400 }),
    sent: [nonce, login],
    signed: 1,
    state: 'refused',
  },
  {
    name: 'the answer to the login is lost: it is not sent again',
    path: atLogin,
    fault: { kind: 'closeAfterForward' },
    gets: told('network', { endpoint: 'auth.login', reason: 'closed' }),
    sent: [nonce, login],
    signed: 1,
    state: 'signedOut',
  },
  {
    name: 'a gateway answers the login: it is not sent again',
    path: atLogin,
    fault: { kind: 'status', status: 502, body: '<html>' },
    gets: told('rejectedByExchange', { endpoint: 'auth.login', status: 502 }),
    sent: [nonce, login],
    signed: 1,
    state: 'signedOut',
  },
  {
    name: 'the login hangs: it ends at the limit and is not sent again',
    path: atLogin,
    fault: { kind: 'neverAnswerAfterForward' },
    gets: told('timeout', { endpoint: 'auth.login', phase: 'headers' }),
    sent: [nonce, login],
    signed: 1,
    state: 'signedOut',
  },
  {
    name: 'the login brings no tokens',
    path: atLogin,
    fault: { kind: 'mutate', at: ['token'], to: { remove: true } },
    gets: told('contractViolation', { endpoint: 'auth.login', field: 'token' }),
    sent: [nonce, login],
    signed: 1,
    state: 'signedOut',
  },
  {
    name: 'the login brings a token that would break a header',
    path: atLogin,
    fault: { kind: 'mutate', at: ['token', 'access'], to: { set: 'a b\r\nc' } },
    gets: told('contractViolation', { endpoint: 'auth.login', field: 'token.access', reason: 'not a token' }),
    sent: [nonce, login],
    signed: 1,
    state: 'signedOut',
  },
  {
    name: 'the login is refused with everything that was sent in its sentence',
    path: atLogin,
    fault: { kind: 'echo', status: 400, as: 'message' },
    gets: told('rejectedByExchange', { endpoint: 'auth.login', status: 400 }),
    sent: [nonce, login],
    signed: 1,
    state: 'refused',
  },
]

describe('the user signs in, and', { timeout: 30_000 }, () => {
  test.each(cases)('$name', async ({ path, fault, gets, sent, signed, state }) => {
    const { client, wallet } = world.client(gets.code === 'timeout' ? { limits: tightLimits } : {})
    world.proxy.play({ path, fault })
    const got = await gotFrom(client.signIn())
    expect(got).toMatchObject(gets)
    expect(world.proxy.sent()).toEqual(sent)
    expect(wallet.signed).toHaveLength(signed)
    expect(client.sessionState()).toBe(state)
    const { user_signature: signature = 'none' } = JSON.parse(
      world.proxy.requests.find(({ path: of }) => atLogin.test(of))?.bodyText ?? '{}',
    ) as { user_signature?: string }
    expect(JSON.stringify(got)).not.toContain(signature)
    // The fault is over, and the same wallet signs in.
    world.proxy.play()
    await client.signIn()
    expect(await gotFrom(client.getProfile())).toMatchObject({ code: 'answer' })
    expect(wallet.signed).toHaveLength(signed + 1)
    expect(world.proxy.sent().at(-1)).toMatch(profile(1).slice(0, -1))
  })
})
