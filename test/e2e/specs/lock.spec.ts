// The app password without a keychain, by one app with an account of its own: locking, a restart, and a password that is forgotten.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { startAgain } from '../pages/desktop.ts'
import { Frame } from '../pages/frame.ts'
import { Onboarding } from '../pages/onboarding.ts'
import { approve, confirmWindowAfter } from '../pages/confirm-window.ts'
import { LockScreen, Security } from '../pages/security.ts'
import { Orders } from '../pages/views.ts'
import { allOrders, expect, shareExchange, shareStart, test } from '../support/test.ts'

const password = 'four quiet words here'

const exchange = shareExchange()
const shared = shareStart()

/** The second user of the exchange, whose account it is. */
function bob() {
  const user = exchange().users[1]
  if (!user) throw new Error('the exchange has no second user')
  return user
}

// What is told on the way from a key that is in memory only to one that the password keeps.
test.beforeAll(async () => {
  const { page, electron } = shared()
  const onboarding = new Onboarding(page)
  await onboarding.fill('Bob elsewhere', exchange().baseUrl)
  await (await onboarding.openWallet(electron)).connectByKey(bob().ethereumPrivateKey)
  await expect(new Frame(page).orderSync).toContainText(`Synced ${allOrders}`, { timeout: 30_000 })
  await expect(page.getByText(/memory only/)).toBeVisible()
  // The notice about it leads here.
  await page.getByRole('button', { name: 'Set app password' }).first().click()
  const security = new Security(shared())
  await expect(security.section).toContainText('gone when Starkdesk quits')
  await security.set(password)
  await expect(security.section).toContainText('Password set')
  await expect(security.section).toContainText('opened by your app password')
})

test('locking takes everything off the screen, or leaves the figures where the user wants them, and a link waits for the password', async () => {
  const { page, electron, dataFolder } = shared()
  const frame = new Frame(page)
  const security = new Security(shared())
  await frame.go('Orders')
  await expect(new Orders(page).rows.nth(3)).toBeVisible()
  await page.keyboard.press('Control+Shift+L')
  const lock = new LockScreen(shared())
  await expect(lock.unlock).toBeFocused()
  await expect(new Orders(page).grid).toHaveCount(0)
  await lock.enter(password)
  await expect(new Orders(page).rows.nth(3)).toBeVisible()

  await security.open()
  await approve(await confirmWindowAfter(electron, () => security.readable.click()), 'Weaken lock')
  await expect(security.readable).toBeChecked()
  await frame.go('Orders')
  // As the system does when its screen is locked.
  await electron.evaluate(({ powerMonitor }) => powerMonitor.emit('lock-screen'))
  const strip = page.getByRole('status', { name: 'Lock', exact: true })
  await expect(strip).toContainText(/nothing can be signed/i)
  await expect(new Orders(page).rows.nth(3)).toBeVisible()

  // A link shows the window, and leads nowhere yet.
  const window = () =>
    electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.isMinimized())
  await electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.minimize())
  await startAgain(dataFolder, 'starkdesk://portfolio')
  await expect.poll(window).toBe(false)
  await expect(page.getByRole('region', { name: 'Portfolio', exact: true })).toHaveCount(0)
  await strip.getByRole('button', { name: 'Unlock' }).click()
  await lock.enter(password)
  await expect(strip).toHaveCount(0)
  await expect(page.getByRole('region', { name: 'Portfolio', exact: true })).toBeVisible()
  await expect(frame.connection).toContainText(/^(Connected|Live|Polled)/, { timeout: 30_000 })
  await security.open()
  await security.readable.click()
  await expect(security.readable).not.toBeChecked()
})

test('the app password keeps the key over a restart, nothing is shown before it is typed, and the link of the start waits for it', async () => {
  const app = await shared().restart({ args: ['starkdesk://orders'] })
  const lock = new LockScreen(app)
  await expect(lock.unlock).toBeFocused()
  const orders = app.page.getByRole('region', { name: 'Orders', exact: true })
  await expect(orders).toHaveCount(0)
  // Which account waits is told, and nothing else of it.
  await expect(app.page.getByText('Bob elsewhere')).toHaveCount(1)
  expect(await app.page.content()).not.toContain(bob().ethereumAddress.slice(2, 8))
  const asked = await app.page.evaluate(async () => {
    const border = Reflect.get(window, 'starkdesk') as {
      invoke: Record<string, (input: unknown) => Promise<{ ok: boolean; error?: { code: string } }>>
    }
    const codes: Record<string, string> = {}
    for (const name of ['accounts:getState', 'orders:listFacets', 'portfolio:getPnl', 'accounts:signIn']) {
      const answer = await border.invoke[name]?.({})
      codes[name] = answer?.ok === true ? 'ok' : (answer?.error?.code ?? 'none')
    }
    return codes
  })
  expect([...new Set(Object.values(asked))]).toEqual(['vaultLocked'])

  const wrong = await lock.open()
  await wrong.current.fill('not the password')
  await wrong.current.press('Enter')
  await expect(wrong.current).toHaveAttribute('aria-invalid', 'true')
  await expect(wrong.page.getByRole('alert').first()).toContainText(/password/i)
  await expect(wrong.current).toBeFocused()
  await expect(wrong.current).toHaveValue('')
  // The same window takes the right one, as soon as the wait for it is over.
  await wrong.current.fill(password)
  await wrong.finish()
  await expect(orders).toBeVisible()
  const frame = new Frame(app.page)
  await expect(frame.orderSync).toContainText(`Synced ${allOrders}`, { timeout: 30_000 })
  await expect(frame.account).toContainText('Bob elsewhere')
  await expect(frame.connection).toContainText(/^(Connected|Live|Polled)/)
})

// The last: the key has to be typed again.
test('a forgotten app password costs the keys here, and the vault is set aside as it was', async () => {
  const { page, electron, dataFolder } = shared()
  const vault = readFileSync(join(dataFolder, 'keys.vault'))
  expect(vault.toString('latin1')).not.toContain(bob().ethereumPrivateKey.slice(2))
  const security = new Security(shared())
  await security.open()
  await security.lockNow.click()
  await new LockScreen(shared()).forgot.click()
  await approve(
    await confirmWindowAfter(electron, () =>
      page.getByRole('button', { name: 'Reset app password…' }).click(),
    ),
    'Reset app password',
  )
  await expect(page.getByText('The app password was reset')).toBeVisible()
  const [aside] = readdirSync(dataFolder).filter((name) => name.startsWith('keys.vault.set-aside-'))
  if (aside === undefined) throw new Error('no vault was set aside')
  expect(readFileSync(join(dataFolder, aside)).equals(vault)).toBe(true)
  await page.getByRole('button', { name: 'Continue without it' }).click()

  await page.getByRole('button', { name: 'Enter the key again' }).click()
  const onboarding = new Onboarding(page)
  await (await onboarding.openWallet(electron)).connectByKey(bob().ethereumPrivateKey)
  await expect(new Frame(page).connection).toContainText(/^(Connected|Live|Polled)/, { timeout: 30_000 })
})
