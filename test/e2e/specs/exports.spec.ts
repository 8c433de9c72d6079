// Files of what is here: whole or not there, whatever becomes of them on the way.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { answerSaveDialog } from '../pages/markets.ts'
import { FileExport, RecordTable } from '../pages/record.ts'
import { readPdfPages } from '../support/pdf-text.ts'
import { expect, fillRecord, shareRecord, test } from '../support/record.ts'

shareRecord()

/** So many that writing them takes longer than pressing a button does. */
const longRecord = 60_000

test('orders, fills and a report become files of what is on screen, with the service out of reach', async ({
  openRecord,
  dataFolder,
}) => {
  const { page, electron, orders } = await openRecord()
  const folder = join(dataFolder, 'files')
  mkdirSync(folder)
  const files = new FileExport(page)
  const save = async (name: string, menu: string, item: string): Promise<string> => {
    await answerSaveDialog(electron, join(folder, name))
    await files.choose(menu, item)
    await expect(files.strip).toContainText(`written to ${name}.`)
    await files.strip.getByRole('button', { name: 'Close' }).click()
    return readFileSync(join(folder, name), 'utf8')
  }
  await page.keyboard.press('Control+2')
  const table = new RecordTable(page, 'Orders')
  await expect(table.count).toHaveText(`${orders} orders`)
  await table.head('Price').click()
  await expect(table.head('Price')).toHaveAttribute('aria-sort', 'descending')
  const csv = await save('orders.csv', 'Export orders', 'Rows and columns shown, CSV')
  const lines = csv.trimEnd().split('\r\n')
  expect(lines).toHaveLength(orders + 1)
  expect(lines[0]).toMatch(/^\uFEFFCreated \(UTC\),Market,Side,/)
  const prices = (await table.read('price')).slice(0, 5)
  const column = lines[0]?.split(',').indexOf('Price (quote currency)') ?? -1
  expect(lines.slice(1, 6).map((line) => Number(line.split(',')[column]))).toEqual(
    prices.map((text) => Number(text.replaceAll(',', ''))),
  )
  const jsonLines = await save('orders.jsonl', 'Export orders', 'All orders, JSON Lines')
  const ids = jsonLines
    .trimEnd()
    .split('\n')
    .map((line) => (JSON.parse(line) as { id: number }).id)
  expect(new Set(ids).size).toBe(orders)

  await table.showTab('Fills')
  const fills = new RecordTable(page, 'Fills')
  await expect(fills.count).toHaveText(/^\d+ fills$/)
  const count = Number.parseInt(await fills.count.innerText(), 10)
  const fillLines = (await save('fills.csv', 'Export fills', 'All fills, CSV')).trimEnd().split('\r\n')
  expect(fillLines).toHaveLength(count + 1)
  const fillRows = (await save('fills.jsonl', 'Export fills', 'All fills, JSON Lines')).trimEnd().split('\n')
  expect(fillRows).toHaveLength(count)

  await page.keyboard.press('Control+3')
  await page.getByRole('radiogroup', { name: 'Period' }).getByText('Year', { exact: true }).click()
  await expect(page.getByRole('term').filter({ hasText: 'Best day' })).toBeVisible()
  await save('report.pdf', 'Export report', 'Report as PDF')
  const pdf = readFileSync(join(folder, 'report.pdf'))
  expect(pdf.subarray(0, 5).toString()).toBe('%PDF-')
  const words = readPdfPages(pdf).join(' ')
  expect(words).toContain('ETH/USDC')
  expect(words).toMatch(/Best day/)
  // Nothing is left beside them.
  expect(readdirSync(folder).sort()).toEqual([
    'fills.csv',
    'fills.jsonl',
    'orders.csv',
    'orders.jsonl',
    'report.pdf',
  ])
})

test('a file that cannot be written is said so, and nothing of it is left', async ({
  openRecord,
  dataFolder,
}) => {
  const { page, electron, orders } = await openRecord()
  await page.keyboard.press('Control+2')
  await expect(new RecordTable(page, 'Orders').count).toHaveText(`${orders} orders`)
  const files = new FileExport(page)
  const folder = join(dataFolder, 'files')
  mkdirSync(folder)
  // Where a folder would have to be, there is a file; and one that may not be written to, but by root, who may anything.
  const places = [join(folder, 'file', 'orders.csv')]
  writeFileSync(join(folder, 'file'), '')
  const isClosed = process.platform !== 'win32' && process.getuid?.() !== 0
  if (isClosed) {
    mkdirSync(join(folder, 'closed'), { mode: 0o500 })
    places.push(join(folder, 'closed', 'orders.csv'))
  }
  const before = readdirSync(folder, { recursive: true })
  for (const place of places) {
    await answerSaveDialog(electron, place)
    await files.choose('Export orders', 'All orders, CSV')
    await expect(files.strip.getByRole('alert')).toContainText(/could not|cannot/i)
    await files.strip.getByRole('button', { name: 'Close' }).click()
    await expect(files.strip).toHaveCount(0)
  }
  expect(readdirSync(folder, { recursive: true })).toEqual(before)
})

test('a long export shows how far it is, and cancelled in the middle leaves no file', async ({
  openRecord,
  dataFolder,
}) => {
  const first = await openRecord()
  await first.close()
  fillRecord(dataFolder, longRecord)
  const long = await openRecord()
  await long.page.keyboard.press('Control+2')
  const files = new FileExport(long.page)
  await expect(new RecordTable(long.page, 'Orders').count).toHaveText(
    `${long.orders.toLocaleString('en')} orders`,
  )
  const folder = join(dataFolder, 'files')
  mkdirSync(folder)
  writeFileSync(join(folder, 'orders.csv'), 'as it was')
  await answerSaveDialog(long.electron, join(folder, 'orders.csv'))
  await files.choose('Export orders', 'All orders, CSV')
  await expect(files.strip.getByRole('progressbar')).toBeVisible()
  await expect(files.strip).toContainText(/Writing [\d,]+ of [\d,]+ orders/)
  await files.cancel.click()
  await expect(files.strip).toContainText('The export was cancelled. Nothing was written.')
  expect(readdirSync(folder)).toEqual(['orders.csv'])
  expect(readFileSync(join(folder, 'orders.csv'), 'utf8')).toBe('as it was')
})
