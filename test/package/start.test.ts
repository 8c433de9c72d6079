// A packaged app starts by itself, works, ends in order, and does not start with a debugger's switch.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { chromium, type Page } from 'playwright'
import { afterEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { findFuseFile, readFuses } from '../../scripts/package/fuses.ts'
import { weakensSandbox } from '../../src-main/app/refused-switches.ts'
import { Frame } from '../e2e/pages/frame.ts'
import { Onboarding } from '../e2e/pages/onboarding.ts'
import { runAppRun } from '../integration/scripts/app-run.ts'
import { packaged } from './packaged.ts'

const patienceMs = 60_000
const isStandIn = readFuses(findFuseFile(packaged)).kind === 'noWire'

const logLine = z.looseObject({ level: z.string(), area: z.string(), what: z.string() })
type LogLine = z.infer<typeof logLine>

interface Started {
  readonly child: ChildProcess
  readonly ended: Promise<number | string>
  /** What it wrote to stderr so far. */
  errors(): string
  log(): readonly LogLine[]
}

const running: (() => Promise<void>)[] = []

afterEach(async () => {
  for (const stop of running.splice(0)) await stop()
})

// Electron does not run its sandbox as root, and the app does not run without it.
if (!isStandIn && process.platform === 'linux' && process.getuid?.() === 0)
  throw new Error('A package of real Electron is to be checked by a user who is not root.')

/**
 * Starts the program as a person would, in a data folder of its own.
 * @param atEnd - takes what ends it and removes its folder; after each test unless told
 */
function start(
  args: readonly string[] = [],
  env: Readonly<Record<string, string>> = {},
  atEnd = (stop: () => Promise<void>): void => void running.push(stop),
): Started {
  const folder = mkdtempSync(join(tmpdir(), 'starkdesk-package-'))
  const child = spawn(packaged.executable, [`--user-data-dir=${folder}`, ...args], {
    stdio: ['ignore', 'ignore', 'pipe'],
    // No session bus: the app finds no keychain, and never that of whoever runs this.
    env: { ...process.env, DBUS_SESSION_BUS_ADDRESS: 'disabled:', ...env },
  })
  let errors = ''
  child.stderr.setEncoding('utf8').on('data', (part: string) => (errors += part))
  const ended = once(child, 'exit').then(
    ([code, signal]: (number | string | null)[]) => code ?? signal ?? 'unknown',
  )
  atEnd(async () => {
    // Its browser still writes into the folder while it ends; a killed one leaves that behind.
    const late = setTimeout(() => child.kill('SIGKILL'), 15_000)
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM')
    await ended
    clearTimeout(late)
    rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 })
  })
  const file = join(folder, 'logs', 'starkdesk.log')
  return {
    child,
    ended,
    errors: () => errors,
    log: () =>
      existsSync(file)
        ? readFileSync(file, 'utf8')
            .split('\n')
            .filter((line) => line !== '')
            .map((line) => logLine.parse(JSON.parse(line)))
        : [],
  }
}

/** Asks again and again until there is an answer. @throws Error with what the app wrote, when there is none in time */
async function until<T>(what: string, app: Started, ask: () => T | undefined | null): Promise<T> {
  const deadline = performance.now() + patienceMs
  while (performance.now() < deadline) {
    const answer = ask()
    if (answer !== undefined && answer !== null) return answer
    if (app.child.exitCode !== null) break
    await pause(50)
  }
  throw new Error(
    `${what} did not come. The app wrote:\n${app.errors()}\n${JSON.stringify(app.log(), null, 1)}`,
  )
}

const findLine = (app: Started, what: string): LogLine | undefined =>
  app.log().find((line) => line.what === what)

test('it starts by itself, its page comes up with its data, and it ends in order', async () => {
  const startedAt = performance.now()
  const app = start()
  const up = await until('the page', app, () => findLine(app, 'the page is up'))
  process.stdout.write(`From the start to the page: ${(performance.now() - startedAt).toFixed(0)} ms\n`)
  expect(up['withData']).toBe(true)
  expect(findLine(app, 'started')?.['version']).toMatch(/^\d+\.\d+\.\d+/)
  if (process.platform !== 'win32') {
    app.child.kill('SIGTERM')
    expect(await app.ended).toBe(0)
  }
  expect(app.log().filter(({ level }) => level === 'fault')).toEqual([])
})

