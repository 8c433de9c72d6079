// What was read once is all there with the service out of reach from the start: listed, searched, explained and hidden.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { answerSaveDialog } from '../pages/markets.ts'
import { CommandPalette, FileExport, readClipboard, RecordTable } from '../pages/record.ts'
import { Markets, Portfolio } from '../pages/views.ts'
import { expect, shareRecord, test } from '../support/record.ts'

shareRecord()

const numberOf = (text: string): number => Number(text.replaceAll(',', ''))
const isSorted = (values: readonly number[], isDescending: boolean): boolean =>
  values.every(
    (value, at) =>
      at === 0 || (isDescending ? value <= (values[at - 1] ?? 0) : value >= (values[at - 1] ?? 0)),
  )

/** Each column that sorts, and how a row's place in it is read. */
const sortable = [
  { name: 'Price', id: 'price', read: numberOf },
  { name: 'Volume', id: 'volume', read: numberOf },
  { name: 'Updated', id: 'updated', read: Date.parse },
  { name: 'Created', id: 'created', read: Date.parse },
] as const

/** Sums of decimal texts, exact, without the app's arithmetic: in units of 10^-30. */
const exactSum = (texts: readonly string[]): bigint =>
  texts.reduce((sum, text) => {
    const [whole = '', fraction = ''] = text.split('.')
    return sum + BigInt(whole + fraction.padEnd(30, '0'))
  }, 0n)

test('orders are sorted, filtered, added up and explained, and a view of them is kept, all offline', async ({
  openRecord,
  dataFolder,
}) => {
  const first = await openRecord()
  const { page, orders } = first
  await page.keyboard.press('Control+2')
  const table = new RecordTable(page, 'Orders')
  await expect(table.count).toHaveText(`${orders} orders`)

  await page.getByRole('button', { name: 'Columns' }).click()
  await page.getByRole('checkbox', { name: 'Updated' }).check()
  await page.keyboard.press('Escape')
  for (const { name, id, read } of sortable) {
    // By pointer, then by key.
    await table.head(name).click()
    for (const direction of ['descending', 'ascending'] as const) {
      if (direction === 'ascending') await table.head(name).press('Enter')
      await expect(table.head(name)).toHaveAttribute('aria-sort', direction)
      await expect(async () => {
        const places = (await table.read(id)).map(read).filter((place) => !Number.isNaN(place))
        expect(isSorted(places, direction === 'descending'), `${name}, ${direction}`).toBe(true)
        expect(new Set(places).size).toBeGreaterThan(5)
      }).toPass()
    }
  }

  // What the sums say is what the file of the same rows adds up to.
  const file = join(dataFolder, 'orders.jsonl')
  await answerSaveDialog(first.electron, file)
  await table.tick('Market', 'ETH/USDC')
  await expect(table.chip('Market')).toContainText('ETH/USDC')
  const files = new FileExport(page)
  await files.choose('Export orders', 'Rows shown, JSON Lines')
  await expect(files.strip).toContainText(/orders written to orders\.jsonl\./)
  await files.strip.getByRole('button', { name: 'Close' }).click()
  const lines = readFileSync(file, 'utf8').trimEnd().split('\n')
  const rows = lines.map((line) => JSON.parse(line) as Readonly<Record<string, string>>)
  await expect(table.count).toHaveText(`${rows.length} of ${orders} orders`)
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

  await table.tick('State', 'Cancelled')
  await expect(table.count).toHaveText(new RegExp(`^\\d+ of ${orders} orders$`))
  await expect(table.cell(0, 'state')).toHaveText('Cancelled')
  await page.getByRole('button', { name: 'Views' }).click()
  await page.getByLabel('Save these filters as').fill('Gone')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Gone', exact: true })).toBeVisible()
  await first.close()

  const second = await openRecord()
  const later = new RecordTable(second.page, 'Orders')
  const { keyboard } = second.page
  await keyboard.press('Control+2')
  await expect(later.count).toHaveText(`${orders} orders`)
  await expect(later.head('Updated')).toBeVisible()
  // From here on without a pointer.
  await second.page.getByRole('button', { name: 'Views' }).focus()
  await keyboard.press('Enter')
  await second.page.getByRole('button', { name: 'Gone', exact: true }).focus()
  await keyboard.press('Enter')
  await expect(later.chip('State')).toContainText('Cancelled')
  await expect(later.cell(0, 'state')).toHaveText('Cancelled')
  await later.text.fill('cancelled by user')
  await expect(later.cell(0, 'cancelReason')).toContainText('Order cancelled by user')
  await later.grid.focus()
  await keyboard.press('Home')
  await keyboard.press('Enter')
  await expect(later.panel.getByRole('heading', { level: 2 })).toBeFocused()
  await expect(later.panel).toContainText('You cancelled it, alone or with others at once.')
  const id = /\d+/.exec((await later.panel.getAttribute('aria-label')) ?? '')?.[0] ?? ''
  await later.panel.getByRole('button', { name: 'Copy as JSON' }).focus()
  await keyboard.press('Enter')
  expect(await readClipboard(second.page)).toContain(`"id": ${id}`)
  await later.grid.focus()
  await keyboard.press('Escape')
  await expect(later.panel).toHaveCount(0)
})

