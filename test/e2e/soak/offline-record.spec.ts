// What was read once, with the service out of reach from the start: listed, added up, explained, hidden, and written to files
// that are whole or not there.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { answerSaveDialog } from '../pages/markets.ts'
import { CommandPalette, FileExport, readClipboard, RecordTable } from '../pages/record.ts'
import { Markets, Portfolio } from '../pages/views.ts'
import { readPdfPages } from '../support/pdf-text.ts'
import { fillRecord, isOffline, shareRecord } from '../support/record.ts'
import { allOrders, expect, fewOrders, type SharedApp, test } from '../support/test.ts'

/** So many that writing them takes longer than pressing a button does. */
const longRecord = 60_000
const shared = shareRecord()

const numberOf = (text: string): number => Number(text.replaceAll(',', ''))

/** Sums of decimal texts, exact, without the app's arithmetic: in units of 10^-30. */
const exactSum = (texts: readonly string[]): bigint =>
  texts.reduce((sum, text) => {
    const [whole = '', fraction = ''] = text.split('.')
    return sum + BigInt(whole + fraction.padEnd(30, '0'))
  }, 0n)

/** Exports by the menu of a view, and reads the file. */
async function save({ page, electron, dataFolder }: SharedApp, menu: string, item: string): Promise<Buffer> {
  const folder = join(dataFolder, 'files')
  mkdirSync(folder, { recursive: true })
  const files = new FileExport(page)
  await answerSaveDialog(electron, join(folder, 'export'))
  await files.choose(menu, item)
  await expect(files.toast).toContainText('exported to export.')
  await expect(files.toast.getByRole('button', { name: 'Show in folder' })).toBeVisible()
  await files.toast.getByRole('button', { name: 'Close' }).click()
  // Nothing is left beside it.
  expect(readdirSync(folder)).toEqual(['export'])
  return readFileSync(join(folder, 'export'))
}

const linesOf = (file: Buffer): string[] => file.toString().trimEnd().split(/\r?\n/)

test('orders are sorted, filtered and explained, and their sums and files are of what is on screen', async () => {
  const { page } = shared()
  await page.keyboard.press('Control+2')
  const table = new RecordTable(page, 'Orders')
  await expect(table.count).toHaveText(allOrders)
  await table.head('Price').click()
  await expect(table.head('Price')).toHaveAttribute('aria-sort', 'descending')
  const lines = linesOf(await save(shared(), 'Export orders', 'This view (CSV)'))
  expect(lines).toHaveLength(fewOrders + 1)
  expect(lines[0]).toMatch(/^\uFEFFCreated \(UTC\),Market,Side,/)
  const prices = (await table.read('price')).slice(0, 5).map(numberOf)
  const column = lines[0]?.split(',').indexOf('Price (quote currency)') ?? -1
  expect(lines.slice(1, 6).map((line) => Number(line.split(',')[column]))).toEqual(prices)
  const all = linesOf(await save(shared(), 'Export orders', 'All orders (JSONL)'))
  expect(new Set(all.map((line) => (JSON.parse(line) as { id: number }).id)).size).toBe(fewOrders)

  await table.tick('Market', 'ETH/USDC')
  await expect(table.chip('Market')).toContainText('ETH/USDC')
  const rows = linesOf(await save(shared(), 'Export orders', 'This view (JSONL)')).map(
    (line) => JSON.parse(line) as Readonly<Record<string, string>>,
  )
  await expect(table.count).toHaveText(`${rows.length} of ${allOrders}`)
  await table.totals.getByRole('button', { name: 'By market' }).click()
  const sums = table.totals.getByRole('row').filter({ hasText: 'ETH/USDC' }).getByRole('cell')
  await expect(sums.nth(1)).toHaveText(String(rows.length))
  for (const [cell, field] of [
    [2, 'originVolume'],
    [3, 'executedVolume'],
  ] as const) {
    const [shown = ''] = (await sums.nth(cell).innerText()).replaceAll(',', '').split(/\s/)
    expect(exactSum([shown])).toBe(exactSum(rows.map((row) => row[field] ?? '')))
  }
  await page.getByRole('button', { name: 'Remove filter: market' }).click()

  await table.tick('State', 'Canceled')
  await table.text.fill('cancelled by user')
  await expect(table.cell(0, 'state')).toHaveText('Canceled')
  await table.row(0).click()
  await expect(table.panel).toContainText('Canceled from your account, here or elsewhere.')
  await page.getByRole('button', { name: 'Remove filter: state' }).click()
  await table.text.fill('')
  await expect(table.count).toHaveText(allOrders)
})

