// What of exports may cross the border, field by field, and that the columns of the page are those of the files.
import { describe, expect, it } from 'vitest'
import { channels, events } from '../../../src-preload/contract/contract.ts'
import { pnlColumns, pnlHistoryColumns } from '../../../src-main/exports/pnl-columns.ts'
import { reportColumns } from '../../../src-main/exports/report-rows.ts'
import { fillColumns, orderColumns } from '../../../src-main/exports/trade-columns.ts'
import {
  fillColumnIds,
  orderColumnIds,
  pnlColumnIds,
  pnlHistoryColumnIds,
  reportColumnIds,
} from '../../../src-preload/domain/orders/export-columns.ts'
import { everyFill, everyOrder } from '../exports/exports-world.ts'

const id = '5f0c1d1e-6f3c-4d3b-9a53-0d1b5b2a7c11'
const strangers: readonly unknown[] = [undefined, NaN, {}, Symbol.iterator, -1, 1e300]
const range = { fromMs: 1, toMs: 2 }

const accepts = (value: unknown): boolean => channels['exports:start'].input.safeParse(value).success

/** Expects that no field of a good value may be missing or strange, and that there may be no other. */
function expectWhole(fits: (value: unknown) => boolean, good: Readonly<Record<string, unknown>>): void {
  expect(fits(good)).toBe(true)
  expect(fits({ ...good, extra: 1 })).toBe(false)
  for (const key of Object.keys(good)) {
    for (const stranger of strangers) expect([key, fits({ ...good, [key]: stranger })]).toEqual([key, false])
  }
}

describe('what is wished for', () => {
  it.each([
    {
      what: 'orders',
      filter: everyOrder,
      sort: { column: 'price', isDescending: false },
      columns: ['id', 'price'],
      format: 'csv',
    },
    { what: 'fills', filter: everyFill, isDescending: true, columns: ['id'], format: 'jsonl' },
    { what: 'pnl', format: 'csv' },
    { what: 'pnlHistory', ...range, format: 'jsonl' },
    { what: 'report', ...range, format: 'pdf' },
  ])('is whole: $what', (good) => {
    expectWhole(accepts, good)
  })

  it('may leave the columns to the format', () => {
    expect(
      accepts({ what: 'fills', filter: everyFill, isDescending: true, columns: null, format: 'csv' }),
    ).toBe(true)
  })

  it.each([
    [
      'no column at all',
      { what: 'fills', filter: everyFill, isDescending: true, columns: [], format: 'csv' },
    ],
    ['orders as a PDF', { what: 'orders', filter: everyOrder, columns: null, format: 'pdf' }],
    ['a place of the page’s own', { what: 'pnl', format: 'csv', file: '/tmp/x.csv' }],
    ['transfers', { what: 'transfers', format: 'csv' }],
  ])('is not %s', (_what, bad) => {
    expect(accepts(bad)).toBe(false)
  })
})

it('what is told is how far it is and how it ended, and of the file its name alone', () => {
  const told = (value: unknown): boolean => events['exports:changed'].safeParse(value).success
  expectWhole(told, { status: 'running', id, rows: 1, of: 5 })
  expect(told({ status: 'running', id, rows: 0, of: null })).toBe(true)
  expectWhole(told, { status: 'done', id, file: 'orders.csv', rows: 3 })
  expectWhole(told, { status: 'cancelled', id })
  expectWhole(told, { status: 'failed', id, error: { code: 'fileUnavailable', data: {}, ref: null } })
  expect(told({ status: 'running', id, rows: 0, of: null, text: 'a row' })).toBe(false)
})

it('cancelling needs an id', () => {
  const { input } = channels['exports:cancel']
  expectWhole((value) => input.safeParse(value).success, { id })
})

it('a locked app lets no file out and lets one be cancelled', () => {
  expect(channels['exports:start'].access).toBe('unlocked')
  expect(channels['exports:cancel'].access).toBe('always')
})

it.each([
  ['orders', orderColumnIds, orderColumns],
  ['fills', fillColumnIds, fillColumns],
  ['profit and loss', pnlColumnIds, pnlColumns],
  ['its history', pnlHistoryColumnIds, pnlHistoryColumns],
  ['a report', reportColumnIds, reportColumns],
])('the columns of a file of %s are those that the page knows, in that order', (_what, ids, columns) => {
  expect(Object.keys(columns)).toEqual([...ids])
})
