// Starting an app, and how long it takes until its window shows what it is to show and has answered a key.
import { join } from 'node:path'
import { _electron, type Page } from 'playwright'
import { root } from '../../../scripts/paths.ts'
import { chooseRuntime } from '../../../scripts/runtime.ts'
import { Frame } from '../../e2e/pages/frame.ts'
import { startExchange } from '../../e2e/support/exchange.ts'
import { makeDataFolder } from '../orders/data-file.ts'

const runtime = chooseRuntime()
export const readyWithinMs = 120_000

/** What is started, with what, and when it has started. */
export interface Startable {
  readonly name: string
  readonly appFolder: string
  readonly dataFolder: string
  readonly practiceUrl: string | null
  /** Whether it cuts its pages off from the network, as the stand-in is told beforehand. */
  readonly isWalled: boolean
  /**
   * In the page, asked until it is true: it shows what it is to show. Both sides are asked in the same way, for asking costs the page
   * time, too.
   */
  readonly isShown: () => boolean
  /** Pressed then, and what it does in the page. */
  readonly key: string
  readonly hasAnswered: () => boolean
}

function environment(changes: Readonly<Record<string, string>>): Record<string, string> {
  const own = Object.entries(process.env).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value] as const],
  )
  return { ...Object.fromEntries(own), ...changes }
}

/** Starts it; the caller closes it. */
export const launch = ({ appFolder, dataFolder, practiceUrl, isWalled }: Startable) =>
  _electron.launch({
    executablePath: runtime.executable,
    timeout: readyWithinMs,
    args: [appFolder, `--user-data-dir=${dataFolder}`, ...runtime.flags],
    env: environment({
      // The same first view as in the figures of before.
      STARKDESK_TRADE_LAYOUT: 'charts',
      DBUS_SESSION_BUS_ADDRESS: 'disabled:',
      ...(practiceUrl === null ? {} : { STARKDESK_PRACTICE_URL: practiceUrl }),
      ...(isWalled ? {} : { STANDIN_NETWORK: 'open' }),
    }),
  })

/** As often as at each frame, whether or not one is drawn. */
const waitUntilShown = (page: Page, { isShown }: Startable) =>
  page.waitForFunction(isShown, undefined, { polling: 20 })

/** From the start of the process to the answer to a key, in milliseconds. The app is closed again. */
export async function timeStart(startable: Startable): Promise<number> {
  const startedAt = performance.now()
  const electron = await launch(startable)
  try {
    const page = await electron.firstWindow({ timeout: readyWithinMs })
    page.setDefaultTimeout(readyWithinMs)
    await waitUntilShown(page, startable)
    await page.keyboard.press(startable.key)
    await page.waitForFunction(startable.hasAnswered)
    return performance.now() - startedAt
  } finally {
    await electron.close()
  }
}

/** One window with an empty page, which notes a key on its body. */
export function emptyWindow(dataFolder: string): Startable {
  return {
    name: 'empty',
    appFolder: join(root, 'test', 'bench', 'startup', 'empty-app'),
    dataFolder,
    practiceUrl: null,
    isWalled: false,
    isShown: () => {
      if (document.readyState !== 'complete') return false
      // True ends the asking: this is done once.
      addEventListener('keydown', ({ key }) => document.body.setAttribute('data-key', key))
      return true
    },
    key: 'F6',
    hasAnswered: () => document.body.getAttribute('data-key') === 'F6',
  }
}

/**
 * The markets as somebody left them: the list and the chart with its candles, in sight. The trades are told only to who is
 * signed in.
 */
function hasMarkets(): boolean {
  const chart = document.querySelector('[role="application"][aria-label*="last price" i]')
  const row = document.querySelector('ul[aria-label="Markets"] button')
  return chart?.checkVisibility() === true && row?.checkVisibility() === true && chart.clientWidth > 0
}

/** Our app, as built, over a data folder that has so many orders and what the markets showed last. */
export async function ourApp(orders: number): Promise<Startable> {
  const exchange = await startExchange(['--port', '0', '--seed', '7'])
  const ours: Startable = {
    name: `${orders} orders`,
    appFolder: root,
    dataFolder: await makeDataFolder(orders, () => Promise.resolve()),
    practiceUrl: exchange.baseUrl,
    isWalled: true,
    isShown: hasMarkets,
    // The next part of the view: the chart takes the focus.
    key: 'F6',
    hasAnswered: () => document.activeElement?.getAttribute('role') === 'application',
  }
  // A first start reads the markets; the measured ones find nobody at that address any more.
  const electron = await launch(ours)
  const page = await electron.firstWindow({ timeout: readyWithinMs })
  page.setDefaultTimeout(readyWithinMs)
  await new Frame(page).go('Trade')
  await waitUntilShown(page, ours)
  await electron.close()
  await exchange.stop()
  return ours
}
