// Takes pictures of the record of what happened, without the service: both tables, palette, keys, the history in a currency of choice.
import { join } from 'node:path'
import { openDatabase } from '../../../src-main/store/worker/database.ts'
import { dataFile } from '../../../src-main/store/files/data-file.ts'
import { prepareStoreMethods } from '../../../src-main/store/worker/store-methods.ts'
import { answerSaveDialog } from '../pages/markets.ts'
import { CommandPalette, FileExport, RecordTable } from '../pages/record.ts'
import { Portfolio } from '../pages/views.ts'
import { isOffline, shareRecord } from '../support/record.ts'
import { expect, test } from '../support/test.ts'
import { take } from './shots.ts'

const shared = shareRecord()

const hourMs = 3_600_000

/** Puts snapshots of the last weeks before the one that was read, and takes the candles of a few days in between. */
function fillHistory(dataFolder: string): void {
  const db = openDatabase(join(dataFolder, 'starkdesk.sqlite'), dataFile, Date.now())
  const store = prepareStoreMethods(db)
  const [account] = store.listAccounts()
  const latest = account === undefined ? null : store.getLatestPnl(account.id)
  if (account !== undefined && latest !== null) {
    for (let ago = 500; ago > 0; ago -= 7) {
      const share = 1 + Math.sin(ago / 40) / 10
      const entries = latest.entries.map((entry) => ({
        ...entry,
        totalBalanceValue: (Number(entry.totalBalanceValue) * share).toFixed(8),
      }))
      store.putPnlSnapshot(account.id, entries, latest.asOfMs - ago * hourMs)
    }
    const [fromMs, toMs] = [latest.asOfMs - 260 * hourMs, latest.asOfMs - 170 * hourMs]
    db.prepare('DELETE FROM candles WHERE time_ms BETWEEN ? AND ?').run(fromMs, toMs)
  }
  db.close()
}

test('orders, fills, palette, keys and history', async () => {
  test.setTimeout(240_000)
  await shared().close()
  fillHistory(shared().dataFolder)
  const { page, electron } = await shared().restart()
  await isOffline(shared())
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.keyboard.press('Control+2')
  const table = new RecordTable(page, 'Orders')
  await table.tick('State', 'Canceled')
  await table.row(2).click()
  await table.totals.getByRole('button', { name: 'By market' }).click()
  await expect(table.panel.getByRole('heading', { level: 2 })).toBeVisible()
  await take(page, 'record-orders')
  await table.showTab('Open orders')
  const open = new RecordTable(page, 'Open orders')
  await expect(open.row(0)).toBeVisible()
  await take(page, 'record-open')
  await open.filters.getByRole('button', { name: 'Filter', exact: true }).click()
  await take(page, 'record-filter')
  await page.getByRole('menuitem', { name: 'Created', exact: true }).click()
  await page.getByRole('button', { name: '30 days' }).click()
  await take(page, 'record-days')
  await page.keyboard.press('Escape')
  await table.showTab('Fills')
  await expect(new RecordTable(page, 'Fills').row(3)).toBeVisible()
  await take(page, 'record-fills')

  await answerSaveDialog(electron, join(shared().dataFolder, 'fills.csv'))
  const files = new FileExport(page)
  await files.choose('Export fills', 'This view (CSV)')
  await expect(files.toast).toContainText('exported to')
  await take(page, 'record-export')
  await files.toast.getByRole('button', { name: 'Close' }).click()

  await page.keyboard.press('Control+k')
  await expect(new CommandPalette(page).options.first()).toBeVisible()
  await take(page, 'record-palette')
  await new CommandPalette(page).field.fill('exp')
  await take(page, 'record-palette-typed')
  await page.keyboard.press('Escape')
  await page.keyboard.press('?')
  await take(page, 'record-keys')
  await page.keyboard.press('Escape')

  await page.keyboard.press('Control+3')
  await new Portfolio(page).read()
  await page.getByRole('button', { name: 'Export report' }).scrollIntoViewIfNeeded()
  await page.getByRole('region', { name: 'Results per market, scrollable' }).scrollIntoViewIfNeeded()
  await take(page, 'record-report')
  const days = page.getByRole('group', { name: /^Net by day/ }).getByRole('button')
  await days.last().click()
  await page.getByRole('region', { name: /^Fills of .*, scrollable$/ }).scrollIntoViewIfNeeded()
  await take(page, 'record-performance')
  await page.getByRole('button', { name: 'Show lots' }).click()
  await page.getByRole('region', { name: 'Open lots, scrollable' }).scrollIntoViewIfNeeded()
  await take(page, 'record-lots')
})
