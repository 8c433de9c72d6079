// Average prices as lists and notifications show them.
import { expect, test } from 'vitest'
import { shownAverage } from '../../../src-preload/domain/orders/shown-average.ts'

test('has the decimals of its order’s price, at least two, rounded half to even', () => {
  expect(shownAverage('1284.2431575829383886', '1284.3')).toBe('1284.24')
  expect(shownAverage('0.84145', '0.8414')).toBe('0.8414')
  expect(shownAverage('0.84155', '0.8414')).toBe('0.8416')
  expect(shownAverage('12', '12')).toBe('12')
})

test('has five digits that say something where the order has no price', () => {
  expect(shownAverage('35512.28999999', null)).toBe('35512.29')
  expect(shownAverage('0.000012345678', null)).toBe('0.000012346')
  expect(shownAverage('1.188495364868', null)).toBe('1.1885')
})
