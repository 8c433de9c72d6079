// Owns: addresses, markets, changes and shares as text. Must not: test components.
import { describe, expect, it } from 'vitest'
import { groupAddress, shortenAddress } from '../../../../src-renderer/lib/format/address.ts'
import {
  formatChange,
  formatVolume,
  priceDecimals,
} from '../../../../src-renderer/lib/format/chart-number.ts'
import { formatFixed } from '../../../../src-renderer/lib/format/locale.ts'
import { countOf, nameMarket } from '../../../../src-renderer/lib/format/words.ts'

const alice = '0x7E5F4552091A69125d5DfCb7b8C2659029395Bdf'

describe('addresses', () => {
  it('show their first six and last four characters in lists', () => {
    expect(shortenAddress(alice)).toBe('0x7E5F…5Bdf')
    expect(shortenAddress('0x1234')).toBe('0x1234')
  })

  it('show whole in groups of four, with nothing lost', () => {
    expect(groupAddress(alice).join(' ')).toBe('0x 7E5F 4552 091A 6912 5d5D fCb7 b8C2 6590 2939 5Bdf')
    expect(groupAddress(alice).join('')).toBe(alice)
  })
})

describe('markets', () => {
  it('are named base and quote, and by their symbol where that cannot be told', () => {
    expect(nameMarket('ethusdc').pair).toBe('ETH/USDC')
    expect(nameMarket('usdcusdt')).toMatchObject({ base: 'USDC', quote: 'USDT' })
    expect(nameMarket('weird')).toEqual({ base: 'WEIRD', quote: '', pair: 'WEIRD' })
  })
})

describe('changes in percent', () => {
  it('carry a sign and a direction, so that colour is never alone', () => {
    expect(formatChange(1.239, 'en-US')).toEqual({ direction: 'up', text: '+1.24%' })
    expect(formatChange(-0.3, 'en-US')).toEqual({ direction: 'down', text: '\u22120.30%' })
  })

  it('are flat and unsigned when they round to zero', () => {
    expect(formatChange(0.004, 'en-US')).toEqual({ direction: 'flat', text: '0.00%' })
    expect(formatChange(-0.004, 'en-US')).toEqual({ direction: 'flat', text: '0.00%' })
  })
})

describe('prices of candles', () => {
  it('have as many decimals as the size of the price asks for', () => {
    expect(priceDecimals(64_120)).toBe(2)
    expect(priceDecimals(1.2)).toBe(4)
    expect(priceDecimals(0.00001234)).toBe(9)
    expect(priceDecimals(0)).toBe(2)
    expect(formatFixed(-64120.5, 2, 'en-US')).toBe('\u221264,120.50')
  })
})

describe('volumes of candles', () => {
  it('are short, with at most four figures', () => {
    const volumes = [0, 0.25, 5, 40, 999, 1000, 1500, 12_345, 250_000, 5e6, 2.5e9, 7e12]
    const short = volumes.map((volume) => formatVolume(volume, 'en-US'))
    expect(short).toEqual(['0', '0.25', '5', '40', '999', '1K', '1.5K', '12.3K', '250K', '5M', '2.5B', '7T'])
  })
})

describe('counts', () => {
  it('agree with their noun', () => {
    expect(countOf(1, ['order', 'orders'], undefined, 'en-US')).toBe('1 order')
    expect(countOf(2500, ['order', 'orders'], undefined, 'en-US')).toBe('2,500 orders')
    expect(countOf(0, ['order', 'orders'], undefined, 'en-US')).toBe('0 orders')
  })
})
