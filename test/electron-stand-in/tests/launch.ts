// Owns how these tests start the fixture app and see what processes it leaves.
// It must not assert anything.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { _electron, type ElectronApplication, type Page } from 'playwright'

export const executablePath = path.join(import.meta.dirname, '..', 'dist', 'electron')
export const fixtureApp = path.join(import.meta.dirname, 'fixture-app')

/** How long anything may take on a machine that is busy with other work; nothing waits that long by design. */
export const patienceMs = 120_000

export interface Started {
  app: ElectronApplication
  page: Page
  /** Lines that the fixture has noted, in order. */
  notes: () => string[]
  /** Everything that the main process has written to stderr. */
  errors: () => string
  /** Resolves with the exit code, or the signal. */
  ended: Promise<number | string>
  userData: string
}

/** A folder that is removed when the test process ends. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'stand-in-test-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  return folder
}

export function fixtureEnvironment(extra: Record<string, string> = {}): Record<string, string> {
  const inherited = Object.entries(process.env).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value]],
  )
  return {
    ...(Object.fromEntries(inherited) as Record<string, string>),
    STANDIN_HEADLESS: '1',
    STANDIN_NETWORK: 'open',
    ...extra,
  }
}

/** Starts the fixture headless and waits until its page has run. */
export async function startFixture(
  extra: Record<string, string> = {},
  args: string[] = [],
): Promise<Started> {
  const userData = temporaryFolder()
  const log = path.join(userData, 'notes.log')
  const app = await _electron.launch({
    executablePath,
    args: [fixtureApp, `--user-data-dir=${userData}`, ...args],
    env: fixtureEnvironment({ FIXTURE_LOG: log, ...extra }),
    timeout: patienceMs,
  })
  let stderr = ''
  app.process().stderr?.on('data', (part: Buffer) => {
    stderr += part.toString()
  })
  const ended = new Promise<number | string>((resolve) => {
    app.process().once('exit', (code, signal) => resolve(code ?? signal ?? 'unknown'))
  })
  const page = await app.firstWindow({ timeout: patienceMs })
  page.context().setDefaultTimeout(patienceMs)
  await page.getByText('api 7').waitFor()
  return { app, page, ended, userData, errors: () => stderr, notes: () => readLines(log) }
}

function readLines(file: string): string[] {
  try {
    return readFileSync(file, 'utf8').trim().split('\n')
  } catch {
    // Nothing noted yet.
    return []
  }
}

/** Command lines of running processes that mention this text. */
export function processesWith(text: string): string[] {
  const list = execFileSync('ps', ['-Aww', '-o', 'args='], { encoding: 'utf8' })
  return list.split('\n').filter((line) => line.includes(text))
}

/** Waits until a condition holds; fails after a minute. */
export async function until(condition: () => boolean | Promise<boolean>, what: string): Promise<void> {
  for (let attempt = 0; attempt < 600; attempt += 1) {
    if (await condition()) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error(`It did not come to pass: ${what}`)
}
