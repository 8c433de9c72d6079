// @vitest-environment page
// Which commands there are, as things stand, and how views offer theirs.
import { afterEach, describe, expect, it } from 'vitest'
import { viewNames } from '../../../../../src-preload/domain/views.ts'
import { viewKeys } from '../../../../../src-renderer/shell/page/views.ts'
import { type AppActions, makeAppCommands } from '../../../../../src-renderer/shell/palette/app-commands.ts'
import { palette } from '../../../../../src-renderer/shell/palette/palette.svelte.ts'
import { joinCommands, rankCommands } from '../../../../../src-renderer/shell/palette/rank.ts'
import { makeOrderCommands } from '../../../../../src-renderer/features/orders/order-commands.ts'
import { makePortfolioCommands } from '../../../../../src-renderer/features/portfolio/portfolio-commands.ts'
import { readMarketInterval } from '../../../../../src-renderer/shell/palette/typed-commands.ts'
import { readAddress } from '../../../../../src-renderer/text/format/address.ts'
import { installFakeMain } from '../../features/fake-main.ts'

const nothing = (): void => undefined
const went: string[] = []
const ways: AppActions = {
  hasAccount: true,
  show: (view, part) => went.push(`${view}/${part ?? ''}`),
  lock: () => went.push('lock'),
  addAccount: () => went.push('add'),
  showKeys: () => went.push('keys'),
}
const atMs = Date.UTC(2026, 10, 22)

afterEach(() => {
  went.length = 0
  palette.forget()
})

describe('the commands of the app', () => {
  const bob = { address: '0x6813Eb9362372EEF6200f3b1dbC3f819671cBA69', label: 'Bob' }
  const all = makeAppCommands(ways, ['ethusdc', 'btcusdc'], atMs, [bob])

  it('have one id each, those of a view beside them too', () => {
    for (const here of [makePortfolioCommands(), makeOrderCommands(), []]) {
      const ids = joinCommands(here, all).map(({ id }) => id)
      expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([])
      expect(ids.slice(0, here.length)).toEqual(here.map(({ id }) => id))
    }
  })

  it('lead to every view with its key, and to every market of the list', () => {
    for (const view of viewNames) all.find(({ id }) => id === `view.${view}`)?.run()
    expect(went).toEqual(viewNames.map((view) => `${view}/`))
    for (const { view, key } of viewKeys) {
      expect(all.find(({ id }) => id === `view.${view}`)?.keys).toBe(`Ctrl ${key}`)
    }
    went.length = 0
    all.find(({ id }) => id === 'market.btcusdc')?.run()
    expect(went).toEqual(['trade/btcusdc'])
  })

  it('name files as their menu does, without a small letter in an abbreviation', () => {
    const titles = all.map(({ title }) => title)
    for (const title of [
      'Export P&L (CSV)',
      'Export history (CSV)',
      'Export all disposals by FIFO (CSV, loaded fills)',
    ])
      expect(titles).toContain(title)
  })

  it('are found by what people call them', () => {
    const best = (typed: string): string | undefined => rankCommands(typed, all, [])[0]?.found[0]?.command.id
    const wanted: Readonly<Record<string, string>> = {
      hide: 'display.privacy',
      privacy: 'display.privacy',
      dark: 'display.theme.dark',
      'blue orange': 'display.palette.blueOrange',
      utc: 'zone.UTC',
      berlin: 'zone.Europe/Berlin',
      'go to date': 'markets.goToDate',
      'two charts': 'markets.show2',
      '15m': 'markets.period15',
      btc: 'market.btcusdc',
      'start session': 'trade.session',
      buy: 'trade.buy',
      send: 'transfers.new',
      reconnect: 'connection.retry',
      shortcuts: 'app.keys',
      pnl: 'view.portfolio',
      backup: 'view.data',
      eth: 'market.ethusdc',
      'BTC/USDC': 'market.btcusdc',
      'open orders': 'orders.open',
      fills: 'orders.fills',
      'order hist': 'orders.history',
      'canceled orders': 'orders.ready.Canceled',
      stops: 'orders.ready.Stops',
      'orders filled': 'orders.state.done',
      untriggered: 'orders.state.pending',
      rsi: 'markets.indicator.RSI 14',
      macd: 'markets.indicator.MACD 12 26 9',
      'export fills': 'orders.export.fills.This view (CSV)',
      koinly: 'portfolio.export.Transactions for Koinly (CSV, loaded fills)',
      bob: 'transfers.to.0x6813eb9362372eef6200f3b1dbc3f819671cba69',
      '0x6813': 'transfers.to.0x6813eb9362372eef6200f3b1dbc3f819671cba69',
    }
    for (const [typed, id] of Object.entries(wanted)) expect(best(typed), typed).toBe(id)
  })

  it('without an account lead only to what is there', () => {
    const few = makeAppCommands({ ...ways, hasAccount: false }, ['ethusdc'], atMs)
    expect(few.filter(({ section }) => section === 'views').map(({ id }) => id)).toEqual([
      'view.settings',
      'view.data',
    ])
    expect(few.some(({ section }) => section === 'markets' || section === 'accounts')).toBe(false)
  })

  it('mark the choices that hold', () => {
    installFakeMain({})
    const on = all.filter(({ isOn }) => isOn === true).map(({ id }) => id)
    expect(on).toContain('zone.UTC')
    expect(on).toContain('display.palette.tealVermilion')
    expect(on.filter((id) => id.startsWith('display.palette.'))).toHaveLength(1)
  })
})

