// What every end-to-end test stands on: the built app in a data folder of its own, on either runtime.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { _electron, test as base, type ElectronApplication, type Page } from 'playwright/test'
import type { TradeLayout } from '../../../src-preload/contract/trading/trade-view.ts'
import { chooseRuntime } from '../../../scripts/runtime.ts'
import { appUnderTest } from './app-under-test.ts'
import { type RunningExchange, startExchange } from './exchange.ts'
import { type RunningKeyring, startKeyring } from './keyring.ts'

export interface RunningApp {
  readonly electron: ElectronApplication
  readonly page: Page
  close(): Promise<void>
}

export interface LaunchOptions {
  /** The folder of the app; the one under test where it is not told. */
  readonly app?: string
  /** For the app's environment, over the test's own. */
  readonly env?: Readonly<Record<string, string>>
  /** More arguments of the start, as a system gives them. */
  readonly args?: readonly string[]
}

/**
 * What practice exchanges have at the start, each user as many; the app's own default where pictures are made. With seed 7 both
 * users' next one comes ten minutes later, when the tests have ended.
 */
export const fewOrders = 248
/** As the app counts them. */
export const allOrders = `${fewOrders} orders`

/**
 * Other values are for pictures: Playwright runs files with options of their own last, on fewer and fewer workers. An end-to-end test
 * that needs others gives them in `env`.
 */
export interface Options {
  /** Reading the 2,500 that practice has otherwise is a fifth of what a test costs. */
  practiceOrders: number
  /** Reading the past of all markets takes minutes, and is a third of what an app costs meanwhile. */
  marketHistory: 'all' | 'asked'
  /** What the Trade view opens with: most tests are about its charts. */
  tradeLayout: TradeLayout
}

export interface Fixtures {
  /** The app's data folder, new for each test and gone after it. */
  dataFolder: string
  /** Starts the app; what is still running at the end of the test is closed. */
  launch: (options?: LaunchOptions) => Promise<RunningApp>
  /** Starts a practice exchange in a process of its own. */
  exchange: (...args: string[]) => Promise<RunningExchange>
  /** Starts a keychain service for the app; without it the app under test finds none. Linux only. */
  keyring: () => Promise<RunningKeyring>
}

const runtime = chooseRuntime()

/** No session bus: on Linux the app finds no Secret Service, and never that of whoever runs the tests. */
const noKeychain = { DBUS_SESSION_BUS_ADDRESS: 'disabled:' }

const withPractice = (
  { practiceOrders, marketHistory, tradeLayout }: Options,
  options: LaunchOptions,
): LaunchOptions => ({
  ...options,
  env: {
    STARKDESK_PRACTICE_ORDERS: String(practiceOrders),
    STARKDESK_MARKET_HISTORY: marketHistory,
    STARKDESK_TRADE_LAYOUT: tradeLayout,
    ...options.env,
  },
})

/** This process's environment with changes; Playwright takes no undefined values. */
function environment(changes: Readonly<Record<string, string>>): Record<string, string> {
  const own = Object.entries(process.env).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value] as const],
  )
  return { ...Object.fromEntries(own), ...changes }
}

const makeDataFolder = (): string => mkdtempSync(join(tmpdir(), 'starkdesk-e2e-'))
const removeFolder = (folder: string): void => rmSync(folder, { recursive: true, force: true, maxRetries: 5 })

/** @param onStart - is told of the app before its window is there */
async function startApp(
  dataFolder: string,
  { app = appUnderTest, env = {}, args = [] }: LaunchOptions,
  onStart: (electron: ElectronApplication) => void,
): Promise<RunningApp> {
  const electron = await _electron.launch({
    executablePath: runtime.executable,
    args: [app, `--user-data-dir=${dataFolder}`, ...runtime.flags, ...args],
    env: environment({ ...noKeychain, ...env }),
  })
  onStart(electron)
  const page = await electron.firstWindow()
  return { electron, page, close: () => endApp(electron) }
}

