// Owns the facts about beginnings and ends: one instance, quit order, exit codes, nothing left behind.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import {
  executablePath,
  fixtureApp,
  fixtureEnvironment,
  patienceMs,
  processesWith,
  startFixture,
  temporaryFolder,
  until,
} from './launch.ts'

vi.setConfig({ testTimeout: patienceMs })

describe('an app that ends', () => {
  it("goes through Electron's events in order and exits with 0", async () => {
    const { app, ended, notes } = await startFixture()
    await app.close()
    expect(await ended).toBe(0)
    expect(notes()).toEqual(['before-quit', 'close', 'closed', 'will-quit', 'quit'])
  })

  it('quits when its last window is closed', async () => {
    const { page, ended, notes } = await startFixture()
    await page.close()
    expect(await ended).toBe(0)
    expect(notes()).toEqual(['close', 'closed', 'window-all-closed', 'before-quit', 'will-quit', 'quit'])
  })

  it('exits with the code it wants, without asking its windows', async () => {
    const { app, ended, notes } = await startFixture()
    await app
      .evaluate(({ app: electronApp }) => setTimeout(() => electronApp.exit(5), 10))
      .catch(() => undefined)
    expect(await ended).toBe(5)
    expect(notes()).not.toContain('before-quit')
    expect(notes()).not.toContain('close')
  })

  it('leaves no browser behind when it is killed', async () => {
    const { app, ended } = await startFixture({}, [])
    const { pid, spawnargs } = app.process()
    const browsers = (): string[] => processesWith(fixtureProfile(spawnargs))
    expect(browsers().length).toBeGreaterThan(0)
    process.kill(pid ?? 0, 'SIGKILL')
    expect(await ended).toBe('SIGKILL')
    await until(() => browsers().length === 0, 'the browser ends with its app')
  })
})

/** The profile folder that a fixture started with these arguments keeps. */
function fixtureProfile(args: readonly string[]): string {
  const userData = args.find((arg) => arg.startsWith('--user-data-dir='))?.slice('--user-data-dir='.length)
  return path.join(userData ?? 'no user data', 'stand-in-browser')
}

describe('a second instance', () => {
  it('gives way and tells the first', async () => {
    const { app, notes, userData } = await startFixture()
    const log = path.join(userData, 'second.log')
    const second = spawnSync(
      executablePath,
      [fixtureApp, `--user-data-dir=${userData}`, 'starkdesk://order/1'],
      {
        env: fixtureEnvironment({ FIXTURE_LOG: log }),
        timeout: patienceMs,
      },
    )
    expect(second.status).toBe(0)
    await until(() => notes().includes('second-instance hello starkdesk://order/1'), 'the first is told')
    await app.close()
    expect(existsSync(path.join(userData, 'stand-in-instance.pid'))).toBe(false)
  })
})

describe('the executable', () => {
  const run = (args: string[], env: Record<string, string> = {}) =>
    spawnSync(executablePath, args, { env: fixtureEnvironment(env), encoding: 'utf8', timeout: patienceMs })

  it('tells the version of Electron that it stands in for', () => {
    expect(run(['--version']).stdout).toMatch(/^v\d+\.\d+\.\d+\n$/)
  })

  it('is plain Node when asked', () => {
    const { stdout } = run(['-p', 'process.versions.electron === undefined && 6 * 7'], {
      ELECTRON_RUN_AS_NODE: '1',
    })
    expect(stdout).toBe('42\n')
  })

  it('says in one sentence that there is no browser', () => {
    const { status, stderr } = run([fixtureApp], { STARKDESK_BROWSER: '/nowhere/browser' })
    expect(status).toBe(1)
    expect(stderr).toBe('STARKDESK_BROWSER names /nowhere/browser, which is not a program that can be run.\n')
  })

  it('ends with the error of an app that cannot be loaded, and leaves no profile', () => {
    const folder = temporaryFolder()
    mkdirSync(folder, { recursive: true })
    writeFileSync(path.join(folder, 'package.json'), '{"type":"module","main":"main.js"}')
    writeFileSync(path.join(folder, 'main.js'), 'throw new TypeError("the app is broken")')
    const temporary = temporaryFolder()
    const { status, stderr } = run([folder], { TMPDIR: temporary })
    expect(status).toBe(1)
    expect(stderr).toContain('TypeError: the app is broken')
    expect(readdirSync(temporary).filter((name) => name.startsWith('electron-stand-in-'))).toEqual([])
    expect(tmpdir()).not.toBe(temporary)
  })
})

describe('an app that does not cut its pages off', () => {
  it('is refused by the name of what it did not ask for', () => {
    const args = [fixtureApp, `--user-data-dir=${temporaryFolder()}`]
    const env = fixtureEnvironment({ STANDIN_NETWORK: '' })
    const { status, stderr } = spawnSync(executablePath, args, { env, encoding: 'utf8' })
    expect(stderr).toContain('the Electron stand-in does not have blink-settings ""')
    expect(status).toBe(1)
  })
})
