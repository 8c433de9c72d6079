// @vitest-environment page
// What changes of the market list ask of main, and what is left when they fail.
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import type { MarketSummary } from '../../../../../src-preload/contract/markets/markets.ts'
import { AppError } from '../../../../../src-preload/domain/errors.ts'
import { ready } from '../../../../../src-renderer/shell/page/loadable.ts'
import {
  MarketList,
  moveInList,
} from '../../../../../src-renderer/features/markets/list/market-list.svelte.ts'
import { markets } from '../../../../../src-renderer/features/markets/markets.svelte.ts'
import { eventually } from '../../../../fixtures/eventually.ts'
import { installFakeMain, type Answers } from '../fake-main.ts'

const line = (market: string): MarketSummary => ({
  market,
  last: 1,
  reference: null,
  changePercent: null,
  high: null,
  low: null,
  volume: null,
  source: 'candles',
  turnover: null,
  sparkline: [],
  priceDecimals: null,
  asOfMs: 1,
  lastError: null,
})

/** Main with a list of its own, and what it was asked in order. */
function install(symbols: readonly string[], more: Answers = {}) {
  let listed = [...symbols]
  const asked: string[] = []
  installFakeMain({
    'markets:list': () => ({ markets: listed.map(line) }),
    'markets:add': ({ market }) => {
      asked.push(`add ${market}`)
      listed = [...listed, market]
      return {}
    },
    'markets:remove': ({ market }) => {
      asked.push(`remove ${market}`)
      listed = listed.filter((one) => one !== market)
      return {}
    },
    'markets:reorder': ({ markets: order }) => {
      asked.push(`order ${order.join(' ')}`)
      listed = [...order]
      return {}
    },
    ...more,
  })
  markets.list = ready(symbols.map(line))
  return { asked, listed: () => listed }
}

const offline = () => {
  throw new AppError('offline')
}

let list: MarketList
beforeEach(() => (list = new MarketList()))
afterEach(() => list.forget())

describe('moving a market', () => {
  it('goes by one place and stops at the ends', () => {
    expect(moveInList(['a', 'b', 'c'], 'a', 1)).toEqual(['b', 'a', 'c'])
    expect(moveInList(['a', 'b', 'c'], 'c', -1)).toEqual(['a', 'c', 'b'])
    expect(moveInList(['a', 'b', 'c'], 'a', -1)).toBeNull()
    expect(moveInList(['a', 'b', 'c'], 'c', 1)).toBeNull()
    expect(moveInList(['a', 'b', 'c'], 'a', 9)).toEqual(['b', 'c', 'a'])
    expect(moveInList(['a'], 'x', 1)).toBeNull()
    expect(moveInList([], 'x', 1)).toBeNull()
  })

  it('is seen at once, so that a second step goes on from there', async () => {
    const { asked, listed } = install(['a1', 'b1', 'c1'])
    await Promise.all([list.move('a1', 1), list.move('a1', 1)])
    expect(list.symbols).toEqual(['b1', 'c1', 'a1'])
    expect(asked).toEqual(['order b1 a1 c1', 'order b1 c1 a1'])
    expect(listed()).toEqual(['b1', 'c1', 'a1'])
  })

  it('that main refuses is said', async () => {
    install(['a1', 'b1'], {
      'markets:reorder': () => {
        throw new AppError('validation', { field: 'markets', reason: 'notTheList' })
      },
    })
    expect(await list.move('a1', 1)).toBe(false)
    expect(list.failure).toMatchObject({ change: 'move', market: 'a1' })
    await eventually(() => expect(list.symbols).toEqual(['a1', 'b1']))
  })
})

