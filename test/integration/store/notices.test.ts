import { describe, expect, it, test } from 'vitest'
import type { Order } from '../../../src-preload/contract/orders/entities.ts'
import { noticeFactsOf } from './notice-facts.ts'
import { runAndKill } from '../../fixtures/run-and-kill.ts'
import type { Store } from '../../../src-main/store/api/store-api.ts'
import {
  makeFile,
  open,
  openWithAccount,
  sampleAccount,
  sampleOrder,
  anyOrder,
  newestFirst,
} from './support.ts'

/** Notices of the account count from here on. */
const since = 1_650_000_000_000
const later = since + 60_000

const record = { stretches: [], keptFromMs: 0, asOfMs: since }

function ended(
  id: number,
  state: 'done' | 'cancel',
  updatedAtMs: number,
  changes: Partial<Order> = {},
): Order {
  return sampleOrder(id, { state, updatedAtMs, createdAtMs: since - 1_000, ...changes })
}

const put = (store: Store, ...orders: Order[]) => store.putOrders('a', orders, record)

async function told(store: Store) {
  await store.noteNotices(later)
  const { notices } = await store.listNotices(null, 200)
  return notices.map(noticeFactsOf)
}

describe('an order of a state that nobody knows', () => {
  it('is kept as it is, and told of once it is filled', async () => {
    const store = await openWithAccount()
    const odd = sampleOrder(1, { state: 'trigger_wait', type: 'iceberg' })
    await put(store, odd)
    expect(await store.getOrder('a', 1)).toMatchObject({ state: 'trigger_wait', type: 'iceberg' })
    expect(await store.listOpenOrders('a', 10)).toEqual([])
    expect(await told(store)).toEqual([])
    await put(store, ended(1, 'done', since + 2_000, { type: 'iceberg' }))
    expect(await told(store)).toMatchObject([{ kind: 'orderFilled', orderId: 1, type: 'iceberg' }])
  })

  it('is not mistaken for another whose words hold the same characters', async () => {
    const store = await openWithAccount()
    await put(store, sampleOrder(1, { type: 'a|b', state: 'c' }), sampleOrder(2, { type: 'a', state: 'b|c' }))
    expect(await store.getOrder('a', 1)).toMatchObject({ type: 'a|b', state: 'c' })
    expect(await store.getOrder('a', 2)).toMatchObject({ type: 'a', state: 'b|c' })
  })
})

describe('an order that was known to be open', () => {
  it.each([
    ['done', 'orderFilled'],
    ['cancel', 'orderCancelled'],
  ] as const)('is told of when it is %s, whenever that was', async (state, kind) => {
    const store = await openWithAccount()
    await put(store, sampleOrder(1), sampleOrder(2, { state: 'pending' }))
    expect(await told(store)).toEqual([])
    await put(store, ended(1, state, since + 2_000, { averagePrice: '1860.5', executedVolume: '0.4' }))
    expect(await told(store)).toEqual([
      {
        kind,
        accountId: 'a',
        orderId: 1,
        market: 'ethusdc',
        side: 'buy',
        type: 'limit',
        price: '1867.5000000000',
        averagePrice: '1860.5',
        originVolume: '1.0000000000',
        executedVolume: '0.4',
        ...(kind === 'orderCancelled' ? { cancelReason: null } : {}),
      },
    ])
  })

  it('is told of by whatever learns of its end, and once', async () => {
    const store = await openWithAccount()
    await put(store, sampleOrder(1))
    const done = ended(1, 'done', later)
    await store.putOrderTrades('a', done, [])
    await put(store, done)
    await put(store, { ...done, updatedAtMs: later + 1, takerFee: '0.1' })
    expect(await told(store)).toHaveLength(1)
  })

  it('gets the reason of its cancel when a list tells it', async () => {
    const store = await openWithAccount()
    await put(store, sampleOrder(1))
    await store.putOrderTrades('a', ended(1, 'cancel', later), [])
    expect(await told(store)).toMatchObject([{ cancelReason: null }])
    await put(store, ended(1, 'cancel', later, { cancelReason: 'Order cancelled by user' }))
    expect(await told(store)).toMatchObject([{ cancelReason: 'Order cancelled by user' }])
  })

  it('that goes from pending to open is no news', async () => {
    const store = await openWithAccount()
    await put(store, sampleOrder(1, { state: 'pending' }))
    await put(store, sampleOrder(1, { state: 'wait', updatedAtMs: later }))
    expect(await told(store)).toEqual([])
  })
})

