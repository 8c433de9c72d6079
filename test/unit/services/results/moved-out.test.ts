// Owns: what had been moved out of a currency by a moment. Must not: make a ledger.
import { expect, it } from 'vitest'
import type { TimedMovement } from '../../../../src-main/services/results/ledger-reader.ts'
import { movedOutOver } from '../../../../src-main/services/results/moved-out.ts'
import { exactText, parseExact } from '../../../../src-preload/shared/exact.ts'

const movement = (currency: string, direction: 'in' | 'out', atMs: number): TimedMovement => ({
  ...{ currency, direction, amount: '1', value: '1', atMs },
})

it('is nothing before the first withdrawal, the present figure from the last one on, and not known between', () => {
  const movements = [
    movement('eth', 'out', 300),
    movement('eth', 'out', 100),
    movement('btc', 'out', 100),
    movement('arb', 'in', 100),
    movement('usdc', 'out', 100),
  ]
  const at = movedOutOver(movements, new Map([['eth', parseExact('2.5')]]))
  const read = (currency: string, atMs: number) => {
    const moved = at(currency, atMs)
    return moved && exactText(moved)
  }
  expect([99, 100, 299, 300, 9_999].map((atMs) => read('eth', atMs))).toEqual(['0', null, null, '2.5', '2.5'])
  // The book of BTC is unknown.
  expect([99, 100].map((atMs) => read('btc', atMs))).toEqual(['0', null])
  // What came in has no result, and what USDC cost is what it is worth.
  expect([read('arb', 200), read('usdc', 200), read('link', 200)]).toEqual(['0', '0', '0'])
})
