// Takes pictures of the order book and the depth chart in their states, in both themes and four widths, for people to look at.
import { Charts } from '../pages/markets.ts'
import { Onboarding } from '../pages/onboarding.ts'
import { expect, test } from '../support/test.ts'
import { take } from './shots.ts'

const sizes = [
  { width: 900, height: 720 },
  { width: 1280, height: 720 },
  { width: 1440, height: 900 },
  { width: 2560, height: 1440 },
] as const

test('the order book and the depth chart', async ({ launch, exchange }) => {
  test.setTimeout(240_000)
  const running = await exchange('--port', '0', '--seed', '7')
  const { page } = await launch({ env: { STARKDESK_PRACTICE_URL: running.baseUrl } })
  await page.setViewportSize({ width: 1440, height: 900 })
  await new Onboarding(page).practise.click()
  await expect(new Charts(page).chart()).toHaveAccessibleName(/last price/)
  await page.getByTitle('Order book').click()
  const grid = page.getByRole('grid', { name: /^Order book/ })
  await expect(grid).toBeVisible()
  for (const size of sizes) {
    await page.setViewportSize(size)
    await take(page, `book-${String(size.width)}`)
  }
  await page.setViewportSize({ width: 1440, height: 900 })
  await grid.focus()
  for (const key of ['ArrowDown', 'ArrowDown', 'ArrowDown']) await page.keyboard.press(key)
  await take(page, 'book-level')
  await page.getByRole('button', { name: /^Price step/ }).click()
  await take(page, 'book-steps')
  await page.getByRole('menuitemradio').nth(4).click()
  await page
    .getByTitle('USDC', { exact: true })
    .or(page.getByText('USDC', { exact: true }))
    .last()
    .click()
  await take(page, 'book-grouped')
  await page.getByTitle('Depth chart').click()
  const depth = page.getByRole('slider', { name: /^Depth/ })
  await expect(depth).not.toHaveAttribute('aria-valuemax', '0')
  for (const size of sizes) {
    await page.setViewportSize(size)
    await take(page, `depth-${String(size.width)}`)
  }
  await page.setViewportSize({ width: 1440, height: 900 })
  await depth.focus()
  for (const key of ['ArrowRight', 'ArrowRight', 'ArrowRight']) await page.keyboard.press(key)
  await take(page, 'depth-level')
  await page.getByTitle('Order book').click()
  await running.stop()
  await expect(page.getByText(/^Offline/).first()).toBeVisible({ timeout: 60_000 })
  await take(page, 'book-offline')
})
