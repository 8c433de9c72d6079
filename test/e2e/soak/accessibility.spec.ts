// Axe over every place of the app, each once.
import type { ElectronApplication, Page } from 'playwright/test'
import { derivePracticeUsers } from '../../../src-main/practice/users.ts'
import { practiceDefaults } from '../../../src-main/practice/defaults.ts'
import { Data } from '../pages/data.ts'
import { Frame } from '../pages/frame.ts'
import { Charts } from '../pages/markets.ts'
import { Onboarding } from '../pages/onboarding.ts'
import { confirmWindowAfter } from '../pages/confirm-window.ts'
import { LockScreen, Security } from '../pages/security.ts'
import type { WalletWindow } from '../pages/secure-window.ts'
import { TransferQuestion } from '../pages/transfer-question.ts'
import { confirmTransfer, Transfers, TransferWizard } from '../pages/transfers.ts'
import { Markets, Orders } from '../pages/views.ts'
import { findAxeFaults, overlay } from '../support/axe.ts'
import { allOrders, expect, test } from '../support/test.ts'

const recipient = derivePracticeUsers(practiceDefaults.seed)[1]?.ethereumAddress ?? ''
const password = 'four quiet words here'

/** What around the top bar can be scrolled: a script or a focus could move the bar away, and nobody could bring it back. */
async function findLooseBoxes(page: Page): Promise<string[]> {
  return await page.evaluate(() => {
    const banner = document.querySelector('header')
    const around: Element[] = []
    for (let box = banner?.parentElement ?? document.body; ; box = box.parentElement) {
      around.push(box)
      if (box.parentElement === null) break
    }
    return around
      .filter((box) => {
        box.scrollTop = 10_000
        const isLoose = box.scrollTop !== 0
        box.scrollTop = 0
        return isLoose
      })
      .map((box) => `${box.tagName}#${box.id}`)
  })
}

/** What axe has against a place in either theme, with motion reduced as some systems force it. Goes on after a fault. */
async function look(page: Page, place: string, within: string | null = null): Promise<void> {
  for (const [colorScheme, what] of [
    ['dark', 'all'],
    ['light', 'colors'],
  ] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    expect.soft(await findAxeFaults(page, what, within), `${place}, ${colorScheme}`).toEqual([])
  }
  expect.soft(await findLooseBoxes(page), `${place} stays in its place`).toEqual([])
}

/** The same for what opened over a place that was looked at. */
const lookAtOverlay = (page: Page, place: string): Promise<void> => look(page, place, overlay)

async function lookAtWalletWindow(wallet: WalletWindow): Promise<void> {
  await expect(wallet.key).toBeEditable()
  await wallet.key.fill('not a key')
  await wallet.press()
  await expect(wallet.key).toHaveAttribute('aria-invalid', 'true')
  await look(wallet.page, 'a private key that is none')
  await wallet.chooseKind('Seed phrase')
  await wallet.hasPassphrase.check()
  await wallet.phrase.fill(`${'test '.repeat(11)}junk`)
  await wallet.press()
  await expect(wallet.addresses).toHaveCount(5)
  await look(wallet.page, 'a seed phrase with its addresses')
  await wallet.chooseKind('Keystore file')
  await look(wallet.page, 'a keystore file')
  await wallet.chooseKind('L2 key')
  await look(wallet.page, 'an L2 key')
  await wallet.chooseWord.click()
  await look(wallet.page, 'the word of the window, as it is chosen')
  await wallet.leave()
}

async function lookAtFirstScreen(page: Page, electron: ElectronApplication): Promise<void> {
  const onboarding = new Onboarding(page)
  await expect(onboarding.practise).toBeVisible()
  await look(page, 'the first screen')
  await onboarding.chooseNetwork('Custom')
  await onboarding.baseUrl.fill('http://exchange.example')
  await onboarding.connect.click()
  await expect(page.locator('[aria-invalid="true"]').first()).toBeVisible()
  await look(page, 'wrong input on the first screen')
  await onboarding.chooseNetwork('Mainnet')
  await onboarding.label.fill('Savings')
  await lookAtWalletWindow(await onboarding.openWallet(electron))
  await onboarding.practise.click()
  await expect(new Frame(page).orderSync).toContainText(`Synced ${allOrders}`, { timeout: 40_000 })
}

