// Takes a picture of everything that has to do with keys: ways in, settings, lock, account, confirmation windows.
import type { Page } from 'playwright/test'
import { RemoveAccount } from '../pages/accounts.ts'
import { Frame } from '../pages/frame.ts'
import { Onboarding } from '../pages/onboarding.ts'
import { approve, closing, confirmWindowAfter } from '../pages/confirm-window.ts'
import { LockScreen, Security } from '../pages/security.ts'
import { expect, test } from '../support/test.ts'
import { fixedTime, stopClock, take } from './shots.ts'

const password = 'four quiet words here'

test('settings, lock and account', async ({ launch }) => {
  test.setTimeout(240_000)
  const { page, electron } = await launch({ env: { STARKDESK_FIXED_TIME: fixedTime } })
  await stopClock(page)
  await new Onboarding(page).practise.click()
  const frame = new Frame(page)
  await expect(frame.orderSync).toContainText('Synced 2,500 orders', { timeout: 40_000 })

  const security = new Security({ page, electron })
  await security.open()
  await take(page, 'settings')
  const set = await security.ask(security.setPassword)
  await take(page, 'settings-password')
  await take(set.page, 'secure-password-practice')
  await set.choose(password)
  await set.finish()
  await expect(security.section).toContainText('Password set')
  await take(page, 'settings-protected')
  await page.setViewportSize({ width: 900, height: 700 })
  await take(page, 'settings-protected-900')
  await page.setViewportSize({ width: 1440, height: 900 })

  await security.lockNow.click()
  const lock = new LockScreen({ page, electron })
  await expect(lock.unlock).toBeVisible()
  await take(page, 'locked')
  const unlock = await lock.open()
  await take(page, 'locked-waiting')
  await unlock.leave()
  await lock.forgot.click()
  await take(page, 'locked-forgot')
  await page.getByRole('button', { name: 'Keep key file' }).click()
  await lock.enter(password)
  const weaker = await confirmWindowAfter(electron, () => security.readable.click())
  await take(weaker, 'confirm-change')
  await approve(weaker, 'Weaken lock')
  await expect(security.readable).toBeChecked()
  await frame.go('Trade')
  await page.keyboard.press('Control+Shift+L')
  await expect(page.getByRole('status', { name: 'Lock', exact: true })).toBeVisible()
  await take(page, 'locked-readable')
  await page.getByRole('status', { name: 'Lock', exact: true }).getByRole('button').click()
  await take(page, 'locked-readable-dialog')
  await lock.enter(password)
  await expect(page.getByRole('status', { name: 'Lock', exact: true })).toHaveCount(0)

  await frame.chooseInAccountMenu('menuitem', 'Account details')
  await page
    .getByRole('button', { name: /QR code/ })
    .first()
    .click()
  await take(page, 'account-qr')
  await page.keyboard.press('Escape')
  await frame.chooseInAccountMenu('menuitem', /^Remove/)
  await take(page, 'account-remove')
  await page.keyboard.press('Escape')
  await electron.evaluate(({ powerMonitor }) => powerMonitor.emit('lock-screen'))
})

/** A wallet that is made but not registered, through the window of its own. */
async function makeWallet(page: Page, window: Page): Promise<void> {
  const words = await window.locator('ol li .word').allTextContents()
  await take(window, 'confirm-backup')
  await window.getByRole('button', { name: 'I wrote them down' }).click()
  const fields = await window.getByRole('textbox').all()
  for (const field of fields) await field.fill('wrong')
  await window.getByRole('button', { name: 'Create wallet' }).click()
  await expect(window.getByRole('alert')).toBeVisible()
  await take(window, 'confirm-quiz-wrong')
  for (const label of await window.locator('label').allTextContents()) {
    const place = Number(label.replaceAll(/\D/g, ''))
    await window.getByLabel(`Word ${String(place)}`, { exact: true }).fill((words[place - 1] ?? '').trim())
  }
  await window.getByRole('button', { name: 'Create wallet' }).click()
  await expect(new Frame(page).account).toContainText('Savings')
}

test('ways to get a wallet in, and the confirmation window', async ({ launch, exchange }) => {
  test.setTimeout(240_000)
  const running = await exchange('--port', '0', '--seed', '7')
  const user = running.users[1]
  if (!user) throw new Error('the exchange has no second user')
  const { page, electron } = await launch({ env: { STARKDESK_FIXED_TIME: fixedTime } })
  await stopClock(page)
  const onboarding = new Onboarding(page)
  await onboarding.fill('Desk', running.baseUrl)
  const stark = await onboarding.openWallet(electron)
  await stark.chooseKind('L2 key')
  await stark.ethereumAddress.fill(user.ethereumAddress)
  await stark.starkKey.fill(`0x0${'5'.repeat(62)}`)
  await stark.finish()
  await expect(page.getByTestId('login-text')).toBeVisible({ timeout: 30_000 })
  await page.getByLabel('Signature', { exact: true }).fill('0x12')
  await page.getByRole('button', { name: 'Submit signature' }).click()
  await take(page, 'onboarding-signature')
  await page
    .getByRole('form', { name: 'Sign the login message' })
    .getByRole('button', { name: 'Cancel' })
    .click()

  await page.getByRole('radiogroup', { name: 'Own wallet' }).getByText('Create a wallet').click()
  const form = page.getByRole('form', { name: 'Create a new wallet' })
  await form.getByLabel('Account name').fill('Savings')
  await form.getByRole('radiogroup', { name: 'Network' }).getByText('Custom', { exact: true }).click()
  await form.getByLabel('Base URL').fill(running.baseUrl)
  await take(page, 'onboarding-create')
  const create = page.getByRole('button', { name: 'Create a new wallet' })
  await makeWallet(page, await confirmWindowAfter(electron, () => create.click()))
  await take(page, 'new-wallet-refused')

  const frame = new Frame(page)
  await frame.chooseInAccountMenu('menuitem', 'Account details')
  await take(page, 'account-details-own')
  const asked = await confirmWindowAfter(electron, () =>
    page.getByRole('button', { name: /keystore file/i }).click(),
  )
  await asked.getByLabel('New file password').fill('short')
  await asked.getByRole('button', { name: 'Export key' }).click()
  await expect(asked.getByRole('alert')).toBeVisible()
  await take(asked, 'confirm-export')
  await closing(asked, () => asked.getByRole('button', { name: 'Don’t export' }).click())
  // The page has its keys back by then.
  await expect(page.getByText('Nothing was exported.')).toBeVisible()
  await page.keyboard.press('Escape')

  await frame.chooseInAccountMenu('menuitem', /^Remove/)
  const removal = await confirmWindowAfter(electron, () => new RemoveAccount(page).confirm('Savings'))
  await take(removal, 'confirm-removal')
  await removal.getByRole('button', { name: 'Don’t remove' }).click()
  await expect(page.getByRole('alertdialog')).toContainText('Nothing was removed')
  await take(page, 'account-remove-declined')
  await page.keyboard.press('Escape')

  await frame.chooseInAccountMenu('menuitem', 'Add account')
  await onboarding.fill('Elsewhere', 'https://exchange.example/gateway')
  const host = await confirmWindowAfter(electron, () => onboarding.connect.click())
  await take(host, 'confirm-host')
  await host.getByRole('button', { name: 'Don’t connect' }).click()
})
