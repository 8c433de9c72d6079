// The charts by one app with an account, over a restart at the end.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Frame } from '../pages/frame.ts'
import { answerSaveDialog, Charts } from '../pages/markets.ts'
import { Markets } from '../pages/views.ts'
import { sharePractice } from '../support/practice.ts'
import { expect, test } from '../support/test.ts'

const shared = sharePractice()
const wide = { width: 2200, height: 900 }

test.beforeEach(async () => {
  const { page } = shared()
  await page.setViewportSize(wide)
  await expect(new Charts(page).chart()).toHaveAccessibleName(/last price/)
})

/** One candle back by the keyboard, and waits until it is drawn. */
async function stepBack(charts: Charts): Promise<void> {
  const before = await charts.time().innerText()
  await charts.page.keyboard.press('ArrowLeft')
  await expect(charts.time()).not.toHaveText(before)
}

/** Waits until presses that came while candles were still on their way have moved what they move. */
async function settle(charts: Charts): Promise<void> {
  let last = ''
  await expect(async () => {
    const before = last
    last = await charts.time().innerText()
    expect(last).toBe(before)
  }).toPass({ intervals: [1_000] })
}

test('the toolbar is whole at every width of the window', async () => {
  const { page } = shared()
  const charts = new Charts(page)
  for (const width of [1920, 1600, 1560, 1440, 1400, 1366, 1280, 1100, 1024, 900, 780, 720, 640, 480]) {
    await page.setViewportSize({ width, height: 800 })
    await expect
      .poll(() => charts.toolbar.evaluate((node) => node.scrollWidth - node.clientWidth), `${width} px`)
      .toBeLessThanOrEqual(0)
    await expect(charts.tool('Chart shortcuts')).toBeInViewport({ ratio: 1 })
    await expect(charts.tool('Go to date')).toBeInViewport({ ratio: 1 })
  }
})

test('a chart becomes a picture in a file and on the clipboard, and its candles a CSV', async () => {
  const { page, electron, dataFolder } = shared()
  const charts = new Charts(page)

  const wasAsked = await answerSaveDialog(electron, null)
  await charts.share('Save image')
  await expect.poll(wasAsked).toBe(true)
  await expect(page.getByText(/ saved as /)).toHaveCount(0)

  const picture = join(dataFolder, 'chart.png')
  await answerSaveDialog(electron, picture)
  await charts.share('Save image')
  await expect(page.getByText('Image of ETH/USDC saved as chart.png.')).toBeVisible()
  const png = readFileSync(picture)
  expect(png.subarray(0, 8)).toEqual(Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]))
  // Width and height stand in its first chunk.
  expect(png.readUInt32BE(16)).toBeGreaterThan(400)
  expect(png.readUInt32BE(20)).toBeGreaterThan(200)

  await charts.share('Copy image')
  await expect(page.getByText('Image of ETH/USDC copied.')).toBeVisible()

  const file = join(dataFolder, 'candles.csv')
  await answerSaveDialog(electron, file)
  await charts.share('Save visible candles as CSV')
  const said = page.getByText(/candles of 1 hour of ETH\/USDC saved as candles\.csv\./)
  await expect(said).toBeVisible()
  const lines = readFileSync(file, 'utf8').trim().split('\r\n')
  const rows = Number(/[\d,.]+/.exec((await said.textContent()) ?? '')?.[0].replaceAll(/[,.]/g, ''))
  expect(lines).toHaveLength(rows + 1)
  expect(rows).toBeGreaterThan(20)
  expect(lines[1]).toMatch(/^\d{4}-\d\d-\d\dT\d\d:00:00/)
})

test('the first keys of all lead to the trades, though they are not made yet', async () => {
  const { page } = shared()
  const charts = new Charts(page)
  const trades = page.getByRole('region', { name: 'Recent trades, scrollable' })
  await expect(trades).toBeVisible()
  // A page that is never idle.
  await page.addInitScript(() => (window.requestIdleCallback = () => 1))
  await page.reload()
  await expect(charts.chart()).toBeVisible()
  await expect(trades).toHaveCount(0)
  await page.keyboard.press('F6')
  await expect(charts.chart()).toBeFocused()
  await page.keyboard.press('F6')
  await expect(trades).toBeFocused()
})

