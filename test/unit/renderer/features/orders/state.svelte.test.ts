// How the tables of orders and fills ask main, follow its news, keep columns and add up.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { TableChoices } from '../../../../../src-preload/contract/orders/orders.ts'
import { AppError } from '../../../../../src-preload/domain/errors.ts'
import type { ListedOrder } from '../../../../../src-preload/contract/orders/entities.ts'
import type { ChannelInput } from '../../../../../src-preload/contract/contract.ts'
import { fillColumnIds, orderColumnIds } from '../../../../../src-preload/domain/orders/export-columns.ts'
import { fillColumns } from '../../../../../src-renderer/features/orders/fills/fill-columns.ts'
import { fills } from '../../../../../src-renderer/features/orders/fills/fills.svelte.ts'
import { orderExports } from '../../../../../src-renderer/features/orders/list-exports.ts'
import { exports } from '../../../../../src-renderer/shell/state/exports.svelte.ts'
import { orderColumns } from '../../../../../src-renderer/features/orders/order-columns.ts'
import { orderDetails } from '../../../../../src-renderer/features/orders/detail/order-detail.svelte.ts'
import { noFilter, viewOfChoice } from '../../../../../src-renderer/features/orders/filters/order-filter.ts'
import { orders } from '../../../../../src-renderer/features/orders/orders.svelte.ts'
import {
  SavedViews,
  savedViews,
} from '../../../../../src-renderer/features/orders/filters/saved-views.svelte.ts'
import { TableLayout } from '../../../../../src-renderer/components/grid/table-layout.svelte.ts'
import { Totals } from '../../../../../src-renderer/features/orders/totals/totals.svelte.ts'
import { eventually } from '../../../../fixtures/eventually.ts'
import { type Answers, installFakeMain } from '../fake-main.ts'
import { makeOrder } from '../make-order.ts'

const sync = { cached: 0, open: 0, isComplete: true, asOfMs: 1, refusedRows: 0, lastError: null }

function makeSided(id: number): ListedOrder {
  return makeOrder(id, { side: id % 2 === 0 ? 'buy' : 'sell' })
}

/** An account of orders with ids `count` down to 1, as main lists them. */
function makeAccount(count: number) {
  const account = {
    orders: Array.from({ length: count }, (_, index) => makeSided(count - index)),
    version: 1,
  }
  const asked: ChannelInput<'orders:list'>[] = []
  const answers: Answers = {
    'orders:list': (input) => {
      asked.push(input)
      const { filter, sort, offset, limit } = input
      const fit = account.orders.filter(
        ({ side }) => filter.sides.length === 0 || filter.sides.includes(side),
      )
      if (!sort.isDescending) fit.reverse()
      return { rows: fit.slice(offset, offset + limit), total: fit.length, version: account.version }
    },
    'orders:listFacets': () => ({ markets: ['ethusdc'], cancelReasons: [] }),
    'orders:getTable': () => ({ columns: [], sort: null }),
    'orders:setTable': () => ({}),
    'orders:get': ({ id }) => ({ order: makeSided(id), trades: { status: 'ready', rows: [] } }),
  }
  return { account, asked, answers }
}

const stops: (() => void)[] = []
afterEach(() => stops.splice(0).forEach((stop) => stop()))

function readIds(upTo = 5): (number | undefined)[] {
  const { rows } = orders.list
  return rows === null ? [] : Array.from({ length: Math.min(upTo, rows.length) }, (_, at) => rows.at(at)?.id)
}

