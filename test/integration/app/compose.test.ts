import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { events } from '../../../src-preload/contract/contract.ts'
import { type ComposeOptions, composeServices, type Services } from '../../../src-main/app/compose.ts'
import { noConnection } from '../../../src-main/session/connection.ts'
import type { PracticeHost } from '../../../src-main/practice/practice-host.ts'
import { derivePracticeUsers } from '../../../src-main/practice/users.ts'
import { startPracticeExchange } from '../../../src-main/practice/exchange.ts'
import { accountSetting } from '../../../src-main/store/api/account-settings.ts'
import type { Store } from '../../../src-main/store/api/store-api.ts'
import { AppError } from '../../../src-preload/domain/errors.ts'
import { systemClock } from '../../../src-main/async/clock.ts'
import {
  type ScriptedAnswer,
  type ScriptedServer,
  startScriptedServer,
} from '../../fixtures/scripted-server.ts'
import { CountingKeychain } from '../../fixtures/counting-keychain.ts'
import { account, makeEvents, makeLog, makeStore, openPlaces, type Told } from '../world.ts'
import { makeFolder } from '../store/support.ts'
import { ordersRequest } from '../exports/exports-world.ts'
import { eventually } from '../../fixtures/eventually.ts'
import { nobodyThere } from '../../fixtures/nobody-there.ts'
import { openJournalHere } from '../../fixtures/journal-here.ts'

const seed = 7
const ethereumAddress = derivePracticeUsers(seed)[0]?.ethereumAddress ?? ''

let told: Told
let faults: string[]

/** The services with the practice account in use, whose exchange is whatever the host leads to. */
async function start(
  practice: PracticeHost,
  prepare: (store: Store) => Promise<void> = () => Promise.resolve(),
  more: Partial<ComposeOptions> = {},
): Promise<Services> {
  const store = await makeStore()
  await store.putAccount({ ...account, networkKind: 'practice', baseUrl: null, ethereumAddress })
  await prepare(store)
  told = makeEvents()
  const made = makeLog()
  faults = made.faults
  const services = await composeServices({
    store,
    journal: openJournalHere(),
    places: await openPlaces(store, new CountingKeychain()),
    clock: systemClock,
    fetch: globalThis.fetch,
    userAgent: 'Starkdesk/0.1.0 (test)',
    emit: told.emit,
    log: made.log,
    practice,
    practiceSeed: seed,
    random: () => 0,
    ...nobodyThere,
    ...more,
  })
  onTestFinished(() => services.close())
  return services
}

const hostAt = (baseUrl: string): PracticeHost => ({
  start: () => Promise.resolve(baseUrl),
  stop: () => Promise.resolve(),
})

describe('an account whose exchange cannot be started', () => {
  it('is offline with the reason, not connecting for ever', async () => {
    let starts = 0
    const services = await start({
      start: () => {
        starts += 1
        return Promise.reject(new AppError('databaseTooNew', { found: 9, supported: 2, file: 'x' }))
      },
      stop: () => Promise.resolve(),
    })
    await eventually(() => expect(services.connection.getState().status).toBe('offline'))
    expect(services.connection.getState().error).toMatchObject({ code: 'databaseTooNew', data: { found: 9 } })
    expect(events['connection:changed'].safeParse(told.last('connection:changed')).success).toBe(true)
    // What runs in the background waits for the probes.
    expect(starts).toBeLessThan(10)
  })
})

describe('before the page is up', () => {
  it('nothing is asked of the service, and a file that a person wants is written all the same', async () => {
    const server = await startScriptedServer()
    onTestFinished(() => server.stop())
    const folder = makeFolder()
    const services = await start(hostAt(server.baseUrl), undefined, {
      firstPaint: new Promise(() => undefined),
      chooseFile: (name) => Promise.resolve(join(folder, name)),
    })
    await services.exports.start(ordersRequest())
    await eventually(() => expect(told.last('exports:changed')).toMatchObject({ status: 'done', rows: 0 }))
    expect(readdirSync(folder)).toHaveLength(1)
    expect(server.requests).toEqual([])
  })
})

describe('the last account', () => {
  it('takes its connection with it when it is removed', async () => {
    const exchange = await startPracticeExchange({ host: '127.0.0.1', port: 0, seed, orders: 3 })
    onTestFinished(() => exchange.close())
    const services = await start(hostAt(exchange.baseUrl))
    await eventually(() => expect(services.connection.getState().status).toBe('online'))
    await services.accounts.remove({ id: account.id, label: account.label, leaveSecrets: false })
    expect(told.last('connection:changed')).toEqual(noConnection)
    expect(services.connection.getState()).toEqual(noConnection)
    services.connection.retry()
    expect(services.connection.getState()).toEqual(noConnection)
  })
})

