import { Frame } from '../pages/frame.ts'
import { Onboarding } from '../pages/onboarding.ts'
import { Markets, Orders, Portfolio } from '../pages/views.ts'
import { allOrders, expect, fewOrders, test } from '../support/test.ts'

test('everything can be reached and used without a mouse', async ({ launch, exchange }) => {
  const running = await exchange('--port', '0', '--seed', '7')
  const { page } = await launch({ env: { STARKDESK_PRACTICE_URL: running.baseUrl } })
  const { keyboard } = page
  const practise = new Onboarding(page).practise
  await expect(practise).toBeVisible()
  await expect(async () => {
    await keyboard.press('Tab')
    await expect(practise).toBeFocused({ timeout: 100 })
  }).toPass()
  await keyboard.press('Enter')
  await expect(new Frame(page).orderSync).toContainText(`Synced ${allOrders}`, { timeout: 40_000 })

  const markets = new Markets(page)
  await markets.rows.first().focus()
  await keyboard.press('ArrowDown')
  await expect(markets.rows.nth(1)).toBeFocused()
  await keyboard.press('Enter')
  await expect(markets.chart).toHaveAccessibleName(/BTC\/USDC.*last price/)
  await markets.chart.focus()
  const readout = page.locator('[aria-live]').filter({ hasText: /Open \d/ })
  // A press while the candles of another market are still coming moves nothing.
  await expect(async () => {
    await keyboard.press('ArrowLeft')
    await expect(readout).toHaveText(/\d/, { timeout: 1_000 })
  }).toPass()
  const one = await readout.textContent()
  await keyboard.press('ArrowLeft')
  await expect(readout).not.toHaveText(one ?? '')

  await keyboard.press('Control+2')
  const orders = new Orders(page)
  await expect(orders.rows.nth(5)).toBeVisible()
  await orders.grid.focus()
  await keyboard.press('End')
  await expect(orders.grid.locator(`[aria-rowindex="${fewOrders + 1}"]`)).toBeVisible()
  await keyboard.press('Home')
  await keyboard.press('ArrowDown')
  await keyboard.press('Enter')
  const panel = page.getByRole('region', { name: /^Order \d/ })
  await expect(panel.getByRole('heading', { level: 2 })).toBeFocused()
  await keyboard.press('Escape')
  await expect(panel).toHaveCount(0)
  await expect(orders.grid).toBeFocused()

  await orders.filters.getByRole('button', { name: /^State/ }).focus()
  await keyboard.press('Enter')
  await page.getByRole('menuitemcheckbox', { name: 'Open' }).focus()
  await keyboard.press('Space')
  await keyboard.press('Escape')
  await expect(orders.count).not.toContainText(new RegExp(`^${allOrders}`))

  await keyboard.press('Control+3')
  const toggle = new Portfolio(page).toggles.first()
  await toggle.focus()
  await keyboard.press('Enter')
  await expect(toggle).toHaveAttribute('aria-expanded', 'true')
})

test('leaving Add account leads back into the view, and an open question keeps the view', async ({
  launch,
  exchange,
}) => {
  const running = await exchange('--port', '0', '--seed', '7')
  const { page } = await launch({ env: { STARKDESK_PRACTICE_URL: running.baseUrl } })
  const frame = new Frame(page)
  await new Onboarding(page).practise.click()
  await expect(frame.orderSync).toContainText(`Synced ${allOrders}`, { timeout: 40_000 })
  const adding = page.getByRole('heading', { name: 'Add an account' })
  for (const key of ['Escape', 'Control+2']) {
    await frame.chooseInAccountMenu('menuitem', 'Add account')
    await expect(adding).toBeVisible()
    await page.keyboard.press(key)
    await expect(adding).toHaveCount(0)
    await expect(page.locator('#content')).toBeFocused()
  }

  const ordersLink = page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name: 'Orders' })
  await expect(ordersLink).toHaveAttribute('aria-current', 'page')
  await frame.chooseInAccountMenu('menuitem', /^Remove Alice/)
  const dialog = page.getByRole('alertdialog')
  await expect(dialog.getByRole('button', { name: /^Keep/ })).toBeFocused()
  await page.keyboard.press('Control+3')
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(ordersLink).toHaveAttribute('aria-current', 'page')
})
