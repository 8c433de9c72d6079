// Every order's value, averages and percents equal the oracle's, alike in the list, its sums, CSV and JSON Lines.
import { expect, test } from 'vitest'
import { fixedClock } from '../../../src-main/async/clock.ts'
import { startPracticeExchange } from '../../../src-main/practice/exchange.ts'
import { planExport } from '../../../src-main/exports/plan.ts'
import { createOrders } from '../../../src-main/orders/orders.ts'
import { anyFill, anyOrder } from '../../../src-main/store/api/order-filter.ts'
import type { ListedOrder } from '../../../src-preload/contract/orders/entities.ts'
import type { ExportRequest } from '../../../src-preload/contract/app/exports.ts'
import type { OrderRecord } from '../../../src-preload/domain/orders/order-record.ts'
import { openZone } from '../../../src-preload/domain/locale/zone.ts'
import { setFigureLocale } from '../../../src-renderer/text/format/current-locale.svelte.ts'
import { orderColumns } from '../../../src-renderer/features/orders/order-columns.ts'
import { comparePrices } from '../../../src-renderer/features/orders/detail/price-difference.ts'
import { computeOrder, computeOrderSums, percentText, Rational, readRawRows } from '../../figures/oracle.ts'
import { openProduct, type Product, syncAll } from '../../figures/product.ts'
import type { RawOrder } from '../../figures/raw-rows.ts'
import { inUse } from '../world.ts'

setFigureLocale('en-US')

/** More than any product of amounts and prices here has. */
const ALL_DECIMALS = 60
const AVERAGE_DECIMALS = 18
const newestFirst = { column: 'created', isDescending: true } as const
const never = (): Promise<never> => Promise.reject(new Error('no such file is asked for'))

const exactOf = (value: Rational): string => value.toDecimal(ALL_DECIMALS)
const averageText = (value: Rational | null): string | null => value && value.toDecimal(AVERAGE_DECIMALS)
const percentOf = (order: RawOrder): string | null => {
  const percent = computeOrder(order).filledPercent
  return percent && percentText(percent, 1)
}

async function listAll(orders: ReturnType<typeof createOrders>): Promise<ListedOrder[]> {
  const rows: ListedOrder[] = []
  for (;;) {
    const page = await orders.list({
      filter: anyOrder,
      sort: newestFirst,
      offset: rows.length,
      limit: 500,
    })
    rows.push(...page.rows)
    if (page.rows.length === 0 && page.total !== null) return rows
  }
}

async function linesOf({ store }: Product, wish: ExportRequest): Promise<string[]> {
  const sources = {
    ...{ store, valueSnapshots: never, getPnl: never, getResults: never, getReport: never },
    ...{ getDisposals: never, listTransfers: never },
  }
  const plan = planExport(wish, 'a', sources, openZone('UTC'))
  if (plan.kind === 'page') throw new Error('a text is asked for')
  let text = ''
  for await (const piece of plan.pieces()) text += piece.text
  return text.trimEnd().split(/\r?\n/)
}

/** Every digit of a cell: what is shown, or the first line of its tooltip where that has more. */
function cellText(row: ListedOrder, id: string): string {
  const column = orderColumns.find((each) => each.id === id)
  if (column === undefined) throw new Error(`no column ${id}`)
  const { text, title } = column.cell(row, {
    ...{ dayMs: 0, isPrivate: false },
    decimals: () => null,
    digits: () => 0,
  })
  const [first = ''] = title.split('\n')
  const full = /\d/.test(first) ? first : text
  return full.replaceAll(',', '')
}

/** Decimal text without zeros at its end, as the oracle has it. */
const trimmed = (text: string): string => (text.includes('.') ? text.replace(/\.?0+$/, '') : text)