describe('an order that is first seen when it has ended', () => {
  it('is told of where that was after notices of the account began to count', async () => {
    const store = await openWithAccount()
    await store.startOrderNotices('a', since)
    await put(store, ended(2, 'done', since), ended(3, 'cancel', since + 1), sampleOrder(4))
    expect(await told(store)).toMatchObject([{ orderId: 3 }])
    // Notices go on counting from where they began.
    await store.startOrderNotices('a', later + 10)
    await put(store, ended(5, 'done', later))
    expect(await told(store)).toMatchObject([{ orderId: 5 }, { orderId: 3 }])
  })

  it('is told of where a stream or the history read it before notices of the account began, and once', async () => {
    const store = await openWithAccount()
    await store.putAccount(sampleAccount('b'))
    await store.putOrders('b', [ended(9, 'done', later)], record)
    await put(store, ended(1, 'done', since), ended(2, 'done', later), sampleOrder(3))
    expect(await told(store)).toEqual([])
    await store.startOrderNotices('a', since)
    await put(store, ended(2, 'done', later))
    expect(await told(store)).toMatchObject([{ orderId: 2 }])
  })

  it('is not told of again after the cache was cleared and read anew', async () => {
    const store = await openWithAccount()
    await store.startOrderNotices('a', since)
    const orders = [ended(1, 'done', later), ended(2, 'cancel', later)]
    await put(store, ...orders)
    expect(await told(store)).toHaveLength(2)
    while ((await store.dropAll('orders', 100)).hasMore);
    expect(await store.countOrders('a')).toBe(0)
    await put(store, ...orders)
    expect(await told(store)).toHaveLength(2)
    // Nor after the user has removed the notices.
    await store.markNoticesRead(2, true)
    await store.clearReadNotices()
    while ((await store.dropAll('orders', 100)).hasMore);
    await put(store, ...orders)
    expect(await told(store)).toEqual([])
  })

  it('is told of by its own account alone', async () => {
    const store = await openWithAccount()
    await store.putAccount(sampleAccount('b'))
    await store.startOrderNotices('a', since)
    await store.putOrders('b', [ended(1, 'done', later)], record)
    expect(await told(store)).toEqual([])
  })

  it('remembers the newest ten thousand ends, and tells of none before them again', async () => {
    const store = await openWithAccount()
    await store.startOrderNotices('a', since)
    const orders = Array.from({ length: 10_050 }, (_, id) => ended(id, 'done', since + 1 + id))
    await put(store, ...orders)
    await store.noteNotices(later)
    await store.trimNotices(later)
    const { notices } = await store.listNotices(null, 200)
    expect(notices[0]?.id).toBe(10_050)
    expect(await store.countUnreadNotices()).toBe(2_000)
    while ((await store.dropAll('orders', 5_000)).hasMore);
    await put(store, ...orders)
    expect(await store.noteNotices(later)).toEqual([])
  })
})

describe('an account that is removed', () => {
  it('takes its notices with it, and those of prices stay', async () => {
    const store = await openWithAccount()
    await store.startOrderNotices('a', since)
    await put(store, ended(1, 'done', later))
    await crossOne(store)
    expect(await told(store)).toHaveLength(2)
    await store.removeAccount('a')
    expect(await told(store)).toMatchObject([{ kind: 'priceCrossed' }])
  })

  it('leaves no notices of orders to who sets a locked vault aside', async () => {
    const store = await openWithAccount()
    await store.startOrderNotices('a', since)
    const order = ended(1, 'done', later)
    await put(store, order)
    expect(await told(store)).toHaveLength(1)
    await store.clearPrivateCache()
    expect(await told(store)).toEqual([])
    await put(store, order)
    expect(await told(store)).toEqual([])
  })
})

async function crossOne(store: Store, id = '5f0c1d1e-6f3c-4d3b-9a53-0d1b5b2a7c11', isRepeating = true) {
  const alert = {
    id,
    network: 'n',
    market: 'ethusdc',
    price: '100',
    direction: 'up',
    note: '',
    isRepeating,
  } as const
  await store.putAlert({ ...alert, armedAtMs: since, side: null })
  const progress = { checkedMs: since, side: null, isResting: true, crossedCandleMs: since } as const
  return store.settleAlerts([
    { id, armedAtMs: since, progress, crossings: [{ atMs: later, direction: 'up' }] },
  ])
}

