// Books that fall below zero: what the fault says was held, and when.
import { describe, expect, it } from 'vitest'
import {
  type Evidence,
  judgeBook,
  type PnlUnits,
} from '../../../../../src-main/portfolio/results/ledger/book-state.ts'
import { createLedger } from '../../../../../src-main/portfolio/results/ledger/ledger.ts'
import { openZone } from '../../../../../src-preload/domain/locale/zone.ts'

const one = 10n ** 30n

/** What came in (+) and went out (−), each unit worth ten, after an opening. */
function judge(opening: bigint, moves: readonly bigint[], said: Partial<PnlUnits> = {}) {
  const openings = new Map([['btc', opening * one]])
  const ledger = createLedger(openings, 'usdc', openZone('UTC'), () => 0)
  moves.forEach((amount, at) => {
    const size = amount < 0n ? -amount : amount
    const direction = amount < 0n ? 'out' : 'in'
    ledger.move({ currency: 'btc', direction, amount: String(size), value: String(size * 10n), atMs: at })
  })
  const sumOf = (of: (amount: bigint) => boolean): bigint =>
    moves.filter(of).reduce((sum, amount) => sum + (amount < 0n ? -amount : amount), 0n)
  const credit = opening + sumOf((amount) => amount > 0n)
  const debit = sumOf((amount) => amount < 0n)
  const pnl: PnlUnits = {
    ...{ credit: credit * one, debit: debit * one },
    ...{ creditValue: credit * 10n * one, debitValue: debit * 10n * one },
    balanceValue: (credit - debit) * 10n * one,
    ...said,
  }
  const evidence: Evidence = {
    unit: 'usdc',
    reading: new Map([['btc', pnl]]),
    earlier: new Map(),
    sinceOf: () => 0,
    openings,
    ordersMissingFills: new Map(),
  }
  return judgeBook('btc', ledger, evidence)
}

describe('a book', () => {
  it('is known where it never falls below zero', () => {
    expect(judge(2n, [-1n, -1n, 3n])).toMatchObject({ state: 'known', fault: null })
  })

  it('that falls below zero on the way says the least that was held', () => {
    expect(judge(1n, [-3n, -1n, 4n])).toMatchObject({
      state: 'unknown',
      fault: { reason: 'heldBelowZero', amount: '-3' },
    })
  })

  it('that begins below zero says so of the opening', () => {
    expect(judge(-2n, [5n])).toMatchObject({
      state: 'unknown',
      fault: { reason: 'openingBelowZero', amount: '-2', cost: '0' },
    })
  })

  it('whose opening has a cost below zero names its amount, not what is held now', () => {
    expect(judge(2n, [5n], { creditValue: 45n * one })).toMatchObject({
      state: 'unknown',
      fault: { reason: 'openingBelowZero', amount: '2', cost: '-5' },
    })
  })
})
