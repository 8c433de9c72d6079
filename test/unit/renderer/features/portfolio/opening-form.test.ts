// The form that splits an opening: sums by decimals, days up to the first fill, costs or shares, and what it says is wrong.
import { describe, expect, it } from 'vitest'
import {
  leftOf,
  type PartRow,
  readRows,
  rowsOf,
  shareOf,
  sumText,
  withPart,
} from '../../../../../src-renderer/features/portfolio/lots/opening-form.ts'
import { makeOpening } from './make-lots.ts'

const row = (change: Partial<PartRow> = {}): PartRow => ({
  ...{ id: 0, amount: '1', day: '', isDayWrong: false, cost: '' },
  ...change,
})
const march = Date.UTC(2025, 2, 1)

describe('rows', () => {
  it('begin as the whole opening, or as the parts that were stored', () => {
    expect(rowsOf(makeOpening())).toEqual([row()])
    const parts = [
      { amount: '0.4', openedMs: null, cost: null },
      { amount: '0.6', openedMs: march, cost: '900' },
    ]
    expect(rowsOf(makeOpening({ parts }))).toEqual([
      row({ amount: '0.4' }),
      row({ id: 1, amount: '0.6', day: '2025-03-01', cost: '900' }),
    ])
  })

  it('gain one with what is left, to the last decimal; with nothing where nothing is left', () => {
    const rows = [row({ amount: '0.1' }), row({ id: 4, amount: '0.2' })]
    expect(leftOf('0.300000000000000000000000000001', rows)).toBe('0.000000000000000000000000000001')
    expect(withPart('1', rows).at(-1)).toEqual(row({ id: 5, amount: '0.7' }))
    expect(withPart('0.3', rows).at(-1)).toEqual(row({ id: 5, amount: '' }))
    expect(withPart('0.2', rows).at(-1)).toEqual(row({ id: 5, amount: '' }))
  })
})

it('says what is missing or too much', () => {
  const opening = makeOpening({ amount: '10' })
  expect(sumText(opening, [row({ amount: '4' }), row({ amount: '6' })])).toBeNull()
  expect(sumText(opening, [row({ amount: '4.5' })])).toBe('5.5 ETH of the opening is not assigned to a part.')
  expect(sumText(opening, [row({ amount: '12' })])).toBe('The parts are 2 ETH more than the opening.')
  expect(sumText(opening, [row({ amount: 'x' })])).toBe('10 ETH of the opening is not assigned to a part.')
})

it('a share is of the cost, by amount', () => {
  const opening = makeOpening({ amount: '3', cost: { state: 'estimated', amount: '1000' } })
  expect(shareOf(opening, row())).toBe('333.333333333333333333')
  expect(shareOf(opening, row({ amount: '' }))).toBeNull()
  expect(shareOf({ ...opening, cost: { state: 'unknown' } }, row())).toBeNull()
})

describe('what was typed', () => {
  const beforeMs = Date.UTC(2026, 10, 3, 9, 30)
  const faultsOf = (change: Partial<PartRow>) => {
    const read = readRows({ beforeMs }, [row(change)])
    return 'faults' in read ? Object.keys(read.faults.get(0) ?? {}) : read.parts
  }

  it('is read as parts: a day at 00:00 UTC or none, a cost or none', () => {
    expect(faultsOf({})).toEqual([{ amount: '1', openedMs: null, cost: null }])
    expect(faultsOf({ day: '2025-03-01', cost: ' 900.50 ' })).toEqual([
      { amount: '1', openedMs: march, cost: '900.50' },
    ])
    expect(faultsOf({ cost: '0' })).toEqual([{ amount: '1', openedMs: null, cost: '0' }])
    expect(faultsOf({ day: '2026-11-03' })).toMatchObject([{ openedMs: Date.UTC(2026, 10, 3) }])
  })

  it.each([
    [{ amount: '' }, ['amount']],
    [{ amount: '0' }, ['amount']],
    [{ amount: '1,5' }, ['amount']],
    [{ amount: '-1' }, ['amount']],
    [{ isDayWrong: true }, ['day']],
    [{ day: '2026-11-04' }, ['day']],
    [{ cost: '-1' }, ['cost']],
    [{ cost: '1e3' }, ['cost']],
    [{ amount: 'x', isDayWrong: true, cost: 'x' }, ['amount', 'day', 'cost']],
  ])('%o is wrong at %o', (change, fields) => {
    expect(faultsOf(change)).toEqual(fields)
  })

  it('on the first day of fills at midnight ends the day before', () => {
    const read = readRows({ beforeMs: march }, [row({ day: '2025-03-01' })])
    expect('faults' in read && read.faults.get(0)?.day).toBe('Enter a date up to 28 Feb 2025.')
  })
})