describe('the table of orders', () => {
  it('answers the filter of now, however late the answer to the one before comes', async () => {
    const { answers } = makeAccount(10)
    const list = answers['orders:list']
    const waiting: (() => void)[] = []
    installFakeMain({
      ...answers,
      'orders:list': async (input) => {
        if (input.filter.sides.length === 0) await new Promise<void>((resolve) => waiting.push(resolve))
        return list?.(input) ?? { rows: [], total: 0, version: 1 }
      },
    })
    stops.push(orders.start('dave'))
    await eventually(() => expect(waiting).toHaveLength(1))
    orders.setFilter({ ...noFilter, sides: ['buy'] })
    await eventually(() => expect(readIds()).toEqual([10, 8, 6, 4, 2]))
    waiting[0]?.()
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(readIds()).toEqual([10, 8, 6, 4, 2])
  })

  it('keeps the rows of before until the answer to another filter or order is here', async () => {
    installFakeMain(makeAccount(10).answers)
    stops.push(orders.start('erin'))
    await eventually(() => expect(readIds(1)).toEqual([10]))
    const { question } = orders.list
    orders.setSort({ column: 'created', isDescending: false })
    expect(orders.list.isAsking).toBe(true)
    expect(readIds(1)).toEqual([10])
    await eventually(() => expect(readIds(1)).toEqual([1]))
    expect(orders.list.question).toBe(question + 1)
    orders.setSort({ column: 'created', isDescending: true })
    await eventually(() => expect(orders.list.isAsking).toBe(false))
  })

  it('reads again only what is in sight when told of changes, and remembers what to tint', async () => {
    const { account, asked, answers } = makeAccount(5_000)
    const main = installFakeMain(answers)
    stops.push(orders.start('carol'))
    await eventually(() => expect(readIds(1)).toEqual([5_000]))
    orders.list.look(2_000, 2_060, 2_020)
    await eventually(() => expect(orders.list.rows?.at(2_020)?.id).toBe(2_980))
    asked.length = 0
    account.orders.unshift(makeSided(5_002), makeSided(5_001))
    account.version += 1
    main.emit('orders:changed', { ids: [5_001, 5_002], sync })
    await eventually(() => expect(orders.list.rows?.shifted).toBe(2))
    expect(orders.list.rows?.at(2_022)?.id).toBe(2_980)
    expect(asked.map(({ offset }) => offset)).toEqual([2_000])
    expect([...orders.changedAt.keys()]).toEqual([5_001, 5_002])
  })

  it('asks nothing when only the state of the reading moved', async () => {
    const { answers } = makeAccount(3)
    const main = installFakeMain(answers)
    stops.push(orders.start('grace'))
    await eventually(() => expect(readIds()).toEqual([3, 2, 1]))
    const before = main.calls.length
    main.emit('orders:changed', { ids: [], sync })
    await new Promise((resolve) => setTimeout(resolve, 450))
    expect(main.calls.slice(before)).toEqual([])
  })

  it('reads values again once fills come in, as long as one of them lacks its fills', async () => {
    const { account, asked, answers } = makeAccount(3)
    account.orders[1] = {
      ...makeSided(2),
      executedVolume: '1',
      executedValue: '9',
      isExecutedValueExact: false,
    }
    const main = installFakeMain(answers)
    stops.push(orders.start('heidi'))
    await eventually(() => expect(orders.list.rows?.at(1)?.isExecutedValueExact).toBe(false))
    account.orders[1] = { ...account.orders[1], executedValue: '9.1', isExecutedValueExact: true }
    main.emit('orders:changed', { ids: [], sync })
    await eventually(() => expect(orders.list.rows?.at(1)?.executedValue).toBe('9.1'))
    const before = asked.length
    main.emit('orders:changed', { ids: [], sync })
    await new Promise((resolve) => setTimeout(resolve, 450))
    expect(asked).toHaveLength(before)
  })

  it('reads a row again whose fills came with its detail', async () => {
    const { account, answers } = makeAccount(3)
    const lacking = { ...makeSided(2), executedVolume: '1', executedValue: '9', isExecutedValueExact: false }
    const whole = { ...lacking, executedValue: '9.1', isExecutedValueExact: true }
    account.orders[1] = lacking
    installFakeMain(answers)
    stops.push(orders.start('ivan'))
    await eventually(() => expect(orders.list.rows?.at(1)?.executedValue).toBe('9'))
    account.orders[1] = whole
    orders.noteDetail(lacking)
    orders.noteDetail(whole)
    await eventually(() => expect(orders.list.rows?.at(1)?.executedValue).toBe('9.1'))
  })

  it('stays on screen when a later reading fails, and is read again when asked', async () => {
    const { answers } = makeAccount(3)
    const list = answers['orders:list']
    let isBroken = false
    const main = installFakeMain({
      ...answers,
      'orders:list': (input) => {
        if (isBroken || !list) throw new Error('disk is gone')
        return list(input)
      },
    })
    stops.push(orders.start('ken'))
    await eventually(() => expect(readIds()).toEqual([3, 2, 1]))
    isBroken = true
    main.emit('orders:changed', { ids: [1], sync })
    await eventually(() => expect(orders.list.refreshError?.code).toBe('internal'))
    expect(readIds()).toEqual([3, 2, 1])
    isBroken = false
    orders.list.retry()
    await eventually(() => expect(orders.list.refreshError).toBeNull())
  })

  it('says that a filter could not be answered instead of showing rows of another one', async () => {
    const { answers } = makeAccount(3)
    const list = answers['orders:list']
    installFakeMain({
      ...answers,
      'orders:list': (input) => {
        if (input.filter.sides.length > 0 || !list) throw new Error('disk is gone')
        return list(input)
      },
    })
    stops.push(orders.start('lena'))
    await eventually(() => expect(readIds()).toEqual([3, 2, 1]))
    orders.setFilter({ ...noFilter, sides: ['buy'] })
    await eventually(() => expect(orders.list.state.status).toBe('error'))
  })

  it('never shows one account\u2019s orders for another', async () => {
    installFakeMain(makeAccount(3).answers)
    stops.push(orders.start('frank'))
    await eventually(() => expect(readIds()).toEqual([3, 2, 1]))
    stops.splice(0).forEach((stop) => stop())
    orderDetails.open(3)
    installFakeMain(makeAccount(0).answers)
    stops.push(orders.start('bob'))
    expect(orders.list.state.status).toBe('loading')
    expect(orderDetails.selectedId).toBeNull()
    await eventually(() => expect(orders.list.rows?.length).toBe(0))
  })
})

