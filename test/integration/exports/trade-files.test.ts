// Files of orders and fills have exactly the rows, order and columns asked for, read back by another library.
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Order } from '../../../src-preload/contract/orders/entities.ts'
import { fillOfOrder } from '../../../src-preload/domain/orders/order-record.ts'
import { openZone } from '../../../src-preload/domain/locale/zone.ts'
import { fillAsJson, orderAsJson } from '../../../src-renderer/features/orders/order-json.ts'
import { failureOf } from '../../fixtures/test-client.ts'
import { sampleOrder, sampleTrade } from '../store/support.ts'
import { account } from '../world.ts'
import {
  everyFill,
  everyOrder,
  openExports,
  ordersRequest,
  putOrders,
  readByPython,
} from './exports-world.ts'

const ordersFile = 'starkdesk-orders-2026-11-22.csv'
const fillsWish = {
  what: 'fills',
  filter: everyFill,
  isDescending: true,
  columns: null,
  format: 'csv',
} as const

describe('a file of orders', () => {
  it('has every column with its unit, decimals with a dot and times with their offset', async () => {
    const { end, store, read } = await openExports({}, 'Europe/Berlin')
    const order = sampleOrder(7, {
      state: 'cancel',
      price: '1867.5000000000',
      averagePrice: '1800.25',
      originVolume: '3',
      executedVolume: '1',
      remainingVolume: '2',
      tradesCount: 2,
      createdAtMs: Date.parse('2026-10-25T00:30:00.000Z'),
      updatedAtMs: Date.parse('2026-10-25T01:30:00.000Z'),
      cancelReason: 'Order cancelled by user',
    })
    await store.putOrders(account.id, [order], null)
    expect(await end(ordersRequest())).toMatchObject({ status: 'done', rows: 1 })
    const [head, line, after] = read('starkdesk-orders-2026-11-23.csv').split('\r\n')
    expect(head).toBe(
      '\uFEFFOrder id,Created (Europe/Berlin),Updated (Europe/Berlin),Market,Base currency,Quote currency,Side,Type,State,' +
        'Price (quote currency),Stop price (quote currency),Average price (quote currency),Volume (base currency),' +
        'Executed volume (base currency),Executed (% of volume),Remaining volume (base currency),' +
        'Executed value (quote currency),Maker fee (rate),Taker fee (rate),Trades (count),Cancel reason,UUID,' +
        'Executed value is exact,Total (quote currency)',
    )
    expect(line).toBe(
      '7,2026-10-25T02:30:00.000+02:00,2026-10-25T02:30:00.000+01:00,ethusdc,eth,usdc,buy,limit,cancel,1867.5000000000,,' +
        '1800.25,3,1,33.3,2,1800.25,0.001,0.002,2,Order cancelled by user,00000000-0000-4000-8000-000000000007,no,5602.5',
    )
    expect(after).toBe('')
  })

  it('has the columns asked for alone, in that order', async ({ skip }) => {
    const { end, store, folder } = await openExports()
    await putOrders(store, 3)
    await end(ordersRequest({ columns: ['state', 'id', 'price'] }))
    const cells = readByPython(join(folder, ordersFile))
    if (cells === null) return skip('no python3 on this computer')
    expect(cells).toEqual([
      ['State', 'Order id', 'Price (quote currency)'],
      ['wait', '3', '1867.5000000000'],
      ['wait', '2', '1867.5000000000'],
      ['wait', '1', '1867.5000000000'],
    ])
  })

  it.each([
    ['a column that is none', ['id', '__proto__'], 'unknown'],
    ['a column twice', ['id', 'id'], 'twice'],
  ])('is refused with %s, before anybody is asked for a place', async (_what, columns, reason) => {
    const { exports, offered } = await openExports()
    expect(await failureOf(exports.start(ordersRequest({ columns })))).toMatchObject({
      code: 'validation',
      data: { field: 'columns', reason },
    })
    expect(offered).toEqual([])
  })

  it('is a heading alone where no order fits', async () => {
    const { end, read } = await openExports()
    expect(await end(ordersRequest({ columns: ['id'] }))).toMatchObject({ status: 'done', rows: 0 })
    expect(read(ordersFile)).toBe('\uFEFFOrder id\r\n')
  })

  it('has the orders that the filter leaves, in the order of the list', async () => {
    const { end, store, read } = await openExports()
    await putOrders(store, 1_500, (id) => ({ side: id % 3 === 0 ? 'sell' : 'buy', price: `${id % 7}.5` }))
    const sort = { column: 'price', isDescending: false } as const
    const filter = { ...everyOrder, sides: ['sell' as const] }
    const listed: number[] = []
    for (let offset = 0; listed.length < 500;) {
      const { rows } = await store.listOrders(account.id, filter, sort, offset, 500)
      listed.push(...rows.map(({ id }) => id))
      offset = listed.length
    }
    expect(await end(ordersRequest({ filter, sort, columns: ['id'] }))).toMatchObject({
      status: 'done',
      rows: 500,
    })
    const ids = read(ordersFile).trimEnd().split('\r\n').slice(1).map(Number)
    expect(ids).toEqual(listed)
  })

  it('says of each value whether its fills prove it, and never 100 % of what is not filled', async ({
    skip,
  }) => {
    const { end, store, folder } = await openExports()
    const filled = { averagePrice: '1284.24315758', executedVolume: '0.3376', tradesCount: 1 }
    const proven = sampleOrder(1, { ...filled, originVolume: '0.3376' })
    await store.putOrders(
      account.id,
      [
        proven,
        sampleOrder(2, { ...filled, originVolume: '0.33760001' }),
        sampleOrder(3, { averagePrice: '0.0', executedVolume: '0.0', originVolume: '5', tradesCount: 0 }),
        sampleOrder(4, { averagePrice: '0.0', executedVolume: '1', originVolume: '1377.79', tradesCount: 1 }),
      ],
      null,
    )
    await store.putOrderTrades(account.id, proven, [sampleTrade(1, { amount: '0.3376', total: '433.56049' })])
    await end(
      ordersRequest({
        sort: { column: 'created', isDescending: false },
        columns: ['id', 'executedPercent', 'value', 'valueIsExact'],
      }),
    )
    const cells = readByPython(join(folder, ordersFile))
    if (cells === null) return skip('no python3 on this computer')
    expect(cells).toEqual([
      ['Order id', 'Executed (% of volume)', 'Executed value (quote currency)', 'Executed value is exact'],
      ['1', '100.0', '433.56049', 'yes'],
      ['2', '99.9', '433.560489999008', 'no'],
      ['3', '0.0', '0', 'yes'],
      ['4', '0.1', '', ''],
    ])
  })

  it('has the facts of the CSV as JSON Lines, decimals and times as text, in the shape of a copied order', async () => {
    const { end, store, read } = await openExports({}, 'Europe/Berlin')
    const orders = [
      sampleOrder(1, { price: null, type: 'market' }),
      sampleOrder(2, {
        cancelReason: 'a "b"\nc',
        originVolume: '3',
        averagePrice: '2.5',
        executedVolume: '1',
        tradesCount: 1,
        createdAtMs: Date.parse('2026-10-25T01:30:00.000Z'),
      }),
    ]
    await store.putOrders(account.id, orders, null)
    expect(await end(ordersRequest({ format: 'jsonl' }))).toMatchObject({ status: 'done', rows: 2 })
    const lines = read('starkdesk-orders-2026-11-23.jsonl').split('\n')
    expect(lines.pop()).toBe('')
    expect(lines.map((line) => (JSON.parse(line) as { id: number }).id)).toEqual([2, 1])
    const record: unknown = JSON.parse(lines[0] ?? '')
    expect(record).toMatchObject({
      market: 'ethusdc',
      base: 'eth',
      quote: 'usdc',
      cancelReason: 'a "b"\nc',
      createdAt: '2026-10-25T02:30:00.000+01:00',
      filledPercent: '33.3',
      executedValue: '2.5',
      isExecutedValueExact: false,
    })
    expect(record).not.toHaveProperty('createdAtMs')
    const [, second] = orders
    if (second === undefined) throw new Error('two orders')
    const listed = { ...second, executedValue: '2.5', isExecutedValueExact: false }
    expect(record).toEqual(JSON.parse(orderAsJson(listed, null, openZone('Europe/Berlin'))))
  })

  it('keeps hostile texts text, read by another library', async ({ skip }) => {
    const hostile = [
      '=1+1',
      '+1',
      '-1+cmd|calc',
      '@SUM(A1)',
      '\tTAB',
      '\rCR',
      'a "quoted" one',
      'x;=1+1',
      'x|=1+1',
      'x\n=1+1',
      'x\r\n@y',
      '\uFEFF=1',
      '\uFF1D1+1',
      ' =1',
      '"=1"',
      'Ω 日本 🙂 \u202E',
      "'=1",
      '',
      ' ',
      ',,,',
    ]
    const { end, store, folder } = await openExports()
    const orders = hostile.map((cancelReason, at) => sampleOrder(at + 1, { cancelReason }))
    await store.putOrders(account.id, orders, null)
    const sort = { column: 'created', isDescending: false } as const
    await end(ordersRequest({ sort, columns: ['cancelReason', 'id'] }))
    const cells = readByPython(join(folder, ordersFile))
    if (cells === null) return skip('no python3 on this computer')
    expect(cells.slice(1).map(([, id]) => Number(id))).toEqual(orders.map(({ id }) => id))
    for (const [at, row] of cells.slice(1).entries()) {
      const [text = ''] = row
      // Nothing begins a formula, in the cell or behind what other countries' spreadsheets take for its end.
      expect(text).not.toMatch(/^\s*[=+\-@＝＋－＠]|^[\t\r\n]/u)
      expect(text).not.toMatch(/[;\t|\r\n]["\s]*[=+\-@＝＋－＠]/u)
      // And nothing is lost: without the apostrophes it is what the service wrote.
      expect(text.replaceAll("'", '')).toBe(hostile[at]?.replaceAll("'", ''))
    }
  })
})

describe('orders that change while they are written', () => {
  /** Orders 1 to 1,200, each updated a second after the one before; `change` happens after the first piece. */
  async function exportWhile(
    isDescending: boolean,
    change: (put: (orders: Order[]) => Promise<unknown>) => Promise<unknown>,
  ) {
    const world = await openExports()
    await putOrders(world.store, 1_200)
    let hasChanged = false
    const { end, read } = await openExports({
      store: {
        ...world.store,
        readOrders: async (...args) => {
          const piece = await world.store.readOrders(...args)
          if (!hasChanged) {
            hasChanged = true
            await change((orders) => world.store.putOrders(account.id, orders, null))
          }
          return piece
        },
      },
    })
    await end(ordersRequest({ sort: { column: 'updated', isDescending }, columns: ['id'] }))
    return read(ordersFile).trimEnd().split('\r\n').slice(1).map(Number)
  }
  const updated = (id: number): Order =>
    sampleOrder(id, { updatedAtMs: Date.UTC(2026, 0) + id, state: 'done' })
  const all = Array.from({ length: 1_200 }, (_, at) => at + 1)

  it('are there once when they move to where is still to be read', async () => {
    const ids = await exportWhile(false, (put) => put([updated(1), updated(2)]))
    expect(ids).toEqual(all)
  })

  it('are not missing when they move to where has been read', async () => {
    const ids = await exportWhile(true, (put) => put([updated(1), updated(2)]))
    expect(ids.toSorted((a, b) => a - b)).toEqual(all)
    expect(ids.slice(-2)).toEqual([2, 1])
  })
})

describe('a file of fills', () => {
  const filled = sampleOrder(1, { state: 'done', tradesCount: 3, executedVolume: '1.0', market: 'ethusdc' })
  const trades = [
    sampleTrade(11, {
      takerType: 'buy',
      total: null,
      price: '2.5',
      amount: '0.1',
      createdAtMs: 1_667_855_521_000,
    }),
    sampleTrade(12, { takerType: 'sell', createdAtMs: 1_667_855_522_000 }),
    sampleTrade(13, {
      takerType: null,
      feeAmount: null,
      feeRate: null,
      feeCurrency: null,
      createdAtMs: 1_667_855_523_000,
    }),
  ]

  it('says of each what it came to and whether the order took from the book', async ({ skip }) => {
    const { end, store, folder } = await openExports()
    await store.putOrders(account.id, [filled], null)
    await store.putOrderTrades(account.id, filled, trades)
    expect(
      await end({ ...fillsWish, columns: ['id', 'order', 'created', 'value', 'fee', 'role'] }),
    ).toMatchObject({
      rows: 3,
    })
    const cells = readByPython(join(folder, 'starkdesk-fills-2026-11-22.csv'))
    if (cells === null) return skip('no python3 on this computer')
    expect(cells).toEqual([
      ['Trade id', 'Order id', 'Time (UTC)', 'Value (quote currency)', 'Fee (fee currency)', 'Role'],
      ['13', '1', '2022-11-07T21:12:03.000+00:00', '50.123625', '', ''],
      ['12', '1', '2022-11-07T21:12:02.000+00:00', '50.123625', '0.0000375', 'maker'],
      ['11', '1', '2022-11-07T21:12:01.000+00:00', '0.25', '0.0000375', 'taker'],
    ])
  })

  it('has the facts of the CSV as JSON Lines, in the shape of a copied fill', async () => {
    const { end, store, read } = await openExports()
    await store.putOrders(account.id, [filled], null)
    await store.putOrderTrades(account.id, filled, trades)
    await end({ ...fillsWish, isDescending: false, format: 'jsonl' })
    const lines = read('starkdesk-fills-2026-11-22.jsonl').trimEnd().split('\n')
    const records = lines.map((line) => JSON.parse(line) as { id: number; role: string | null })
    expect(records.map(({ id, role }) => [id, role])).toEqual([
      [11, 'taker'],
      [12, 'maker'],
      [13, null],
    ])
    expect(records[0]).toMatchObject({
      base: 'eth',
      quote: 'usdc',
      total: null,
      value: '0.25',
      createdAt: '2022-11-07T21:12:01.000+00:00',
    })
    const [first] = trades
    if (first === undefined) throw new Error('three fills')
    expect(records[0]).toEqual(JSON.parse(fillAsJson(fillOfOrder(filled, first), openZone('UTC'))))
  })
})