test('four charts point at the same time, and one period can be that of all', async () => {
  const { page } = shared()
  const charts = new Charts(page)
  await charts.showCharts('4 charts')
  for (const number of [1, 2, 3, 4]) await expect(charts.legend(number)).toContainText(/\d/)
  await charts.tool(/^Chart layout/).click()
  await page.getByRole('menuitemcheckbox', { name: 'Sync interval' }).click()
  await charts.chart(2).focus()
  await charts.periods.getByText('5m', { exact: true }).click()
  for (const number of [1, 2, 3, 4]) await expect(charts.chart(number)).toHaveAccessibleName(/5 minutes/)

  const times = (): Promise<string[]> =>
    Promise.all([1, 2, 3, 4].map((number) => charts.time(number).innerText()))
  await charts.hover({ x: 0.5, y: 0.4 }, 1)
  await expect.poll(async () => new Set(await times()).size).toBe(1)
  const [before = ''] = await times()
  await charts.hover({ x: 0.3, y: 0.4 }, 3)
  // One after the other, and while the pointer is on its way.
  await expect
    .poll(async () => {
      const now = new Set(await times())
      return now.size === 1 && !now.has(before)
    })
    .toBe(true)
  await charts.tool(/^Chart layout/).click()
  await page.getByRole('menuitemcheckbox', { name: 'Sync interval' }).click()
  await page.keyboard.press('Escape')
  await charts.showCharts('1 chart')
})

test('the page can be used by keyboard alone', async () => {
  const { page } = shared()
  const charts = new Charts(page)
  const { keyboard } = page

  await charts.chart().focus()
  await keyboard.press('F6')
  await expect(page.getByRole('region', { name: 'Recent trades, scrollable' })).toBeFocused()
  await keyboard.press('F6')
  await expect(new Markets(page).rows.first()).toBeFocused()
  await keyboard.press('F6')
  await expect(charts.chart()).toBeFocused()

  await keyboard.type('15')
  await keyboard.press('Enter')
  await expect(charts.chart()).toHaveAccessibleName(/15 minutes/)
  await expect(charts.chart()).toBeFocused()

  await keyboard.press('Alt+g')
  await expect(charts.goToDialog).toBeVisible()
  const date = charts.goToDialog.getByLabel(/^Date/)
  await date.fill('2999-01-01')
  await keyboard.press('Enter')
  await expect(
    charts.goToDialog.getByText('This date is in the future: there are no candles yet.'),
  ).toBeVisible()
  const day = new Date(Date.now() - 20 * 86_400_000).toISOString().slice(0, 10)
  await date.fill(day)
  await charts.goToDialog.getByLabel('Time').fill('12:00')
  await keyboard.press('Enter')
  await expect(charts.goToDialog).toHaveCount(0)
  await expect(charts.chart()).toBeFocused()
  await charts.hover({ x: 0.46, y: 0.3 })
  const [, month = '', dayOfMonth = ''] = day.split('-')
  const names = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
  await expect(charts.legend()).toContainText(`${Number(dayOfMonth)} ${names[Number(month) - 1] ?? ''}`)
  await keyboard.press('Alt+r')

  // A press while the candles of the new place are still coming moves nothing.
  const there = await charts.time().innerText()
  await expect(async () => {
    await keyboard.press('ArrowLeft')
    await expect(charts.time()).not.toHaveText(there, { timeout: 1_000 })
  }).toPass()
  await settle(charts)
  await keyboard.press('Alt+m')
  await expect(charts.tool('Measure')).toHaveAttribute('aria-pressed', 'true')
  await keyboard.press('Enter')
  for (let turn = 0; turn < 3; turn += 1) await stepBack(charts)
  await keyboard.press('Enter')
  await expect(charts.cell(1).locator('[aria-live]').filter({ hasText: '3 candles, 45 min' })).toHaveCount(1)
  await keyboard.press('Alt+l')
  await keyboard.press('Enter')
  await expect(charts.tool('Horizontal line')).toHaveAttribute('aria-pressed', 'false')
  await keyboard.press('Delete')
  await expect(page.getByText(/^Line at .* was removed\.$/)).toBeVisible()

  await keyboard.press('Alt+d')
  await page.getByRole('button', { name: 'Add alert' }).press('Enter')
  const editor = page.getByRole('dialog', { name: /alert on ETH\/USDC/ })
  await editor.getByLabel(/^Price/).fill('123456')
  await keyboard.press('Enter')
  await expect(editor).toHaveCount(0)
  await expect(charts.chart()).toBeFocused()
  await keyboard.press('Alt+d')
  await expect(charts.drawings.getByRole('listitem')).toHaveText([/123,456/])
  await page.getByRole('button', { name: /^Remove Alert/ }).press('Enter')
  await expect(charts.drawings).toHaveCount(0)
  await keyboard.press('Escape')

  await keyboard.press('Alt+2')
  await expect(charts.chart(2)).toBeVisible()
  await keyboard.press('Alt+1')
  await expect(charts.chart(2)).toHaveCount(0)

  await keyboard.press('Alt+c')
  const table = page.getByRole('table', { name: /candles/i })
  await expect(table.getByRole('row').nth(5)).toBeVisible()
  await expect(charts.tool(/^(Candles as a table|Chart settings)/)).toBeVisible()
  await keyboard.press('Alt+c')
  await expect(table).toHaveCount(0)
})

