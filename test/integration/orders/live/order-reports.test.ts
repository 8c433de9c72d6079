// Own orders and fills by the stream of the practice exchange: read by REST at once, and the store is what REST tells.
import { setTimeout as wait } from 'node:timers/promises'
import { describe, expect, it, onTestFinished } from 'vitest'
import { systemClock } from '../../../../src-main/async/clock.ts'
import { createTrust } from '../../../../src-main/exchange/streams/stream-line.ts'
import { createMarks } from '../../../../src-main/markets/charts/marks.ts'
import { startOrderReports } from '../../../../src-main/orders/live/order-reports.ts'
import {
  type PracticeExchangeOptions,
  startPracticeExchange,
} from '../../../../src-main/practice/exchange.ts'
import { noStreamFaults } from '../../../../src-main/practice/streams/stream-faults.ts'
import { derivePracticeUsers, type PracticeUser } from '../../../../src-main/practice/users.ts'
import { createAccountSession } from '../../../../src-main/session/account-session.ts'
import type { Store } from '../../../../src-main/store/api/store-api.ts'
import { AppError } from '../../../../src-preload/domain/errors.ts'
import { eventually } from '../../../fixtures/eventually.ts'
import { StrangeClient } from '../../contract/practice/strange-client.ts'
import { makeTrader } from '../../contract/practice/trader.ts'
import { account, inUse, makeLog, makeSession, makeStore, noSecrets } from '../../world.ts'

const seed = 7
/** What rests far from the price is not filled. */
const resting = { market: 'ethusdc', ord_type: 'limit', side: 'buy', volume: 0.1, price: 1 } as const
const atOnce = { market: 'ethusdc', ord_type: 'market', side: 'buy', volume: 0.01 } as const

const [user] = derivePracticeUsers(seed)

function alice(): PracticeUser {
  if (user === undefined) throw new Error('no practice user')
  return user
}

async function startExchange(options: Partial<PracticeExchangeOptions> = {}) {
  const paths: string[] = []
  const exchange = await startPracticeExchange({
    host: '127.0.0.1',
    seed,
    orders: 20,
    latencyMs: 0,
    onRequest: (report) => paths.push(JSON.stringify(report)),
    ...options,
  })
  onTestFinished(() => exchange.close())
  return { exchange, paths, trader: await makeTrader(new StrangeClient(exchange.baseUrl), alice()) }
}

/** The reports of an account that nothing else reads orders of. */
async function start(baseUrl: string, beforeRead: (id: number) => Promise<void> = () => Promise.resolve()) {
  const store = await makeStore()
  const session = createAccountSession({
    account: { ...account, ethereumAddress: alice().ethereumAddress },
    baseUrl,
    fetch: globalThis.fetch,
    clock: systemClock,
    secrets: noSecrets,
    userAgent: 'Starkdesk/0.1.0 (test)',
    log: makeLog().log,
    candidate: {
      ethereumPrivateKey: alice().ethereumPrivateKey,
      refreshTokens: {
        load: () => Promise.resolve(null),
        save: () => Promise.resolve(),
        clear: () => Promise.resolve(),
      },
    },
    requestSignature: () => Promise.reject(new AppError('cancelled')),
    isSignedOut: false,
    mayLogIn: () => true,
    streamAccess: { resolveProxy: () => Promise.resolve('DIRECT'), trust: createTrust() },
  })
  onTestFinished(() => session.close())
  const state = {
    isPaused: false,
    listings: 0,
    live: [] as boolean[],
    reported: [] as number[],
    faults: [] as unknown[],
  }
  const reports = startOrderReports({
    accountId: 'a',
    streams: session.streams,
    source: {
      ...session.client,
      getOrder: async (id, how) => {
        await beforeRead(id)
        return await session.client.getOrder(id, how)
      },
    },
    store,
    isPaused: () => state.isPaused,
    monotonicMs: () => performance.now(),
    wait: (ms, signal) => wait(ms, undefined, { signal }),
    listAll: () => (state.listings += 1),
    onReported: (ids) => state.reported.push(...ids),
    onRead: () => undefined,
    onLive: () => state.live.push(reports.isLive()),
    onFault: (error) => state.faults.push(error),
  })
  onTestFinished(() => reports.stop())
  return { store, session, reports, state }
}

const expectState = (store: Store, id: number, state: string) =>
  eventually(async () => expect((await store.getOrder('a', id))?.state).toBe(state))