describe('a reading of the list', () => {
  it('waits while a change is not settled, and is made then', async () => {
    let settle = (): void => undefined
    let readings = 0
    install(['a1', 'b1'], {
      'markets:list': () => {
        readings += 1
        return { markets: ['b1', 'a1'].map(line) }
      },
      'markets:reorder': () => new Promise((resolve) => (settle = () => resolve({}))),
    })
    const moving = list.move('a1', 1)
    markets.retry()
    // What asks again right after another ask waits for a quarter of a second.
    await new Promise((resolve) => setTimeout(resolve, 400))
    expect(readings).toBe(0)
    expect(list.symbols).toEqual(['b1', 'a1'])
    settle()
    await moving
    await eventually(() => expect(readings).toBe(1))
  })

  it('of another account is not kept waiting by a change that main never answers', async () => {
    install(['a1', 'b1'], { 'markets:reorder': () => new Promise(() => undefined) })
    void list.move('a1', 1)
    const stop = markets.start('another')
    onTestFinished(stop)
    await eventually(() => expect(list.symbols).toEqual(['a1', 'b1']))
  })
})

describe('removing a market', () => {
  it('shows the first of the list at once where it was the chosen one', async () => {
    let answer = (): void => undefined
    install(['a1', 'b1'], {
      'markets:list': () => new Promise((resolve) => (answer = () => resolve({ markets: [line('b1')] }))),
    })
    // A reading without an end would be that of every file after this one.
    onTestFinished(() => answer())
    markets.choose('a1')
    expect(await list.remove('a1')).toBe(true)
    expect(markets.market).toBe('b1')
  })

  it('can be undone, to its old place', async () => {
    const { asked, listed } = install(['a1', 'b1', 'c1'])
    expect(await list.remove('b1')).toBe(true)
    expect(list.symbols).toEqual(['a1', 'c1'])
    expect(list.removed?.market).toBe('b1')
    expect(await list.undo()).toBe(true)
    expect(asked).toEqual(['remove b1', 'add b1', 'order a1 b1 c1'])
    expect(list.symbols).toEqual(['a1', 'b1', 'c1'])
    expect(listed()).toEqual(['a1', 'b1', 'c1'])
    expect(list.removed).toBeNull()
  })

  it('at the end is undone without another order', async () => {
    const { asked } = install(['a1', 'b1'])
    await list.remove('b1')
    await list.undo()
    expect(asked).toEqual(['remove b1', 'add b1'])
    expect(list.symbols).toEqual(['a1', 'b1'])
  })

  it('that is the last one stays, with the reason', async () => {
    install(['a1'], {
      'markets:remove': () => {
        throw new AppError('validation', { field: 'market', reason: 'last' })
      },
    })
    expect(await list.remove('a1')).toBe(false)
    expect(list.symbols).toEqual(['a1'])
    expect(list.removed).toBeNull()
    expect(list.failure?.error.data['reason']).toBe('last')
  })

  it('can still be undone after an undo that failed', async () => {
    const answers: Answers = { 'markets:add': offline }
    install(['a1', 'b1'], answers)
    await list.remove('a1')
    expect(await list.undo()).toBe(false)
    expect(list.failure).toMatchObject({ change: 'undo', market: 'a1', error: { code: 'offline' } })
    expect(list.removed?.market).toBe('a1')
    expect(list.symbols).toEqual(['b1'])
  })

  it('of another account is not undone in this one', async () => {
    let answer = (): void => undefined
    install(['a1', 'b1'], {
      'markets:remove': () => new Promise((resolve) => (answer = () => resolve({}))),
    })
    const removing = list.remove('a1')
    list.forget()
    answer()
    expect(await removing).toBe(true)
    expect(list.removed).toBeNull()
    expect(await list.undo()).toBe(false)
  })
})

describe('adding a market', () => {
  it('tells that it is there, or why it is not', async () => {
    const { listed } = install(['a1'])
    expect(await list.add('b1')).toBeNull()
    expect(listed()).toEqual(['a1', 'b1'])
    expect(list.asking).toBeNull()
    install(['a1'], { 'markets:add': offline })
    expect((await list.add('b1'))?.code).toBe('offline')
    expect(list.asking).toBeNull()
  })

  it('says which one is being asked for', async () => {
    let answer = (): void => undefined
    install(['a1'], { 'markets:add': () => new Promise((resolve) => (answer = () => resolve({}))) })
    const adding = list.add('b1')
    expect(list.asking).toBe('b1')
    answer()
    await adding
    expect(list.asking).toBeNull()
  })
})
