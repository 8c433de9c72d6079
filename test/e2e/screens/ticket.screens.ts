// Takes pictures of the ticket and of an open order on the chart, in both themes and four widths, for people to look at.
import { approve, confirmWindowAfter } from '../pages/confirm-window.ts'
import { Charts } from '../pages/markets.ts'
import { Onboarding } from '../pages/onboarding.ts'
import { expect, test } from '../support/test.ts'
import { take, takeAtWidths } from './shots.ts'

test.use({ tradeLayout: 'trade' })

test('the ticket, its faults, and an order on the chart', async ({ launch, exchange }) => {
  test.setTimeout(240_000)
  const running = await exchange('--port', '0', '--seed', '7')
  const { page, electron } = await launch({ env: { STARKDESK_PRACTICE_URL: running.baseUrl } })
  await page.setViewportSize({ width: 1440, height: 900 })
  await new Onboarding(page).practise.click()
  await expect(new Charts(page).chart()).toHaveAccessibleName(/last price/)
  const ticket = page.getByRole('region', { name: 'Ticket for ETH/USDC' })
  await take(page, 'ticket-closed')
  await new Charts(page).chart().focus()
  await page.keyboard.press('b')
  await expect(ticket.getByRole('button', { name: 'Bid' })).toBeEnabled({ timeout: 30_000 })
  await take(page, 'ticket-empty')
  await ticket.getByRole('button', { name: 'Bid' }).click()
  await ticket.getByLabel('Amount', { exact: true }).fill('0.19')
  await takeAtWidths(page, 'ticket')
  for (let at = 0; at < 40; at += 1)
    await ticket.getByLabel('Price', { exact: true }).press('Shift+ArrowDown')
  const window = await confirmWindowAfter(electron, () =>
    ticket.getByLabel('Amount', { exact: true }).press('Enter'),
  )
  await take(window, 'order-question')
  await take(page, 'ticket-waiting')
  await approve(window, 'Buy 0.19 ETH')
  await expect(ticket.getByText(/^Placed:/)).toBeVisible({ timeout: 20_000 })
  await take(page, 'ticket-placed')
  await ticket
    .getByRole('radio', { name: /^Stop limit/ })
    .locator('xpath=ancestor::label')
    .click()
  await ticket.getByLabel('Amount', { exact: true }).fill('1,5')
  await ticket.getByLabel('Amount', { exact: true }).press('Enter')
  await take(page, 'ticket-faults')
  await ticket
    .getByRole('radio', { name: /^Market/ })
    .locator('xpath=ancestor::label')
    .click()
  await ticket.getByLabel('Amount', { exact: true }).fill('25')
  await take(page, 'ticket-market')
  const box = await new Charts(page).chart().boundingBox()
  if (box !== null) {
    await page.mouse.click(box.x + box.width / 3, box.y + box.height / 3, { button: 'right' })
  }
  await take(page, 'ticket-menu')
})