describe('an account that was signed out', () => {
  it('is shown the market, and is not told again and again that it is signed out', async () => {
    const exchange = await startPracticeExchange({ host: '127.0.0.1', port: 0, seed, orders: 3 })
    onTestFinished(() => exchange.close())
    const services = await start(hostAt(exchange.baseUrl), (store) =>
      store.setSetting(accountSetting(account.id, 'signedOut'), 'yes'),
    )
    await eventually(() => expect(services.connection.getState().status).toBe('online'))
    expect((await services.accounts.getState()).session).toBe('needsSignIn')
    expect((await services.orders.getSyncState()).lastError).toBeNull()
    expect((await services.portfolio.getPnl()).lastError).toBeNull()
    await services.accounts.signIn()
    expect((await services.accounts.getState()).session).toBe('signedIn')
  })
})

describe('what goes wrong in the background', () => {
  let server: ScriptedServer
  let exchange: Awaited<ReturnType<typeof startPracticeExchange>>
  /** Answers of paths that are not the exchange's own. */
  let broken: Record<string, ScriptedAnswer>

  beforeEach(async () => {
    broken = {}
    exchange = await startPracticeExchange({ host: '127.0.0.1', port: 0, seed, orders: 3 })
    server = await startScriptedServer(async ({ method, path, query, headers, body }) => {
      const answer = broken[path]
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
  })
  afterEach(async () => {
    await server.stop()
    await exchange.close()
  })

  it('is said by orders and by profit and loss, once in the log, until it is over', async () => {
    broken['/sapi/v1/orders/'] = { json: { status: 'success', message: '', payload: {} } }
    broken['/sapi/v1/user/pnl/'] = { status: 400, json: { status: 'error', message: 'no', payload: '' } }
    const services = await start(hostAt(server.baseUrl))
    await eventually(async () => {
      expect((await services.orders.getSyncState()).lastError).toMatchObject({
        code: 'contractViolation',
        data: { endpoint: 'orders.list', field: 'payload' },
      })
      expect((await services.portfolio.getPnl()).lastError).toMatchObject({
        code: 'rejectedByExchange',
        data: { message: 'no' },
      })
    })
    await eventually(() =>
      expect(told.last('orders:changed')?.sync.lastError?.code).toBe('contractViolation'),
    )
    expect(told.last('orders:changed')?.ids).toEqual([])
    expect(told.count('portfolio:changed')).toBeGreaterThan(0)
    await eventually(() => expect(server.countOf('/sapi/v1/orders/')).toBeGreaterThan(1))
    expect(faults.filter((what) => what === 'orders')).toHaveLength(1)
    broken = {}
    await eventually(async () => {
      expect(await services.orders.getSyncState()).toMatchObject({
        lastError: null,
        isComplete: true,
        cached: 3,
      })
    })
    await eventually(() => expect(told.last('orders:changed')?.sync.lastError).toBeNull())
  })

  it('is a refused sign-in, too', async () => {
    broken['/sapi/v2/auth/login/'] = {
      status: 400,
      json: { status: 'error', message: 'Invalid Credentials', payload: '' },
    }
    const services = await start(hostAt(server.baseUrl))
    await eventually(async () => expect((await services.orders.getSyncState()).lastError).not.toBeNull())
  })

  it('does not say that orders changed when only the age of the list did', async () => {
    await start(hostAt(server.baseUrl))
    await eventually(() => expect(told.last('orders:changed')?.sync.isComplete).toBe(true))
    const before = told.count('orders:changed')
    await eventually(() => expect(told.count('orders:changed')).toBeGreaterThan(before))
    expect(told.last('orders:changed')?.ids).toEqual([])
  })

  it('is an outage of the gateway, which is no connection', async () => {
    for (const path of [
      '/sapi/v1/health/',
      '/sapi/v1/market/kline/',
      '/sapi/v1/orders/',
      '/sapi/v2/auth/nonce/',
    ]) {
      broken[path] = { status: 503, headers: { 'content-type': 'text/html' }, text: '<html>down</html>' }
    }
    const services = await start(hostAt(server.baseUrl))
    await eventually(() => expect(services.connection.getState().status).toBe('offline'))
    expect(services.connection.getState().error).toMatchObject({
      code: 'rejectedByExchange',
      data: { status: 503 },
    })
  })
})
