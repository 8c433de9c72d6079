// Takes pictures of the market list and of adding a market, in both themes and four widths, for people to look at.
import { Frame } from '../pages/frame.ts'
import { Onboarding } from '../pages/onboarding.ts'
import { Markets } from '../pages/views.ts'
import { expect, test } from '../support/test.ts'
import { fixedTime, noticeGone, stopClock, take } from './shots.ts'

const exchangeArgs = ['--port', '0', '--seed', '7', '--fixed-time', fixedTime, '--genesis', fixedTime]
const widths = [900, 1280, 1440, 2560] as const

test('the market list in every width', async ({ launch, exchange }) => {
  test.setTimeout(240_000)
  const running = await exchange(...exchangeArgs)
  const { page } = await launch({
    env: { STARKDESK_FIXED_TIME: fixedTime, STARKDESK_PRACTICE_URL: running.baseUrl },
  })
  await stopClock(page)
  await page.setViewportSize({ width: 1440, height: 900 })
  await new Onboarding(page).practise.click()
  await expect(new Frame(page).orderSync).toContainText('Synced 2,500 orders', { timeout: 40_000 })
  await noticeGone(page)
  const { rows } = new Markets(page)
  await expect(rows).toHaveCount(6)
  await rows.nth(2).press('f')
  for (const width of widths) {
    await page.setViewportSize({ width, height: width < 1280 ? 700 : 900 })
    await rows.first().hover()
    await take(page, `list-${width}`)
  }
  await page.getByRole('columnheader', { name: 'Turnover' }).getByRole('button').click()
  await page.getByRole('button', { name: 'List options' }).click()
  await take(page, 'list-options-2560')
  await page.keyboard.press('Escape')
  for (const width of widths) {
    await page.setViewportSize({ width, height: width < 1280 ? 700 : 900 })
    await page.getByRole('button', { name: 'Add market' }).click()
    await expect(page.getByRole('option')).toHaveCount(6)
    await take(page, `list-add-${width}`)
    await page.keyboard.press('Escape')
  }
  await page.getByRole('button', { name: 'Add market' }).click()
  await page.keyboard.type('SOL')
  await take(page, 'list-add-unknown')
  await page.keyboard.press('Escape')
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.getByRole('button', { name: 'Show 24h stats' }).click()
  await rows.nth(1).focus()
  await page.keyboard.press('Shift+F10')
  await expect(page.getByRole('menuitem', { name: 'New group …' })).toBeVisible()
  await take(page, 'list-menu')
})
