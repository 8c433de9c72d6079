// The Connection screen is answered from what really went over the wire, for the account in use alone.
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { connectionChannels } from '../../../src-preload/contract/app/connection.ts'
import { events } from '../../../src-preload/contract/contract.ts'
import { systemClock } from '../../../src-main/async/clock.ts'
import { startPracticeExchange } from '../../../src-main/practice/exchange.ts'
import { derivePracticeUsers } from '../../../src-main/practice/users.ts'
import { composeServices, type Services } from '../../../src-main/app/compose.ts'
import type { StoredAccount } from '../../../src-main/store/api/store-api.ts'
import { CountingKeychain } from '../../fixtures/counting-keychain.ts'
import { eventually } from '../../fixtures/eventually.ts'
import { type ScriptedAnswer, startScriptedServer } from '../../fixtures/scripted-server.ts'
import { failureOf, walletAddress } from '../../fixtures/test-client.ts'
import { account, makeEvents, makeLog, makeStore, openPlaces, type Told } from '../world.ts'
import { nobodyThere } from '../../fixtures/nobody-there.ts'
import { openJournalHere } from '../../fixtures/journal-here.ts'

const seed = 7
const practice: StoredAccount = {
  ...account,
  label: 'Practice of Mary',
  networkKind: 'practice',
  baseUrl: null,
  ethereumAddress: derivePracticeUsers(seed)[0]?.ethereumAddress ?? '',
}
const other: StoredAccount = { ...account, id: 'b', ethereumAddress: `0x${'2'.repeat(40)}` }

let told: Told
beforeEach(() => {
  told = makeEvents()
})

/** The services over these accounts, the first one in use, and a practice exchange. */
async function start(accounts: readonly StoredAccount[], practiceUrl: string): Promise<Services> {
  const store = await makeStore()
  await store.removeAccount(account.id)
  for (const one of accounts) await store.putAccount(one)
  const services = await composeServices({
    store,
    journal: openJournalHere(),
    places: await openPlaces(store, new CountingKeychain()),
    clock: systemClock,
    fetch: globalThis.fetch,
    userAgent: 'Starkdesk/0.1.0',
    emit: told.emit,
    log: makeLog().log,
    practice: { start: () => Promise.resolve(practiceUrl), stop: () => Promise.resolve() },
    practiceSeed: seed,
    random: () => 0,
    ...nobodyThere,
  })
  onTestFinished(() => services.close())
  return services
}

async function startExchange(): Promise<string> {
  const exchange = await startPracticeExchange({ host: '127.0.0.1', port: 0, seed, orders: 3 })
  onTestFinished(() => exchange.close())
  return exchange.baseUrl
}

describe('with a practice exchange', () => {
  it('shows its calls, with a clock that is ours', async () => {
    const { connection } = await start([practice], await startExchange())
    await eventually(() => {
      const names = connection.getActivity().endpoints.map(({ endpoint }) => endpoint)
      expect(names).toEqual(expect.arrayContaining(['auth.login', 'user.profile', 'orders.list']))
    })
    const activity = connection.getActivity()
    expect(connectionChannels['connection:getActivity'].output.parse(activity)).toEqual(activity)
    expect(activity).toMatchObject({ clockSkewMs: 0, rateLimit: { pausedUntilMs: null } })
    const login = activity.endpoints.find(({ endpoint }) => endpoint === 'auth.login')
    expect(login).toMatchObject({ calls: 1, failures: 0, lastFailure: null })
    expect(login?.latency?.medianMs).toBe(login?.latency?.longestMs)
    expect(activity.lastCalls.map(({ number }) => number)).toContain(1)
  })

  it('tests it step by step, and tells the page of each', async () => {
    const { connection } = await start([practice], await startExchange())
    const [test, joined] = await Promise.all([connection.test(), connection.test()])
    expect(joined).toEqual(test)
    expect(connectionChannels['connection:test'].output.parse(test)).toEqual(test)
    expect(test).toMatchObject({
      isRunning: false,
      health: { status: 'passed' },
      profile: { status: 'passed' },
      clock: { status: 'passed' },
      clockSkewMs: 0,
    })
    expect(told.count('connection:testChanged')).toBe(5)
    expect(events['connection:testChanged'].parse(told.last('connection:testChanged'))).toEqual(test)
  })

  it('writes a report of it that names neither account nor address', async () => {
    const { connection } = await start([practice], await startExchange())
    await connection.test()
    const { text } = await connection.getReport()
    expect(text).toContain('Starkdesk/0.1.0')
    expect(text).toMatch(/Service\s+practice\.localhost/)
    expect(text).toMatch(/Session\s+signedIn/)
    expect(text).toMatch(/Profile\s+passed/)
    expect(text).toMatch(/user\.profile\s+\d/)
    expect(text).not.toContain('Mary')
    expect(text).not.toMatch(/0x/)
  })
})