describe('a switch by which another program could look in, or a wall would be down', () => {
  // Side by side: each ends before its page, and waits for one thing after the other.
  test.concurrent.for([
    '--remote-debugging-port=0',
    '--remote-debugging-pipe',
    '--inspect=0',
    '--js-flags=--expose-gc',
    '--log-net-log=net.json',
    '--ignore-certificate-errors',
    '--host-resolver-rules=MAP * 127.0.0.1',
    '--disable-web-security',
    '--disable-site-isolation-trials',
    '--disable-features=IsolateOrigins',
    '--bypasscsp-schemes=app',
    '--no-sandbox',
    '--disable-gpu-sandbox',
    '--single-process',
  ])('%s keeps it from starting', async (argument, { expect, onTestFinished }) => {
    // Nobody here can close a box; the stand-in answers it itself.
    const app = start([argument], { STANDIN_DIALOGS: 'cancel' }, onTestFinished)
    const name = /^--([a-z-]+)/.exec(argument)?.[1] ?? ''
    const told = new RegExp(`^Starkdesk was not started\\nIt was started with --${name}, which `, 'm')
    if (process.platform === 'linux' && (isStandIn || !weakensSandbox(name))) {
      expect(await app.ended).toBe(1)
      expect(app.errors()).toMatch(told)
    } else if (process.platform === 'linux') {
      await until('the refusal', app, () => told.exec(app.errors()))
    } else {
      // Elsewhere it stands with a box on the screen that nobody here can close.
      await pause(5_000)
    }
    expect(app.errors()).not.toContain('Debugger listening')
    // Not even its data folder was opened.
    expect(app.log()).toEqual([])
  })

  test('in the environment is not heard', async () => {
    const app = start([], { ELECTRON_RUN_AS_NODE: '1', STARKDESK_FIXED_TIME: '2020-01-01T00:00:00Z' })
    await until('the page', app, () => findLine(app, 'the page is up'))
    expect(findLine(app, 'started')?.['at']).not.toContain('2020-01-01')
  })
})

test.runIf(process.platform === 'linux')(
  'as an AppImage on a system without user namespaces it does not start, and says what to do',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'starkdesk-package-'))
    running.push(async () => {
      await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 })
    })
    const { code, stderr } = await runAppRun({
      work: folder,
      appDir: packaged.folder,
      hasNamespaces: false,
      args: [`--user-data-dir=${join(folder, 'data')}`],
      env: { DBUS_SESSION_BUS_ADDRESS: 'disabled:', STANDIN_DIALOGS: 'cancel' },
      ...(isStandIn ? {} : { endsAt: /Install the deb or rpm/ }),
    })
    if (isStandIn) expect(code).toBe(1)
    expect(stderr).toContain('It was started with --no-sandbox,')
    expect(stderr).toContain('Install the deb or rpm package instead.')
    expect(existsSync(join(folder, 'data', 'logs'))).toBe(false)
  },
)

/** The page of a packaged app on the stand-in, whose browser gives the address. */
async function look(app: Started): Promise<Page> {
  const address = await until(
    'the browser',
    app,
    () => /DevTools listening on (ws:\S+)/.exec(app.errors())?.[1],
  )
  const browser = await chromium.connectOverCDP(address)
  running.unshift(() => browser.close())
  const context = browser.contexts()[0]
  if (!context) throw new Error('The browser of the stand-in has no context')
  const page = context.pages().find((candidate) => candidate.url().includes('index.html'))
  return page ?? (await context.waitForEvent('page', { timeout: patienceMs }))
}

test.runIf(isStandIn)(
  'a person can use it: practise, and see markets and a synced history of orders',
  async () => {
    const app = start([], { STANDIN_DEVTOOLS: '1', STANDIN_HEADLESS: '1' })
    const page = await look(app)
    page.setDefaultTimeout(patienceMs)
    await new Onboarding(page).practise.click()
    const frame = new Frame(page)
    await frame.practiceBadge.waitFor()
    await page.getByRole('grid').or(page.getByRole('table')).or(page.getByRole('listbox')).first().waitFor()
    await frame.go('Orders')
    await frame.orderSync.filter({ hasText: /^Synced [\d,]+ orders/ }).waitFor()
    await frame.connection.filter({ hasText: /^(Connected|Live|Polled)/ }).waitFor()
    app.child.kill('SIGTERM')
    expect(await app.ended).toBe(0)
    expect(app.log().filter(({ level }) => level === 'fault')).toEqual([])
  },
)
