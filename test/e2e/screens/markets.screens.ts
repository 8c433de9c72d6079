// Takes pictures of the Markets view in its states, in both themes, with a standing clock, for people to look at.
import type { Page } from 'playwright/test'
import { Frame } from '../pages/frame.ts'
import { Charts } from '../pages/markets.ts'
import { Onboarding } from '../pages/onboarding.ts'
import { Markets } from '../pages/views.ts'
import { expect, test } from '../support/test.ts'
import { fixedTime, noticeGone, stopClock, take } from './shots.ts'

const exchangeArgs = ['--port', '0', '--seed', '7', '--fixed-time', fixedTime, '--genesis', fixedTime]

async function tick(page: Page, name: string | RegExp): Promise<void> {
  await page.getByRole('checkbox', { name }).click()
}

test('charts in every arrangement and state', async ({ launch, exchange }) => {
  test.setTimeout(240_000)
  const running = await exchange(...exchangeArgs)
  const { page } = await launch({
    env: { STARKDESK_FIXED_TIME: fixedTime, STARKDESK_PRACTICE_URL: running.baseUrl },
  })
  await stopClock(page)
  await page.setViewportSize({ width: 1440, height: 900 })
  await new Onboarding(page).practise.click()
  const frame = new Frame(page)
  const charts = new Charts(page)
  await expect(frame.orderSync).toContainText('Synced 2,500 orders', { timeout: 40_000 })
  await noticeGone(page)
  await expect(charts.chart()).toHaveAccessibleName(/last price/)
  await charts.hover({ x: 0.5, y: 0.5 })
  await take(page, 'charts-ready')

  for (const [name, menu] of [
    ['intervals', /^More intervals/],
    ['layout', /^Chart layout/],
    ['share', 'Share'],
    ['keys', 'Chart shortcuts'],
    ['indicators', /^Indicators/],
  ] as const) {
    await charts.tool(menu).click()
    await take(page, `charts-menu-${name}`)
    await page.keyboard.press('Escape')
  }

  for (const type of ['Hollow candles', 'Bars', 'Area', 'Heikin Ashi', 'Candles']) {
    await charts.tool(/^Chart type/).click()
    await page.getByRole('menuitemradio', { name: type, exact: true }).click()
    if (type !== 'Candles') await take(page, `charts-type-${type.toLowerCase().replace(' ', '-')}`)
  }

  await charts.tool(/^Indicators/).click()
  for (const name of [/^RSI/, /^MACD/, /^BB/]) await tick(page, name)
  await page.keyboard.press('Escape')
  await page.getByRole('separator', { name: /^Height of RSI/ }).press('Shift+ArrowUp')
  await take(page, 'charts-panes')
  await page.locator('.study', { hasText: 'EMA' }).first().hover()
  await page.locator('.study', { hasText: 'BB' }).hover()
  await take(page, 'charts-legend')
  await page.locator('.study', { hasText: 'BB' }).dblclick()
  await take(page, 'charts-indicator-settings')
  await page.keyboard.press('Escape')
  await charts.hover({ x: 0.6, y: 0.2 })
  await charts.chart().click({ button: 'right', position: { x: 400, y: 120 } })
  await take(page, 'charts-context-menu')
  await page.keyboard.press('Escape')
  await charts.tool(/^Indicators/).click()
  for (const name of [/^RSI/, /^MACD/, /^BB/]) await tick(page, name)
  for (const name of [/^Supertrend/, /^SAR/, /^StochRSI/, /^Volume MA/]) await tick(page, name)
  await page.keyboard.press('Escape')
  await take(page, 'charts-trends')
  await charts.tool(/^Indicators/).click()
  for (const name of [/^Supertrend/, /^SAR/, /^StochRSI/, /^Volume MA/]) await tick(page, name)
  await tick(page, /^Ichimoku/)
  await page.keyboard.press('Escape')
  await take(page, 'charts-cloud')
  await charts.tool(/^Indicators/).click()
  await tick(page, /^Ichimoku/)
  await page.keyboard.press('Escape')

  const compared = ['BTC/USDC', 'LINK/USDC', 'ARB/USDC']
  await charts.tool('Compare').click()
  for (const name of compared) await tick(page, name)
  await take(page, 'charts-compare-menu')
  await page.keyboard.press('Escape')
  await charts.hover({ x: 0.5, y: 0.5 })
  await take(page, 'charts-compared')
  for (const name of compared) await page.getByRole('button', { name: `Remove ${name}` }).click()
  await charts.tool(/^Chart layout/).click()
  await page.getByRole('menuitem', { name: 'Saved layouts…' }).click()
  await page.getByLabel('Layout name').fill('Majors')
  await page.getByRole('button', { name: 'Save layout' }).click()
  await take(page, 'charts-saved-layouts')
  await page.keyboard.press('Escape')

  await charts.tool('Horizontal line').click()
  await charts.click({ x: 0.4, y: 0.35 })
  await charts.tool('Set alert').click()
  await charts.click({ x: 0.4, y: 0.2 })
  await page.keyboard.press('Alt+n')
  await charts.click({ x: 0.5, y: 0.5 })
  await page.getByRole('dialog').getByLabel('Text').fill('Bought the dip')
  await take(page, 'charts-note-editor')
  await page.keyboard.press('Tab')
  await page.getByRole('dialog').getByRole('button', { name: 'Add note' }).click()
  await charts.openDrawings()
  await take(page, 'charts-drawings')
  await page.getByRole('button', { name: /^Edit Alert/ }).click()
  await take(page, 'charts-alert-editor')
  await page.keyboard.press('Escape')
  await charts.tool('Measure').click()
  await charts.drag({ x: 0.3, y: 0.6 }, { x: 0.55, y: 0.3 })
  await take(page, 'charts-measuring')
  await page.keyboard.press('Escape')
  await charts.chart().focus()
  for (let turn = 0; turn < 12; turn += 1) await page.keyboard.press('ArrowLeft')
  await take(page, 'charts-keyboard')
  await page.keyboard.press('Alt+g')
  await take(page, 'charts-go-to')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Alt+c')
  await take(page, 'charts-table')
  await page.keyboard.press('Alt+c')
  await page.keyboard.press('1')
  await page.keyboard.press('5')
  await take(page, 'charts-typed')
  await page.keyboard.press('Escape')

  await charts.showCharts('2 charts')
  await expect(charts.chart(2)).toHaveAccessibleName(/last price/)
  await take(page, 'charts-two')
  await charts.showCharts('4 charts')
  await page.setViewportSize({ width: 2560, height: 1440 })
  for (const [at, name] of [
    [2, 'BTC'],
    [3, 'LINK'],
    [4, 'AAVE'],
  ] as const) {
    await charts.chart(at).focus()
    await new Markets(page).rows.filter({ hasText: name }).first().click()
    await expect(charts.chart(at)).toHaveAccessibleName(new RegExp(`^${name}.*last price`))
  }
  await charts.hover({ x: 0.6, y: 0.4 }, 2)
  await take(page, 'charts-four-2560')
  await page.setViewportSize({ width: 1440, height: 900 })
  await take(page, 'charts-four')
  await charts.chart(2).focus()
  await page.keyboard.press('Alt+Enter')
  await take(page, 'charts-four-large')
  await page.keyboard.press('Alt+Enter')
  await page.setViewportSize({ width: 1280, height: 720 })
  await take(page, 'charts-four-1280')
  await page.setViewportSize({ width: 900, height: 700 })
  await take(page, 'charts-four-900')
  await charts.showCharts('1 chart')
  await take(page, 'charts-900')
  await page.setViewportSize({ width: 1280, height: 720 })
  await take(page, 'charts-1280')
  await page.setViewportSize({ width: 2560, height: 1440 })
  await take(page, 'charts-2560')

  await page.setViewportSize({ width: 1440, height: 900 })
  await running.stop()
  await expect(frame.connection).toContainText(/^Offline/, { timeout: 40_000 })
  await take(page, 'charts-stale')
  await charts.showCharts('4 charts')
  await take(page, 'charts-stale-four')
})

