// Owns: what every end-to-end test stands on: the built app in a data folder of its own, on either runtime.
// Must not: know a screen (pages/ do).
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { _electron, test as base, type ElectronApplication, type Page } from 'playwright/test'
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

/** This process's environment with changes; Playwright takes no undefined values. */
function environment(changes: Readonly<Record<string, string>>): Record<string, string> {
  const own = Object.entries(process.env).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value] as const],
  )
  return { ...Object.fromEntries(own), ...changes }
}

export const test = base.extend<Fixtures>({
  // Playwright reads a fixture's needs from its parameter, which must be a pattern even when it needs nothing.
  dataFolder: async ({}, use) => {
    const folder = mkdtempSync(join(tmpdir(), 'starkdesk-e2e-'))
    await use(folder)
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  },

  launch: async ({ dataFolder }, use) => {
    const running = new Set<ElectronApplication>()
    await use(async ({ app = appUnderTest, env = {}, args = [] } = {}) => {
      const electron = await _electron.launch({
        executablePath: runtime.executable,
        args: [app, `--user-data-dir=${dataFolder}`, ...runtime.flags, ...args],
        env: environment({ ...noKeychain, ...env }),
      })
      running.add(electron)
      electron.once('close', () => running.delete(electron))
      const page = await electron.firstWindow()
      return { electron, page, close: () => electron.close() }
    })
    for (const electron of running) await electron.close()
  },

  exchange: async ({}, use) => {
    const running: RunningExchange[] = []
    await use(async (...args) => {
      const started = await startExchange(args)
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

export { expect } from 'playwright/test'