/** Ends the app as somebody does who says yes to what quitting asks. */
export async function endApp(electron: ElectronApplication): Promise<void> {
  await electron
    .evaluate(({ dialog }) => {
      dialog.showMessageBox = () => Promise.resolve({ response: 1, checkboxChecked: false })
    })
    // It may have ended already.
    .catch(() => undefined)
  await electron.close()
}

export const test = base.extend<Fixtures, Options>({
  practiceOrders: [fewOrders, { option: true, scope: 'worker' }],
  marketHistory: ['asked', { option: true, scope: 'worker' }],
  tradeLayout: ['charts', { option: true, scope: 'worker' }],

  // Playwright reads a fixture's needs from its parameter, which must be a pattern even when it needs nothing.
  dataFolder: async ({}, use) => {
    const folder = makeDataFolder()
    await use(folder)
    removeFolder(folder)
  },

  launch: async ({ dataFolder, practiceOrders, marketHistory, tradeLayout }, use) => {
    const running = new Set<ElectronApplication>()
    await use((options = {}) =>
      startApp(
        dataFolder,
        withPractice({ practiceOrders, marketHistory, tradeLayout }, options),
        (electron) => {
          running.add(electron)
          electron.once('close', () => running.delete(electron))
        },
      ),
    )
    for (const electron of running) await endApp(electron)
  },

  exchange: async ({ practiceOrders }, use) => {
    const running: RunningExchange[] = []
    await use(async (...args) => {
      const started = await startExchange(['--orders', String(practiceOrders), ...args])
      running.push(started)
      return started
    })
    for (const started of running) await started.stop()
  },

  keyring: async ({}, use) => {
    const running: RunningKeyring[] = []
    await use(async () => {
      const started = await startKeyring()
      running.push(started)
      return started
    })
    for (const started of running) await started.stop()
  },
})

export interface SharedApp extends RunningApp {
  readonly dataFolder: string
  /** Ends the app, if it has not ended, and starts it again in its folder; it is the shared one from then on. */
  restart(options?: LaunchOptions): Promise<SharedApp>
}

/**
 * One start of the app for the tests of a file or a `describe`, which run one after the other; each leaves things as it found them,
 * but for the last. A start takes longer than most of what is tested. Where one fails, the next has a new start.
 * @param options - a function of the data folder where they are known only when the hooks before have run
 * @returns the app, in a test or a hook
 */
export function shareStart(
  options: LaunchOptions | ((dataFolder: string) => LaunchOptions) = {},
): () => SharedApp {
  let folder: string | null = null
  let electron: ElectronApplication | null = null
  let shared: SharedApp | null = null
  async function start(dataFolder: string, launch: LaunchOptions): Promise<SharedApp> {
    const app = await startApp(dataFolder, launch, (started) => (electron = started))
    const restart = async (again: LaunchOptions = {}): Promise<SharedApp> => {
      await app.close()
      return start(dataFolder, { ...launch, ...again })
    }
    return (shared = { ...app, dataFolder, restart })
  }
  test.describe.configure({ mode: 'default' })
  test.beforeAll(async ({ practiceOrders, marketHistory, tradeLayout }) => {
    folder = makeDataFolder()
    const asked = typeof options === 'function' ? options(folder) : options
    await start(folder, withPractice({ practiceOrders, marketHistory, tradeLayout }, asked))
  })
  test.afterAll(async () => {
    if (electron !== null) await endApp(electron)
    if (folder !== null) removeFolder(folder)
    electron = shared = folder = null
  })
  return () => {
    if (shared === null) throw new Error('the app has not been started')
    return shared
  }
}

/** One practice exchange for the tests of a file or a `describe`. */
export function shareExchange(...args: string[]): () => RunningExchange {
  let running: RunningExchange | null = null
  test.beforeAll(async ({ practiceOrders }) => {
    running = await startExchange(['--port', '0', '--orders', String(practiceOrders), ...args])
  })
  test.afterAll(async () => {
    await running?.stop()
    running = null
  })
  return () => {
    if (running === null) throw new Error('the exchange has not been started')
    return running
  }
}

export { expect } from 'playwright/test'