describe('price alerts', () => {
  const id = '5f0c1d1e-6f3c-4d3b-9a53-0d1b5b2a7c11'

  it('are disarmed with their notice, unless they repeat', async () => {
    const store = await openWithAccount()
    expect(await crossOne(store, id, false)).toBe(1)
    expect(await store.listAlerts('n')).toMatchObject([
      { isArmed: false, crossedAtMs: later, createdAtMs: since },
    ])
    const other = '5f0c1d1e-6f3c-4d3b-9a53-0d1b5b2a7c12'
    expect(await crossOne(store, other)).toBe(1)
    expect((await store.listAlerts('n')).find((one) => one.id === other)).toMatchObject({ isArmed: true })
    expect(await told(store)).toHaveLength(2)
  })

  it('that were changed or removed since their prices were read are left alone', async () => {
    const store = await openWithAccount()
    await crossOne(store)
    const progress = { checkedMs: later, side: null, isResting: true, crossedCandleMs: later } as const
    const late = {
      id,
      armedAtMs: since - 1,
      progress,
      crossings: [{ atMs: later, direction: 'up' as const }],
    }
    expect(await store.settleAlerts([late])).toBe(0)
    await store.removeAlert(id)
    expect(await store.settleAlerts([{ ...late, armedAtMs: since }])).toBe(0)
    expect(await told(store)).toHaveLength(1)
  })

  it('are armed anew when they are changed, and keep when they were made', async () => {
    const store = await openWithAccount()
    await crossOne(store, id, false)
    const alert = {
      id,
      network: 'n',
      market: 'btcusdc',
      price: '7',
      direction: 'down',
      note: 'x',
      isRepeating: false,
    } as const
    await store.putAlert({ ...alert, armedAtMs: later, side: 'above' })
    expect(await store.listAlerts('n')).toMatchObject([
      { market: 'btcusdc', isArmed: true, createdAtMs: since, armedAtMs: later, progress: { side: 'above' } },
    ])
  })

  it('are two hundred a network at most, and belong to one', async () => {
    const store = await openWithAccount()
    const uuid = (at: number) => `5f0c1d1e-6f3c-4d3b-9a53-${String(at).padStart(12, '0')}`
    const base = { market: 'ethusdc', price: '1', direction: 'up', note: '', isRepeating: false } as const
    const make = (at: number, network: string) =>
      store.putAlert({ ...base, id: uuid(at), network, armedAtMs: since, side: null })
    for (let at = 0; at < 200; at += 1) await make(at, 'n')
    await expect(make(200, 'n')).rejects.toMatchObject({ code: 'validation', data: { field: 'alerts' } })
    await make(200, 'other')
    await make(7, 'n')
    await expect(make(200, 'n')).rejects.toMatchObject({ code: 'validation', data: { field: 'id' } })
  })
})

describe('the list of notices', () => {
  it('pages from the newest, counts what is unread, and gives no number twice', async () => {
    const store = await openWithAccount()
    for (let at = 0; at < 5; at += 1) await crossOne(store)
    expect(await store.listNotices(null, 2)).toMatchObject({ notices: [], unread: 0, hasMore: false })
    expect((await store.noteNotices(later)).map(({ id }) => id)).toEqual([1, 2, 3, 4, 5])
    expect(await store.noteNotices(later)).toEqual([])
    const page = await store.listNotices(null, 2)
    expect(page).toMatchObject({ unread: 5, hasMore: true })
    expect(page.notices.map(({ id }) => id)).toEqual([5, 4])
    expect((await store.listNotices(4, 200)).notices.map(({ id }) => id)).toEqual([3, 2, 1])
    expect(await store.markNoticesRead(3, true)).toBe(3)
    expect(await store.clearReadNotices()).toBe(3)
    expect(await store.markNoticesRead(5, true)).toBe(2)
    expect(await store.clearReadNotices()).toBe(2)
    expect((await store.listNotices(null, 200)).notices).toEqual([])
    await crossOne(store)
    expect((await store.noteNotices(later)).map(({ id }) => id)).toEqual([6])
  })

  it('forgets what is older than a year', async () => {
    const store = await openWithAccount()
    await crossOne(store)
    await crossOne(store)
    await store.noteNotices(later)
    await store.trimNotices(later + 400 * 86_400_000)
    expect((await store.listNotices(null, 200)).notices).toHaveLength(1)
  })
})

