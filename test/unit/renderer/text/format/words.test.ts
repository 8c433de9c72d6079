// Addresses, markets, changes and shares as text.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { groupAddress, shortenAddress } from '../../../../../src-renderer/text/format/address.ts'
import {
  formatChange,
  formatVolume,
  guessPriceDecimals,
} from '../../../../../src-renderer/text/format/chart-number.ts'
import { formatFixed } from '../../../../../src-renderer/text/format/locale.ts'
import { countOf, nameMarket } from '../../../../../src-renderer/text/format/words.ts'

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
  it('carry a sign and a direction, so that color is never alone', () => {
    expect(formatChange(1.239, 'en-US')).toEqual({ direction: 'up', text: '+1.24%' })
    expect(formatChange(-0.3, 'en-US')).toEqual({ direction: 'down', text: '\u22120.30%' })
  })

  it('are flat and unsigned when they round to zero', () => {
    expect(formatChange(0.004, 'en-US')).toEqual({ direction: 'flat', text: '0.00%' })
    expect(formatChange(-0.004, 'en-US')).toEqual({ direction: 'flat', text: '0.00%' })
  })
})

describe('prices of candles', () => {
  it('have as many decimals as the size of the price asks for, while no candle is known', () => {
    expect(guessPriceDecimals(64_120)).toBe(2)
    expect(guessPriceDecimals(1.2)).toBe(4)
    expect(guessPriceDecimals(0.00001234)).toBe(9)
    expect(guessPriceDecimals(0)).toBe(2)
    expect(formatFixed(-64120.5, 2, 'en-US')).toBe('\u221264,120.50')
  })
})

describe('volumes of candles', () => {
  it.each([
    [0, '0'],
    [0.00004, '0.0000400'],
    [0.00000000001234, '0.0000000000123'],
    [0.25, '0.250'],
    [0.9996, '1.00'],
    [5, '5.00'],
    [9.994, '9.99'],
    [9.996, '10.0'],
    [40, '40.0'],
    [99.96, '100'],
    [999, '999'],
    [999.4, '999'],
    [999.96, '1.00K'],
    [1000, '1.00K'],
    [1500, '1.50K'],
    [2190.4148999999993, '2.19K'],
    [12_345, '12.3K'],
    [250_000, '250K'],
    [999_499, '999K'],
    [999_500, '1.00M'],
    [999_950, '1.00M'],
    [1_542_317.75, '1.54M'],
    [5e6, '5.00M'],
    [2.5e9, '2.50B'],
    [7e12, '7.00T'],
    [4.5e16, '45,000T'],
  ])('%d is %s: three digits that say something, in the letter they round to', (volume, text) => {
    expect(formatVolume(volume, 'en-US')).toBe(text)
  })

  it('are rounded half to even, from the digits and not the double', () => {
    const halves = [1.005, 1.015, 12.25, 12.35, 0.12345, 998.5, 999.5, 1005, 1015, 1_025_000]
    expect(halves.map((volume) => formatVolume(volume, 'en-US'))).toEqual([
      '1.00',
      '1.02',
      '12.2',
      '12.4',
      '0.123',
      '998',
      '1.00K',
      '1.00K',
      '1.02K',
      '1.02M',
    ])
  })

  it('have three significant digits whatever they are, and never a thousand of a letter', () => {
    fc.assert(
      fc.property(fc.double({ min: 1e-12, max: 999e12, noNaN: true }), (volume) => {
        const text = formatVolume(volume, 'en-US')
        expect(
          text
            .replace(/[KMBT]$/, '')
            .replace('.', '')
            .replace(/^0+/, ''),
        ).toMatch(/^[1-9]\d\d$/)
      }),
    )
  })
})

describe('counts', () => {
  it('agree with their noun', () => {
    expect(countOf(1, ['order', 'orders'], undefined, 'en-US')).toBe('1 order')
    expect(countOf(2500, ['order', 'orders'], undefined, 'en-US')).toBe('2,500 orders')
    expect(countOf(0, ['order', 'orders'], undefined, 'en-US')).toBe('0 orders')
  })
})
