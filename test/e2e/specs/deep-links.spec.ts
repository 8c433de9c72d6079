// Owns: what a starkdesk:// link does, and what none of them can do. Must not: know how links are read.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright/test'
import { chooseNotification, Notices, readNotifications, recordNotifications } from '../pages/notices.ts'
import { startAgain } from '../pages/desktop.ts'
import { Frame } from '../pages/frame.ts'
import { Onboarding } from '../pages/onboarding.ts'
import { LockScreen, Security } from '../pages/security.ts'
import { expect, test } from '../support/test.ts'

const password = 'four quiet words here'
const view = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

test('a link leads to a place, at the first start and later, and never into a transfer', async ({
  launch,
  dataFolder,
}) => {
  test.setTimeout(180_000)
  const first = await launch()
  await new Onboarding(first.page).practise.click()
  await expect(new Frame(first.page).account).toBeVisible({ timeout: 40_000 })
  await first.close()

  const { page } = await launch({ args: ['starkdesk://portfolio'] })
  await expect(view(page, 'Portfolio')).toBeVisible()

  await startAgain(dataFolder, 'starkdesk://markets/btcusdc')
  await expect(page.getByRole('application').first()).toHaveAccessibleName(/BTC\/USDC/)
  await startAgain(dataFolder, 'starkdesk://settings/security')
  await expect(page.getByRole('heading', { name: 'Security', exact: true })).toBeFocused()

  // Refused as a whole: it does not even lead to the view.
  const recipient = '0x00000000000000000000000000000000000000aa'
  await startAgain(dataFolder, `starkdesk://transfers/new?to=${recipient}&amount=5`)
  await startAgain(dataFolder, 'starkdesk://transfers/new?to=0xaa')
  await startAgain(dataFolder, 'starkdesk://transfers')
  await expect(view(page, 'Transfers')).toBeVisible()
  await expect(page.getByLabel('Recipient', { exact: true })).toHaveCount(0)
  const fields = await page
    .getByRole('textbox')
    .evaluateAll((all) => all.map((field) => (field instanceof HTMLInputElement ? field.value : '')))
  expect(fields.filter((text) => text !== '')).toEqual([])
  expect(await page.content()).not.toContain('0xaa')

  const log = readFileSync(join(dataFolder, 'logs', 'starkdesk.log'), 'utf8')
  expect(log).toContain('"what":"a link was refused","why":"query"')
  expect(log).not.toContain('0xaa')
  expect(log).not.toContain(recipient)
})

test('while it is locked a link shows the window and waits for the password', async ({
  launch,
  dataFolder,
}) => {
  test.setTimeout(180_000)
  const first = await launch()
  await new Onboarding(first.page).practise.click()
  await expect(new Frame(first.page).account).toBeVisible({ timeout: 40_000 })
  const security = new Security(first.page)
  await security.open()
  await security.set(password)
  await expect(security.section).toContainText('The password is set')
  await security.readable.click()
  await expect(security.readable).toBeChecked()

  // Even where figures stay readable.
  await new Frame(first.page).go('Markets')
  await first.page.keyboard.press('Control+Shift+L')
  const strip = first.page.getByRole('status', { name: 'Lock', exact: true })
  await expect(strip).toBeVisible()
  await first.electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.minimize())
  await startAgain(dataFolder, 'starkdesk://portfolio')
  await expect
    .poll(() =>
      first.electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.isMinimized()),
    )
    .toBe(false)
  await expect(view(first.page, 'Portfolio')).toHaveCount(0)
  await strip.getByRole('button', { name: 'Unlock' }).click()
  await new LockScreen(first.page).enter(password)
  await expect(view(first.page, 'Portfolio')).toBeVisible()
  await security.open()
  await security.readable.click()
  await expect(security.readable).not.toBeChecked()
  await first.close()

  const { page } = await launch({ args: ['starkdesk://orders'] })
  const lock = new LockScreen(page)
  await expect(lock.password).toBeFocused()
  await expect(view(page, 'Orders')).toHaveCount(0)
  await lock.enter(password)
  await expect(view(page, 'Orders')).toBeVisible()
})

test('a notification that is chosen while locked leads to its notice once it is unlocked', async ({
  launch,
  exchange,
}) => {
  test.setTimeout(240_000)
  const running = await exchange('--port', '0', '--seed', '7')
  const { page, electron } = await launch({ env: { STARKDESK_PRACTICE_URL: running.baseUrl } })
  await recordNotifications(electron)
  await new Onboarding(page).practise.click()
  await expect(new Frame(page).orderSync).toContainText('Synced', { timeout: 40_000 })
  const security = new Security(page)
  await security.open()
  await security.set(password)
  await expect(security.section).toContainText('The password is set')
  // Nobody looks at the market here, so the last price that is known may be of a while ago.
  await new Notices(page).setAlertsAtPrice('ethusdc', 8)
  await new Frame(page).go('Portfolio')
  await expect
    .poll(async () => (await readNotifications(electron)).length, { timeout: 120_000 })
    .toBeGreaterThan(0)

  await page.keyboard.press('Control+Shift+L')
  const lock = new LockScreen(page)
  await expect(lock.password).toBeFocused()
  await chooseNotification(electron, 0)
  await expect(page.getByRole('application')).toHaveCount(0)
  await lock.enter(password)
  await expect(page.getByRole('application').first()).toHaveAccessibleName(/ETH\/USDC/)
})