test('a process killed while orders end tells of each of them once', async () => {
  const file = makeFile()
  const ids = new Set<number>()
  for (const reports of [2, 5, 3]) {
    await runAndKill(new URL('end-until-killed.ts', import.meta.url), [file], reports)
    const store = await open(file)
    const { total } = await store.listOrders('a', { ...anyOrder, states: ['done'] }, newestFirst, 0, 1)
    await store.noteNotices(later)
    const facts: number[] = []
    for (let beforeId: number | null = null, hasMore = true; hasMore;) {
      const page = await store.listNotices(beforeId, 200)
      facts.push(...page.notices.map((one) => noticeFactsOf(one).orderId))
      beforeId = page.notices.at(-1)?.id ?? null
      hasMore = page.hasMore
    }
    expect(new Set(facts).size).toBe(facts.length)
    expect(facts.length).toBe(total)
    for (const id of facts) ids.add(id)
    await store.close()
  }
  expect(ids.size).toBeGreaterThan(0)
}, 60_000)

describe('an open order that is filled in part', () => {
  it('is told of each time more of it is filled, and never as it is read again', async () => {
    const store = await openWithAccount()
    await store.startOrderNotices('a', since)
    const order = sampleOrder(1, { originVolume: '4', executedVolume: '0', updatedAtMs: since })
    await put(store, order)
    await put(store, { ...order, executedVolume: '1', updatedAtMs: since + 1 })
    await put(store, { ...order, executedVolume: '1', updatedAtMs: since + 2 })
    await put(store, { ...order, executedVolume: '3', updatedAtMs: since + 3 })
    await put(store, { ...order, executedVolume: '4', state: 'done', updatedAtMs: since + 4 })
    expect(await told(store)).toMatchObject([
      { kind: 'orderFilled', executedVolume: '4' },
      { kind: 'orderPartlyFilled', executedVolume: '3', originVolume: '4' },
      { kind: 'orderPartlyFilled', executedVolume: '1' },
    ])
  })
})

describe('a received transfer', () => {
  const me = sampleAccount('a').ethereumAddress
  const other = `0x${'b'.repeat(40)}`
  type Listed = Parameters<Store['putListedTransfers']>[1][number]
  const transfer = (reference: string, changes: Partial<Listed> = {}): Listed => ({
    reference,
    amount: '25',
    currency: 'usdc',
    fromAddress: other,
    destinationAddress: me,
    status: 'success',
    createdAtMs: since + 1,
    updatedAtMs: since + 1,
    asOfMs: since + 2,
    ...changes,
  })
  const sync = { offsetUnit: null, nextPage: 1, isWhole: true } as const

  it('is told of once, when it has arrived, and what was sent or is older is not', async () => {
    const store = await openWithAccount()
    await store.startOrderNotices('a', since)
    const waiting = transfer('waiting', { status: 'pending' })
    const rows = [
      transfer('new'),
      transfer('old', { createdAtMs: since - 1 }),
      transfer('sent', { fromAddress: me, destinationAddress: other }),
      waiting,
    ]
    await store.putListedTransfers('a', rows, sync)
    expect(await told(store)).toEqual([
      {
        kind: 'transferReceived',
        accountId: 'a',
        reference: 'new',
        amount: '25',
        currency: 'usdc',
        fromAddress: other,
      },
    ])
    await store.putListedTransfers('a', [{ ...waiting, status: 'success', updatedAtMs: since + 5 }], sync)
    expect(await told(store)).toMatchObject([{ reference: 'waiting' }, { reference: 'new' }])
    // The cache is cleared and read again.
    while ((await store.dropAll('pnl', 5_000)).hasMore);
    await store.putListedTransfers('a', rows, sync)
    expect(await told(store)).toHaveLength(2)
  })
})

describe('what main tells of by itself', () => {
  it('is told of once for each key, also after a restart', async () => {
    const file = makeFile()
    const facts = JSON.stringify({ kind: 'sessionEnded', accountId: 'a', reason: 'idle' })
    const notice = { key: 'session 1', atMs: since, kind: 'sessionEnded', accountId: 'a', facts } as const
    const first = await open(file)
    await first.putAccount(sampleAccount('a'))
    expect(await first.addNotice(notice)).toBe(true)
    expect(await first.addNotice(notice)).toBe(false)
    await first.close()
    const store = await open(file)
    expect(await store.addNotice(notice)).toBe(false)
    expect(await told(store)).toMatchObject([{ kind: 'sessionEnded', reason: 'idle' }])
  })
})
