// What an order came to: by its fills where all are here, else by an average price that may be rounded.
import { expect, test } from 'vitest'
import { exactText, parseExact } from '../../../src-preload/domain/numbers/exact-decimal.ts'
import {
  executedValueOf,
  fillTotal,
  type FillSum,
  sumOfFills,
} from '../../../src-preload/domain/orders/executed-value.ts'

const order = { averagePrice: '1284.24315758', executedVolume: '0.3376', tradesCount: 2 }
const fills = (amounts: readonly string[], totals: readonly string[]): FillSum | null =>
  sumOfFills(amounts.map((amount, at) => ({ amount, price: '1', total: totals[at] ?? null })))
const valueOf = (of: typeof order, sum: FillSum | null): [string, boolean] | null => {
  const found = executedValueOf(of, sum)
  return found === null ? null : [exactText(found.value), found.isExact]
}

test('where all fills are here, the value is their sum, whatever the average price was rounded to', () => {
  const all = fills(['0.3', '0.0376'], ['385.3', '48.26049'])
  expect(valueOf(order, all)).toEqual(['433.56049', true])
  expect(valueOf({ ...order, averagePrice: '1284.2' }, all)).toEqual(['433.56049', true])
  expect(valueOf({ ...order, averagePrice: '0.0', executedVolume: '0.33760' }, all)).toEqual([
    '433.56049',
    true,
  ])
})

test('without them it is average price × filled, and never called exact, however even it comes out', () => {
  expect(valueOf(order, null)).toEqual(['433.560489999008', false])
  expect(valueOf({ ...order, averagePrice: '1284' }, null)).toEqual(['433.4784', false])
  expect(valueOf(order, fills(['0.3'], ['385.3']))).toEqual(['433.560489999008', false])
  // As many as there are, but of another version of the order.
  expect(valueOf(order, fills(['0.3', '0.03'], ['385.3', '38.5']))).toEqual(['433.560489999008', false])
  // Their amounts add up, but there are fewer than the exchange counts.
  expect(valueOf(order, fills(['0.3376'], ['433.56']))).toEqual(['433.560489999008', false])
})

test('nothing filled came to nothing, exactly; something filled at no price is not known', () => {
  expect(valueOf({ averagePrice: '0.0', executedVolume: '0.0', tradesCount: 0 }, null)).toEqual(['0', true])
  expect(valueOf({ averagePrice: '0.0', executedVolume: '2', tradesCount: 1 }, null)).toBeNull()
})

test('a fill came to its total, else to price × amount', () => {
  expect(fillTotal({ price: '1.1', amount: '0.1', total: null })).toEqual(parseExact('0.11'))
  expect(fillTotal({ price: '1.1', amount: '0.1', total: '0.12' })).toEqual(parseExact('0.12'))
  expect(sumOfFills([])).toBeNull()
})
