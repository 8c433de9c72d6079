// How the app gets on with the system around its window: another start, links, restarts and crashes.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ElectronApplication, Page } from 'playwright/test'
import { chooseInMenu, chooseInTray, killApp, startAgain, watchTray } from '../pages/desktop.ts'
import { Frame } from '../pages/frame.ts'
import { Markets, Orders } from '../pages/views.ts'
import { findAxeFaults } from '../support/axe.ts'
import { sharePractice } from '../support/practice.ts'
import { expect, type RunningApp, test } from '../support/test.ts'

const view = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

// Alone in its region, which decides how figures are written and nothing else here.
const shared = sharePractice({ env: { LC_ALL: 'de_DE.UTF-8' } })

function normalBounds(electron: ElectronApplication): Promise<Electron.Rectangle | undefined> {
  return electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.getNormalBounds())
}

const zoom = ({ electron }: RunningApp) =>
  electron.evaluate(({ BrowserWindow }) =>
    Math.round((BrowserWindow.getAllWindows()[0]?.webContents.getZoomFactor() ?? 0) * 100),
  )

const stayInTray = ({ page }: RunningApp) => page.getByRole('switch', { name: 'Stay in the tray' })

/** Waits until main has written down what is on the screen. */
const expectNoted = (dataFolder: string, part: string): Promise<void> =>
  expect.poll(() => readFileSync(join(dataFolder, 'running.json'), 'utf8')).toContain(part)

test('figures are written as the system’s region has them', async () => {
  await expect(new Markets(shared().page).rows.first()).toContainText(/\d\.\d{3},\d/)
})

test('the window’s ground follows the theme while it is open', async () => {
  const { electron } = shared()
  const ground = (theme: 'dark' | 'light') =>
    electron.evaluate(({ BrowserWindow, nativeTheme }, source) => {
      nativeTheme.themeSource = source
      return BrowserWindow.getAllWindows()[0]?.getBackgroundColor().toLowerCase()
    }, theme)
  expect(await ground('dark')).toBe('#0f1114')
  await expect.poll(() => ground('light')).toBe('#f6f7f8')
  await electron.evaluate(({ nativeTheme }) => (nativeTheme.themeSource = 'system'))
})

test('the menu leads to every place, and zooms within limits', async () => {
  const app = shared()
  for (const name of ['Orders', 'Portfolio', 'Transfers', 'Connection']) {
    expect(await chooseInMenu(app.electron, 'Go', name)).toBe(true)
    await expect(view(app.page, name)).toBeVisible()
  }
  expect(await chooseInMenu(app.electron, 'File', 'Settings…')).toBe(true)
  await expect(app.page.getByRole('heading', { name: 'Settings', exact: true })).toBeVisible()
  expect(await chooseInMenu(app.electron, 'View', 'Search or Command…')).toBe(true)
  await expect(app.page.getByRole('combobox').first()).toBeFocused()
  await app.page.keyboard.press('Escape')
  // Without a password there is nothing to lock: it leads to where one is set.
  await chooseInMenu(app.electron, 'Go', 'Orders')
  await chooseInMenu(app.electron, 'File', 'Lock')
  await expect(app.page.getByRole('heading', { name: 'Security', exact: true })).toBeFocused()

  for (let times = 0; times < 8; times += 1) await chooseInMenu(app.electron, 'View', 'Zoom In')
  expect(await zoom(app)).toBe(200)
  for (let times = 0; times < 4; times += 1) await chooseInMenu(app.electron, 'View', 'Zoom Out')
  expect(await zoom(app)).toBe(110)
  await chooseInMenu(app.electron, 'View', 'Actual Size')
  expect(await zoom(app)).toBe(100)
})

test('a second start hands over to the first: its window comes to the front, and the second ends', async () => {
  const { electron, page, dataFolder } = shared()
  const isMinimized = (): Promise<boolean | undefined> =>
    electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.isMinimized())
  await electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.minimize())
  expect(await isMinimized()).toBe(true)
  expect(await startAgain(dataFolder)).toBe(0)
  await expect.poll(isMinimized).toBe(false)
  expect(await electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)).toBe(1)
  // The first goes on as it was.
  await expect(new Frame(page).account).toBeVisible()
})

