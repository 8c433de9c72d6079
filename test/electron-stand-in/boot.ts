// Owns the start of the stand-in: `node boot.ts <Electron's arguments>`; the app is loaded last.
// It must not emulate anything.
import inspector from 'node:inspector'
import { createRequire, enableCompileCache, registerHooks } from 'node:module'
import os from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import type { LaunchOptions } from './core/launch-options.ts'

enableCompileCache()
const { findArchive, readLaunchOptions } = await import('./core/launch-options.ts')
const { app, electronVersion, finishStart, startRuntime } = await import('./electron.ts')

const args = process.argv.slice(2)

if (args[0] === '--version' || args[0] === '-v') {
  console.log(`v${electronVersion()}`)
  process.exit(0)
}

/** Makes `import 'electron'` and `require('electron')` mean the stand-in, in the app and in Playwright's inspector. */
function takeTheName(): void {
  const names = new Set(['electron', 'electron/main', 'electron/common'])
  const url = new URL('electron.ts', import.meta.url).href
  registerHooks({
    resolve: (specifier, context, next) =>
      names.has(specifier) ? { url, shortCircuit: true } : next(specifier, context),
  })
}

/** Dresses `process` as Electron does. */
function dressProcess({ executable, isPackaged }: LaunchOptions): void {
  process.argv = [executable, ...args]
  Object.defineProperty(process, 'execPath', { value: executable, writable: true, configurable: true })
  Object.assign(process.versions, { electron: electronVersion(), chrome: '0.0.0.0' })
  Object.assign(process, {
    type: 'browser',
    ...(isPackaged ? {} : { defaultApp: true }),
    resourcesPath: path.join(path.dirname(executable), 'resources'),
    getSystemVersion: () => os.release(),
  })
}

/** Listens for a debugger only now, when `require('electron')` means the right thing to whoever connects. */
function openInspector(switches: ReadonlyMap<string, string>): void {
  const address = switches.get('inspect') ?? switches.get('inspect-brk')
  if (address === undefined) return
  const [, port = '9229'] = /(?:^|:)(\d+)$/.exec(address) ?? []
  inspector.open(Number(port), '127.0.0.1')
  if (switches.has('inspect-brk')) inspector.waitForDebugger()
}

/** The archive's reader is loaded only for an app that is in one: it takes longer than all of ours. */
async function unpack(): Promise<string | undefined> {
  const archive = findArchive(args, process.env)
  if (archive === null) return undefined
  const { unpackArchive } = await import('./core/archive.ts')
  return unpackArchive(archive)
}

/** Reads what to run and starts the browser; a run that cannot start ends with one sentence. */
function start(unpacked: string | undefined) {
  try {
    const options = readLaunchOptions(args, process.env, process.platform, unpacked)
    takeTheName()
    dressProcess(options)
    startRuntime(options)
    return options
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exit(1)
  }
}

const options = start(await unpack())
// Electron shows such errors in a box and goes on; here they end the run, so that no test can overlook them.
process.on('uncaughtException', (error) => {
  if (process.listenerCount('uncaughtException') > 1) return
  console.error('A JavaScript error occurred in the main process\n', error)
  app.exit(1)
})
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
  process.on(signal, () => {
    app.quit()
    setTimeout(() => app.exit(0), 10_000).unref()
  })
}
// Of a packaged app, Node's own switches are off: releases have that fuse blown.
if (!options.isPackaged) openInspector(options.switches)
const require = createRequire(path.join(process.cwd(), 'stand-in.js'))
for (const preload of options.preloads) require(preload)
try {
  await import(pathToFileURL(options.mainFile).href)
  await finishStart()
} catch (error) {
  console.error('The app could not be started\n', error)
  app.exit(1)
}
