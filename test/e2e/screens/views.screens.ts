// Takes a picture of every view in both themes, from the practice exchange with a standing clock, for people to look at.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright/test'
import { Frame, type ViewName } from '../pages/frame.ts'
import { Onboarding } from '../pages/onboarding.ts'
import { Markets, Orders, Portfolio } from '../pages/views.ts'
import { expect, test } from '../support/test.ts'
import { fixedTime, noticeGone, stopClock, take } from './shots.ts'

const sizes = [
  { name: '1440', width: 1440, height: 900 },
  { name: '1280', width: 1280, height: 720 },
  { name: '2560', width: 2560, height: 1440 },
  { name: '900', width: 900, height: 700 },
  // 1440 at a zoom of 200 %.
  { name: 'zoom200', width: 720, height: 450 },
] as const

type TradingView = Exclude<ViewName, 'Transfers' | 'Connection' | 'Settings'>

const shownWhen: Readonly<Record<TradingView, (page: Page) => Promise<void>>> = {
  Trade: async (page) => {
    await expect(new Markets(page).chart).toHaveAccessibleName(/last price/)
    // Narrow windows show one of list, chart and trades at a time.
    if ((page.viewportSize()?.width ?? 0) > 760) await expect(new Markets(page).trades.nth(10)).toBeVisible()
  },
  Orders: (page) => expect(new Orders(page).rows.nth(5)).toBeVisible(),
  Portfolio: (page) => expect(new Portfolio(page).rows.first()).toBeVisible(),
}

test('onboarding', async ({ launch }) => {
  const { page, electron } = await launch({ env: { STARKDESK_FIXED_TIME: fixedTime } })
  await stopClock(page)
  const onboarding = new Onboarding(page)
  await expect(onboarding.practise).toBeVisible()
  await take(page, 'onboarding')
  await onboarding.chooseNetwork('Custom')
  await onboarding.baseUrl.fill('http://exchange.example')
  await onboarding.connect.click()
  await take(page, 'onboarding-wrong-input')
  await onboarding.label.fill('Savings')
  await onboarding.chooseNetwork('Mainnet')
  // The window itself is in the pictures of secure-window.screens.ts.
  const wallet = await onboarding.openWallet(electron)
  await expect(onboarding.waiting).toBeVisible()
  await take(page, 'onboarding-waiting')
  await wallet.leave()
  await take(page, 'onboarding-declined')
})

test('every view, online and offline', async ({ launch, exchange }) => {
  test.setTimeout(240_000)
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
  await new Onboarding(page).practise.click()
  await expect(page.getByRole('button', { name: 'Dismiss' })).toBeVisible()
  await take(page, 'connected-notice')
  const frame = new Frame(page)
  await expect(frame.orderSync).toContainText('Synced 2,500 orders', { timeout: 40_000 })
  await noticeGone(page)

  for (const view of ['Trade', 'Orders', 'Portfolio'] as const) {
    await frame.go(view)
    for (const { name, width, height } of sizes) {
      await page.setViewportSize({ width, height })
      await shownWhen[view](page)
      await take(page, `${view.toLowerCase()}-${name}`)
    }
    await page.setViewportSize(sizes[0])
  }

  await frame.account.click()
  await take(page, 'account-menu')
  await page.keyboard.press('Escape')
  await frame.chooseInAccountMenu('menuitem', 'Account details')
  await expect(page.getByRole('dialog')).toBeVisible()
  await take(page, 'account-details')
  await page.keyboard.press('Escape')

  await frame.go('Orders')
  await new Orders(page).rows.first().click()
  await expect(page.getByRole('region', { name: /^Order \d/ })).toBeVisible()
  await take(page, 'orders-detail')
  await page.keyboard.press('Escape')
  await new Orders(page).openFilter('State')
  await take(page, 'orders-filter')
  await page.keyboard.press('Escape')

  await frame.go('Portfolio')
  await new Portfolio(page).toggles.first().click()
  await take(page, 'portfolio-open-row')

  await running.stop()
  await expect(frame.connection).toContainText(/^Offline/, { timeout: 40_000 })
  for (const view of ['Trade', 'Orders', 'Portfolio'] as const) {
    await frame.go(view)
    await shownWhen[view](page)
    await take(page, `${view.toLowerCase()}-offline`)
  }
})

test('a data file that cannot be used', async ({ launch, dataFolder }) => {
  mkdirSync(join(dataFolder, 'starkdesk.sqlite'))
  const { page } = await launch({ env: { STARKDESK_FIXED_TIME: fixedTime } })
  await expect(page.getByRole('button', { name: /try again/i })).toBeVisible()
  await take(page, 'startup-error')
})
