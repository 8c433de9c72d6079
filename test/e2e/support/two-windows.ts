// Starts of the app of the two windows alone (confirm-app/), where a question is asked without what is behind it.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { _electron, type ElectronApplication, expect, type Page } from 'playwright/test'
import { root } from '../../../scripts/paths.ts'
import { chooseRuntime } from '../../../scripts/runtime.ts'
import type { Controls } from './confirm-app/main.ts'
import { test as base } from './test.ts'

export type Question = Parameters<Controls['ask']>[0]

export interface TwoWindows {
  readonly electron: ElectronApplication
  readonly main: Page
  /** Has main ask, and gives the window that comes up for it, once it has the focus. */
  readonly ask: (what: Question) => Promise<Page>
  /** Moves main's clock past the first moments; the page's own runs by itself. */
  readonly passMs: (ms: number) => Promise<void>
  /** How the questions ended so far, in order. */
  readonly outcomes: () => string[]
  /** What the answers with secrets had, in order: never the secret itself. */
  readonly typed: () => string[]
}

const runtime = chooseRuntime()

/** @param onStart - is told of the app before its windows are there */
async function startApp(
  folder: string,
  env: Record<string, string>,
  onStart: (electron: ElectronApplication) => void,
): Promise<TwoWindows> {
  const inherited = Object.entries(process.env).filter(([, value]) => value !== undefined)
  const electron = await _electron.launch({
    executablePath: runtime.executable,
    args: [
      join(root, 'test', 'e2e', 'support', 'confirm-app', 'main.ts'),
      `--user-data-dir=${folder}`,
      ...runtime.flags,
    ],
    env: { ...(Object.fromEntries(inherited) as Record<string, string>), ...env },
  })
  onStart(electron)
  let output = ''
  electron.process().stdout?.on('data', (part: Buffer) => (output += part.toString()))
  const told = (name: 'outcome' | 'typed') => (): string[] =>
    [...output.matchAll(new RegExp(`"${name}":"([^"]+)"`, 'g'))].map(([, what]) => what ?? '')
  return {
    electron,
    main: await electron.firstWindow(),
    ask: async (what) => {
      const opened = electron.waitForEvent('window')
      await electron.evaluate((_electron, what) => {
        ;(Reflect.get(globalThis, 'controls') as Controls).ask(what)
      }, what)
      const page = await opened
      await page.getByRole('heading').waitFor()
      const isInFront = () =>
        electron.evaluate(() => (Reflect.get(globalThis, 'controls') as Controls).isInFront())
      await expect.poll(isInFront).toBe(true)
      return page
    },
    passMs: (ms) =>
      electron.evaluate((_electron, ms) => {
        ;(Reflect.get(globalThis, 'controls') as Controls).passMs(ms)
      }, ms),
    outcomes: told('outcome'),
    typed: told('typed'),
  }
}

const makeFolder = (): string => mkdtempSync(join(tmpdir(), 'starkdesk-confirm-'))
const removeFolder = (folder: string): void => rmSync(folder, { recursive: true, force: true, maxRetries: 5 })

/** With the options of all other tests: Playwright keeps files with the same together, and would leave these to the end. */
export const test = base.extend<{ start: (env?: Record<string, string>) => Promise<TwoWindows> }>({
  // Playwright reads a fixture's needs from its parameter, which must be a pattern even when it needs nothing.
  start: async ({}, use) => {
    const folder = makeFolder()
    const running: ElectronApplication[] = []
    await use((env = {}) => startApp(folder, env, (electron) => running.push(electron)))
    for (const electron of running) await electron.close()
    removeFolder(folder)
  },
})

/**
 * One start for the tests of a `describe`, which run one after the other. A test ends its questions, or fails, and the next has a
 * new start.
 * @returns the app, with what was told since the test began
 */
export function shareTwoWindows(): () => TwoWindows {
  test.describe.configure({ mode: 'default' })
  let app: TwoWindows | null = null
  let electron: ElectronApplication | null = null
  let folder: string | null = null
  /** How much had been told when the test began. */
  let before = { outcomes: 0, typed: 0 }

  test.beforeAll(async () => {
    folder = makeFolder()
    app = await startApp(folder, {}, (started) => (electron = started))
  })
  test.beforeEach(async () => {
    before = { outcomes: app?.outcomes().length ?? 0, typed: app?.typed().length ?? 0 }
    // Noes in a row make main wait before it asks again; so long ago they do not count.
    await app?.passMs(86_400_000)
  })
  test.afterAll(async () => {
    await electron?.close()
    if (folder !== null) removeFolder(folder)
    app = electron = folder = null
  })

  return () => {
    if (app === null) throw new Error('the app has not been started')
    const { outcomes, typed, ...rest } = app
    return {
      ...rest,
      outcomes: () => outcomes().slice(before.outcomes),
      typed: () => typed().slice(before.typed),
    }
  }
}

export { expect }