test('a link leads to a place, and never into a transfer', async () => {
  const { page, dataFolder } = shared()
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

test('with a tray, closing the window leaves the app running, and it is found again', async () => {
  test.skip(process.platform === 'darwin', 'an app stays in the dock there')
  const app = shared()
  const { page, electron } = app
  await page.getByRole('link', { name: 'Settings' }).click()
  await expect(stayInTray(app)).not.toBeChecked()
  await watchTray(electron)
  await stayInTray(app).click()
  await expect(stayInTray(app)).toBeChecked()
  const isVisible = () =>
    electron.evaluate(({ BrowserWindow }) =>
      BrowserWindow.getAllWindows().map((window) => window.isVisible()),
    )
  await electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close())
  expect(await isVisible()).toEqual([false])
  expect(await chooseInTray(electron, 'Show Starkdesk')).toBe(true)
  await expect.poll(isVisible).toEqual([true])
  await expect(stayInTray(app)).toBeVisible()
  await stayInTray(app).click()
  await expect(stayInTray(app)).not.toBeChecked()
})

test('a window comes back where it was and as large as it was, with all that was changed, even right before quitting', async () => {
  const bounds = { x: 120, y: 90, width: 1100, height: 720 }
  const first = shared()
  await first.page.getByRole('link', { name: 'Settings' }).click()
  await stayInTray(first).click()
  await expect(stayInTray(first)).toBeChecked()
  await chooseInMenu(first.electron, 'View', 'Zoom In')
  await first.electron.evaluate(({ BrowserWindow }, to) => {
    BrowserWindow.getAllWindows()[0]?.setBounds(to)
    BrowserWindow.getAllWindows()[0]?.maximize()
  }, bounds)
  await new Frame(first.page).go('Trade')
  await expect(first.page.getByRole('application')).toHaveCount(1)
  await first.page.getByRole('application').focus()
  await first.page.keyboard.press('Alt+2')
  // At once; with a tray, too, quitting is quitting.
  const second = await first.restart()
  await expect(second.page.getByRole('application')).toHaveCount(2)
  await expect
    .poll(() =>
      second.electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.isMaximized()),
    )
    .toBe(true)
  expect(await normalBounds(second.electron)).toEqual(bounds)
  await expect.poll(() => zoom(second)).toBe(110)
  await second.page.getByRole('link', { name: 'Settings' }).click()
  await expect(stayInTray(second)).toBeChecked()
  await stayInTray(second).click()
  await expect(stayInTray(second)).not.toBeChecked()
})

test('after a crash the next start offers what was open and reopens it, with the window in sight', async () => {
  test.setTimeout(180_000)
  const first = shared()
  const { dataFolder } = first
  await new Frame(first.page).go('Orders')
  const orders = new Orders(first.page)
  await orders.rows.nth(2).click()
  const heading = ({ page }: RunningApp) => page.getByRole('heading', { name: /^Order \d+$/ })
  await expect(heading(first)).toBeVisible()
  const title = (await heading(first).textContent()) ?? ''
  await expectNoted(dataFolder, `"orderId":${/\d+/.exec(title)?.[0] ?? ''}`)
  await killApp(first.electron)

  const second = await first.restart()
  const strip = second.page.getByRole('region', { name: 'Unexpected exit' })
  await expect(strip).toContainText(
    /Starkdesk ended unexpectedly\..*Reopen what was open\? Orders, with order \d+/s,
  )
  await expect(strip.getByRole('button', { name: 'Save a diagnostics file…' })).toBeVisible()
  expect(await findAxeFaults(second.page)).toEqual([])
  await strip.getByRole('button', { name: 'Reopen', exact: true }).click()
  await expect(view(second.page, 'Orders')).toBeVisible()
  await expect(heading(second)).toHaveText(title)
  await expect(strip).toHaveCount(0)
  await killApp(second.electron)

  // The display that it was on is gone.
  const file = join(dataFolder, 'desktop.json')
  const kept = JSON.parse(readFileSync(file, 'utf8')) as { window: object }
  const window = { ...kept.window, width: 1100, height: 720, x: 50_000, y: -20_000, isMaximized: false }
  writeFileSync(file, JSON.stringify({ ...kept, window }))
  const third = await second.restart()
  const isInSight = await third.electron.evaluate(({ BrowserWindow, screen }) => {
    const placed = BrowserWindow.getAllWindows()[0]?.getNormalBounds()
    if (!placed) return false
    const { workArea } = screen.getDisplayMatching(placed)
    return (
      placed.x >= workArea.x - 8 &&
      placed.y >= workArea.y - 8 &&
      placed.x < workArea.x + workArea.width &&
      placed.y < workArea.y + workArea.height
    )
  })
  expect(isInSight).toBe(true)
  expect(await normalBounds(third.electron)).toMatchObject({ width: 1100, height: 720 })
  await third.page.getByRole('button', { name: 'Start fresh' }).click()
  await expect(third.page.getByRole('region', { name: 'Unexpected exit' })).toHaveCount(0)

  const fourth = await third.restart()
  await expect(new Frame(fourth.page).account).toBeVisible()
  await expect(view(fourth.page, 'Orders')).toHaveCount(0)
  await expect(fourth.page.getByRole('region', { name: 'Unexpected exit' })).toHaveCount(0)
})

test('a page that dies again and again is left to the person, and the next start offers what was open', async () => {
  test.setTimeout(180_000)
  const first = shared()
  const { dataFolder } = first
  await new Frame(first.page).go('Portfolio')
  await expect(view(first.page, 'Portfolio')).toBeVisible()
  await expectNoted(dataFolder, '"view":"portfolio"')
  await first.electron.evaluate(({ dialog }) => {
    Reflect.set(globalThis, 'asked', 0)
    dialog.showMessageBox = () => {
      Reflect.set(globalThis, 'asked', 1)
      return Promise.resolve({ response: 1, checkboxChecked: false })
    }
  })
  const ended = first.electron.waitForEvent('close', { timeout: 120_000 })
  // Within main, so that no slow machine lets the second death look like one of its own.
  await first.electron.evaluate(({ BrowserWindow }) => {
    const contents = BrowserWindow.getAllWindows()[0]?.webContents
    contents?.once('dom-ready', () => contents.forcefullyCrashRenderer())
    contents?.forcefullyCrashRenderer()
  })
  await ended

  const second = await first.restart()
  await expect(second.page.getByRole('region', { name: 'Unexpected exit' })).toContainText('Portfolio')
})