test.each([
  { seed: 7, orders: 500, user: 0, lacking: 0 },
  { seed: 11, orders: 300, user: 1, lacking: 3 },
  { seed: 23, orders: 300, user: 0, lacking: 2 },
])(
  'orders of seed $seed: screen, sums and files are the oracle’s, with the fills of one in $lacking missing',
  async ({ seed, orders: count, user, lacking }) => {
    const clock = fixedClock(Date.parse('2026-11-20T12:03:22Z'))
    const practice = await startPracticeExchange({ host: '127.0.0.1', seed, orders: count, clock })
    try {
      const ethereumPrivateKey = practice.users[user]?.ethereumPrivateKey ?? ''
      const { baseUrl, markets } = practice
      const product = await openProduct({ baseUrl, ethereumPrivateKey, clock })
      const lacks = (id: number): boolean => lacking > 0 && id % lacking === 0
      await syncAll(product, { wantsFills: (id) => !lacks(id) })
      const read = await readRawRows({
        baseUrl,
        ethereumPrivateKey,
        markets,
        nowMs: clock.now(),
        momentMs: clock.now(),
      })
      const raw = read.orders.map((order) => (lacks(order.id) ? { ...order, fills: [] } : order))
      const byId = new Map(raw.map((order) => [order.id, order]))

      const orders = createOrders({ store: product.store, current: inUse(product.session) })
      const rows = await listAll(orders)
      expect(rows.map(({ id }) => id).sort()).toEqual([...byId.keys()].sort())
      const isFilled = (order: RawOrder): boolean => order.executedVolume.sign() !== 0
      const inexact = raw.filter((order) => !computeOrder(order).isExact)
      expect(inexact.length > 0).toBe(lacking > 0)

      const csv = await linesOf(product, {
        what: 'orders',
        filter: anyOrder,
        sort: newestFirst,
        columns: ['id', 'executedPercent', 'value', 'valueIsExact'],
        format: 'csv',
      })
      const cells = new Map(csv.slice(1).map((line) => [line.split(',')[0], line.split(',').slice(1)]))
      const jsonl = await linesOf(product, {
        what: 'orders',
        filter: anyOrder,
        sort: newestFirst,
        columns: null,
        format: 'jsonl',
      })
      const records = new Map(
        jsonl.map((line) => JSON.parse(line) as OrderRecord).map((record) => [record.id, record]),
      )

      for (const row of rows) {
        const order = byId.get(row.id)
        if (order === undefined) throw new Error(`no order ${row.id}`)
        const { value, isExact, averagePrice } = computeOrder(order)
        const [text, percent] = [exactOf(value), percentOf(order)]
        expect([row.id, row.executedValue, row.isExecutedValueExact]).toEqual([row.id, text, isExact])
        const shown = !isFilled(order) ? '–' : isExact ? text : `≈${text}`
        expect([row.id, trimmed(cellText(row, 'value'))]).toEqual([row.id, shown])
        expect([row.id, cellText(row, 'executedPercent')]).toEqual([row.id, percent ?? '–'])
        expect([row.id, cells.get(String(row.id))]).toEqual([
          row.id,
          [percent ?? '', text, isExact ? 'yes' : 'no'],
        ])
        expect(records.get(row.id)).toMatchObject({
          filledPercent: percent,
          executedValue: text,
          isExecutedValueExact: isExact,
        })
        // The exchange rounds its averages at 16 decimals.
        if (averagePrice !== null) {
          expect([row.id, Rational.parse(row.averagePrice).toFixed(10)]).toEqual([
            row.id,
            averagePrice.toFixed(10),
          ])
        }
        const difference = comparePrices(row)
        if (difference !== null && order.price !== null) {
          const size = order.averagePrice.subtract(order.price)
          const amount = size.sign() < 0 ? order.price.subtract(order.averagePrice) : size
          expect([row.id, difference.amount, difference.percent.text]).toEqual([
            row.id,
            exactOf(amount),
            percentText(amount.divide(order.price).multiply(Rational.of(100)), 2),
          ])
        }
      }

      const totals = await orders.getTotals({ filter: anyOrder })
      const fillTotals = await orders.getFillTotals({ filter: anyFill })
      for (const market of totals.markets) {
        const own = raw.filter((order) => order.market === market.market)
        const sums = computeOrderSums(own)
        expect([market.bought.amount, market.bought.value, market.bought.averagePrice]).toEqual([
          exactOf(sums.boughtAmount),
          exactOf(sums.boughtValue),
          averageText(sums.averageBought),
        ])
        expect([market.sold.amount, market.sold.value, market.sold.averagePrice]).toEqual([
          exactOf(sums.soldAmount),
          exactOf(sums.soldValue),
          averageText(sums.averageSold),
        ])
        expect(market.inexactValues === 0).toBe(sums.isExact)
        expect(market.executedValue).toBe(exactOf(sums.boughtValue.add(sums.soldValue)))
        if (!sums.isExact) continue
        // Where all fills are here, the sums over orders are those over fills.
        const fills = fillTotals.markets.find((each) => each.market === market.market)
        expect([fills?.boughtValue ?? '0', fills?.averageBought ?? null]).toEqual([
          trimmed(market.bought.value),
          market.bought.averagePrice,
        ])
        expect([fills?.soldValue ?? '0', fills?.averageSold ?? null]).toEqual([
          trimmed(market.sold.value),
          market.sold.averagePrice,
        ])
      }

      // The detail brings the fills along: from then on the list has the exact value too.
      const lackingOrder = inexact[0]
      if (lackingOrder !== undefined) {
        const whole = read.orders.find(({ id }) => id === lackingOrder.id)
        if (whole === undefined) throw new Error('the order is there')
        const exact = { executedValue: exactOf(computeOrder(whole).value), isExecutedValueExact: true }
        expect((await orders.get({ id: whole.id })).order).toMatchObject(exact)
        expect((await listAll(orders)).find(({ id }) => id === whole.id)).toMatchObject(exact)
      }
    } finally {
      await practice.close()
    }
  },
)
