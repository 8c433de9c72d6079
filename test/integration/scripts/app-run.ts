// Electron-builder's AppRun, as it writes it into an AppImage, beside a program and an `unshare` of the test's choice.
import { generateAppRunScript } from 'app-builder-lib/out/targets/appimage/appImageUtil.js'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { onTestFinished } from 'vitest'

/** The text of AppRun for Starkdesk. */
export const appRunText = (): string =>
  generateAppRunScript({
    ExecutableName: 'starkdesk',
    DesktopFileName: 'starkdesk.desktop',
    ProductFilename: 'Starkdesk',
    ProductName: 'Starkdesk',
    ResourceName: 'appimagekit-starkdesk',
  })

export interface AppRunStart {
  /** Where AppRun and `unshare` are written. */
  readonly work: string
  /** Where `starkdesk` lies. */
  readonly appDir: string
  /** Whether the system lets it make user namespaces. */
  readonly hasNamespaces: boolean
  readonly args: readonly string[]
  readonly env?: NodeJS.ProcessEnv
  /** Ends the program by force once it has written this to stderr: a box may be waiting for a person. */
  readonly endsAt?: RegExp
}

export interface AppRunEnd {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

/** Runs AppRun as an AppImage's runtime does, and waits for the end of the program that it turns into. */
export async function runAppRun(start: AppRunStart): Promise<AppRunEnd> {
  const { work, appDir, hasNamespaces, args, env, endsAt } = start
  const tools = join(work, 'tools')
  mkdirSync(tools, { recursive: true })
  writeFileSync(join(tools, 'unshare'), `#!/bin/sh\nexit ${hasNamespaces ? '0' : '1'}\n`, { mode: 0o755 })
  const appRun = join(work, 'AppRun')
  writeFileSync(appRun, appRunText(), { mode: 0o755 })
  const child = spawn(appRun, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      PATH: [tools, process.env['PATH']].join(delimiter),
      APPDIR: appDir,
      APPIMAGE: join(work, 'Starkdesk.AppImage'),
      ...env,
    },
  })
  // A program that starts after all must not outlive the test that says so.
  onTestFinished(() => {
    child.kill('SIGKILL')
  })
  let [stdout, stderr] = ['', '']
  child.stdout.setEncoding('utf8').on('data', (part: string) => (stdout += part))
  child.stderr.setEncoding('utf8').on('data', (part: string) => {
    stderr += part
    if (endsAt?.test(stderr)) child.kill('SIGKILL')
  })
  await once(child, 'close')
  return { code: child.exitCode, stdout, stderr }
}
