import { describe, expect, it, onTestFinished } from 'vitest'
import type { Notice } from '../../../src-preload/contract/app/alerts.ts'
import type { Order } from '../../../src-preload/contract/orders/entities.ts'
import { events } from '../../../src-preload/contract/contract.ts'
import { type Alerts, type AlertsOptions, createAlerts } from '../../../src-main/alerts/alerts.ts'
import type { NotificationText } from '../../../src-main/alerts/notification-text.ts'
import type { Store } from '../../../src-main/store/api/store-api.ts'
import { eventually } from '../../fixtures/eventually.ts'
import { movableClock, type MovableClock } from '../../fixtures/test-client.ts'
import { sampleCandles, sampleOrder, toldAt } from '../store/support.ts'
import { account, inUse, makeEvents, makeLog, makeSession, makeStore, type Told } from '../world.ts'

/** Noon in UTC. */
const start = Date.UTC(2025, 5, 10, 12)
const id = '5f0c1d1e-6f3c-4d3b-9a53-0d1b5b2a7c11'
const MINUTE = 60_000

interface Desk {
  readonly alerts: Alerts
  readonly told: Told
  readonly shown: { readonly text: NotificationText; readonly choose: () => void }[]
  readonly badges: number[]
  readonly faults: string[]
  readonly openedNotices: readonly Notice[]
}

interface World {
  readonly store: Store
  readonly clock: MovableClock
  /** As one start of the app. */
  readonly open: (given?: Partial<AlertsOptions>) => Promise<Desk>
}

async function makeWorld(): Promise<World> {
  const store = await makeStore()
  const clock = movableClock(start)
  const session = makeSession('http://127.0.0.1:9', clock)
  await store.startOrderNotices(account.id, start - 1)
  return {
    store,
    clock,
    async open(given = {}) {
      const told = makeEvents()
      const { log, faults } = makeLog()
      const shown: Desk['shown'] = []
      const badges: number[] = []
      const openedNotices: Notice[] = []
      const alerts = await createAlerts({
        store,
        clock,
        emit: told.emit,
        log,
        current: inUse(session),
        system: {
          show: (text, choose) => shown.push({ text, choose }),
          setBadge: (count) => badges.push(count),
          getLocale: () => 'en',
        },
        getDisplay: () => ({ isPrivate: false, timeZone: 'UTC' }),
        isLocked: () => false,
        openNotice: (notice) => openedNotices.push(notice),
        ...given,
      })
      onTestFinished(() => alerts.close())
      return { alerts, told, shown, badges, faults, openedNotices }
    },
  }
}

const record = { stretches: [], keptFromMs: 0, asOfMs: start }

function fill(store: Store, first: number, count: number, changes: Partial<Order> = {}) {
  const orders = Array.from({ length: count }, (_, at) =>
    sampleOrder(first + at, {
      state: 'done',
      updatedAtMs: start + at,
      averagePrice: '1867.5',
      executedVolume: '1.5',
      ...changes,
    }),
  )
  return store.putOrders(account.id, orders, record)
}

const listed = async (alerts: Alerts) => (await alerts.listNotices({ beforeId: null, limit: 200 })).notices

