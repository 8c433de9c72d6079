// Owns: how the app gets on with the system around its window, over restarts and crashes. Must not: know how it is kept.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ElectronApplication, Page } from 'playwright/test'
import { chooseInMenu, chooseInTray, killApp, watchTray } from '../pages/desktop.ts'
import { Frame } from '../pages/frame.ts'
import { Onboarding } from '../pages/onboarding.ts'
import { Orders } from '../pages/views.ts'
import { findAxeFaults } from '../support/axe.ts'
import { expect, type RunningApp, test } from '../support/test.ts'

const view = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

/** With an account there is a place to be at; its orders may still be coming. */
async function practise({ page }: RunningApp): Promise<void> {
  await new Onboarding(page).practise.click()
  await expect(new Frame(page).account).toBeVisible({ timeout: 40_000 })
}

function normalBounds(electron: ElectronApplication): Promise<Electron.Rectangle | undefined> {
  return electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.getNormalBounds())
}

/** Waits until main has written down what is on the screen. */
const expectNoted = (dataFolder: string, part: string): Promise<void> =>
  expect.poll(() => readFileSync(join(dataFolder, 'running.json'), 'utf8')).toContain(part)

test('a window comes back where it was and as large as it was, and into sight', async ({
  launch,
  dataFolder,
}) => {
  test.setTimeout(180_000)
  const bounds = { x: 120, y: 90, width: 1100, height: 720 }
  const first = await launch()
  await expect(first.page.getByRole('heading').first()).toBeVisible()
  await first.electron.evaluate(({ BrowserWindow }, to) => {
    BrowserWindow.getAllWindows()[0]?.setBounds(to)
  }, bounds)
  await first.close()

  const second = await launch()
  await expect(second.page.getByRole('heading').first()).toBeVisible()
  expect(await normalBounds(second.electron)).toEqual(bounds)
  await second.electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.maximize())
  await second.close()

  const third = await launch()
  await expect(third.page.getByRole('heading').first()).toBeVisible()
  await expect
    .poll(() =>
      third.electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.isMaximized()),
    )
    .toBe(true)
  await third.close()

  // The display that it was on is gone.
  const file = join(dataFolder, 'desktop.json')
  const kept = JSON.parse(readFileSync(file, 'utf8')) as { window: object }
  const window = { ...kept.window, ...bounds, x: 50_000, y: -20_000, isMaximized: false }
  writeFileSync(file, JSON.stringify({ ...kept, window }))
  const fourth = await launch()
  await expect(fourth.page.getByRole('heading').first()).toBeVisible()
  const isInSight = await fourth.electron.evaluate(({ BrowserWindow, screen }) => {
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
  expect(await normalBounds(fourth.electron)).toMatchObject({ width: 1100, height: 720 })
})

test('the menu leads to every place, and zooms within limits that a restart keeps', async ({ launch }) => {
  test.setTimeout(180_000)
  const app = await launch()
  await practise(app)
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

  const zoom = (running: RunningApp) =>
    running.electron.evaluate(({ BrowserWindow }) =>
      Math.round((BrowserWindow.getAllWindows()[0]?.webContents.getZoomFactor() ?? 0) * 100),
    )
  for (let times = 0; times < 8; times += 1) await chooseInMenu(app.electron, 'View', 'Zoom In')
  expect(await zoom(app)).toBe(200)
  for (let times = 0; times < 4; times += 1) await chooseInMenu(app.electron, 'View', 'Zoom Out')
  expect(await zoom(app)).toBe(110)
  await app.close()
  const again = await launch()
  await expect(new Frame(again.page).account).toBeVisible()
  await expect.poll(() => zoom(again)).toBe(110)
  await chooseInMenu(again.electron, 'View', 'Actual Size')
  expect(await zoom(again)).toBe(100)
})