async function lookAtMarkets(page: Page): Promise<void> {
  await expect(new Markets(page).trades.nth(3)).toBeVisible()
  await look(page, 'markets')
  const size = page.viewportSize()
  await page.setViewportSize({ width: 1700, height: 900 })
  const charts = new Charts(page)
  const controls = [
    /^More intervals/,
    /^Indicators/,
    'Drawings and alerts',
    'Share',
    /^Chart layout/,
    'Chart shortcuts',
  ]
  for (const control of controls) {
    await charts.tool(control).click()
    await lookAtOverlay(page, String(control))
    await page.keyboard.press('Escape')
  }
  await charts.tool('Compare').click()
  await page.getByRole('checkbox', { name: 'BTC/USDC' }).click()
  await lookAtOverlay(page, 'choosing markets to compare')
  await page.keyboard.press('Escape')
  await expect(charts.compared()).toContainText('BTC/USDC')
  await look(page, 'compared markets')
  await charts.compared().getByRole('button', { name: 'Remove BTC/USDC' }).click()
  await charts.tool(/^Chart layout/).click()
  await page.getByRole('menuitem', { name: 'Saved layouts…' }).click()
  await lookAtOverlay(page, 'saved layouts')
  await page.keyboard.press('Escape')
  await charts.chart().focus()
  await page.keyboard.press('Alt+g')
  await expect(charts.goToDialog).toBeVisible()
  await lookAtOverlay(page, 'going to a date')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Alt+c')
  await expect(page.getByRole('table', { name: /candles/ })).toBeVisible()
  await look(page, 'markets with the table of candles')
  await page.keyboard.press('Alt+c')
  await charts.showCharts('4 charts')
  await expect(charts.chart(4)).toHaveAccessibleName(/last price/)
  await look(page, 'four charts')
  await page.setViewportSize({ width: 900, height: 700 })
  await look(page, 'one of four charts at a time')
  await charts.tool('Chart settings').click()
  await lookAtOverlay(page, 'what a chart shows')
  await page.keyboard.press('Escape')
  await charts.showCharts('1 chart')
  await page.setViewportSize(size ?? { width: 1440, height: 900 })
}

async function lookAtOrders(page: Page): Promise<void> {
  await page.keyboard.press('Control+2')
  const orders = new Orders(page)
  await orders.openFilter('State')
  await expect(page.getByRole('menuitemcheckbox', { name: 'Open' })).toBeVisible()
  await lookAtOverlay(page, 'a filter of orders')
  await page.keyboard.press('Escape')
  await orders.openFilter('Created')
  await page.getByLabel(/^From/).fill('2999-01-01')
  await page.getByLabel(/^From/).press('Tab')
  await expect(page.getByText('No orders match these filters.')).toBeVisible()
  await look(page, 'orders that no filter leaves')
  await page.keyboard.press('Escape')
}

async function lookAtTransfers(page: Page, electron: ElectronApplication): Promise<void> {
  await page.keyboard.press('Control+4')
  const view = new Transfers(page)
  const wizard = new TransferWizard(page)
  await expect(view.begin).toBeVisible()
  await look(page, 'no transfers yet')
  await view.begin.click()
  await wizard.recipient.fill(recipient)
  await wizard.recipient.press('Enter')
  await expect(wizard.compared).toBeVisible()
  await look(page, 'the recipient of a transfer')
  await wizard.compared.check()
  await wizard.continue.click()
  await wizard.amount.fill('1,5')
  await wizard.continue.click()
  await look(page, 'an amount that is none')
  await wizard.amount.fill('25')
  await wizard.continue.click()
  await expect(wizard.send('25')).toBeVisible()
  await look(page, 'the review of a transfer')

  const question = await confirmWindowAfter(electron, () => wizard.send('25').click())
  await new TransferQuestion(question).listens()
  await look(question, 'the question before a transfer')
  await confirmTransfer(question)
  await expect(view.state).toContainText('match your request')
  await look(page, 'the list and a receipt')
  for (const name of ['Address book', 'Limits']) {
    await page.getByRole('button', { name }).first().click()
    await expect(page.getByRole('heading', { name, exact: true })).toBeVisible()
    await look(page, name)
    await page.keyboard.press('Escape')
  }
}

