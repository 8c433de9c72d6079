// Owns: that sums, shares, cuts and calculations in the Portfolio view are exact or absent. Must not: test components.
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { allocate } from '../../../../../src-renderer/views/portfolio/allocation.ts'
import { cutDecimals } from '../../../../../src-renderer/views/portfolio/cut-figure.ts'
import { pnlColumns } from '../../../../../src-renderer/views/portfolio/pnl-columns.ts'
import { listFormulas } from '../../../../../src-renderer/views/portfolio/pnl-formulas.ts'
import { directionOf, sumByCurrency } from '../../../../../src-renderer/views/portfolio/totals.ts'
import { makeEntry, makeResult } from './make-pnl.ts'

const worth = (currency: string, totalBalanceValue: string, pnlCurrency = 'usdc') =>
  makeEntry({ currency, totalBalanceValue, pnlCurrency })
const sumValues = (entries: readonly ReturnType<typeof makeEntry>[]) =>
  sumByCurrency(entries, (entry) => entry.totalBalanceValue)

describe('the totals of the portfolio', () => {
  it('keep every digit, however large and small the parts are', () => {
    const entries = [
      worth('eth', '31470.05040653995757213302'),
      worth('shib', '0.00000000000000000001'),
      worth('mog', '900719925474099300000'),
      worth('usdt', '-0.5'),
    ]
    expect(sumValues(entries).totals).toEqual([
      { amount: '900719925474099331469.55040653995757213303', currency: 'usdc' },
    ])
  })

  it('are one for each currency, and never add one to another', () => {
    expect(sumValues([worth('eth', '1'), worth('btc', '2', 'usdt'), worth('strk', '3')]).totals).toEqual([
      { currency: 'usdc', amount: '4' },
      { currency: 'usdt', amount: '2' },
    ])
    expect(sumValues([]).totals).toEqual([])
  })

  it('tell how many have no such figure', () => {
    const results = [makeResult(), makeResult({ open: null }), makeResult({ open: '-98.5' })]
    expect(sumByCurrency(results, (result) => result.open)).toEqual({
      totals: [{ currency: 'usdc', amount: '2000' }],
      without: 1,
    })
  })

  it('rise and fall by the smallest amount', () => {
    expect(directionOf('0.00000000000000000000000000000000000000000000000001')).toBe('up')
    expect(directionOf('-0.00000000000000000000000000000000000000000000000001')).toBe('down')
    expect(directionOf('-0.000')).toBe('flat')
  })
})

describe('a figure that is cut for reading', () => {
  it('says whether there is more, is never rounded and never becomes nothing', () => {
    expect(cutDecimals('1.999999999', 8)).toEqual({ text: '1.99999999', isCut: true })
    expect(cutDecimals('1.500000000000', 8)).toEqual({ text: '1.50000000', isCut: false })
    expect(cutDecimals('-0.0000000000001', 8)).toEqual({ text: '-0.0000000000001', isCut: false })
    expect(cutDecimals('0.000000000000', 8)).toEqual({ text: '0.00000000', isCut: false })
    expect(cutDecimals('31470', 8)).toEqual({ text: '31470', isCut: false })
  })
})

describe('the allocation', () => {
  it('divides to a tenth of a percent, the greatest first, and sums what is too much to show', () => {
    const found = allocate([worth('a', '1'), worth('b', '6'), worth('c', '2'), worth('d', '1')], 2)
    expect(found?.shares.map(({ currency, percent }) => [currency, percent])).toEqual([
      ['b', '60.0'],
      ['c', '20.0'],
      [null, '20.0'],
    ])
    expect(found?.others).toBe(2)
    expect(found?.unit).toBe('usdc')
  })

  it('shows a rest of one as itself', () => {
    const found = allocate([worth('a', '1'), worth('b', '1'), worth('c', '1')], 2)
    expect(found?.shares.map(({ currency }) => currency)).toEqual(['a', 'b', 'c'])
    expect(found?.shares.map(({ percent }) => percent)).toEqual(['33.3', '33.3', '33.3'])
  })

  it('leaves out what is below zero and says so, and is absent where nothing can be divided', () => {
    const found = allocate([worth('a', '3'), worth('debt', '-1'), worth('none', '0')], 5)
    expect(found?.shares.map(({ currency, percent }) => [currency, percent])).toEqual([['a', '100.0']])
    expect(found?.negative).toEqual(['debt'])
    expect(allocate([], 5)).toBeNull()
    expect(allocate([worth('a', '0')], 5)).toBeNull()
    expect(allocate([worth('a', '1'), worth('b', '1', 'usdt')], 5)).toBeNull()
  })

  it('has parts that make a whole, however many and however far apart', () => {
    const amount = fc.bigInt({ min: 1n, max: 10n ** 30n }).map(String)
    fc.assert(
      fc.property(fc.array(amount, { minLength: 1, maxLength: 40 }), (amounts) => {
        const found = allocate(
          amounts.map((text, index) => worth(`c${index}`, text)),
          9,
        )
        const parts = found?.shares.reduce((sum, { part }) => sum + part, 0)
        expect(parts).toBeCloseTo(1, 9)
        const percents = found?.shares.reduce((sum, { percent }) => sum + Number(percent), 0) ?? 0
        expect(Math.abs(percents - 100)).toBeLessThanOrEqual(0.051 * (found?.shares.length ?? 0))
      }),
    )
  })
})

describe('the figures of a currency', () => {
  it('name every figure of an entry once, with its meaning', () => {
    const { currency, pnlCurrency, ...figures } = makeEntry()
    expect([currency, pnlCurrency]).toEqual(['eth', 'usdc'])
    expect(pnlColumns.map(({ field }) => field).sort()).toEqual(Object.keys(figures).sort())
    expect(pnlColumns.every(({ meaning }) => meaning.endsWith('.'))).toBe(true)
  })

  it('write each calculation out with the figures that it took', () => {
    const lines = listFormulas(makeEntry(), makeResult()).map(({ id, terms }) => [
      id,
      terms?.map((term) => ('sign' in term ? term.sign : term.figure)).join(' '),
    ])
    expect(lines).toEqual([
      ['balance', '10 − 4 = 6'],
      ['costOfSold', '4 × 1500 = 6000'],
      ['realised', '8000 − 6000 = 2000'],
      ['value', '6 × 1850.25 = 11101.5'],
      ['costOfBalance', '6 × 1500.5 = 9003'],
      ['open', '11101.5 − 9003 = 2098.5'],
    ])
  })

  it('write nothing out where a figure is not known', () => {
    const result = makeResult({ last: null, value: null, open: null, valueDifference: null })
    const unknown = listFormulas(makeEntry(), result).filter(({ terms }) => terms === null)
    expect(unknown.map(({ id }) => id)).toEqual(['value', 'open'])
  })
})