describe('with a service that repeats what it was sent', () => {
  it('writes a report without any of it', async () => {
    const secrets = {
      address: walletAddress,
      token: 'eyJhbGciOiJIUzI1NiJ9.eyJ1c2VyIjoibWFyeSJ9.c2lnbmF0dXJlLW9mLXRoZS10b2tlbg',
      key: 'tnx_live_9fQ2mZ7Lp0',
      reference: 'INV-7',
      label: 'Practice of Mary',
    }
    const message = [
      `address ${secrets.address}, token ${secrets.token}, api_key=${secrets.key},`,
      `client_reference_id "${secrets.reference}", account ${secrets.label}`,
    ].join(' ')
    const server = await startScriptedServer(() => ({
      status: 400,
      json: { status: 'error', message, payload: '' },
    }))
    onTestFinished(() => server.stop())
    const { connection } = await start([{ ...practice, ethereumAddress: walletAddress }], server.baseUrl)
    expect((await connection.test()).health).toMatchObject({
      status: 'failed',
      error: { code: 'rejectedByExchange' },
    })
    const { text } = await connection.getReport()
    expect(text).toMatch(/Health\s+failed in \d+ ms: rejectedByExchange .*message=/)
    for (const secret of [...Object.values(secrets), 'eyJ', 'Mary']) expect(text).not.toContain(secret)
  })

  it('says how long it has to be left alone', async () => {
    const tooMany: ScriptedAnswer = {
      status: 429,
      headers: { 'retry-after': '120' },
      json: { status: 'error', message: 'Too many requests', payload: '' },
    }
    const server = await startScriptedServer(() => tooMany)
    onTestFinished(() => server.stop())
    const { connection } = await start([practice], server.baseUrl)
    await eventually(() => {
      const { rateLimit } = connection.getActivity()
      expect(rateLimit.slowDowns).toBeGreaterThan(0)
      expect(rateLimit.pausedUntilMs).toBeGreaterThan(systemClock.now())
    })
    const activity = connection.getActivity()
    expect(connectionChannels['connection:getActivity'].output.parse(activity)).toEqual(activity)
    expect((await connection.getReport()).text).toMatch(/Paused\s+until 20/)
  })
})

describe('another account', () => {
  it('starts with nothing of the one before, whose test ends untold', async () => {
    const server = await startScriptedServer(() => ({ headersDelayMs: Infinity }))
    onTestFinished(() => server.stop())
    const { connection, accounts } = await start(
      [practice, { ...other, baseUrl: await startExchange() }],
      server.baseUrl,
    )
    const failure = failureOf(connection.test())
    await eventually(() => expect(told.count('connection:testChanged')).toBe(1))
    await accounts.activate({ id: other.id })
    expect((await failure).code).toBe('cancelled')
    expect(told.count('connection:testChanged')).toBe(1)
    connection.cancelTest()
    expect(told.count('connection:testChanged')).toBe(1)
    expect((await connection.getReport()).text).toMatch(/Test of the connection\n {2}none/)
    expect(connection.getActivity().lastCalls.every(({ error }) => error?.code !== 'cancelled')).toBe(true)
  })
})

describe('without an account', () => {
  it('has no calls and no test, and still a report', async () => {
    const { connection } = await start([], 'http://127.0.0.1:1')
    expect(() => connection.getActivity()).toThrow('notFound')
    expect(await failureOf(connection.test())).toMatchObject({
      code: 'notFound',
      data: { what: 'active account' },
    })
    expect(connection.cancelTest()).toEqual({})
    expect(connection.retry()).toEqual({})
    expect((await connection.getReport()).text).toMatch(/Account\s+none/)
  })
})
