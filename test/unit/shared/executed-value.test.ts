// Owns: what an order came to, from an average price that may be rounded. Must not: know a screen.
import { expect, test } from 'vitest'
import { exactText } from '../../../src-preload/shared/exact.ts'
import { executedValueOf } from '../../../src-preload/shared/executed-value.ts'

const valueOf = (averagePrice: string, executedVolume: string): [string, boolean] => {
  const { value, isExact } = executedValueOf({ averagePrice, executedVolume })
  return [exactText(value), isExact]
}

test('an average price that came out even gives the value to its last digit', () => {
  expect(valueOf('1336.63', '0.123456789')).toEqual(['165.01604788107', true])
  expect(valueOf('0.00001234', '12345678.9')).toEqual(['152.345677626', true])
  expect(valueOf('3000.0000000000000000', '2.5')).toEqual(['7500', true])
  expect(valueOf('0.0', '0.0')).toEqual(['0', true])
})

test('a rounded average price gives no digits that nobody knows', () => {
  // Trades of 100 × 1 and 101 × 2: 302 in all, whose third is rounded.
  expect(valueOf('100.6666666666666667', '3')).toEqual(['302', false])
  expect(valueOf('1.3333333333333333', '0.3')).toEqual(['0.4', false])
  expect(valueOf('1.3333333333333333', '3000000')).toEqual(['4000000', false])
  expect(valueOf('0.12345678901', '123456789012345')).toEqual(['15241578752949', false])
})

test('what trades came to is met to the last digit, however they share an order', () => {
  // Deterministic: amounts and prices walk through their digits.
  let state = 7
  const next = (below: number): number => (state = (state * 48_271) % 2_147_483_647) % below
  for (let round = 0; round < 2_000; round += 1) {
    const trades = Array.from({ length: 2 + next(4) }, () => ({
      cents: 1 + next(9_000_000),
      units: 1 + next(5_000_000),
    }))
    const units = trades.reduce((sum, trade) => sum + BigInt(trade.units), 0n)
    // Cents times ten-thousandths: six decimals.
    const total = trades.reduce((sum, trade) => sum + BigInt(trade.cents) * BigInt(trade.units), 0n)
    const scaled = total * 10n ** 14n
    const average = (scaled * 2n + units) / (units * 2n)
    const text = (value: bigint, scale: number): string => exactText({ units: value, scale })
    expect(valueOf(text(average, 16), text(units, 4))[0]).toBe(text(total, 6))
  }
})
