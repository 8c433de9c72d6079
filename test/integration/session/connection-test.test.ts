// "test my connection" says what is there, step by step, over a real session and real HTTP.
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { ConnectionTest } from '../../../src-preload/contract/app/connection.ts'
import { events } from '../../../src-preload/contract/contract.ts'
import { systemClock } from '../../../src-main/async/clock.ts'
import { reportError } from '../../../src-main/ipc/register.ts'
import { type ConnectionTester, createConnectionTester } from '../../../src-main/session/connection-test.ts'
import type { AccountSession } from '../../../src-main/session/account-session.ts'
import { eventually } from '../../fixtures/eventually.ts'
import { fixtureText } from '../../fixtures/fixtures.ts'
import {
  type ReceivedRequest,
  type ScriptedAnswer,
  type ScriptedServer,
  startScriptedServer,
} from '../../fixtures/scripted-server.ts'
import { failureOf } from '../../fixtures/test-client.ts'
import { makeSession, makeLog } from '../world.ts'

const healthPath = '/sapi/v1/health/'
const profilePath = '/sapi/v1/user/profile/'
const loginPath = '/sapi/v2/auth/login/'
/** The head of the answer never comes. */
const silence: ScriptedAnswer = { headersDelayMs: Infinity }

let server: ScriptedServer
/** Answers of paths that are not well. */
let broken: Record<string, ScriptedAnswer>
/** Put on every answer. */
let headers: Record<string, string>

function wellAnswer({ path }: ReceivedRequest): ScriptedAnswer {
  switch (path) {
    case healthPath:
      return { text: fixtureText('health') }
    case '/sapi/v2/auth/nonce/':
      return { text: fixtureText('nonce') }
    case loginPath: {
      const token = { access: 'access-token', refresh: 'refresh-token' }
      return { json: { status: 'success', message: '', payload: { uid: 'ID1' }, token } }
    }
    default:
      return { text: fixtureText('profile') }
  }
}

beforeEach(async () => {
  broken = {}
  headers = {}
  server = await startScriptedServer((request) => {
    const answer = broken[request.path] ?? wellAnswer(request)
    return { ...answer, headers: { ...headers, ...answer.headers } }
  })
})
afterEach(() => server.stop())

function make(): { session: AccountSession; tester: ConnectionTester; told: ConnectionTest[] } {
  const session = makeSession(server.baseUrl, systemClock)
  const told: ConnectionTest[] = []
  const tester = createConnectionTester({
    session,
    clock: systemClock,
    monotonicMs: () => performance.now(),
    report: (error) => reportError(error, makeLog().log, 'test'),
    onChange: (test) => told.push(test),
  })
  return { session, tester, told }
}

const statuses = ({ health, profile, clock }: ConnectionTest): string =>
  [health, profile, clock].map(({ status }) => status).join(' ')

