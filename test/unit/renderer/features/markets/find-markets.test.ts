// How a market of the exchange is found.
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { TickedMarket } from '../../../../../src-preload/contract/markets/market-list.ts'
import {
  findMarkets,
  suggestSymbols,
  titleOf,
} from '../../../../../src-renderer/features/markets/list/add/find-markets.ts'
import { decimalsOfPrices } from '../../../../../src-renderer/features/markets/list/summary-text.ts'
import { formatTurnover } from '../../../../../src-renderer/text/format/chart-number.ts'
import { setFigureLocale } from '../../../../../src-renderer/text/format/current-locale.svelte.ts'

beforeEach(() => setFigureLocale('en-US'))
afterEach(() => setFigureLocale(undefined))

const market = (symbol: string, name: string | null, turnover: string | null): TickedMarket => ({
  market: symbol,
  name,
  last: '1',
  changePercent: 0,
  high: null,
  low: null,
  volume: null,
  turnover,
})
const all = [
  market('btcusdc', 'bitcoin', '900'),
  market('ethbtc', 'ethereum', '99999'),
  market('ethusdc', 'ethereum', '1000'),
  market('ethusdt', 'ethereum', '5000'),
  market('solusdc', 'solana', null),
  market('usdcusdt', 'usd coin', '10'),
]
const find = (typed: string): string[] => findMarkets(all, typed).map((one) => one.market)

describe('the markets of the exchange', () => {
  it('stand by their turnover, those of USDC first', () => {
    expect(find('')).toEqual(['ethusdc', 'btcusdc', 'solusdc', 'ethusdt', 'usdcusdt', 'ethbtc'])
  })

  it.each([
    ['ETH', ['ethusdc', 'ethusdt', 'ethbtc']],
    ['eth/usdt', ['ethusdt']],
    ['Ether', ['ethusdc', 'ethusdt', 'ethbtc']],
    ['usd coin', ['usdcusdt']],
    // A base currency goes before a quote currency.
    ['usdc', ['usdcusdt', 'ethusdc', 'btcusdc', 'solusdc']],
    ['doge', []],
  ])('are found by %j', (typed, expected) => {
    expect(find(typed)).toEqual(expected)
  })
})

it('a currency alone is suggested with the usual quote currencies, a pair as it is', () => {
  expect(suggestSymbols('sol')).toEqual(['solusdc', 'solusdt', 'sol'])
  expect(suggestSymbols('solusdc')).toEqual(['solusdc'])
})

it('a name is written as a heading, unless the exchange writes it otherwise', () => {
  expect(['ethereum', 'usd coin', 'dYdX'].map(titleOf)).toEqual(['Ethereum', 'Usd Coin', 'dYdX'])
})

it('prices need the decimals of the longest, without zeros at its end', () => {
  expect(decimalsOfPrices(['1882.250', '1905.5', null])).toBe(2)
  expect(decimalsOfPrices(['1882.000'])).toBe(0)
})

it.each([
  ['0', '0.00'],
  ['0.004', '<0.01'],
  ['23.456', '23.46'],
  ['999.994', '999.99'],
  ['999.996', '1.00K'],
  ['23501.54', '23.5K'],
  ['749000000', '749M'],
])('a turnover of %s reads %s', (text, short) => {
  expect(formatTurnover(text)).toBe(short)
})
