// `npm start`: builds, chooses the runtime and opens the window, on a virtual display if there is none.
import { spawn } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { constants } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { _electron, type ElectronApplication, type Page } from 'playwright'
import { build } from './build.ts'
import { hasDisplay, startVirtualDisplay } from './display.ts'
import { outFolder, root } from './paths.ts'
import { chooseRuntime, type Runtime } from './runtime.ts'

const { values: options } = parseArgs({
  options: {
    /** Exit after the window has opened and its screenshot was taken. */
    smoke: { type: 'boolean', default: false },
    /** Reload on every edit of the sources. */
    dev: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})

const READY_LIMIT_MS = 60_000

function say(text: string): void {
  process.stdout.write(`${text}\n`)
}

/** Forwards signals to the app, and exits with its exit code. */
function follow(command: string, args: string[], env: NodeJS.ProcessEnv): void {
  const child = spawn(command, args, { cwd: root, stdio: 'inherit', env })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => child.kill(signal))
  child.on('error', (error) => {
    process.stderr.write(`Starkdesk could not be started: ${error.message}\n`)
    process.exit(1)
  })
  child.on('exit', (code, signal) => process.exit(code ?? 128 + (signal ? constants.signals[signal] : 0)))
}

function startDevelopment(runtime: Runtime): void {
  const cli = join(root, 'node_modules', 'electron-vite', 'bin', 'electron-vite.js')
  const sandbox = runtime.flags.includes('--no-sandbox') ? ['--noSandbox'] : []
  follow(process.execPath, [cli, 'dev', ...sandbox], {
    ...process.env,
    ELECTRON_EXEC_PATH: runtime.executable,
  })
}

/** Waits until the page shows a view or onboarding. */
async function takePicture(app: ElectronApplication): Promise<string> {
  const page: Page = await app.firstWindow({ timeout: READY_LIMIT_MS })
  await page.locator('main > *').first().waitFor({ timeout: READY_LIMIT_MS })
  mkdirSync(outFolder, { recursive: true })
  const file = join(outFolder, 'start.png')
  await page.screenshot({ path: file })
  return file
}

/** Opens the window under Playwright's control, for a screenshot. */
async function startWatched(runtime: Runtime): Promise<void> {
  const display = hasDisplay() ? null : await startVirtualDisplay()
  if (display) say(`There is no display; a virtual one was started (${display.name}).`)
  const app = await _electron.launch({
    executablePath: runtime.executable,
    args: [root, ...runtime.flags],
    env: { ...process.env, ...(display ? { DISPLAY: display.name } : {}) },
  })
  const ended = new Promise<void>((resolve) => app.once('close', () => resolve()))
  const stop = async (): Promise<void> => {
    await app.close()
    display?.close()
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => void stop().then(() => process.exit(0)))
  }
  try {
    const file = await takePicture(app)
    say(`The window is open. A picture of it: ${file}`)
  } catch (error) {
    await stop()
    throw error
  }
  if (options.smoke) {
    await stop()
    return
  }
  say('Starkdesk stays open until Ctrl-C.')
  await ended
  display?.close()
}

async function main(): Promise<void> {
  if (options.help) {
    say(
      'npm start [-- --smoke]   build and open Starkdesk; with --smoke, end after a picture of the window\nnpm run dev              the same, reloading on every edit',
    )
    return
  }
  if (!build()) process.exit(1)
  const runtime = chooseRuntime()
  say(runtime.reason)
  if (options.dev) startDevelopment(runtime)
  else if (hasDisplay() && !options.smoke)
    follow(runtime.executable, [root, ...runtime.flags], { ...process.env })
  else await startWatched(runtime)
}

main().catch((error: unknown) => {
  process.stderr.write(
    `Starkdesk did not come up: ${error instanceof Error ? error.message : String(error)}\n`,
  )
  process.exit(1)
})
