// Takes pictures of what shows how things are shown: the settings of it, the list of time zones, hidden amounts, each palette.
import { palettes } from '../../../src-preload/contract/app/app.ts'
import { Frame } from '../pages/frame.ts'
import { Onboarding } from '../pages/onboarding.ts'
import { Markets, Orders, Portfolio } from '../pages/views.ts'
import { expect, test } from '../support/test.ts'
import { fixedTime, noticeGone, stopClock, take } from './shots.ts'

test('settings of appearance, time zones, palettes and hidden amounts', async ({ launch, exchange }) => {
  test.setTimeout(180_000)
  const running = await exchange(
    '--port',
    '0',
    '--seed',
    '7',
    '--fixed-time',
    fixedTime,
    '--genesis',
    fixedTime,
  )
  const { page } = await launch({
    env: { STARKDESK_FIXED_TIME: fixedTime, STARKDESK_PRACTICE_URL: running.baseUrl },
  })
  await stopClock(page)
  await page.setViewportSize({ width: 1280, height: 720 })
  await new Onboarding(page).practise.click()
  const frame = new Frame(page)
  await expect(frame.orderSync).toContainText('Synced 2,500 orders', { timeout: 40_000 })
  await noticeGone(page)

  await frame.go('Settings')
  await page.getByRole('heading', { name: 'Appearance' }).scrollIntoViewIfNeeded()
  await page.getByText('Hide amounts').last().scrollIntoViewIfNeeded()
  await take(page, 'settings-appearance')
  await page.getByRole('button', { name: /: time zone/ }).click()
  await page.getByRole('combobox', { name: 'Search time zones' }).fill('asia')
  await take(page, 'time-zones')
  await page.getByRole('combobox', { name: 'Search time zones' }).fill('kolkata')
  await page.keyboard.press('Enter')

  await frame.go('Trade')
  await expect(new Markets(page).trades.nth(5)).toBeVisible()
  for (const palette of palettes) {
    await page.evaluate((name) => void (document.documentElement.dataset['palette'] = name), palette)
    await take(page, `palette-${palette}`)
  }

  await page.keyboard.press('Control+Shift+H')
  await frame.go('Orders')
  await new Orders(page).rows.nth(1).click()
  await expect(page.getByRole('region', { name: /^Order \d/ })).toBeVisible()
  await take(page, 'orders-private')
  await page.keyboard.press('Escape')
  await frame.go('Portfolio')
  await new Portfolio(page).toggles.first().click()
  await take(page, 'portfolio-private')
})
