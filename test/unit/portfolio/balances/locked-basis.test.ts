// What readings around an own order show, against an account whose rule is known.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { LockedBasis } from '../../../../src-preload/contract/portfolio/balances.ts'
import type { Balance } from '../../../../src-preload/contract/trading/trading-entities.ts'
import { judgeChange, judgeTotals, nextBasis } from '../../../../src-main/portfolio/balances/locked-basis.ts'

const row = (currency: string, balance: string, locked: string): Balance => ({ currency, balance, locked })
const pnl = (currency: string, totalCredit: string, totalDebit: string) => ({
  ...{ currency, pnlCurrency: 'usdc', totalCredit, totalDebit, totalCreditValue: '0', totalDebitValue: '0' },
  ...{ averageBuyPrice: null, averageSellPrice: null, averageBalancePrice: null, totalBalanceValue: '0' },
})

describe('an order that appears or ends without fills', () => {
  it.each<[string, Balance, Balance, LockedBasis]>([
    [
      'leaves a balance that includes what is locked',
      row('usdc', '100', '0'),
      row('usdc', '100', '40.5'),
      'includes',
    ],
    [
      'lowers one that excludes it by as much',
      row('usdc', '100', '0'),
      row('usdc', '59.5', '40.5'),
      'excludes',
    ],
    [
      'gives it back when it is canceled',
      row('usdc', '59.5', '40.5'),
      row('usdc', '100.00', '0'),
      'excludes',
    ],
    ['leaves it when it is canceled', row('usdc', '100', '40.5'), row('usdc', '100.000', '0'), 'includes'],
    ['shows nothing beside another change', row('usdc', '100', '0'), row('usdc', '70', '40.5'), 'unknown'],
    ['shows nothing of another currency', row('eth', '1', '0'), row('usdc', '100', '1'), 'unknown'],
    ['is needed', row('usdc', '100', '5'), row('usdc', '90', '5'), 'unknown'],
  ])('%s', (_what, before, after, basis) => {
    expect(judgeChange([before], [after])).toBe(basis)
  })

  it('shows nothing if two currencies contradict each other', () => {
    const before = [row('usdc', '100', '0'), row('eth', '2', '0')]
    expect(judgeChange(before, [row('usdc', '100', '10'), row('eth', '1', '1')])).toBe('unknown')
  })

  it('is never judged wrong, whatever is placed and canceled', () => {
    const currencies = ['usdc', 'eth', 'btc']
    const step = fc.record({ at: fc.nat(2), change: fc.bigInt({ min: -50n, max: 50n }) })
    fc.assert(
      fc.property(
        fc.boolean(),
        fc.array(fc.array(step, { maxLength: 4 }), { maxLength: 8 }),
        (isIncluded, rounds) => {
          const locked = [0n, 0n, 0n]
          const tell = (): Balance[] =>
            currencies.map((currency, at) => {
              const held = locked[at] ?? 0n
              return row(currency, String(isIncluded ? 1_000n : 1_000n - held), String(held))
            })
          for (const steps of rounds) {
            const before = tell()
            const then = [...locked]
            for (const { at, change } of steps) locked[at] = (locked[at] ?? 0n) + change
            for (const [at, held] of locked.entries()) locked[at] = held < 0n ? 0n : held > 900n ? 900n : held
            const isChanged = locked.some((held, at) => held !== then[at])
            const truth = isIncluded ? 'includes' : 'excludes'
            expect(judgeChange(before, tell())).toBe(isChanged ? truth : 'unknown')
          }
        },
      ),
    )
  })
})

describe('profit and loss of the same moment', () => {
  it.each<[string, Balance, LockedBasis]>([
    ['equals a balance that includes what is locked', row('usdc', '90', '40.5'), 'includes'],
    ['equals balance and locked together', row('usdc', '49.50', '40.5'), 'excludes'],
    ['shows nothing if it equals neither', row('usdc', '50', '40.5'), 'unknown'],
    ['shows nothing while nothing is locked', row('usdc', '90', '0.00'), 'unknown'],
  ])('%s', (_what, told, basis) => {
    expect(judgeTotals([told], [pnl('eth', '1', '0'), pnl('usdc', '100', '10')])).toBe(basis)
  })
})

describe('the finding', () => {
  it.each<[LockedBasis, LockedBasis, LockedBasis]>([
    ['unknown', 'includes', 'includes'],
    ['includes', 'unknown', 'includes'],
    ['includes', 'includes', 'includes'],
    ['includes', 'excludes', 'unknown'],
    ['excludes', 'includes', 'unknown'],
  ])('%s is, after a reading shows %s, %s', (before, found, after) => {
    expect(nextBasis(before, found)).toBe(after)
  })
})