describe('the commands of a view', () => {
  const command = (id: string) => ({ id, section: 'here', title: id, run: nothing }) as const

  it('are there for as long as it is, those of what came last first', () => {
    const stopOne = palette.provide(() => [command('one')])
    const stopTwo = palette.provide(() => [command('two'), command('three')])
    expect(palette.commands.map(({ id }) => id)).toEqual(['two', 'three', 'one'])
    stopOne()
    expect(palette.commands.map(({ id }) => id)).toEqual(['two', 'three'])
    stopTwo()
    expect(palette.commands).toEqual([])
  })

  it('are remembered once each, the last used first, and only so many', () => {
    for (const id of ['a', 'b', 'a', 'c', 'd', 'e', 'f', 'g']) palette.note(id)
    expect(palette.recent).toEqual(['g', 'f', 'e', 'd', 'c', 'a'])
    palette.isOpen = true
    palette.forget()
    expect([palette.recent, palette.isOpen]).toEqual([[], false])
  })
})

describe('what the typed text itself names', () => {
  it('is a market with an interval, in any order', () => {
    const markets = ['ethusdc', 'btcusdc', 'btcusdt']
    const found = (typed: string): string[] =>
      readMarketInterval(typed, markets).map(({ market, period }) => `${market} ${period}`)
    expect(found('btc 1h')).toEqual(['btcusdc 60', 'btcusdt 60'])
    expect(found('15m eth')).toEqual(['ethusdc 15'])
    expect(found('btc/usdt 1D')).toEqual(['btcusdt 1440'])
    expect(found('BTC/USDT 15M')).toEqual(['btcusdt 15'])
    expect([found('eth 1m'), found('eth 1M')]).toEqual([['ethusdc 1'], ['ethusdc month']])
    for (const typed of ['btc', '1h', '1h 1h', 'tc 1h', 'btc 7h', '']) expect(found(typed)).toEqual([])
  })

  it('is a whole address, and nothing like one', () => {
    const address = '0x6813Eb9362372EEF6200f3b1dbC3f819671cBA69'
    expect(readAddress(` ${address} `)).toBe(address)
    for (const typed of [address.slice(0, -1), `${address}0`, address.slice(2), '', '0x'])
      expect(readAddress(typed)).toBeNull()
  })
})