test('what is changed right before quitting is there at the next start', async ({ launch }) => {
  test.setTimeout(120_000)
  const first = await launch()
  await practise(first)
  await expect(first.page.getByRole('application')).toHaveCount(1)
  await first.page.getByRole('application').focus()
  await first.page.keyboard.press('Alt+2')
  // At once.
  await first.close()
  const second = await launch()
  await expect(second.page.getByRole('application')).toHaveCount(2)
})

test('figures are written as the system’s region has them', async ({ launch }) => {
  const app = await launch({ env: { LC_ALL: 'de_DE.UTF-8', STARKDESK_PRACTICE_ORDERS: '2500' } })
  await new Onboarding(app.page).practise.click()
  await expect(new Frame(app.page).orderSync).toContainText('Synced 2.500 orders', { timeout: 40_000 })
})

test('with a tray, closing the window leaves the app running, and it is found again', async ({ launch }) => {
  test.skip(process.platform === 'darwin', 'an app stays in the dock there')
  test.setTimeout(120_000)
  const first = await launch()
  const { page, electron } = first
  const stay = (running: RunningApp) => running.page.getByRole('switch', { name: 'Stay in the tray' })
  await page.getByRole('link', { name: 'Settings' }).click()
  await expect(stay(first)).not.toBeChecked()
  await watchTray(electron)
  await stay(first).click()
  await expect(stay(first)).toBeChecked()
  const isVisible = () =>
    electron.evaluate(({ BrowserWindow }) =>
      BrowserWindow.getAllWindows().map((window) => window.isVisible()),
    )
  await electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close())
  expect(await isVisible()).toEqual([false])
  expect(await chooseInTray(electron, 'Show Starkdesk')).toBe(true)
  await expect.poll(isVisible).toEqual([true])
  await expect(stay(first)).toBeVisible()
  // Quitting is quitting.
  await first.close()

  const second = await launch()
  await second.page.getByRole('link', { name: 'Settings' }).click()
  await expect(stay(second)).toBeChecked()
})

test('the window’s ground follows the theme while it is open', async ({ launch }) => {
  const { page, electron } = await launch()
  await expect(page.getByRole('heading').first()).toBeVisible()
  const ground = (theme: 'dark' | 'light') =>
    electron.evaluate(({ BrowserWindow, nativeTheme }, source) => {
      nativeTheme.themeSource = source
      return BrowserWindow.getAllWindows()[0]?.getBackgroundColor().toLowerCase()
    }, theme)
  expect(await ground('dark')).toBe('#0f1114')
  await expect.poll(() => ground('light')).toBe('#f6f7f8')
})

test('after a crash the next start offers what was open, and reopens it', async ({ launch, dataFolder }) => {
  test.setTimeout(240_000)
  const first = await launch()
  await practise(first)
  await new Frame(first.page).go('Orders')
  const orders = new Orders(first.page)
  await orders.rows.nth(2).click()
  const heading = ({ page }: RunningApp) => page.getByRole('heading', { name: /^Order \d+$/ })
  await expect(heading(first)).toBeVisible()
  const title = (await heading(first).textContent()) ?? ''
  await expectNoted(dataFolder, `"orderId":${/\d+/.exec(title)?.[0] ?? ''}`)
  await killApp(first.electron)

  const second = await launch()
  const strip = second.page.getByRole('region', { name: 'Unexpected end' })
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

  const third = await launch()
  await third.page.getByRole('button', { name: 'Start fresh' }).click()
  await expect(third.page.getByRole('region', { name: 'Unexpected end' })).toHaveCount(0)
  await third.close()

  const fourth = await launch()
  await expect(new Frame(fourth.page).account).toBeVisible()
  await expect(view(fourth.page, 'Orders')).toHaveCount(0)
  await expect(fourth.page.getByRole('region', { name: 'Unexpected end' })).toHaveCount(0)
})

test('a page that dies again and again is left to the person, and the next start offers what was open', async ({
  launch,
  dataFolder,
}) => {
  test.setTimeout(180_000)
  const first = await launch()
  await practise(first)
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

  const second = await launch()
  await expect(second.page.getByRole('region', { name: 'Unexpected end' })).toContainText('Portfolio')
})
