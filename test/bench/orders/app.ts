// The built app in its window over a data folder of the bench, its service out of reach.
import { once } from 'node:events'
import { createServer } from 'node:net'
import { _electron, type ElectronApplication, type Page } from 'playwright'
import { root } from '../../../scripts/paths.ts'
import { chooseRuntime } from '../../../scripts/runtime.ts'
import { Frame } from '../../e2e/pages/frame.ts'
import { Orders } from '../../e2e/pages/views.ts'

/** Chromium then makes frames as fast as it can, instead of one for each of the screen. */
const unlimitedFlags = ['--disable-frame-rate-limit', '--disable-gpu-vsync']
const openedWithinMs = 120_000

export interface BenchApp {
  readonly electron: ElectronApplication
  readonly page: Page
  close(): Promise<void>
}

/** Nothing listens there: no sync runs, whose work would be measured with the window's. */
async function unusedUrl(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  if (address === null || typeof address === 'string') throw new Error('orders bench: no free port')
  return `http://127.0.0.1:${address.port}`
}

function environment(changes: Readonly<Record<string, string>>): Record<string, string> {
  const own = Object.entries(process.env).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value] as const],
  )
  return { ...Object.fromEntries(own), ...changes }
}

/**
 * Starts the app and opens its list of orders.
 * @param frames - `screen`: as a user has them. `unlimited`: as fast as they can be made, so that what is measured is what one
 *   costs.
 */
export async function openApp(dataFolder: string, frames: 'screen' | 'unlimited'): Promise<BenchApp> {
  const runtime = chooseRuntime()
  const electron = await _electron.launch({
    executablePath: runtime.executable,
    args: [
      root,
      `--user-data-dir=${dataFolder}`,
      ...runtime.flags,
      ...(frames === 'unlimited' ? unlimitedFlags : []),
    ],
    env: environment({
      STARKDESK_PRACTICE_URL: await unusedUrl(),
      DBUS_SESSION_BUS_ADDRESS: 'disabled:',
    }),
  })
  const page = await electron.firstWindow()
  page.on('pageerror', (error) => process.stderr.write(`orders bench: ${error.message}\n`))
  await new Frame(page).go('Orders')
  await new Orders(page).rows.first().waitFor({ timeout: openedWithinMs })
  return { electron, page, close: () => electron.close() }
}

/** A window beside the app's, of the same size, with an empty page. */
export async function openWindow({ electron, page }: BenchApp): Promise<Page> {
  const size = await page.evaluate(() => ({ width: innerWidth, height: innerHeight }))
  const opened = electron.waitForEvent('window')
  await electron.evaluate(async ({ BrowserWindow }, { width, height }) => {
    // The session in which the app prints: as cut off as the page that it is compared with.
    const window = new BrowserWindow({
      width,
      height,
      useContentSize: true,
      webPreferences: { partition: 'print', sandbox: true },
    })
    window.webContents.setWebRTCIPHandlingPolicy('disable_non_proxied_udp')
    await window.loadURL('data:text/html,<!doctype html><title>Bare list</title>')
  }, size)
  return opened
}
