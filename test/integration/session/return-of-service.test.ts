import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { systemClock } from '../../../src-main/async/clock.ts'
import { startPracticeExchange } from '../../../src-main/practice/exchange.ts'
import { derivePracticeUsers } from '../../../src-main/practice/users.ts'
import { composeServices, type Services } from '../../../src-main/app/compose.ts'
import { CountingKeychain } from '../../fixtures/counting-keychain.ts'
import { eventually } from '../../fixtures/eventually.ts'
import {
  type ScriptedAnswer,
  type ScriptedServer,
  startScriptedServer,
} from '../../fixtures/scripted-server.ts'
import { account, makeEvents, makeLog, makeStore, openPlaces, type Told } from '../world.ts'
import { nobodyThere } from '../../fixtures/nobody-there.ts'
import { openJournalHere } from '../../fixtures/journal-here.ts'

const seed = 7
const ethereumAddress = derivePracticeUsers(seed)[0]?.ethereumAddress ?? ''
const down: ScriptedAnswer = { status: 503, text: '<html>down</html>' }
const healthPath = '/sapi/v1/health/'
const ordersPath = '/sapi/v1/orders/'
const pnlPath = '/sapi/v1/user/pnl/'
const profilePath = '/sapi/v1/user/profile/'

let server: ScriptedServer
/** What is answered instead of the exchange, by path; '' stands for every path. */
let broken: Map<string, ScriptedAnswer>
let told: Told
let services: Services
/** When each request came, by the clock of this test. */
let cameMs: number[]

beforeEach(async () => {
  broken = new Map()
  cameMs = []
  const exchange = await startPracticeExchange({ host: '127.0.0.1', port: 0, seed, orders: 3 })
  onTestFinished(() => exchange.close())
  server = await startScriptedServer(async ({ method, path, query, headers, body }) => {
    cameMs.push(performance.now())
    const answer = broken.get(path) ?? broken.get('')
    if (answer) return answer
    const response = await fetch(`${exchange.baseUrl}${path}?${new URLSearchParams(query).toString()}`, {
      method,
      headers: {
        'content-type': 'application/json',
        ...(headers.authorization === undefined ? {} : { authorization: headers.authorization }),
      },
      ...(body === null ? {} : { body: JSON.stringify(body) }),
    })
    return { status: response.status, text: await response.text() }
  })
  onTestFinished(() => server.stop())
  const store = await makeStore()
  await store.putAccount({ ...account, networkKind: 'practice', baseUrl: null, ethereumAddress })
  told = makeEvents()
  services = await composeServices({
    store,
    journal: openJournalHere(),
    places: await openPlaces(store, new CountingKeychain()),
    clock: systemClock,
    fetch: globalThis.fetch,
    userAgent: 'Starkdesk/0.1.0 (test)',
    emit: told.emit,
    log: makeLog().log,
    practice: { start: () => Promise.resolve(server.baseUrl), stop: () => Promise.resolve() },
    practiceSeed: seed,
    random: () => 0,
    ...nobodyThere,
  })
  onTestFinished(() => services.close())
  await eventually(async () => {
    expect(services.connection.getState().status).toBe('online')
    expect((await services.orders.getSyncState()).isComplete).toBe(true)
    expect((await services.portfolio.getPnl()).asOfMs).not.toBeNull()
  })
})

describe('a service that was away', () => {
  it('is asked for each thing once when it is back, not by all at once and again', async () => {
    // History asks for other candles of the same series.
    await services.sync.setPaused({ isPaused: true })
    broken.set('', down)
    await eventually(() => expect(services.connection.getState().status).toBe('offline'))
    // What was under way when it went has ended, its repeats too.
    const others = (): number => server.requests.filter(({ path }) => path !== healthPath).length
    for (let last = -1; last !== others();) {
      last = others()
      await new Promise((resolve) => setTimeout(resolve, 1_500))
    }
    const before = server.requests.length
    broken.clear()
    await eventually(() => expect(services.connection.getState().status).toBe('online'))
    const profit = (): number => server.requests.slice(before).filter(({ path }) => path === pnlPath).length
    await eventually(() => expect(profit()).toBe(1))
    await new Promise((resolve) => setTimeout(resolve, 1_000))
    const after = server.requests.slice(before)
    expect(after.filter(({ path }) => path === pnlPath)).toHaveLength(1)
    expect(after.filter(({ path }) => path === profilePath).length).toBeLessThanOrEqual(2)
    // No request is made twice within a second, whoever wants it. A busy machine takes longer for all of it than the usual pause.
    const askedMs = new Map<string, number>()
    for (const [at, { path, query }] of after.entries()) {
      if (!path.startsWith('/sapi/v1/market/')) continue
      // A thin market's candles are asked for once more over a wider range.
      const range = `${query['start_time'] ?? ''}-${query['end_time'] ?? ''}`
      const what = `${path} ${query['market'] ?? ''} ${query['period'] ?? ''} ${range}`
      const now = cameMs[before + at] ?? NaN
      expect(now - (askedMs.get(what) ?? -Infinity), what).toBeGreaterThan(1_000)
      askedMs.set(what, now)
    }
    expect(told.last('connection:changed')?.status).toBe('online')
  })

  it('is tried at once when the computer wakes up', async () => {
    broken.set('', down)
    await eventually(() => expect(services.connection.getState().status).toBe('offline'))
    // The pauses have grown by then.
    const probes = server.countOf(healthPath)
    await eventually(() => expect(server.countOf(healthPath)).toBeGreaterThan(probes + 2))
    broken.clear()
    const asleep = server.countOf(healthPath)
    services.woke()
    await eventually(() => expect(services.connection.getState().status).toBe('online'))
    expect(server.countOf(healthPath)).toBe(asleep + 1)
  })
})

describe('a service that is there while the computer wakes up', () => {
  it('is asked for everything anew', async () => {
    const before = server.countOf(pnlPath)
    services.woke()
    await eventually(() => expect(server.countOf(pnlPath)).toBe(before + 1))
  })
})

describe('one part of the service that is down', () => {
  it('is said by its own screen, while the rest goes on and nothing is offline', async () => {
    broken.set(ordersPath, down)
    const candles = server.countOf('/sapi/v1/market/kline/')
    await eventually(async () => {
      expect((await services.orders.getSyncState()).lastError).toMatchObject({
        code: 'rejectedByExchange',
        data: { status: 503 },
      })
    })
    expect(services.connection.getState()).toMatchObject({ status: 'online', error: null })
    await eventually(() => expect(server.countOf('/sapi/v1/market/kline/')).toBeGreaterThan(candles))
    broken.clear()
    await eventually(async () => expect((await services.orders.getSyncState()).lastError).toBeNull())
  })
})
