// Takes pictures of the parts of Portfolio, of all accounts together, and of what the chart's signs mean, in both themes and four widths.
import type { Page } from 'playwright/test'
import { Frame } from '../pages/frame.ts'
import { Onboarding } from '../pages/onboarding.ts'
import { Orders, Portfolio } from '../pages/views.ts'
import { expect, test } from '../support/test.ts'
import { fixedTime, stopClock, take, takeAtWidths } from './shots.ts'

/** The dialog that splits an opening, a fault in it, and the lots with its parts. */
async function takeSplitOpening(page: Page): Promise<void> {
  await page
    .getByRole('button', { name: /^Split and date/ })
    .first()
    .click()
  const dialog = page.getByRole('dialog', { name: /^Split and date the/ })
  const partAt = (at: number) => dialog.getByRole('group', { name: `Part ${at}` })
  const amountOf = (at: number) => partAt(at).getByLabel(/^Amount/)
  const whole = await amountOf(1).inputValue()
  await amountOf(1).fill('0.25')
  await partAt(1).getByLabel('Date, if known').fill('1 Mar 2024')
  await dialog.getByRole('button', { name: 'Add part' }).click()
  await amountOf(2).fill('0.123456789012345678')
  await partAt(2).getByLabel('Date, if known').fill('30 Nov 2027')
  await partAt(2).getByLabel(/^Cost/).fill('1234567.123456')
  await dialog.getByRole('button', { name: 'Save split' }).click()
  await expect(partAt(2).getByText(/^Enter a date up to/)).toBeVisible()
  await takeAtWidths(page, 'portfolio-split-fault')
  await partAt(2).getByLabel('Date, if known').fill('30 Nov 2023')
  await dialog.getByRole('button', { name: 'Add part' }).click()
  await expect(amountOf(3)).not.toHaveValue(whole)
  await takeAtWidths(page, 'portfolio-split')
  await dialog.getByRole('button', { name: 'Save split' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(page.getByText('1 Mar 2024 opening')).toBeVisible()
  await takeAtWidths(page, 'portfolio-lots-split', page.getByRole('heading', { name: 'Lots', exact: true }))
}

test('all accounts, a display currency, lots, an opening to split, report, calendar and signs', async ({
  launch,
  exchange,
}) => {
  test.setTimeout(300_000)
  const running = await exchange(
    '--port',
    '0',
    '--seed',
    '7',
    '--fixed-time',
    fixedTime,
    '--genesis',
    fixedTime,
  )
  const { page } = await launch({
    env: { STARKDESK_FIXED_TIME: fixedTime, STARKDESK_PRACTICE_URL: running.baseUrl },
  })
  await stopClock(page)
  await page.setViewportSize({ width: 1440, height: 900 })
  await new Onboarding(page).practise.click()
  const frame = new Frame(page)
  const isSynced = () => expect(frame.orderSync).toContainText('Synced 2,500 orders', { timeout: 60_000 })
  await isSynced()
  await frame.chooseInAccountMenu('menuitem', 'Add account')
  await page.getByRole('button', { name: 'Add Bob' }).click()
  await expect(frame.account).toHaveAccessibleName(/Bob/)
  await isSynced()
  for (const offer of await page.getByRole('button', { name: 'Dismiss' }).all()) await offer.click()

  await frame.account.click()
  await page.getByRole('menuitemcheckbox', { name: /^All accounts on/ }).click()
  await frame.go('Orders')
  await expect(new Orders(page).rows.nth(5)).toBeVisible()
  await takeAtWidths(page, 'all-accounts-orders')
  await frame.go('Portfolio')
  await expect(page.getByTestId('total-value')).toContainText('USDC')
  await takeAtWidths(page, 'all-accounts-portfolio')
  await new Portfolio(page).toggles.nth(1).click()
  await takeAtWidths(page, 'all-accounts-open-row')
  await page.getByRole('button', { name: /^Show Bob/ }).click()

  await frame.go('Settings')
  await page.getByRole('button', { name: /^Display currency/ }).click()
  await page.getByRole('menuitemradio', { name: 'USDT' }).click()
  await frame.go('Portfolio')
  await new Portfolio(page).read()
  await expect(page.getByTestId('total-fees')).toContainText('USDC', { timeout: 60_000 })
  await expect(page.getByTestId('total-value')).toContainText('USDT')
  await takeAtWidths(page, 'portfolio-currency')
  await page.getByRole('button', { name: 'Show lots' }).click()
  const part = (name: string) => page.getByRole('heading', { name, exact: true })
  await expect(page.getByRole('region', { name: 'Open lots, scrollable' })).toBeVisible()
  await takeAtWidths(page, 'portfolio-lots', part('Lots'))
  // Else the opening changes while it is split.
  await expect(page.getByText(/fills are still missing/)).toHaveCount(0, { timeout: 120_000 })
  await takeSplitOpening(page)
  await takeAtWidths(page, 'portfolio-report', part('Report'))
  await page
    .getByRole('group', { name: /^Net by day/ })
    .getByRole('button')
    .last()
    .click()
  await takeAtWidths(page, 'portfolio-calendar', part('Performance'))

  await frame.go('Trade')
  await page.setViewportSize({ width: 2560, height: 1440 })
  await page.getByRole('button', { name: 'Your orders and fills' }).click()
  await take(page, 'chart-orders-menu')
  await page.getByRole('menuitem', { name: 'What the markers mean…' }).click()
  await expect(page.getByRole('dialog', { name: 'What the markers mean' })).toBeVisible()
  await takeAtWidths(page, 'chart-signs')
})