describe('what the stream reports', () => {
  it('is read by REST: a new order, its fills, its end and its reason, without a listing of all', async () => {
    const { exchange, trader } = await startExchange()
    const { store, reports, state } = await start(exchange.baseUrl)
    await eventually(() => expect(reports.isLive()).toBe(true))
    expect(state.listings).toBe(1)
    const restingId = await trader.place(resting)
    await expectState(store, restingId, 'wait')
    const filledId = await trader.place(atOnce)
    await expectState(store, filledId, 'done')
    const told = await trader.read(filledId)
    const fills = await eventually(async () => {
      const stored = await store.getOrderTrades('a', filledId)
      expect(stored?.trades).toHaveLength(Number(told['trades_count']))
      return stored?.trades ?? []
    })
    expect(fills.every(({ feeAmount }) => feeAmount !== null)).toBe(true)
    await trader.cancel(restingId)
    await expectState(store, restingId, 'cancel')
    const [listed] = (await trader.list(`state=cancel&limit=1`)).filter(({ id }) => id === restingId)
    expect((await store.getOrder('a', restingId))?.cancelReason).toBe(listed?.['cancel_reason'])
    expect(state).toMatchObject({ listings: 1, faults: [] })
    expect(state.reported).toEqual(expect.arrayContaining([restingId, filledId]))
  })

  it('has its reason too where it is canceled between its first report and the reading of it', async () => {
    const { exchange, trader } = await startExchange()
    const { store, reports } = await start(exchange.baseUrl, async (id) => {
      if ((await trader.read(id))['state'] === 'cancel') return
      await trader.cancel(id)
      await eventually(async () => expect((await trader.read(id))['state']).toBe('cancel'))
    })
    await eventually(() => expect(reports.isLive()).toBe(true))
    const id = await trader.place(resting)
    await expectState(store, id, 'cancel')
    await eventually(async () =>
      expect((await store.getOrder('a', id))?.cancelReason).toBe('Order cancelled by user'),
    )
  })

  it('is shown as reported until REST has told as much', async () => {
    const { exchange, trader } = await startExchange()
    const { store, reports, state } = await start(exchange.baseUrl)
    await eventually(() => expect(reports.isLive()).toBe(true))
    const id = await trader.place(resting)
    await expectState(store, id, 'wait')
    const known = await store.getOrder('a', id)
    if (known === null) throw new Error('no order')
    state.isPaused = true
    await trader.cancel(id)
    await eventually(() => expect(reports.reportOf(known)).toMatchObject({ id, state: 'cancel' }))
    expect((await store.getOrder('a', id))?.state).toBe('wait')
    expect([reports.hasReport(id), reports.hasReport(id + 1)]).toEqual([true, false])
    // Its mark on a chart says so too.
    const query = { market: 'ethusdc', fromMs: 0, toMs: known.createdAtMs + 1 }
    const current = inUse(makeSession(exchange.baseUrl, systemClock), reports)
    const charts = createMarks({ store, current })
    expect((await charts.listMarks(query)).marks.find(({ orderId }) => orderId === id)).toMatchObject({
      ...{ kind: 'placed', state: 'cancel', isOpen: false, isReported: true },
    })
    state.isPaused = false
    await expectState(store, id, 'cancel')
    const told = await store.getOrder('a', id)
    if (told !== null) expect(reports.reportOf(told)).toBeNull()
  })

  it('ends with the connection, which asks for a listing at once, and again when it is back', async () => {
    const { exchange, trader } = await startExchange({ streams: { privateSeconds: 2 } })
    const { store, state } = await start(exchange.baseUrl)
    await eventually(() => expect(state.live.slice(0, 3)).toEqual([true, false, true]))
    await eventually(() => expect(state.listings).toBeGreaterThan(1))
    const id = await trader.place(resting)
    await eventually(async () => {
      const isListed = state.listings > 2
      expect(isListed || (await store.getOrder('a', id)) !== null).toBe(true)
    })
  })

  it('of many orders at once is read by pages', async () => {
    const { exchange, trader, paths } = await startExchange()
    const { store, reports } = await start(exchange.baseUrl)
    await eventually(() => expect(reports.isLive()).toBe(true))
    paths.length = 0
    const ids = await Promise.all(Array.from({ length: 30 }, () => trader.place(resting)))
    for (const id of ids) await expectState(store, id, 'wait')
    const single = paths.filter((path) => ids.some((id) => path.includes(`orders/${String(id)}`)))
    expect(single.length).toBeLessThan(30)
  })

  it.each([
    ['late and out of order', { late: 0.5, lateMs: 800 }],
    ['twice', { twice: 1 }],
  ])('%s leads to what REST tells', async (_name, faults) => {
    const { exchange, trader } = await startExchange({
      streams: { faults: { ...noStreamFaults, ...faults } },
    })
    const { store, reports } = await start(exchange.baseUrl)
    await eventually(() => expect(reports.isLive()).toBe(true))
    const ids: number[] = []
    for (let nth = 0; nth < 4; nth += 1) {
      ids.push(await trader.place(atOnce))
      const id = await trader.place(resting)
      ids.push(id)
      if (nth % 2 === 0) await trader.cancel(id)
    }
    for (const id of ids) {
      await eventually(async () => {
        const told = await trader.read(id)
        const stored = await store.getOrder('a', id)
        expect(stored).toMatchObject({
          state: told['state'],
          executedVolume: told['executed_volume'],
          tradesCount: told['trades_count'],
        })
      })
    }
  })
})
