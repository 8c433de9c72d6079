// The order book as a person reads it: chosen beside the charts, live, and there again after the page was read anew.
import { Charts } from '../pages/markets.ts'
import { Onboarding } from '../pages/onboarding.ts'
import { expect, test } from '../support/test.ts'

test('the order book is live, is grouped, and is what the column shows from then on', async ({ launch }) => {
  const { page } = await launch()
  await new Onboarding(page).practise.click()
  await expect(new Charts(page).chart()).toBeVisible({ timeout: 40_000 })
  await page.getByTitle('Order book').click()
  const grid = page.getByRole('grid', { name: /^Order book of ETH\/USDC/ })
  await expect(grid.locator('[data-side=asks]').first()).toBeVisible()
  await expect(
    page.getByRole('region', { name: 'Order book' }).getByText('Live', { exact: true }),
  ).toBeVisible()
  await page.getByRole('button', { name: /^Price step/ }).click()
  await page.getByRole('menuitemradio', { name: '1', exact: true }).click()
  await expect(grid.locator('[data-side=bids]').first()).toHaveAttribute('data-price', /^\d+$/)
  await page.reload()
  await expect(grid.locator('[data-side=bids]').first()).toHaveAttribute('data-price', /^\d+$/)
})
