import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { startAgain } from '../pages/desktop.ts'
import { Frame } from '../pages/frame.ts'
import { Onboarding } from '../pages/onboarding.ts'
import { approve, confirmWindowAfter } from '../pages/confirm-window.ts'
import { LockScreen, Security } from '../pages/security.ts'
import { Orders } from '../pages/views.ts'
import { practise } from '../support/practice.ts'
import { type RunningApp, allOrders, expect, test } from '../support/test.ts'

const password = 'four quiet words here'

/** Connects the second user of an exchange by key, on a network of its own. */
async function connect({ page, electron }: RunningApp, baseUrl: string, key: string): Promise<void> {
  const onboarding = new Onboarding(page)
  await onboarding.fill('Bob elsewhere', baseUrl)
  await (await onboarding.openWallet(electron)).connectByKey(key)
  await expect(new Frame(page).orderSync).toContainText(`Synced ${allOrders}`, { timeout: 30_000 })
}

test('without a keychain an app password keeps the key over a restart, nothing is shown before it is typed, and a forgotten one costs the keys here', async ({
  launch,
  exchange,
  dataFolder,
}) => {
  test.setTimeout(180_000)
  const running = await exchange('--port', '0')
  const user = running.users[1]
  if (!user) throw new Error('the exchange has no second user')

  const first = await launch()
  await connect(first, running.baseUrl, user.ethereumPrivateKey)
  await expect(first.page.getByText(/memory only/)).toBeVisible()
  // The notice about it leads here.
  await first.page.getByRole('button', { name: 'Set app password' }).first().click()
  const security = new Security(first)
  await expect(security.section).toContainText('gone when Starkdesk quits')
  await security.set(password)
  await expect(security.section).toContainText('Password set')
  await expect(security.section).toContainText('opened by your app password')
  await first.close()

  const second = await launch()
  const lock = new LockScreen(second)
  await expect(lock.unlock).toBeFocused()
  // Which account waits is told, and nothing else of it.
  await expect(second.page.getByText('Bob elsewhere')).toHaveCount(1)
  expect(await second.page.content()).not.toContain(user.ethereumAddress.slice(2, 8))
  const asked = await second.page.evaluate(async () => {
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
  const frame = new Frame(second.page)
  await expect(frame.orderSync).toContainText(`Synced ${allOrders}`, { timeout: 30_000 })
  await expect(frame.account).toContainText('Bob elsewhere')
  await expect(frame.connection).toContainText(/^(Connected|Live|Polled)/)

  const vault = readFileSync(join(dataFolder, 'keys.vault'))
  expect(vault.toString('latin1')).not.toContain(user.ethereumPrivateKey.slice(2))

  const settings = new Security(second)
  await settings.open()
  await settings.lockNow.click()
  await lock.forgot.click()
  await approve(
    await confirmWindowAfter(second.electron, () =>
      second.page.getByRole('button', { name: 'Reset app password…' }).click(),
    ),
    'Reset app password',
  )
  await expect(second.page.getByText('The app password was reset')).toBeVisible()
  const [aside] = readdirSync(dataFolder).filter((name) => name.startsWith('keys.vault.set-aside-'))
  if (aside === undefined) throw new Error('no vault was set aside')
  expect(readFileSync(join(dataFolder, aside)).equals(vault)).toBe(true)
  await second.page.getByRole('button', { name: 'Continue without it' }).click()

  await second.page.getByRole('button', { name: 'Enter the key again' }).click()
  const onboarding = new Onboarding(second.page)
  await (await onboarding.openWallet(second.electron)).connectByKey(user.ethereumPrivateKey)
  await expect(frame.connection).toContainText(/^(Connected|Live|Polled)/, { timeout: 30_000 })
})

test('locking takes everything off the screen, or leaves the figures where the user wants them, and a link waits for the password', async ({
  launch,
  dataFolder,
}) => {
  const app = await launch()
  const { page, electron } = app
  await practise(app)
  const frame = new Frame(page)
  const security = new Security({ page, electron })
  await security.open()
  await security.set(password)
  await expect(security.section).toContainText('Password set')

  await frame.go('Orders')
  await expect(new Orders(page).rows.nth(3)).toBeVisible()
  await page.keyboard.press('Control+Shift+L')
  const lock = new LockScreen({ page, electron })
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
  await app.close()

  const second = await launch({ args: ['starkdesk://orders'] })
  const locked = new LockScreen(second)
  await expect(locked.unlock).toBeFocused()
  const orders = second.page.getByRole('region', { name: 'Orders', exact: true })
  await expect(orders).toHaveCount(0)
  await locked.enter(password)
  await expect(orders).toBeVisible()
})
