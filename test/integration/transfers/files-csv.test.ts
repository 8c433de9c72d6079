// The history as CSV is read back as it was, and that no cell of it runs in a spreadsheet.
import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { toCsv } from '../../../src-main/exports/csv.ts'
import { toHistoryCsv, toHistoryJsonLines } from '../../../src-main/transfers/history/history-file.ts'
import type { HistoryEntry } from '../../../src-preload/contract/transfers.ts'
import { sampleTold } from '../../unit/store/sample-transfers.ts'
import { accountId, readCsv, readTable, sentSample } from './files-world.ts'

const owner = { network: 'testnet', host: 'api.example' }
const journal = (...given: Parameters<typeof sentSample>): HistoryEntry => ({
  kind: 'journal',
  transfer: sentSample(...given),
})
const cellOf = (value: string): string | undefined => readCsv(toCsv(['a'], [[value]]).slice(1))[1]?.[0]

describe('a cell', () => {
  it.each([
    '=1+1',
    '+SUM(A1)',
    '-2+3',
    '@cmd',
    ' =1',
    '＝1+1',
    '-',
    '-1e5',
    '-1,5',
    '=HYPERLINK("http://x","y")',
  ])('that a spreadsheet would run, %j, is text in quotes behind an apostrophe', (value) => {
    expect(cellOf(value)).toBe(`'${value}`)
    expect(toCsv(['a'], [[value]])).toContain(`\r\n"'`)
  })

  it.each([
    '-12.5',
    '-0',
    '12.000001',
    '0',
    'a=b',
    "'quoted",
    'Zoë, "the" one\r\nsecond line',
    ' blank ',
    '',
  ])('that is a number or harmless text, %j, is as it was', (value) => {
    expect(cellOf(value)).toBe(value)
  })
})

describe('a cell that is split by a spreadsheet whose separator is another', () => {
  it.each([
    ['rent;=1+1', "rent;'=1+1"],
    ['rent; \t@cmd', "rent; \t'@cmd"],
    ['rent\t+1', "rent\t'+1"],
    ['rent|-2+3', "rent|'-2+3"],
    ['a;"=1+1"', `a;"'=1+1"`],
    ['a\r\n=1', "a\r\n'=1"],
    ['=1;=2', "'=1;'=2"],
    ['\t=1', "'\t'=1"],
    ['\n=1', "'\n'=1"],
  ])('%j has an apostrophe right before each formula', (value, text) => {
    expect(cellOf(value)).toBe(text)
  })

  it.each(['a;b', 'a\tb', 'a|b'])('%j is in quotes', (value) => {
    expect(toCsv(['a'], [[value]])).toContain(`\r\n"${value}"`)
  })

  it.each([/;/, /\t/, /\|/])('has no part that would run, split at %s and at each line', (separator) => {
    const piece = fc.constantFrom(
      ';',
      '\t',
      '|',
      '=',
      '+',
      '-',
      '@',
      '＝',
      '"',
      ',',
      ' ',
      '\r',
      '\n',
      'a',
      '1',
    )
    const cell = fc.array(piece, { maxLength: 10 }).map((pieces) => pieces.join(''))
    fc.assert(
      fc.property(cell, (value) => {
        const lines = toCsv(['a', 'b', 'c'], [['x', value, 'y']])
          .slice(1)
          .split(/[\r\n]/)
        for (const part of lines.flatMap((line) => line.split(separator))) {
          expect(part).not.toMatch(/^["\s]*[=+\-@＝]/)
        }
      }),
      { verbose: true },
    )
  })
})

test('any table is read back cell by cell, but for the apostrophes', () => {
  const cell = fc.string({ unit: 'grapheme', maxLength: 12 })
  const table = fc.array(fc.tuple(cell, cell), { maxLength: 6 })
  fc.assert(
    fc.property(table, (rows) => {
      const read = readCsv(toCsv(['one', 'two'], rows).slice(1))
      expect(read[0]).toEqual(['one', 'two'])
      const plain = read.slice(1).map((cells) => cells.map((text) => text.replaceAll("'", '')))
      expect(plain).toEqual(rows.map((cells) => cells.map((text) => text.replaceAll("'", ''))))
      for (const text of read.flat()) expect(text).not.toMatch(/^[=+@\t\r]/)
    }),
    { verbose: true },
  )
})

test('begins with the mark by which Excel knows UTF-8, and ends each line with CR LF', () => {
  const bytes = Buffer.from(toHistoryCsv([], owner))
  expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
  expect([...bytes.subarray(-2)]).toEqual([0x0d, 0x0a])
})

test('a transfer of the journal stands in its row with exact amounts and times in UTC', () => {
  const [row] = readTable(toHistoryCsv([journal(3, { amount: '1234567.000000000000000001' })], owner))
  expect(row).toMatchObject({
    Kind: 'journal',
    Direction: 'sent',
    State: 'differs',
    'Created (UTC)': '1970-01-01T00:00:03.000Z',
    'Amount (in the currency)': '1234567.000000000000000001',
    Currency: 'usdc',
    Reference: 'ref-3',
    Note: 'note 3',
    Network: 'practice',
    Host: 'localhost:8080',
    'Service amount (in the service currency)': '13',
    'Service currency': 'eth',
    Differences: 'amount currency',
    'Failed step': 'process',
    Failure: 'rejectedByExchange',
    'Refused by': 'unanswered',
  })
})

test('a transfer that was received says so, and on which network', () => {
  const entry: HistoryEntry = {
    kind: 'found',
    transfer: { accountId, direction: 'received', told: sampleTold(1, '=cmd') },
  }
  const [row] = readTable(toHistoryCsv([entry], owner))
  expect(row).toMatchObject({
    Kind: 'found',
    Direction: 'received',
    State: 'found',
    'Amount (in the currency)': '12.000001',
    Network: 'testnet',
    Host: 'api.example',
    'Service status': "'=cmd",
    Id: '',
  })
})

test('every row has as many cells as there are columns, whatever the note says', () => {
  const notes = ['', '",\r\n"', '<script>alert(1)</script>', '=1\r\n=2', "'"]
  const rows = readCsv(
    toHistoryCsv(
      notes.map((note, at) => journal(at, { note })),
      owner,
    ).slice(1),
  )
  expect(rows).toHaveLength(notes.length + 1)
  expect(new Set(rows.map((row) => row.length)).size).toBe(1)
})

test('a line of JSON stays one line, whatever the note says', () => {
  const text = toHistoryJsonLines([journal(1, { note: 'a\nb\r\nc' }), journal(2)])
  const lines = text.split('\n')
  expect(lines).toHaveLength(3)
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ kind: 'journal', transfer: { note: 'a\nb\r\nc' } })
})
