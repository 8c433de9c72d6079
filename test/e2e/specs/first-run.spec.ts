import { practiceDefaults } from '../../../src-main/practice/defaults.ts'
import { Frame } from '../pages/frame.ts'
import { Onboarding } from '../pages/onboarding.ts'
import { Markets, Orders, Portfolio } from '../pages/views.ts'
import { expect, test } from '../support/test.ts'

// As a new user has it.
const orders = String(practiceDefaults.orders)

test('a new user sees the practice markets, orders and results, and sees them again with the exchange gone', async ({
  launch,
  exchange,
  dataFolder,
}) => {
  test.setTimeout(180_000)
  const state = `${dataFolder}/exchange.json`
  const running = await exchange('--port', '0', '--seed', '7', '--state', state, '--orders', orders)
  const env = {
    STARKDESK_PRACTICE_URL: running.baseUrl,
    STARKDESK_PRACTICE_ORDERS: orders,
    STARKDESK_MARKET_HISTORY: 'all',
  }

  const first = await launch({ env })
  await new Onboarding(first.page).practise.click()
  const frame = new Frame(first.page)
  const markets = new Markets(first.page)
  await expect(markets.rows).toHaveCount(running.markets.length)
  await expect(markets.rows.first()).toContainText(/\d/)
  await expect(markets.chart).toHaveAccessibleName(/ETH\/USDC/)
  await expect(markets.trades.nth(20)).toBeVisible()
  await expect(frame.connection).toContainText(/^(Connected|Live|Polled)/)
  await expect(frame.practiceBadge).toBeVisible()

  await frame.go('Orders')
  await expect(frame.orderSync).toContainText('Synced 2,500 orders', { timeout: 40_000 })
  const view = new Orders(first.page)
  await expect(view.count).toContainText('2,500 orders')
  await expect(view.rows.nth(15)).toBeVisible()
  // The fills of these are here: what an order is worth does not become exact after it was read.
  await expect(view.rows.filter({ hasText: '≈' })).toHaveCount(0, { timeout: 40_000 })
  const seenOrders = await view.read()

  await frame.go('Portfolio')
  const portfolio = new Portfolio(first.page)
  await expect(portfolio.rows).toHaveCount(7)
  const seenResults = await portfolio.read()
  await first.close()
  await running.stop()

  const second = await launch({ env })
  const again = new Frame(second.page)
  await expect(again.connection).toContainText(/^Offline since/)
  await expect(new Markets(second.page).chart).toHaveAccessibleName(/ETH\/USDC/)
  await expect(new Markets(second.page).trades.nth(20)).toBeVisible()
  await again.go('Orders')
  const offlineOrders = new Orders(second.page)
  await expect(offlineOrders.rows.nth(15)).toBeVisible()
  const shownOrders = await offlineOrders.read()
  // A strip over the view takes the room of a row.
  const common = Math.min(shownOrders.length, seenOrders.length)
  expect(common).toBeGreaterThan(15)
  expect(shownOrders.slice(0, common)).toEqual(seenOrders.slice(0, common))
  await again.go('Portfolio')
  await expect(new Portfolio(second.page).rows).toHaveCount(7)
  expect(await new Portfolio(second.page).read()).toEqual(seenResults)
  await expect(second.page.getByText(/As of .* ago/)).toBeVisible()

  await exchange('--port', new URL(running.baseUrl).port, '--seed', '7', '--state', state, '--orders', orders)
  await expect(again.connection).toContainText(/^(Connected|Live|Polled)/, { timeout: 40_000 })
})
