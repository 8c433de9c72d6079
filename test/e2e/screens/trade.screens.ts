// Takes pictures of the Trade view at each width and in its states, in both themes, with a standing clock, for people to look at.
import type { Page } from 'playwright/test'
import { Frame } from '../pages/frame.ts'
import { Onboarding } from '../pages/onboarding.ts'
import { expect, test } from '../support/test.ts'
import { fixedTime, noticeGone, stopClock, take } from './shots.ts'

test.use({ tradeLayout: 'trade' })

const exchangeArgs = ['--port', '0', '--seed', '7', '--fixed-time', fixedTime, '--genesis', fixedTime]
const sizes = [
  [2560, 1440],
  [1440, 900],
  [1280, 720],
  [900, 700],
] as const

async function resize(page: Page, [width, height]: readonly [number, number]): Promise<void> {
  await page.mouse.move(4, 300)
  await page.setViewportSize({ width, height })
  await expect(page.getByRole('region', { name: 'Orders and balances' })).toBeVisible()
}

test('the Trade view at every width and in its states', async ({ launch, exchange }) => {
  test.setTimeout(240_000)
  const running = await exchange(...exchangeArgs)
  const { page } = await launch({
    env: { STARKDESK_FIXED_TIME: fixedTime, STARKDESK_PRACTICE_URL: running.baseUrl },
  })
  await stopClock(page)
  await page.setViewportSize({ width: 1440, height: 900 })
  await new Onboarding(page).practise.click()
  const frame = new Frame(page)
  await expect(frame.orderSync).toContainText(/Synced/, { timeout: 60_000 })
  await noticeGone(page)
  await expect(page.getByRole('application')).toHaveAccessibleName(/last price/)
  await take(page, 'trade-offer')
  await page.getByRole('button', { name: 'Start the tour' }).click()
  await take(page, 'trade-tour')
  await page.getByRole('button', { name: 'Next' }).click()
  await page.getByRole('button', { name: 'Next' }).click()
  await take(page, 'trade-tour-ticket')
  await page.getByRole('button', { name: 'Skip' }).click()
  await page.getByTitle('Order book').click()
  for (const size of sizes) {
    await resize(page, size)
    await take(page, `trade-${size[0]}`)
  }
  await resize(page, [1440, 900])
  await page.getByRole('button', { name: 'Start session…' }).click()
  await take(page, 'trade-session-form')
  await page.keyboard.press('Escape')
  await page.keyboard.press('b')
  for (const size of sizes) {
    await page.mouse.move(700, 400)
    await page.setViewportSize({ width: size[0], height: size[1] })
    // In a narrow window it is one of the parts below the chart.
    if (size[0] === 900)
      await page.getByRole('radiogroup', { name: 'Panel below the chart' }).getByText('Ticket').click()
    await take(page, `trade-ticket-${size[0]}`)
  }
  await resize(page, [1440, 900])
  for (const tab of [/^Fills/, /^Balances/, /^History/]) {
    await page.getByRole('radiogroup', { name: 'Table' }).getByText(tab).click()
    await take(page, `trade-dock-${tab.source.slice(1).toLowerCase()}`)
  }
})