describe('the order in the panel', () => {
  it('opens by its id, whether or not the table has read it, and is asked for again only when it changed', async () => {
    const main = installFakeMain(makeAccount(600).answers)
    stops.push(orders.start('olivia'))
    orderDetails.open(7)
    expect(orderDetails.state.status).toBe('loading')
    await eventually(() => expect(orderDetails.state).toMatchObject({ value: { order: { id: 7 } } }))
    orderDetails.open(7)
    expect(orderDetails.state.status).toBe('ready')
    const count = (): number => main.calls.filter((name) => name === 'orders:get').length
    main.emit('orders:changed', { ids: [1, 3], sync })
    expect(count()).toBe(1)
    main.emit('orders:changed', { ids: [7], sync })
    await eventually(() => expect(count()).toBe(2))
    orderDetails.close()
  })
})

describe('columns', () => {
  it('are those that files can have', () => {
    // On screen "≈" before the value says whether it is exact; a file has a column for it.
    const ids = [...orderColumns.map(({ id }) => id), 'valueIsExact']
    expect(ids.sort()).toEqual([...orderColumnIds].sort())
    expect(fillColumns.map(({ id }) => id).sort()).toEqual([...fillColumnIds].sort())
  })

  it('that are shown are exported, and the value with the word whether it is exact', () => {
    orderExports.find(({ label }) => label === 'This view (CSV)')?.run()
    const { wish } = exports
    const columns = wish?.what === 'orders' ? (wish.columns ?? []) : []
    const at = columns.indexOf('value')
    expect(columns.slice(at, at + 2)).toEqual(['value', 'valueIsExact'])
  })

  it('are brought back, and kept once changes rest, all at once', async () => {
    const kept: TableChoices[] = []
    const column = { id: 'id', widthPx: 99, isShown: true, isPinned: true }
    installFakeMain({
      'orders:getTable': () => ({ columns: [column], sort: { column: 'price', isDescending: false } }),
      'orders:setTable': ({ choices }) => {
        kept.push(choices)
        return {}
      },
    })
    const layout = new TableLayout('orders', orderColumns)
    await layout.load()
    expect(layout.choices[0]).toEqual(column)
    expect(layout.sort.column).toBe('price')
    layout.change('id', { widthPx: 120 })
    layout.change('id', { widthPx: 130 })
    layout.step('id', 1)
    await eventually(() => expect(kept).toHaveLength(1))
    expect(kept[0]?.columns[0]).toMatchObject({ id: 'id', widthPx: 130 })
    await layout.keep()
    expect(kept).toHaveLength(1)
  })

  it('are the usual ones where what was kept cannot be read', async () => {
    installFakeMain({})
    const layout = new TableLayout('orders', orderColumns)
    const before = layout.choices
    await layout.load()
    expect(layout.choices).toBe(before)
  })
})

