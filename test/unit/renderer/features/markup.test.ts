// What parts of views say in states that are hard to come by: nothing read, old, failed.
import { render } from 'svelte/server'
import { describe, expect, it, vi } from 'vitest'
import type { MarketSummary } from '../../../../src-preload/contract/markets/markets.ts'
import { orderSync } from '../../../../src-renderer/shell/state/order-sync.svelte.ts'
import { describeSummaryAge } from '../../../../src-renderer/features/markets/list/summary-text.ts'
import { markets } from '../../../../src-renderer/features/markets/markets.svelte.ts'
import { now } from '../../../../src-renderer/shell/page/now.svelte.ts'
import WatchList from '../../../../src-renderer/features/markets/list/WatchList.svelte'
import { orders } from '../../../../src-renderer/features/orders/orders.svelte.ts'
import OrdersView from '../../../../src-renderer/features/orders/OrdersView.svelte'
import OrderTrades from '../../../../src-renderer/features/orders/detail/OrderTrades.svelte'
import { installFakeMain } from './fake-main.ts'
import InFrame from './InFrame.svelte'
import { makeOrder } from './make-order.ts'
import { eventually } from '../../../fixtures/eventually.ts'

const offline = { code: 'offline', data: {}, ref: null } as const

/** The text of markup as a reader has it, in one line. */
const textOf = (html: string): string =>
  html
    .replaceAll(/<!--.*?-->/g, '')
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/\s+/g, ' ')

describe('the trades of an order', () => {
  const order = makeOrder(1, { tradesCount: 2 })
  const fills = { status: 'unavailable', earlier: null, reason: offline } as const

  it('that could not be read say so and why, and offer to load them', () => {
    const { body } = render(OrderTrades, { props: { order, fills, isReading: false, onload: vi.fn() } })
    expect(textOf(body)).toContain('The fills of this order are not loaded yet.')
    expect(textOf(body)).toContain('The exchange can’t be reached')
    expect(body).toContain('Load fills')
    expect(body).not.toContain('Loading fills')
  })

  it('are loading while they are being asked for', () => {
    const { body } = render(OrderTrades, { props: { order, fills: null, isReading: true, onload: vi.fn() } })
    expect(body).toContain('Loading fills')
  })
})

describe('the list of orders', () => {
  it('says in place why it could not be brought up to date, and stays', async () => {
    const lastError = {
      code: 'contractViolation',
      data: { endpoint: 'orders.list', field: 'price', reason: 'rowsRefused', count: 3 },
      ref: 'abc123',
    } as const
    const sync = { cached: 1, open: 0, isComplete: false, asOfMs: Date.now(), refusedRows: 3, lastError }
    installFakeMain({
      'orders:getSyncState': () => sync,
      'orders:list': () => ({ rows: [makeOrder(1)], total: 1, version: 1 }),
      'orders:listFacets': () => ({ markets: ['ethusdc'], cancelReasons: [] }),
      'orders:getTable': () => ({ columns: [], sort: null }),
    })
    const stops = [orderSync.start(), orders.start('noah')]
    await eventually(() => expect(orders.list.state.status).toBe('ready'))
    await eventually(() => expect(orderSync.state).not.toBeNull())
    const text = textOf(render(InFrame, { props: { view: OrdersView } }).body)
    expect(text).toContain('3 orders could not be read and cannot be shown.')
    expect(text).toContain('Reference abc123.')
    expect(text).toContain('Last updated just now.')
    expect(text).toContain('Average price')
    stops.forEach((stop) => stop())
  })
})

describe('the market list', () => {
  it('shows the age of an old line, and says why a figure is a dash', async () => {
    const nothing = { reference: null, changePercent: null, high: null, low: null, volume: null }
    const line = {
      last: 2000,
      ...nothing,
      sparkline: [],
      source: 'candles' as const,
      turnover: null,
      priceDecimals: null,
      lastError: null,
    }
    // The page's clock does not tick here: it is of when the first file of this thread began.
    const old: MarketSummary = { ...line, market: 'ethusdc', asOfMs: now.ms - 12.5 * 60_000 }
    const fresh: MarketSummary = { ...line, market: 'btcusdc', asOfMs: Date.now() }
    installFakeMain({ 'markets:list': () => ({ markets: [old, fresh] }) })
    const stop = markets.start('mia')
    await eventually(() => expect(markets.list.status).toBe('ready'))
    const { body } = render(InFrame, { props: { view: WatchList } })
    expect(textOf(body).match(/\d+ min ago/g)).toEqual(['12 min ago'])
    expect(body).toContain('title="Unknown: the loaded candles do not cover 24 hours."')
    stop()
  })

  it('is silent about an age of seconds, except offline', () => {
    const line = { asOfMs: 1_000_000, lastError: null }
    expect(describeSummaryAge(line, 1_060_000, false)).toBeNull()
    expect(describeSummaryAge(line, 1_060_000, true)).toEqual({ text: '1 min ago', title: '' })
    expect(describeSummaryAge(line, 1_181_000, false)?.text).toBe('3 min ago')
    expect(describeSummaryAge({ asOfMs: null, lastError: null }, 1, false)).toBeNull()
    expect(describeSummaryAge({ asOfMs: null, lastError: offline }, 1, false)?.text).toBe('not loaded')
  })
})