test('an order has its fills, opens in the chart, and a click copies what it shows; the fills become files', async () => {
  const { page } = shared()
  await page.keyboard.press('Control+2')
  const table = new RecordTable(page, 'Orders')
  await table.tick('State', 'Filled')
  await expect(table.cell(0, 'state')).toHaveText('Filled')
  await table.row(0).click()
  const trades = table.panel.getByRole('table', { name: /^Fills of order/ })
  await expect(trades.getByRole('row').nth(1)).toBeVisible()
  await expect(table.panel.getByRole('list', { name: 'Order timeline' })).toContainText('Filled')
  const volume = numberOf((await table.cell(0, 'volume').innerText()).trim())
  await table.cell(0, 'volume').click()
  await expect(page.getByText('Volume copied')).toBeAttached()
  expect(numberOf(await readClipboard(page))).toBe(volume)
  await table.panel.getByRole('button', { name: 'Open in chart' }).click()
  await expect(new Markets(page).chart).toHaveAccessibleName(/candle/)

  await page.keyboard.press('Control+2')
  await page.getByRole('button', { name: 'Remove filter: state' }).click()
  await table.showTab('Fills')
  const fills = new RecordTable(page, 'Fills')
  await expect(fills.count).toHaveText(/^\d+ fills$/)
  await expect(fills.totals).toContainText('Fees')
  const count = Number.parseInt(await fills.count.innerText(), 10)
  expect(linesOf(await save(shared(), 'Export fills', 'All fills (CSV)'))).toHaveLength(count + 1)
  expect(linesOf(await save(shared(), 'Export fills', 'All fills (JSONL)'))).toHaveLength(count)
  await fills.row(0).click()
  await expect(fills.panel.getByRole('table', { name: /^Fills of order/ })).toBeVisible()
  await fills.showTab('Order history')
})

test('the portfolio has its rows, history, shares and reports, and a report becomes a PDF', async () => {
  const { page } = shared()
  await page.keyboard.press('Control+3')
  const portfolio = new Portfolio(page)
  await expect(portfolio.rows).toHaveCount(7)
  await portfolio.read()
  const eth = portfolio.toggles.filter({ hasText: 'ETH' })
  await eth.click()
  await page.locator('.detail').getByText('How this is calculated').click()
  await expect(page.getByRole('region', { name: 'Reported by the exchange' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'How this is calculated' })).toContainText('Realized P&L')
  await eth.click()
  const shares = page.getByRole('table', { name: 'Share of market value' })
  await expect(shares.getByRole('row')).toHaveCount(8)
  const slider = page.getByRole('slider', { name: /^Equity curve/ })
  await expect(slider).toHaveAttribute('aria-valuetext', /market value [\d,.]+ USDC/)
  await page.getByRole('radiogroup', { name: 'Period' }).getByText('1Y', { exact: true }).click()
  await expect(page.locator('.report').getByRole('term').filter({ hasText: 'Best day' })).toBeVisible()
  const days = page.getByRole('group', { name: /^Net by day/ }).getByRole('button')
  await days.last().click()
  await expect(page.getByRole('region', { name: /^Fills of .*, scrollable$/ })).toBeVisible()
  await page.getByRole('button', { name: 'Show lots' }).click()
  await expect(page.getByRole('region', { name: 'Open lots, scrollable' })).toContainText('Total')
  const pdf = await save(shared(), 'Export report', 'Report (PDF)')
  expect(pdf.subarray(0, 5).toString()).toBe('%PDF-')
  const words = readPdfPages(pdf).join(' ')
  expect(words).toContain('ETH/USDC')
  expect(words).toMatch(/Best day/)
})

