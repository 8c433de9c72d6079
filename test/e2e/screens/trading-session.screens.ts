// Takes pictures of a running trading session, of canceling everything, of locked signing and of Trade at 200 % zoom, for people to look at.
import type { Page } from 'playwright/test'
import { approve, confirmWindowAfter } from '../pages/confirm-window.ts'
import { Frame } from '../pages/frame.ts'
import { Charts } from '../pages/markets.ts'
import { Onboarding } from '../pages/onboarding.ts'
import { expect, test } from '../support/test.ts'
import { noticeGone, take, takeAtWidths } from './shots.ts'

test.use({ tradeLayout: 'trade' })

const size = { width: 1440, height: 900 }
/** 1440 at a zoom of 200 %. */
const zoomed = { width: 720, height: 450 }

async function practise(page: Page): Promise<void> {
  await page.setViewportSize(size)
  await new Onboarding(page).practise.click()
  await expect(new Frame(page).orderSync).toContainText(/Synced/, { timeout: 60_000 })
  await noticeGone(page)
  await page.getByRole('button', { name: 'Skip' }).click()
  await page.getByTitle('Order book').click()
  await expect(new Charts(page).chart()).toHaveAccessibleName(/last price/)
}

/** The ticket with an order that rests far below the price, not placed yet. */
async function fillTicket(page: Page) {
  const ticket = page.getByRole('region', { name: 'Ticket for ETH/USDC' })
  await new Charts(page).chart().focus()
  await page.keyboard.press('b')
  await expect(ticket.getByRole('button', { name: 'Bid' })).toBeEnabled({ timeout: 30_000 })
  await ticket.getByRole('button', { name: 'Bid' }).click()
  for (let at = 0; at < 40; at += 1)
    await ticket.getByLabel('Price', { exact: true }).press('Shift+ArrowDown')
  await ticket.getByLabel('Amount', { exact: true }).fill('0.05')
  await page.mouse.move(700, 500)
  return ticket
}

test('a trading session, and canceling everything', async ({ launch, exchange }) => {
  test.setTimeout(240_000)
  const running = await exchange('--port', '0', '--seed', '7')
  const { page, electron } = await launch({ env: { STARKDESK_PRACTICE_URL: running.baseUrl } })
  await practise(page)
  await page.setViewportSize(zoomed)
  await take(page, 'trade-zoom200')
  await page.getByRole('radiogroup', { name: 'Panel below the chart' }).getByText('Ticket').click()
  await fillTicket(page)
  await take(page, 'trade-zoom200-ticket')
  await page.setViewportSize(size)

  await page.getByRole('button', { name: 'Start session…' }).click()
  const form = page.getByRole('form', { name: 'Trading session' })
  const question = await confirmWindowAfter(electron, () =>
    form.getByRole('button', { name: 'Start session…' }).click(),
  )
  await take(question, 'session-question')
  await approve(question, 'Start session')
  await expect(page.getByTestId('trading-session')).toBeVisible()
  const ticket = await fillTicket(page)
  await takeAtWidths(page, 'trade-session')
  await page.setViewportSize(size)
  await ticket.getByLabel('Amount', { exact: true }).press('Enter')
  await expect(ticket.getByText(/^Placed:/)).toBeVisible({ timeout: 20_000 })
  await take(page, 'trade-session-placed')

  const all = await confirmWindowAfter(electron, () =>
    page.getByRole('button', { name: 'Cancel everything…' }).click(),
  )
  await take(page, 'trade-cancel-all-asking')
  await approve(all, 'Cancel all orders')
  const strip = page.getByRole('status', { name: 'Cancel everything' })
  await expect(strip).toContainText(/Canceling everything|All orders are canceled/, { timeout: 20_000 })
  await take(page, 'trade-cancel-all-running')
  await expect(strip).toContainText(/All orders are canceled/, { timeout: 60_000 })
  await take(page, 'trade-cancel-all-done')
})

test('signing that is locked', async ({ launch, exchange }) => {
  test.setTimeout(240_000)
  const running = await exchange('--port', '0', '--seed', '7', '--faults', 'createOtherPrice=1')
  const { page, electron } = await launch({ env: { STARKDESK_PRACTICE_URL: running.baseUrl } })
  await practise(page)
  const ticket = await fillTicket(page)
  const window = await confirmWindowAfter(electron, () =>
    ticket.getByLabel('Amount', { exact: true }).press('Enter'),
  )
  await approve(window, 'Buy 0.05 ETH')
  await expect(page.getByRole('status', { name: 'Signing is locked' })).toBeVisible({ timeout: 30_000 })
  await take(page, 'trade-signing-locked')
})
