// Which markets the watch list shows, in which order and columns, and its favorites and groups.
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  watchListSettings,
  type WatchListSettings,
} from '../../../../../src-preload/contract/markets/market-list.ts'
import type { MarketSummary } from '../../../../../src-preload/contract/markets/markets.ts'
import { usualColumns } from '../../../../../src-preload/domain/markets/watch-list.ts'
import {
  filterByTab,
  nextSort,
  sortLines,
} from '../../../../../src-renderer/features/markets/list/arrange.ts'
import {
  faultOfName,
  groupOf,
  putIntoGroup,
  removeGroup,
  renameGroup,
  toggleFavorite,
} from '../../../../../src-renderer/features/markets/list/groups.ts'
import { fitColumns } from '../../../../../src-renderer/features/markets/list/list-columns.ts'
import { setFigureLocale } from '../../../../../src-renderer/text/format/current-locale.svelte.ts'

beforeEach(() => setFigureLocale('en-US'))
afterEach(() => setFigureLocale(undefined))

const line = (market: string, changes: Partial<MarketSummary> = {}): MarketSummary => ({
  market,
  source: 'ticker',
  last: 1,
  reference: 1,
  changePercent: 0,
  high: 1,
  low: 1,
  volume: 1,
  turnover: '1',
  sparkline: [],
  priceDecimals: 2,
  asOfMs: 1,
  lastError: null,
  ...changes,
})
const usual: WatchListSettings = { columns: [...usualColumns], sort: null, favorites: [], groups: [] }
const names = (lines: readonly MarketSummary[]): string[] => lines.map(({ market }) => market)

describe('the order of the list', () => {
  const lines = [
    line('b', { changePercent: -2, turnover: '9.5', best: { bid: '99.9', ask: '100.1' } }),
    line('c', { changePercent: null, turnover: null }),
    line('a', { changePercent: 3, turnover: '10', best: { bid: '30000', ask: '30001' } }),
  ]

  it('is the user’s own unless it is sorted', () => {
    expect(sortLines(lines, null)).toBe(lines)
  })

  it.each([
    ['market', false, 'a b c'],
    ['change', true, 'a b c'],
    ['change', false, 'b a c'],
    ['turnover', true, 'a b c'],
    ['turnover', false, 'b a c'],
    // In percent of the price, not in the quote currency.
    ['spread', true, 'b a c'],
    ['spread', false, 'a b c'],
    // Equal ones keep the user's order.
    ['high', true, 'b c a'],
  ] as const)('by %s (descending: %s) is %s, unknown ones last', (column, isDescending, order) => {
    expect(names(sortLines(lines, { column, isDescending })).join(' ')).toBe(order)
  })

  it('goes from the largest to the smallest and back to the user’s own with each press', () => {
    const first = nextSort(null, 'change')
    expect(first).toEqual({ column: 'change', isDescending: true })
    const second = nextSort(first, 'change')
    expect(second).toEqual({ column: 'change', isDescending: false })
    expect(nextSort(second, 'change')).toBeNull()
    expect(nextSort(second, 'market')).toEqual({ column: 'market', isDescending: false })
  })
})

describe('a tab', () => {
  const lines = ['a', 'b', 'c'].map((market) => line(market))
  const settings = { favorites: ['c', 'a'], groups: [{ name: 'All', markets: ['b'] }] }

  it('has all markets, the favorites or those of a group, in the order of the list', () => {
    expect(names(filterByTab(lines, { kind: 'all' }, settings))).toEqual(['a', 'b', 'c'])
    expect(names(filterByTab(lines, { kind: 'favorites' }, settings))).toEqual(['a', 'c'])
    expect(names(filterByTab(lines, { kind: 'group', name: 'All' }, settings))).toEqual(['b'])
    expect(filterByTab(lines, { kind: 'group', name: 'gone' }, settings)).toEqual([])
  })
})

describe('favorites and groups', () => {
  it('are put and taken back, a market in one group at most', () => {
    expect(toggleFavorite(toggleFavorite(usual, 'a'), 'a')).toEqual(usual)
    const one = putIntoGroup(putIntoGroup(usual, 'a', 'Majors'), 'b', 'Majors')
    expect(one.groups).toEqual([{ name: 'Majors', markets: ['a', 'b'] }])
    const moved = putIntoGroup(one, 'a', 'Alts')
    expect(moved.groups).toEqual([
      { name: 'Majors', markets: ['b'] },
      { name: 'Alts', markets: ['a'] },
    ])
    expect(groupOf(moved, 'a')).toBe('Alts')
    expect(groupOf(putIntoGroup(moved, 'a', null), 'a')).toBeNull()
    expect(renameGroup(moved, 'Alts', 'Rest').groups[1]?.name).toBe('Rest')
    expect(removeGroup(moved, 'Alts').groups).toHaveLength(1)
  })

  it('are always such as main takes, however many markets came and went', () => {
    let settings = usual
    for (let at = 0; at < 130; at += 1) {
      settings = putIntoGroup(toggleFavorite(settings, `m${at}`), `m${at}`, 'Majors')
    }
    expect(watchListSettings.safeParse(settings).success).toBe(true)
    const twice = {
      ...usual,
      groups: [
        { name: 'A', markets: ['x1'] },
        { name: 'B', markets: ['x1'] },
      ],
    }
    expect(watchListSettings.safeParse(twice).success).toBe(false)
  })

  it('have names that differ, are not empty and not long', () => {
    const settings = putIntoGroup(usual, 'a', 'Majors')
    expect(faultOfName(settings, ' ', null)).toBe('Enter a name.')
    expect(faultOfName(settings, 'Majors ', null)).toBe('This name is already taken.')
    expect(faultOfName(settings, 'Majors', 'Majors')).toBeNull()
    expect(faultOfName(settings, 'x'.repeat(25), null)).toBe('Use at most 24 characters.')
  })
})

describe('the columns', () => {
  const lines = [line('ethusdc', { last: 83_123.45, high: 84_000, low: 80_000 })]
  const fit = (px: number): string | undefined =>
    fitColumns(usualColumns, lines, px)
      ?.map(({ column }) => column)
      .join(' ')

  it('that fit are shown from left to right, and none below each other in a wide list', () => {
    expect(fit(260)).toBeUndefined()
    expect(fit(460)).toBe('sparkline last change')
    expect(fit(500)).toBe('sparkline last change turnover')
    expect(fit(640)).toBe('sparkline last change turnover high low')
  })

  it('are as wide as their longest figure', () => {
    const wide = [line('pepeusdc', { last: 0.000012345678, priceDecimals: 12 })]
    const [narrow] = fitColumns(['last'], lines, 640) ?? []
    const [broad] = fitColumns(['last'], wide, 640) ?? []
    expect(broad?.widthPx).toBeGreaterThan(narrow?.widthPx ?? Infinity)
  })
})