describe('a table that has gone from the screen', () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.useRealTimers()
  })
  /** Longer than anything waits before it asks. */
  const untilAllRests = () => vi.advanceTimersByTimeAsync(20_000)

  it.each([
    ['orders', orders],
    ['fills', fills],
  ] as const)('asks main for nothing any more (%s)', async (_name, table) => {
    const main = installFakeMain({
      ...makeAccount(5).answers,
      'orders:listFills': () => ({ rows: [], total: 5, version: 1, ordersWanting: 0 }),
      'orders:getTotals': () => ({
        orders: 5,
        markets: [],
        fees: [],
        quoteFees: [],
        unquotedFees: 0,
        ordersWithoutFees: 0,
      }),
      'orders:getFillTotals': () => ({ fills: 5, markets: [], fees: [], quoteFees: [], unquotedFees: 0 }),
    })
    const stop = table.start('gone')
    await vi.advanceTimersByTimeAsync(100)
    expect(table.list.rows?.total).toBe(5)
    table.totals.follow(5)
    // What changes now is read later.
    main.emit('orders:changed', { ids: [1], sync })
    stop()
    const asked = main.calls.length
    await untilAllRests()
    expect(main.calls.slice(asked)).toEqual([])
  })

  it('does not begin to ask when its columns come after it has gone', async () => {
    vi.resetModules()
    const fresh = await import('../../../../../src-renderer/features/orders/orders.svelte.ts')
    const columns = Promise.withResolvers<TableChoices>()
    const main = installFakeMain({ ...makeAccount(5).answers, 'orders:getTable': () => columns.promise })
    const stop = fresh.orders.start('early')
    stop()
    columns.resolve({ columns: [], sort: null })
    await untilAllRests()
    expect(main.calls).not.toContain('orders:list')
  })
})

describe('totals', () => {
  it('are added up by themselves, of however many rows, and again after each change', async () => {
    let asked = 0
    const totals = new Totals(() => Promise.resolve((asked += 1)))
    totals.follow(1_000_000)
    await eventually(() => expect(totals.state).toMatchObject({ status: 'ready', value: 1 }))
    totals.forget()
    expect(totals.state).toBeNull()
    totals.follow(10)
    await eventually(() => expect(asked).toBe(2))
    totals.touch()
    expect(totals.isOld).toBe(true)
    await eventually(() => expect(totals.isOld).toBe(false))
    expect(asked).toBe(3)
    totals.forget()
  })

  it('that change while they are added up are finished, and added up once more after', async () => {
    const waiting: ((value: number) => void)[] = []
    const totals = new Totals(() => new Promise<number>((resolve) => waiting.push(resolve)))
    totals.follow(10)
    await eventually(() => expect(waiting).toHaveLength(1))
    for (let times = 0; times < 3; times += 1) totals.touch()
    await new Promise((resolve) => setTimeout(resolve, 700))
    expect(waiting).toHaveLength(1)
    waiting[0]?.(7)
    await eventually(() => expect(totals.state).toMatchObject({ status: 'ready', value: 7 }))
    expect(totals.isOld).toBe(true)
    await eventually(() => expect(waiting).toHaveLength(2))
    totals.forget()
  })

  it('of a filter that is gone are never shown', async () => {
    const answers: ((value: string) => void)[] = []
    const totals = new Totals(() => new Promise<string>((resolve) => answers.push(resolve)))
    const first = totals.add()
    totals.forget()
    answers[0]?.('old')
    await first
    expect(totals.state).toBeNull()
    expect(totals.isBusy).toBe(false)
  })

  it('are not asked for once the table has gone, and anew once it is back', async () => {
    let asked = 0
    const totals = new Totals(() => Promise.resolve((asked += 1)))
    totals.follow(10)
    totals.close()
    await new Promise((resolve) => setTimeout(resolve, 700))
    expect(asked).toBe(0)
    totals.follow(10)
    await eventually(() => expect(asked).toBe(1))
    // Nobody was told of what changed meanwhile.
    totals.touch()
    totals.close()
    totals.follow(10)
    await eventually(() => expect(asked).toBe(2))
    await eventually(() => expect(totals.isOld).toBe(false))
    totals.follow(11)
    await new Promise((resolve) => setTimeout(resolve, 700))
    expect(asked).toBe(2)
    totals.forget()
  })

  it('say why they failed, and nothing where a newer ask ended them', async () => {
    installFakeMain({
      'orders:getTotals': () => {
        throw new AppError('cancelled', {})
      },
    })
    await orders.totals.add()
    expect(orders.totals.state).toBeNull()
    installFakeMain({})
    await orders.totals.add()
    expect(orders.totals.state?.status).toBe('error')
    orders.totals.forget()
  })
})

