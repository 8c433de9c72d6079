// Which trades the tape shows, compared to the last digit.
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { MarketTrade } from '../../../../../src-preload/contract/orders/entities.ts'
import { decimalText } from '../../../../../src-preload/contract/orders/entities.ts'
import { setFigureLocale } from '../../../../../src-renderer/text/format/current-locale.svelte.ts'
import {
  describeHidden,
  filterTrades,
  maxLines,
  nameLeast,
  readLeast,
} from '../../../../../src-renderer/features/markets/tape/tape-filter.ts'

beforeEach(() => setFigureLocale('en-GB'))
afterEach(() => setFigureLocale(undefined))

const tradesOf = (amounts: readonly string[]): MarketTrade[] =>
  amounts.map((amount, at) => ({
    id: amounts.length - at,
    market: 'ethusdc',
    price: '2500',
    amount,
    total: '1',
    createdAtMs: 1000 - at,
    takerType: 'buy',
  }))
const amountsOf = (trades: readonly MarketTrade[]): string[] => trades.map(({ amount }) => amount)

describe('a least amount', () => {
  it('keeps trades that are as large, by every digit', () => {
    const amounts = ['0.1', '0.10', '0.099999999999999999999', '0.100000000000000000001', '1', '9', '10', '0']
    const { shown, hidden } = filterTrades(tradesOf(amounts), '0.1')
    expect(amountsOf(shown)).toEqual(['0.1', '0.10', '0.100000000000000000001', '1', '9', '10'])
    expect(hidden).toBe(2)
  })

  it('tells apart what doubles cannot', () => {
    const trades = tradesOf(['9007199254740992.5', '9007199254740993', '9007199254740993.000000000000000001'])
    expect(filterTrades(trades, '9007199254740993').hidden).toBe(1)
  })

  it('compares as whole numbers of the smallest digit would', () => {
    const units = fc.bigInt({ min: 0n, max: 10n ** 30n })
    const textOf = (value: bigint): string => {
      const digits = value.toString().padStart(19, '0')
      return `${digits.slice(0, -18)}.${digits.slice(-18)}`
    }
    fc.assert(
      fc.property(fc.array(units, { maxLength: 90 }), units, (amounts, least) => {
        const { shown, hidden } = filterTrades(tradesOf(amounts.map(textOf)), textOf(least))
        expect(amountsOf(shown)).toEqual(amounts.filter((amount) => amount >= least).map(textOf))
        expect(hidden).toBe(amounts.filter((amount) => amount < least).length)
      }),
    )
  })

  it('of none shows all', () => {
    expect(filterTrades(tradesOf(['0', '1']), null)).toEqual({ shown: tradesOf(['0', '1']), hidden: 0 })
    expect(filterTrades([], '1')).toEqual({ shown: [], hidden: 0 })
  })

  it('fills the lines from further back, and counts as far as they reach', () => {
    const amounts = Array.from({ length: 500 }, (_, at) => (at % 2 === 0 ? '1' : '2'))
    const { shown, hidden } = filterTrades(tradesOf(amounts), '2')
    expect(shown).toHaveLength(maxLines)
    expect(hidden).toBe(maxLines)
    expect(filterTrades(tradesOf(amounts), null).shown).toHaveLength(maxLines)
  })
})

describe('a typed least amount', () => {
  it.each([
    ['0.5', '0.5'],
    [' 12 ', '12'],
    ['0.50', '0.50'],
    ['', null],
    ['0', null],
    ['0.000', null],
  ])('%j is %j', (typed, amount) => {
    expect(readLeast(typed)).toEqual({ ok: true, amount })
  })

  it.each([
    '1,5',
    '-1',
    '+1',
    '1e3',
    'abc',
    '1 000',
    '.5',
    '5.',
    '01',
    'NaN',
    'Infinity',
    '0x10',
    '1'.repeat(31),
  ])('%j is said to be wrong', (typed) => {
    const reading = readLeast(typed)
    expect(reading.ok).toBe(false)
    expect(reading.ok ? '' : reading.fault).toMatch(/^[A-Z].*[.\d]$/)
  })

  it('that is taken can be kept and compared', () => {
    fc.assert(
      fc.property(fc.string(), (typed) => {
        const reading = readLeast(typed)
        if (!reading.ok || reading.amount === null) return
        expect(decimalText.parse(reading.amount)).toBe(reading.amount)
        expect(filterTrades(tradesOf([reading.amount]), reading.amount).hidden).toBe(0)
      }),
    )
  })
})

describe('the words of the filter', () => {
  it('count what is left out', () => {
    expect(describeHidden(0)).toBe('')
    expect(describeHidden(1)).toBe('1 smaller trade not shown')
    expect(describeHidden(1200)).toBe('1,200 smaller trades not shown')
  })

  it('name the least amount as the locale writes it', () => {
    expect(nameLeast('1250.50', 'ETH')).toBe('at least 1,250.50 ETH')
    setFigureLocale('de-DE')
    expect(nameLeast('1250.50', '')).toBe('at least 1.250,50')
  })
})