async function lookAtConnection(page: Page): Promise<void> {
  await page.keyboard.press('Control+5')
  await page.getByRole('button', { name: 'Test connection' }).click()
  await expect(page.getByText('All checks passed')).toBeVisible()
  await look(page, 'the connection')
}

async function lookAtSettings(page: Page): Promise<void> {
  await page.keyboard.press('Control+6')
  await expect(page.getByRole('radio', { name: 'Green and red' })).toBeVisible()
  await look(page, 'the settings')
  await page.getByRole('link', { name: 'Show stored data' }).click()
  const data = new Data(page)
  await expect(data.total).toHaveText(/B$/)
  await look(page, 'the data on this computer')
  await data.clear('Orders').click()
  await expect(data.question('Clear Orders')).toBeVisible()
  await look(page, 'the question before orders are cleared')
  await page.keyboard.press('Escape')
}

async function lookAtFrame(page: Page): Promise<void> {
  const frame = new Frame(page)
  await page.getByRole('button', { name: /: time zone/ }).click()
  await expect(page.getByRole('option', { selected: true })).toBeVisible()
  await lookAtOverlay(page, 'the list of time zones')
  await page.keyboard.press('Escape')
  await frame.account.click()
  await expect(page.getByRole('menuitem', { name: 'Add account' })).toBeVisible()
  await lookAtOverlay(page, 'the account menu')
  await page.getByRole('menuitem', { name: 'Account details' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await lookAtOverlay(page, 'the details of an account')
  await page.keyboard.press('Escape')
  await frame.chooseInAccountMenu('menuitem', /^Remove /)
  await expect(page.getByRole('alertdialog')).toBeVisible()
  await lookAtOverlay(page, 'the question before an account is removed')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
}

async function lookAtKeys(page: Page): Promise<void> {
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
  await lookAtOverlay(page, 'the sheet of keys')
  await page.keyboard.press('Escape')
}

async function lookAtLock(page: Page, electron: ElectronApplication): Promise<void> {
  const security = new Security({ page, electron })
  await security.open()
  const set = await security.ask(security.setPassword)
  await set.choose('short')
  await set.press()
  await expect(set.chosen).toHaveAttribute('aria-invalid', 'true')
  await look(set.page, 'an app password that is too short')
  await set.choose(password)
  await set.finish()
  await expect(security.section).toContainText('Password set')
  await page.keyboard.press('Control+Shift+L')
  const lock = new LockScreen({ page, electron })
  await expect(lock.unlock).toBeFocused()
  await look(page, 'the lock screen')
  const unlock = await lock.open()
  await look(page, 'the lock screen while the other window is open')
  await unlock.current.fill('not the password')
  await unlock.press()
  await expect(unlock.page.getByRole('alert').first()).toContainText(/password/i)
  await look(unlock.page, 'unlocking after a wrong password')
}

test('axe finds nothing against any view, what opens over it, nothing to show, no service, and the lock', async ({
  launch,
  exchange,
}) => {
  test.setTimeout(240_000)
  const running = await exchange('--port', '0')
  const { page, electron } = await launch({ env: { STARKDESK_PRACTICE_URL: running.baseUrl } })
  await lookAtFirstScreen(page, electron)
  await lookAtMarkets(page)
  await lookAtOrders(page)
  await lookAtTransfers(page, electron)
  await lookAtConnection(page)
  await lookAtSettings(page)
  await lookAtFrame(page)
  await lookAtKeys(page)

  await running.stop()
  // Asked, the app need not find out by itself.
  await page.keyboard.press('Control+5')
  await page.getByRole('button', { name: 'Test connection' }).click()
  await expect(new Frame(page).connection).toContainText('Offline')
  await look(page, 'the connection without the service')
  await page.keyboard.press('Control+1')
  await look(page, 'markets without the service')
  await lookAtLock(page, electron)
})