describe('a test of the connection', () => {
  it('signs in where it has to, and passes step by step', async () => {
    const { tester, told } = make()
    expect(tester.last()).toBeNull()
    const test = await tester.run()
    expect(test).toMatchObject({ isRunning: false, isCancelled: false, clockSkewMs: 0 })
    expect(told.map(statuses)).toEqual([
      'running waiting waiting',
      'passed waiting waiting',
      'passed running waiting',
      'passed passed waiting',
      'passed passed passed',
    ])
    for (const one of told) expect(events['connection:testChanged'].parse(one)).toEqual(one)
    expect(told.at(-1)).toEqual(test)
    expect(tester.last()).toEqual(test)
    expect(server.requests.map(({ path }) => path)).toContain(loginPath)
  })

  it('asks once and does not repeat what fails', async () => {
    broken[healthPath] = { status: 503, text: 'down' }
    const { tester } = make()
    const test = await tester.run()
    expect(statuses(test)).toBe('failed skipped passed')
    expect(test.health).toMatchObject({
      error: { code: 'rejectedByExchange', data: { endpoint: 'health', status: 503 } },
    })
    expect(server.countOf(healthPath)).toBe(1)
    expect(server.countOf(profilePath)).toBe(0)
  })

  it('tells of a refused sign-in at the profile', async () => {
    broken[loginPath] = {
      status: 400,
      json: { status: 'error', message: 'Invalid Credentials', payload: '' },
    }
    const { tester } = make()
    const test = await tester.run()
    expect(statuses(test)).toBe('passed failed passed')
    expect(test.profile).toMatchObject({ error: { data: { message: 'Invalid Credentials' } } })
  })

  it('tells of an app that is locked at the profile', async () => {
    const { session, tester } = make()
    session.client.forget()
    const test = await tester.run()
    expect(test.profile).toMatchObject({ status: 'failed', error: { code: 'vaultLocked' } })
  })

  it('skips the clock where nothing answered at all', async () => {
    const { session, tester } = make()
    // What was read before the test is not its result.
    await session.client.health()
    expect(session.time.skewMs()).toBe(0)
    broken[healthPath] = { cutAfter: -1 }
    const test = await tester.run()
    expect(statuses(test)).toBe('failed skipped skipped')
    expect(test).toMatchObject({ health: { error: { code: 'network' } }, clockSkewMs: null })
  })

  it('tells how far the clocks differ, be it more than a day', async () => {
    const twoDaysMs = 2 * 86_400_000
    headers = { date: new Date(Date.now() + twoDaysMs).toUTCString() }
    const { tester } = make()
    const { clock, clockSkewMs } = await tester.run()
    expect(clock.status).toBe('passed')
    // The header was made when the test began; a busy machine may be slow.
    expect(Math.abs((clockSkewMs ?? 0) - twoDaysMs)).toBeLessThan(60_000)
  })

  it('does not know the difference where no answer told the time, and passes all the same', async () => {
    headers = { date: 'soon' }
    const { tester } = make()
    expect(await tester.run()).toMatchObject({ clock: { status: 'passed' }, clockSkewMs: null })
  })

  it('is joined by a second one while it runs, and is run anew after', async () => {
    const { tester } = make()
    const [first, second] = await Promise.all([tester.run(), tester.run()])
    expect(second).toBe(first)
    expect(server.countOf(healthPath)).toBe(1)
    await tester.run()
    expect(server.countOf(healthPath)).toBe(2)
  })
})

describe('a test that is ended early', () => {
  it('is cancelled at once, although the service never answers', async () => {
    broken[profilePath] = silence
    const { tester, told } = make()
    const result = tester.run()
    await eventually(() => expect(server.countOf(profilePath)).toBe(1))
    tester.cancel()
    expect(told.at(-1)).toMatchObject({ isRunning: false, isCancelled: true })
    const test = await result
    expect(test).toEqual(told.at(-1))
    expect(statuses(test)).toBe('passed skipped skipped')
    tester.cancel()
    expect(told.at(-1)).toBe(test)
  })

  it('leaves room for the next one at once, whose result is its own', async () => {
    broken[healthPath] = silence
    const { tester, told } = make()
    const first = tester.run()
    await eventually(() => expect(server.countOf(healthPath)).toBe(1))
    tester.cancel()
    broken = {}
    const second = tester.run()
    expect((await first).isCancelled).toBe(true)
    expect(statuses(await second)).toBe('passed passed passed')
    expect(told.at(-1)).toEqual(await second)
  })

  it('ends with the account that it was for, and tells nobody of it', async () => {
    broken[healthPath] = silence
    const { session, tester, told } = make()
    const failure = failureOf(tester.run())
    await eventually(() => expect(server.countOf(healthPath)).toBe(1))
    const before = told.length
    session.close()
    tester.cancel()
    expect((await failure).code).toBe('cancelled')
    expect(told).toHaveLength(before)
    expect((await failureOf(tester.run())).code).toBe('cancelled')
  })
})