test('the palette leads to markets and orders, and hides amounts in every view', async () => {
  const { page } = shared()
  const palette = new CommandPalette(page)
  await palette.run('btcusdc')
  await expect(new Markets(page).chart).toHaveAccessibleName(/BTC\/USDC/)
  await page.keyboard.press('Control+2')
  const table = new RecordTable(page, 'Orders')
  await table.row(3).click()
  const name = (await table.panel.getAttribute('aria-label')) ?? ''
  await page.keyboard.press('Control+1')
  await palette.run(name.replace('Order ', ''))
  await expect(page.getByRole('heading', { name, exact: true })).toBeVisible()

  // By pointer, and an action.
  const volume = await table.cell(3, 'volume').innerText()
  await page.getByRole('button', { name: 'Search or command' }).click()
  await palette.field.fill('hide amounts')
  await palette.options.first().click()
  const eye = page.getByRole('button', { name: 'Hide amounts' })
  await expect(eye).toHaveAttribute('aria-pressed', 'true')
  await expect(table.cell(3, 'volume')).not.toHaveText(volume)
  await expect(table.panel.getByRole('button', { name: 'Copy as JSON' })).toHaveCount(0)
  await page.keyboard.press('Control+3')
  const total = page.getByTestId('total-value')
  await expect(total.getByLabel('hidden', { exact: true })).toBeVisible()
  await page.keyboard.press('Control+Shift+H')
  await expect(eye).toHaveAttribute('aria-pressed', 'false')
  await expect(total).toContainText(/\d/)
})

test('a file that cannot be written is said so, and nothing of it is left', async () => {
  const { page, electron, dataFolder } = shared()
  await page.keyboard.press('Control+2')
  const files = new FileExport(page)
  const folder = join(dataFolder, 'refused')
  mkdirSync(folder, { recursive: true })
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
    await files.choose('Export orders', 'All orders (CSV)')
    await expect(files.toast.getByRole('alert')).toContainText(/could not|cannot/i)
    await files.toast.getByRole('button', { name: 'Close' }).click()
    await expect(files.toast).toHaveCount(0)
  }
  expect(readdirSync(folder, { recursive: true })).toEqual(before)
})

// The last: it leaves a long record.
test('columns, a view and hidden amounts are kept, and a long export that is cancelled leaves no file', async () => {
  const first = shared()
  await first.page.keyboard.press('Control+2')
  const table = new RecordTable(first.page, 'Orders')
  await first.page.getByRole('button', { name: 'Columns' }).click()
  await first.page.getByRole('checkbox', { name: 'Updated' }).check()
  await first.page.keyboard.press('Escape')
  await table.tick('State', 'Canceled')
  await expect(table.count).toHaveText(new RegExp(`^\\d+ of ${allOrders}$`))
  await first.page.getByRole('button', { name: 'Views' }).click()
  await first.page.getByLabel('View name').fill('Gone')
  await first.page.keyboard.press('Enter')
  await expect(first.page.getByRole('button', { name: 'Gone', exact: true })).toBeVisible()
  await first.page.keyboard.press('Escape')
  await first.page.keyboard.press('Control+3')
  await first.page.keyboard.press('Control+Shift+H')
  await expect(first.page.getByTestId('total-value').getByLabel('hidden', { exact: true })).toBeVisible()
  await first.close()

  const { dataFolder } = first
  fillRecord(dataFolder, longRecord)
  const { page, electron } = await first.restart()
  await isOffline(shared())
  await page.keyboard.press('Control+3')
  await expect(page.getByTestId('total-value').getByLabel('hidden', { exact: true })).toBeVisible()
  await page.keyboard.press('Control+2')
  const later = new RecordTable(page, 'Orders')
  await expect(later.count).toHaveText(`${(fewOrders + longRecord).toLocaleString('en')} orders`)
  await expect(later.head('Updated')).toBeVisible()
  await page.getByRole('button', { name: 'Views' }).click()
  await page.getByRole('button', { name: 'Gone', exact: true }).click()
  await expect(later.chip('State')).toContainText('Canceled')
  await expect(later.cell(0, 'state')).toHaveText('Canceled')
  await page.keyboard.press('Escape')

  const files = new FileExport(page)
  const folder = join(dataFolder, 'long')
  mkdirSync(folder)
  writeFileSync(join(folder, 'orders.csv'), 'as it was')
  await answerSaveDialog(electron, join(folder, 'orders.csv'))
  await files.choose('Export orders', 'All orders (CSV)')
  await expect(files.toast.getByRole('progressbar')).toBeVisible()
  await expect(files.toast).toContainText(/Exporting [\d,]+ of [\d,]+ orders/)
  await files.cancel.click()
  await expect(files.toast).toContainText('The export was canceled. Nothing was saved.')
  expect(readdirSync(folder)).toEqual(['orders.csv'])
  expect(readFileSync(join(folder, 'orders.csv'), 'utf8')).toBe('as it was')
})