describe('saved views', () => {
  it('are kept as they are changed, and are as before where that fails', async () => {
    let isBroken = false
    installFakeMain({
      'orders:listViews': () => ({ views: [] }),
      'orders:setViews': () => {
        if (isBroken) throw new Error('disk is full')
        return {}
      },
    })
    await savedViews.load()
    const sort = { column: 'price', isDescending: true } as const
    await savedViews.add({ ...viewOfChoice(noFilter), id: crypto.randomUUID(), name: 'Mine', sort })
    const id = savedViews.list[0]?.id ?? ''
    await savedViews.change(id, { name: 'Ours' })
    expect(savedViews.list.map(({ name }) => name)).toEqual(['Ours'])
    isBroken = true
    await savedViews.remove(id)
    expect(savedViews.list).toHaveLength(1)
    expect(savedViews.error?.code).toBe('internal')
    isBroken = false
    await savedViews.remove(id)
    expect(savedViews.list).toEqual([])
  })

  it('are none the fewer for an answer that comes late, or that does not come', async () => {
    const sort = { column: 'price', isDescending: true } as const
    const kept = { ...viewOfChoice(noFilter), id: crypto.randomUUID(), name: 'Kept', sort }
    const late = Promise.withResolvers<{ views: (typeof kept)[] }>()
    let isSlow = false
    const written: string[][] = []
    installFakeMain({
      'orders:listViews': () => (isSlow ? late.promise : { views: [kept] }),
      'orders:setViews': ({ views }) => {
        written.push(views.map(({ name }) => name))
        return {}
      },
    })
    await savedViews.load()
    isSlow = true
    const loading = savedViews.load()
    await savedViews.add({ ...viewOfChoice(noFilter), id: crypto.randomUUID(), name: 'New', sort })
    late.resolve({ views: [kept] })
    await loading
    expect(savedViews.list.map(({ name }) => name)).toEqual(['Kept', 'New'])
    expect(written).toEqual([['Kept', 'New']])
  })

  it('are not written over where they could not be read', async () => {
    const sort = { column: 'price', isDescending: true } as const
    const written: unknown[] = []
    let isBroken = true
    installFakeMain({
      'orders:listViews': () => {
        if (isBroken) throw new Error('cannot be read')
        return { views: [{ ...viewOfChoice(noFilter), id: crypto.randomUUID(), name: 'Kept', sort }] }
      },
      'orders:setViews': ({ views }) => {
        written.push(views.map(({ name }) => name))
        return {}
      },
    })
    const fresh = new SavedViews()
    await fresh.add({ ...viewOfChoice(noFilter), id: crypto.randomUUID(), name: 'New', sort })
    expect(fresh.error?.code).toBe('internal')
    expect(written).toEqual([])
    isBroken = false
    await fresh.add({ ...viewOfChoice(noFilter), id: crypto.randomUUID(), name: 'New', sort })
    expect(written).toEqual([['Kept', 'New']])
  })
})

describe('the table of fills', () => {
  it('says how many orders\u2019 fills are not here, and reads again when told of any news', async () => {
    let wanting = 12
    const asked: ChannelInput<'orders:listFills'>[] = []
    const main = installFakeMain({
      ...makeAccount(0).answers,
      'orders:listFills': (input) => {
        asked.push(input)
        return { rows: [], total: 0, version: asked.length, ordersWanting: wanting }
      },
    })
    stops.push(fills.start('ines'))
    await eventually(() => expect(fills.ordersWanting).toBe(12))
    wanting = 3
    main.emit('orders:changed', { ids: [], sync })
    await eventually(() => expect(fills.ordersWanting).toBe(3))
    fills.setSort({ column: 'created', isDescending: false })
    await eventually(() => expect(asked.at(-1)?.isDescending).toBe(false))
  })
})
