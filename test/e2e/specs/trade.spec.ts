// The Trade view of the app on the practice exchange: what is open, the ticket by its key, and an order canceled by X.
import { Onboarding } from '../pages/onboarding.ts'
import { expect, test } from '../support/test.ts'

test('shows what is open below the chart, opens the ticket with B, and cancels the selected order with X', async ({
  launch,
}) => {
  const { page } = await launch({ env: { STARKDESK_TRADE_LAYOUT: 'trade' } })
  await page.setViewportSize({ width: 1440, height: 900 })
  await new Onboarding(page).practise.click()
  const table = page.getByRole('grid', { name: 'Open orders' })
  const rows = table.locator('[role=row][aria-rowindex]:not([aria-rowindex="1"])')
  await expect(rows.first()).toBeVisible({ timeout: 60_000 })
  const counted = page.getByRole('radiogroup', { name: 'Table' }).getByRole('radio', { name: /^Open orders/ })
  const countOf = async (): Promise<number> =>
    Number(/\d+/.exec((await counted.getAttribute('aria-label')) ?? '')?.[0] ?? Number.NaN)
  await expect(page.getByTestId('order-sync')).toContainText(/Synced/, { timeout: 60_000 })
  const before = await countOf()
  expect(before).toBeGreaterThan(0)
  await rows.first().click()
  await expect(page.getByRole('button', { name: 'Cancel order' })).toBeVisible()
  await page.keyboard.press('x')
  await expect.poll(countOf, { timeout: 30_000 }).toBe(before - 1)
  await page.keyboard.press('b')
  await expect(page.getByRole('textbox', { name: /^Amount/ })).toBeVisible()
})