test('scrolling back loads older candles and moves nothing that is shown', async () => {
  const { page } = shared()
  const charts = new Charts(page)
  await charts.periods.getByText('5m', { exact: true }).click()
  await expect(charts.chart()).toHaveAccessibleName(/5 minutes candles: last price/)
  for (let turn = 0; turn < 8; turn += 1) await charts.drag({ x: 0.1, y: 0.3 }, { x: 0.85, y: 0.3 })
  await charts.hover({ x: 0.4, y: 0.3 })
  const early = await charts.time().innerText()
  // A candle with its figures takes the place of what was not known.
  await expect(charts.legend()).toContainText(/O.*H.*L.*C/)
  expect(early).toContain(await charts.time().innerText())
  const whole = await charts.legend().innerText()
  await expect(new Frame(page).connection).toContainText(/^(Connected|Live|Polled)/)
  await charts.hover({ x: 0.41, y: 0.35 })
  await charts.hover({ x: 0.4, y: 0.3 })
  expect(await charts.legend().innerText()).toBe(whole)
  await charts.chart().focus()
  await page.keyboard.press('Alt+r')
})

test('layout, line, note and alert stay on the charts of their market when the app starts again', async () => {
  const first = shared()
  const charts = new Charts(first.page)
  await charts.periods.getByText('1h', { exact: true }).click()
  await expect(charts.chart()).toHaveAccessibleName(/ETH\/USDC, 1 hour.*last price/)
  await charts.tool('Horizontal line').click()
  await charts.click({ x: 0.4, y: 0.3 })
  await expect(charts.tool('Horizontal line')).toHaveAttribute('aria-pressed', 'false')
  await charts.tool('Set alert').click()
  await charts.click({ x: 0.4, y: 0.2 })
  await first.page.keyboard.press('Alt+n')
  await charts.click({ x: 0.5, y: 0.4 })
  const editor = first.page.getByRole('dialog', { name: /note on ETH\/USDC/ })
  await editor.getByLabel('Text').fill('Bought the dip')
  await editor.getByRole('button', { name: 'Add note' }).click()
  await expect(editor).toHaveCount(0)
  await charts.openDrawings()
  await expect(charts.drawings.getByRole('listitem')).toHaveCount(3)
  const words = await charts.drawings.getByRole('listitem').allInnerTexts()
  // In the order of their prices, whatever these are: the scale still grows while a first history comes in.
  const prices = words.map((one) => Number(/ at ([\d,.]+\d)/.exec(one)?.[1]?.replaceAll(',', '')))
  expect(prices).toEqual(prices.toSorted((a, b) => b - a))
  expect(words.toSorted().map((one) => one.split(' ')[0])).toEqual(['Alert', 'Line', 'Note'])
  expect(words.join('\n')).toMatch(/Bought the dip/)
  await first.page.keyboard.press('Escape')
  await new Markets(first.page).rows.filter({ hasText: 'BTC' }).first().click()
  await expect(charts.chart()).toHaveAccessibleName(/BTC\/USDC/)
  await charts.openDrawings()
  await expect(charts.drawings).toHaveCount(0)
  await first.page.keyboard.press('Escape')
  await new Markets(first.page).rows.filter({ hasText: 'ETH/USDC' }).first().click()

  await charts.showCharts('4 charts')
  await expect(charts.chart(4)).toHaveAccessibleName(/ETH\/USDC/)

  await charts.chart(2).focus()
  await new Markets(first.page).rows.filter({ hasText: 'BTC' }).first().click()
  await expect(charts.chart(2)).toHaveAccessibleName(/BTC\/USDC/)
  await expect(charts.chart(1)).toHaveAccessibleName(/ETH\/USDC, 1 hour/)
  await charts.periods.getByText('2h', { exact: true }).click()
  await expect(charts.chart(2)).toHaveAccessibleName(/BTC\/USDC, 2 hours/)
  await charts.chart(3).focus()
  await first.page.getByRole('radiogroup', { name: 'Price scale' }).getByText('Log').click()
  await charts.tool('Volume').click()
  await charts.tool(/^Indicators/).click()
  await first.page.getByRole('checkbox', { name: /^BB/ }).click()
  await first.page.keyboard.press('Escape')
  await expect(charts.studies(3)).toContainText('BB 20')

  await charts.chart(4).focus()
  await charts.tool('Compare').click()
  await first.page.getByRole('checkbox', { name: 'BTC/USDC' }).click()
  await first.page.keyboard.press('Escape')
  await expect(charts.compared(4)).toContainText(/BTC.USDC\s*[+\u2212]?[\d.]+%/)

  const { page } = await first.restart()
  await page.setViewportSize(wide)
  const again = new Charts(page)
  await expect(again.chart(2)).toHaveAccessibleName(/BTC\/USDC, 2 hours/)
  await expect(again.chart(4)).toHaveAccessibleName(/ETH\/USDC/)
  await again.chart(3).focus()
  await expect(again.tool('Volume')).toHaveAttribute('aria-pressed', 'false')
  await expect(page.getByRole('radio', { name: 'Logarithmic scale' })).toBeChecked()
  await expect(again.studies(3)).toContainText('BB 20')

  await expect(again.compared(4)).toContainText(/BTC.USDC\s*[+\u2212]?[\d.]+%/)
  await again.compared(4).getByRole('button', { name: 'Remove BTC/USDC' }).click()
  await expect(again.compared(4)).toHaveCount(0)

  await again.chart(3).focus()
  await again.tool(/^Indicators/).click()
  await page.getByRole('checkbox', { name: /^BB/ }).click()
  await page.keyboard.press('Escape')
  await expect(again.cell(3)).not.toContainText('BB 20')

  await again.chart(1).focus()
  await again.openDrawings()
  await expect.poll(() => again.drawings.getByRole('listitem').allInnerTexts()).toEqual(words)
  await page.getByRole('button', { name: /^Remove Line/ }).click()
  await expect(again.drawings.getByRole('listitem')).toHaveCount(2)
  await page.keyboard.press('Escape')
  await expect(again.drawings).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo' }).click()
  await again.openDrawings()
  await expect(again.drawings.getByRole('listitem')).toHaveCount(3)
})