test('an order has its fills, opens in the chart, and a click copies what it shows, all offline', async ({
  openRecord,
}) => {
  const { page, orders } = await openRecord()
  await page.keyboard.press('Control+2')
  const table = new RecordTable(page, 'Orders')
  await expect(table.count).toHaveText(`${orders} orders`)
  await table.tick('State', 'Filled')
  await expect(table.cell(0, 'state')).toHaveText('Filled')
  await table.row(0).click()
  const trades = table.panel.getByRole('table', { name: /^Trades of order/ })
  await expect(trades.getByRole('row').nth(1)).toBeVisible()
  await expect(table.panel.getByRole('list', { name: 'Life of the order' })).toContainText('Filled')
  const average = (await table.cell(0, 'averagePrice').innerText()).replaceAll(',', '').trim()
  await table.cell(0, 'averagePrice').click()
  await expect(page.getByText('Average price copied')).toBeAttached()
  expect(numberOf(await readClipboard(page))).toBe(Number(average))
  await table.panel.getByRole('button', { name: 'Open in chart' }).click()
  await expect(new Markets(page).chart).toHaveAccessibleName(/candle/)

  await page.keyboard.press('Control+2')
  await table.showTab('Fills')
  const fills = new RecordTable(page, 'Fills')
  await expect(fills.count).toHaveText(/^\d+ fills$/)
  await expect(fills.totals).toContainText('Fees')
  await fills.tick('Side', 'Sell')
  await expect(fills.cell(0, 'side')).toHaveText('Sell')
  await fills.row(0).click()
  await expect(fills.panel.getByRole('table', { name: /^Trades of order/ })).toBeVisible()
})

test('the portfolio has its rows, history in another currency, shares and reports, all offline', async ({
  openRecord,
}) => {
  const first = await openRecord()
  const { page } = first
  await page.keyboard.press('Control+3')
  const portfolio = new Portfolio(page)
  await expect(portfolio.rows).toHaveCount(7)
  await portfolio.read()
  const eth = portfolio.toggles.filter({ hasText: 'ETH' })
  await eth.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('region', { name: 'As the exchange reports it' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'How this is calculated' })).toContainText('Realized P&L')
  await eth.click()
  const shares = page.getByRole('table', { name: 'Shares of the market value' })
  await expect(shares.getByRole('row')).toHaveCount(8)
  await expect(shares).toContainText('%')

  const slider = page.getByRole('slider', { name: /^History of all currencies/ })
  await expect(slider).toHaveAttribute('aria-valuetext', /cost basis [\d,.]+ USDC/)
  await page.getByRole('button', { name: 'History shown in: USDC' }).click()
  await page.getByRole('menuitemradio', { name: 'BTC' }).click()
  await expect(slider).toHaveAttribute('aria-valuetext', /cost basis [\d,.]+ BTC/)
  await expect(page.getByText(/^at BTC\/USDC [\d,.]+, /)).toBeVisible()
  await page.getByRole('button', { name: 'Table', exact: true }).click()
  const history = page.getByRole('region', { name: 'History as a table, scrollable' })
  await expect(history).toContainText('Cost basis, BTC')

  await page.getByRole('radiogroup', { name: 'Period' }).getByText('Year', { exact: true }).click()
  await expect(page.getByRole('term').filter({ hasText: 'Best day' })).toBeVisible()
  await page.getByRole('radiogroup', { name: 'Period' }).getByText('Custom range', { exact: true }).click()
  await page.getByLabel('From', { exact: true }).fill('2001-01-01')
  await page.getByLabel('To', { exact: true }).fill('2001-01-31')
  await expect(page.getByText('No orders and no trades in this period')).toBeVisible()
  await page.getByLabel('To', { exact: true }).fill('2000-01-31')
  await expect(page.getByText('From is later than To')).toBeVisible()
  await first.close()

  const second = await openRecord()
  await second.page.keyboard.press('Control+3')
  await expect(second.page.getByRole('button', { name: 'History shown in: BTC' })).toBeVisible()
})

test('the palette leads to views, markets, orders and actions, ? shows the keys, and one key hides amounts, all offline', async ({
  openRecord,
}) => {
  const { page, orders } = await openRecord()
  const palette = new CommandPalette(page)
  await palette.run('portf')
  await expect(page.getByTestId('total-value')).toContainText('USDC')
  await palette.run('btcusdc')
  await expect(new Markets(page).chart).toHaveAccessibleName(/BTC\/USDC/)
  await page.keyboard.press('Control+2')
  const table = new RecordTable(page, 'Orders')
  await expect(table.count).toHaveText(`${orders} orders`)
  await table.row(3).click()
  const name = (await table.panel.getAttribute('aria-label')) ?? ''
  await page.keyboard.press('Control+1')
  await palette.run(name.replace('Order ', ''))
  await expect(page.getByRole('heading', { name, exact: true })).toBeVisible()

  // By pointer, and an action.
  await page.getByRole('button', { name: 'Search or command' }).click()
  await palette.field.fill('hide amounts')
  const volume = await table.cell(3, 'volume').innerText()
  await palette.options.first().click()
  await expect(page.getByRole('button', { name: 'Hide amounts' })).toHaveAttribute('aria-pressed', 'true')
  await expect(table.cell(3, 'volume')).not.toHaveText(volume)
  await expect(table.panel.getByRole('button', { name: 'Copy as JSON' })).toHaveCount(0)
  await page.keyboard.press('Control+3')
  await expect(page.getByTestId('total-value').getByLabel('hidden', { exact: true })).toBeVisible()
  await page.keyboard.press('Control+Shift+H')
  await expect(page.getByTestId('total-value')).toContainText(/\d/)

  await page.keyboard.press('?')
  const sheet = page.getByRole('dialog', { name: 'Keys' })
  await expect(sheet).toContainText('Search or command')
  await page.keyboard.press('Escape')
  await expect(sheet).toHaveCount(0)
})
