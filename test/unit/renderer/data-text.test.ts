// What is said of kinds of data and asked before rows of them go.
import { describe, expect, it } from 'vitest'
import { dataKinds, keepDays } from '../../../src-preload/contract/app/data.ts'
import {
  describeDrop,
  fetchedAgain,
  isShorter,
  keepChoices,
  nameKeepDays,
} from '../../../src-renderer/text/data-text.ts'
import { makeKinds, withKind } from './features/data/make-data.ts'

const nowMs = Date.parse('2026-11-20T12:03:22Z')

describe('how long a kind is kept', () => {
  it('is one of what main takes, each with a name', () => {
    for (const choice of keepChoices) {
      expect(keepDays.parse(choice.keepDays)).toBe(choice.keepDays)
      expect(nameKeepDays(choice.keepDays)).not.toBe('')
    }
  })

  it('is shorter than everything whatever it is', () => {
    expect(isShorter(1825, null)).toBe(true)
    expect(isShorter(7, 30)).toBe(true)
    expect(isShorter(30, 7)).toBe(false)
    expect(isShorter(30, 30)).toBe(false)
    expect(isShorter(null, 1825)).toBe(false)
    expect(isShorter(null, null)).toBe(false)
  })
})

describe('the question before rows go', () => {
  it('names the kind, the day and that it is not fetched again', () => {
    for (const of of dataKinds) {
      const { lines } = describeDrop({ kind: 'shorten', of, to: 90 }, makeKinds(), nowMs)
      expect(lines[0]).toMatch(/before 22 Aug 2026.*will be removed/)
    }
  })

  it('says what stays, and that cleared rows come back', () => {
    for (const of of dataKinds) {
      const text = describeDrop({ kind: 'clear', of }, makeKinds(), nowMs).lines.join(' ')
      expect(text).toContain('Accounts, settings, transfers and the address book are kept.')
      expect(text).toContain('downloaded again')
    }
  })

  it('says of earlier profit and loss that it does not come back, and leaves it out of clearing all', () => {
    const one = describeDrop({ kind: 'clear', of: 'pnl' }, makeKinds(), nowMs).lines.join(' ')
    expect(one).toContain('Past figures can’t be')
    expect(fetchedAgain).toEqual(dataKinds.filter((kind) => kind !== 'pnl'))
  })

  it('gives the size as it was measured, and none where it was not', () => {
    const measured = describeDrop({ kind: 'clear', of: 'orders' }, makeKinds(), nowMs).lines[0]
    expect(measured).toMatch(/\(1.204.331 rows, 412.0\sMB\)/)
    const kinds = withKind('orders', { rows: null, bytes: null })
    expect(describeDrop({ kind: 'clear', of: 'orders' }, kinds, nowMs).lines[0]).not.toContain('(')
    expect(describeDrop({ kind: 'clearAll' }, kinds, nowMs).lines[0]).not.toContain('(')
  })
})