describe('what happened', () => {
  it('is in the list, told to the page and the system, and counted on the icon', async () => {
    const { store, open } = await makeWorld()
    const { alerts, told, shown, badges } = await open()
    alerts.start()
    await fill(store, 1, 2)
    alerts.noteOrders()
    await eventually(() => expect(shown).toHaveLength(2))
    expect(shown.map(({ text }) => text.body)).toEqual([
      'Buy 1.5 ETH at 1,867.50.',
      'Buy 1.5 ETH at 1,867.50.',
    ])
    expect(await listed(alerts)).toMatchObject([
      { id: 2, isRead: false, notedAtMs: start, what: { kind: 'orderFilled', orderId: 2 } },
      { id: 1, atMs: start },
    ])
    expect(told.last('alerts:noticesChanged')).toEqual({ unread: 2 })
    expect(badges.at(-1)).toBe(2)
    await alerts.markRead({ id: 2, isUpTo: true })
    expect(badges.at(-1)).toBe(0)
    expect(told.last('alerts:noticesChanged')).toEqual({ unread: 0 })
    await alerts.clearRead()
    expect(await listed(alerts)).toEqual([])
  })

  it('many times at once is one notification', async () => {
    const { store, open } = await makeWorld()
    const { alerts, shown } = await open()
    await fill(store, 1, 3)
    await fill(store, 4, 2, { state: 'cancel' })
    alerts.start()
    await eventually(() => expect(shown).toHaveLength(1))
    expect(shown[0]?.text).toEqual({
      title: '5 new notifications',
      body: '3 orders filled, 2 orders canceled.',
    })
    expect(await listed(alerts)).toHaveLength(5)
  })

  it('before the app could tell of it is told of at the next start', async () => {
    const { store, clock, open } = await makeWorld()
    await fill(store, 1, 1)
    clock.moveTo(start + 3 * 3_600_000)
    const { alerts, shown } = await open()
    alerts.start()
    await eventually(() => expect(shown).toHaveLength(1))
    expect(await listed(alerts)).toMatchObject([{ atMs: start, notedAtMs: start + 3 * 3_600_000 }])
    const next = await open()
    next.alerts.start()
    await eventually(() => expect(next.badges).toContain(1))
    expect(next.shown).toEqual([])
  })

  it('is shown in the app when its notification is chosen', async () => {
    const { store, open } = await makeWorld()
    const { alerts, shown, openedNotices } = await open()
    await fill(store, 7, 1)
    alerts.noteOrders()
    await eventually(() => expect(shown).toHaveLength(1))
    expect(openedNotices).toEqual([])
    shown[0]?.choose()
    expect(openedNotices).toMatchObject([{ what: { orderId: 7 } }])
    const chosen = { kind: 'notice', notice: openedNotices[0] }
    expect(events['app:navigate'].safeParse(chosen).success).toBe(true)
  })

  it('is told of without amounts or at all, as the user wants it', async () => {
    const { store, open } = await makeWorld()
    const { alerts, shown } = await open({ getDisplay: () => ({ isPrivate: true, timeZone: 'UTC' }) })
    await fill(store, 1, 1)
    alerts.noteOrders()
    await eventually(() => expect(shown).toHaveLength(1))
    expect(shown[0]?.text).toEqual({ title: 'Order filled: ETH/USDC', body: 'Buy.' })
    const locked = await open({ isLocked: () => true })
    await fill(store, 2, 1)
    locked.alerts.noteOrders()
    await eventually(() => expect(locked.shown).toHaveLength(1))
    expect(locked.shown[0]?.text).toEqual({ title: 'Order filled', body: 'One of your orders was filled.' })
  })

  it.each([
    ['muted', { isMuted: true }],
    ['quiet', { quietHours: { from: 11 * 60, until: 13 * 60 } }],
    ['off for its kind', { ofFills: false }],
  ])('is in the list when notifications are %s, which a restart keeps', async (_why, change) => {
    const { store, open } = await makeWorld()
    const before = await open()
    await before.alerts.setOptions({ ...before.alerts.getOptions(), ...change })
    const { alerts, badges } = await open()
    expect(alerts.getOptions()).toMatchObject(change)
    await fill(store, 1, 1)
    alerts.noteOrders()
    await fill(store, 2, 1, { state: 'cancel' })
    alerts.noteOrders()
    await eventually(() => expect(badges.at(-1)).toBe(2))
    expect(await listed(alerts)).toHaveLength(2)
  })

  it('has the options of the first start where those that were kept cannot be read', async () => {
    const { store, open } = await makeWorld()
    for (const text of ['{', '{"isMuted":"yes"}']) {
      await store.setSetting('noticeOptions', text)
      expect((await open()).alerts.getOptions()).toMatchObject({
        isMuted: false,
        quietHours: null,
        ofFills: true,
      })
    }
  })
})

describe('a price alert', () => {
  const input = {
    id,
    market: 'ethusdc',
    price: '100',
    direction: 'either',
    note: 'x',
    isRepeating: false,
  } as const

  it('is listed as the contract has it, of its market and of all', async () => {
    const { open } = await makeWorld()
    const { alerts, told } = await open()
    await alerts.put(input)
    expect(told.count('alerts:changed')).toBe(1)
    const listed = { ...input, createdAtMs: start, crossedAtMs: null, isArmed: true }
    expect(await alerts.list({ market: null })).toEqual({ alerts: [listed] })
    expect(await alerts.list({ market: 'ethusdc' })).toEqual({ alerts: [listed] })
    expect(await alerts.list({ market: 'btcusdc' })).toEqual({ alerts: [] })
    await alerts.remove({ id })
    await alerts.remove({ id })
    expect(told.count('alerts:changed')).toBe(2)
    expect(await alerts.list({ market: null })).toEqual({ alerts: [] })
  })

  it.each([
    [99, 'below'],
    [101, 'above'],
    [100, null],
  ] as const)('put while the price is %d knows on which side it was', async (close, side) => {
    const { store, open } = await makeWorld()
    const { alerts } = await open()
    await store.putCandles(
      'https://exchange.example',
      'ethusdc',
      1,
      sampleCandles([start], close),
      null,
      toldAt(start),
    )
    await alerts.put(input)
    expect((await store.listAlerts('https://exchange.example'))[0]?.progress.side).toBe(side)
  })

  it('put while the price is old news does not believe it', async () => {
    const { store, clock, open } = await makeWorld()
    const { alerts } = await open()
    await store.putCandles(
      'https://exchange.example',
      'ethusdc',
      1,
      sampleCandles([start], 99),
      null,
      toldAt(start),
    )
    clock.moveTo(start + 5 * MINUTE)
    await alerts.put(input)
    expect((await store.listAlerts('https://exchange.example'))[0]?.progress.side).toBeNull()
  })
})