test('charts of calendar months', async ({ launch, exchange }) => {
  test.setTimeout(120_000)
  const running = await exchange(...exchangeArgs)
  const { page } = await launch({
    env: { STARKDESK_FIXED_TIME: fixedTime, STARKDESK_PRACTICE_URL: running.baseUrl },
  })
  await stopClock(page)
  await page.setViewportSize({ width: 1440, height: 900 })
  await new Onboarding(page).practise.click()
  const charts = new Charts(page)
  await expect(new Frame(page).orderSync).toContainText('Synced 2,500 orders', { timeout: 40_000 })
  // The notice of the new account goes by itself.
  await noticeGone(page)
  await expect(charts.chart()).toHaveAccessibleName(/last price/)
  await charts.chart().focus()
  await page.keyboard.press('1')
  await page.keyboard.press('Shift+M')
  await take(page, 'charts-month-typed')
  await page.keyboard.press('Enter')
  await expect(charts.chart()).toHaveAccessibleName(/1 month candles.*last price/)
  await take(page, 'charts-month')
  await charts.hover({ x: 0.8, y: 0.5 })
  await take(page, 'charts-month-crosshair')
  await page.keyboard.press('Alt+c')
  await take(page, 'charts-month-table')
  await page.keyboard.press('Alt+c')
  await charts.tool(/^More intervals/).click()
  await take(page, 'charts-month-menu')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await charts.showCharts('4 charts')
  for (const at of [2, 3, 4]) {
    await charts.chart(at).focus()
    await page.keyboard.press('1')
    await page.keyboard.press('Shift+M')
    await page.keyboard.press('Enter')
    await expect(charts.chart(at)).toHaveAccessibleName(/1 month candles.*last price/)
  }
  await take(page, 'charts-month-four')
})
