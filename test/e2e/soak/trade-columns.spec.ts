// The columns beside the charts: the order book is chosen, live and kept, and the market list is added to, sorted and grouped.
import { Charts } from '../pages/markets.ts'
import { Markets } from '../pages/views.ts'
import { sharePractice } from '../support/practice.ts'
import { expect, test } from '../support/test.ts'

const shared = sharePractice()

test('the order book is live, is grouped, and is what the column shows from then on', async () => {
  const { page } = shared()
  await expect(new Charts(page).chart()).toBeVisible()
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

// The last: it leaves groups behind.
test('a removed market is found among those of the exchange, and what is chosen about the list is kept', async () => {
  const app = shared()
  const { page } = app
  await page.setViewportSize({ width: 1440, height: 900 })
  const { rows } = new Markets(page)
  await expect(rows).toHaveCount(6)
  const link = rows.filter({ hasText: 'LINK/USDC' })
  await link.press('Delete')
  await expect(rows).toHaveCount(5)

  await page.getByRole('button', { name: 'Add market' }).click()
  const options = page.getByRole('option')
  await expect(options).toHaveCount(6)
  await page.keyboard.type('chainlink')
  await expect(options).toHaveCount(1)
  await expect(options).toContainText(/LINK\/USDC.*%.*USDC/)
  await page.keyboard.press('Enter')
  await expect(rows).toHaveCount(6)
  await expect(link).toBeFocused()
  await expect(link).toHaveAttribute('aria-current', 'true')

  await page.keyboard.press('f')
  const head = page.getByRole('columnheader', { name: 'Change' })
  await head.getByRole('button').click()
  await expect(head).toHaveAttribute('aria-sort', 'descending')
  await link.press('Shift+F10')
  await page.getByRole('menuitem', { name: 'New group …' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Oracles')
  await page.keyboard.press('Enter')
  await expect(rows).toHaveCount(1)

  await page.reload()
  await expect(rows).toHaveCount(6)
  await expect(head).toHaveAttribute('aria-sort', 'descending')
  const changes = await rows.locator('.change').allInnerTexts()
  const figures = changes.map((text) => Number.parseFloat(text.replace('\u2212', '-')))
  expect(figures).toEqual(figures.toSorted((a, b) => b - a))
  await page.getByText('Favorites', { exact: true }).click()
  await expect(rows).toHaveCount(1)
  await page.getByText('Oracles', { exact: true }).click()
  await expect(link).toBeVisible()
})
