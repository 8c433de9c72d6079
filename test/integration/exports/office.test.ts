// LibreOffice reads an exported CSV as the cells that it has, and runs none of them.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { toCsv } from '../../../src-main/exports/csv.ts'
import { makeFolder, sampleOrder } from '../store/support.ts'
import { account } from '../world.ts'
import { openExports, ordersRequest } from './exports-world.ts'
import { readByOffice } from './office-sheet.ts'

const hostile = [
  '=1+1',
  '+SUM(A1)',
  '-2+3',
  '@cmd',
  '\t=1+1',
  '\r=1+1',
  '＝1+1',
  ' =1+1',
  '=HYPERLINK("http://x.invalid","y")',
  'rent;=1+1',
  'a\tb|=1+1',
]
const plain = [
  'Zoë, "the" one\r\nsecond line',
  '日本語 😀 עברית',
  ' blank ',
  'two  blanks',
  '{=1+1}',
  "it's",
  "'quoted",
  '',
  '00123',
  '007.50',
  '16248234123671234',
  '123456789012345678901234567890.123456789012345678',
  '-0.000000000000000001',
  '1.50',
  '1e5',
  '1,5',
  '1/2',
  'TRUE',
  '2026-11-22T12:00:00.000+01:00',
]
/** A cell has no other line ends in a sheet. */
const asSheet = (text: string): string => text.replaceAll(/\r\n?/g, '\n')
/** Where the apostrophes stand is said by the tests of the file itself. */
const bare = (text: string): string => asSheet(text).replaceAll("'", '')

it('LibreOffice has every cell of a file as it is, hostile ones as text, and computes nothing', async ({
  skip,
}) => {
  const { end, store, folder } = await openExports()
  const long = '98765432109876543210.123456789012345678'
  const orders = hostile.map((cancelReason, at) => sampleOrder(at + 1, { cancelReason, price: long }))
  await store.putOrders(account.id, orders, null)
  const sort = { column: 'created', isDescending: false } as const
  const columns = ['id', 'cancelReason', 'price', 'created', 'market']
  expect(await end(ordersRequest({ sort, columns }))).toMatchObject({ status: 'done' })
  const ordersFile = join(folder, 'starkdesk-orders-2026-11-22.csv')
  const rows = [...hostile, ...plain].map((text, at) => [String(at), text, 'end'])
  const tableFile = join(folder, 'table.csv')
  writeFileSync(tableFile, toCsv(['number', '=heading', 'last'], rows))
  // What the writer keeps from happening does happen to a file without it: else nothing would be proved.
  const controlFile = join(folder, 'control.csv')
  writeFileSync(controlFile, 'a,b\r\n=1+1,+2\r\n')

  const office = makeFolder()
  const asText = readByOffice([ordersFile, tableFile], columns.length, office)
  if (asText === null) return skip('no LibreOffice (soffice) on this computer')
  const [ordersSheet = [], tableSheet = []] = asText
  expect(ordersSheet.map((row) => row.length)).toEqual(Array(orders.length + 1).fill(columns.length))
  for (const [at, row] of ordersSheet.slice(1).entries()) {
    const [id, reason, price, created, market] = row.map(({ text }) => text)
    expect([id, bare(reason ?? ''), price, market]).toEqual([
      String(at + 1),
      bare(hostile[at] ?? ''),
      long,
      'ethusdc',
    ])
    expect(Date.parse(created ?? '')).toBe(orders[at]?.createdAtMs)
  }
  expect(tableSheet.slice(1).map((row) => row.map(({ text }) => bare(text)))).toEqual(
    rows.map((cells) => cells.map(bare)),
  )
  // Nothing is added to what is harmless, and a figure has every digit and zero that the file has.
  const harmless = tableSheet.slice(1 + hostile.length).map((row) => row[1]?.text)
  expect(harmless).toEqual(plain.map(asSheet))
  for (const { type, formula } of asText.flat(2)) {
    expect(['string', '']).toContain(type)
    expect(formula).toBeNull()
  }

  // As LibreOffice opens a file by itself: figures are its numbers then, of 15 digits; hostile cells are text all the same.
  const byItself = readByOffice([ordersFile, tableFile, controlFile], 0, office) ?? []
  const [ownOrders = [], ownTable = [], control = []] = byItself
  expect([...ownOrders, ...ownTable].flat().filter(({ formula }) => formula !== null)).toEqual([])
  for (const [at, text] of hostile.entries()) {
    const cells = [ownOrders[at + 1]?.[1], ownTable[at + 1]?.[1]]
    expect(cells.map((cell) => [cell?.type, bare(cell?.text ?? '')])).toEqual(
      cells.map(() => ['string', bare(text)]),
    )
  }
  expect(ownTable[0]?.[1]).toMatchObject({ type: 'string', text: "'=heading" })
  const longRow = ownTable[1 + hostile.length + plain.findIndex((text) => text.startsWith('1234567890'))]
  expect(longRow?.[1]?.type).toBe('float')
  expect(control[1]?.[0]?.formula).toContain('1+1')
})
