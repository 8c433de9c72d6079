// @vitest-environment page
// Views follow main once for each account, whatever the user does in them.
import { flushSync } from 'svelte'
import { afterEach, describe, expect, it } from 'vitest'
import type { AccountsState } from '../../../../src-preload/contract/accounts/accounts.ts'
import type { ChannelInput } from '../../../../src-preload/contract/contract.ts'
import { accounts } from '../../../../src-renderer/shell/state/accounts.svelte.ts'
import { followAccount } from '../../../../src-renderer/shell/state/follow-account.svelte.ts'
import { layout } from '../../../../src-renderer/features/markets/chart/layout.svelte.ts'
import { markets } from '../../../../src-renderer/features/markets/markets.svelte.ts'
import { plainLayout } from '../../../../src-preload/domain/markets/plain-chart.ts'
import { noFilter } from '../../../../src-renderer/features/orders/filters/order-filter.ts'
import { orders } from '../../../../src-renderer/features/orders/orders.svelte.ts'
import { makeAccount, makeAccountsState } from '../make-account.ts'
import { installFakeMain } from './fake-main.ts'
import { eventually } from '../../../fixtures/eventually.ts'

const ids = ['00000000-0000-4000-8000-00000000000a', '00000000-0000-4000-8000-00000000000b'] as const

function makeState(activeId: string, label = 'Alice'): AccountsState {
  const all = ids.map((id, index) => makeAccount(index, { id, label }))
  return makeAccountsState(all, { activeId })
}

function summary(market: string) {
  const unknown = { reference: null, changePercent: null, high: null, low: null, volume: null }
  return {
    market,
    last: 1,
    ...unknown,
    sparkline: [],
    source: 'candles' as const,
    turnover: null,
    priceDecimals: null,
    asOfMs: 1,
    lastError: null,
  }
}

const stops: (() => void)[] = []
afterEach(() => stops.splice(0).forEach((stop) => stop()))

/** Shows a view as its component does: an effect that follows the account. */
function show(start: (accountId: string | null) => () => void): void {
  stops.push(
    $effect.root(() => {
      followAccount(start)
    }),
  )
  flushSync()
}

describe('a view on screen', () => {
  it('keeps watching a market that is chosen, without letting go of it in between', async () => {
    const watched: ChannelInput<'markets:watch'>[] = []
    installFakeMain({
      'accounts:getState': () => makeState(ids[0]),
      'charts:getLayout': () => plainLayout,
      'charts:setLayout': () => ({}),
      'markets:list': () => ({ markets: [summary('ethusdc'), summary('btcusdc')] }),
      'markets:listTrades': () => ({ trades: [], asOfMs: 1, lastError: null }),
      'markets:watch': (input) => {
        watched.push(input)
        return {}
      },
    })
    // Another file of this thread may have left its own.
    await layout.load()
    layout.set(plainLayout)
    stops.push(accounts.start())
    await eventually(() => expect(accounts.active?.id).toBe(ids[0]))
    show((id) => markets.start(id))
    await eventually(() => expect(markets.market).toBe('ethusdc'))
    flushSync()
    markets.choose('btcusdc')
    flushSync()
    layout.setPeriod(5)
    flushSync()
    const asked = () => watched.slice(watched.findIndex(({ tape }) => tape !== null))
    await eventually(() => expect(asked()).toHaveLength(3))
    expect(asked()).toEqual([
      { charts: [{ market: 'ethusdc', period: 60 }], tape: 'ethusdc' },
      { charts: [{ market: 'btcusdc', period: 60 }], tape: 'btcusdc' },
      { charts: [{ market: 'btcusdc', period: 5 }], tape: 'btcusdc' },
    ])
  })

  it('starts again for another account, and not for news about the same one', async () => {
    const main = installFakeMain({ 'accounts:getState': () => makeState(ids[0]) })
    stops.push(accounts.start())
    await eventually(() => expect(accounts.active?.id).toBe(ids[0]))
    const seen: string[] = []
    show((id) => {
      seen.push(`start ${id?.at(-1) ?? ''}`)
      return () => seen.push(`stop ${id?.at(-1) ?? ''}`)
    })
    main.emit('accounts:changed', makeState(ids[0], 'Renamed'))
    flushSync()
    expect(seen).toEqual(['start a'])
    main.emit('accounts:changed', makeState(ids[1]))
    flushSync()
    expect(seen).toEqual(['start a', 'stop a', 'start b'])
  })

  it('of orders reads the list once for a filter', async () => {
    const main = installFakeMain({
      'accounts:getState': () => makeState(ids[0]),
      'orders:list': () => ({ rows: [], total: 0, version: 1 }),
      'orders:listFacets': () => ({ markets: [], cancelReasons: [] }),
      'orders:getTable': () => ({ columns: [], sort: null }),
    })
    stops.push(accounts.start())
    await eventually(() => expect(accounts.active?.id).toBe(ids[0]))
    show((id) => orders.start(id))
    await eventually(() => expect(orders.list.state.status).toBe('ready'))
    flushSync()
    orders.setFilter({ ...noFilter, sides: ['buy'] })
    flushSync()
    await new Promise((resolve) => setTimeout(resolve, 450))
    expect(main.calls.filter((name) => name === 'orders:list')).toHaveLength(2)
  })
})
