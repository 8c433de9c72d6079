// Owns the browser process: its flags, its profile, its debugging pipe and its end.
// It must not know of windows or pages.
import { spawn, type ChildProcess } from 'node:child_process'
import { createInterface } from 'node:readline'
import { Readable, Writable } from 'node:stream'
import { commonFlags } from './browser-flags.ts'
import { CdpConnection, type CdpSession } from './cdp.ts'
import { findBrowser } from '../find-browser.ts'
import type { LaunchOptions } from './launch-options.ts'
import { networkFlags, type NetworkRules, readNetworkRules } from './network-rules.ts'
import { sweepDeadProfiles, takeProfile, type Profile } from './profile.ts'

/** Switches of the app's command line that the browser understands and that change what is seen. */
const passedSwitches =
  /^(lang|force-device-scale-factor|host-resolver-rules|ignore-certificate-errors|remote-debugging-port|disable-frame-rate-limit|disable-gpu-vsync)$/

interface Running {
  process: ChildProcess
  root: CdpSession
  connection: CdpConnection
  profile: Profile
  isHeadless: boolean
  flags: string[]
  file: string
}

let running: Running | undefined
let isStopping = false
let onGone = (): void => undefined
const rules = readNetworkRules(process.env)
const connected = Promise.withResolvers<undefined>()

function theBrowser(): Running {
  if (!running) throw new Error('The browser has not been started.')
  return running
}

/** The browser-wide session. */
export function browserSession(): CdpSession {
  return theBrowser().root
}

export function sessionOf(id: string): CdpSession {
  return theBrowser().connection.session(id)
}

export function isBrowserHeadless(): boolean {
  return theBrowser().isHeadless
}

/** What the browser was started with. */
export function networkRules(): NetworkRules {
  return rules
}

/** Resolves when the browser answers and everything that must precede a window has been set up. */
export const whenConnected: Promise<undefined> = connected.promise

/** Chromium refuses to sandbox the superuser's pages. Nobody else gets rid of the sandbox, whatever the app is started with. */
const sandboxFlags = (): string[] => (process.getuid?.() === 0 ? ['--no-sandbox'] : [])

/** Chromium's own record of what it asked of the network. An app cannot switch it on: only who starts the stand-in. */
function netLogFlags(): string[] {
  const file = process.env['STANDIN_NET_LOG'] ?? ''
  return file === '' ? [] : [`--log-net-log=${file}`, '--net-log-capture-mode=IncludeSensitive']
}

/**
 * Starts the browser with no window.
 * @param prepare sets up the root session before `whenConnected` resolves
 * @param gone called when the browser ends without being asked to
 */
export function startBrowser(
  options: LaunchOptions,
  prepare: () => Promise<unknown>,
  gone: () => void,
): void {
  onGone = gone
  const file = findBrowser()
  sweepDeadProfiles()
  const userDataDir = options.switches.get('user-data-dir')
  const profile = takeProfile(userDataDir === '' ? undefined : userDataDir)
  const passed = [...options.switches].filter(([name]) => passedSwitches.test(name))
  const flags = [
    ...commonFlags,
    ...sandboxFlags(),
    ...networkFlags(rules),
    ...netLogFlags(),
    ...passed.map(([name, value]) => (value === '' ? `--${name}` : `--${name}=${value}`)),
    `--user-data-dir=${profile.folder}`,
  ]
  const own = [
    '--remote-debugging-pipe',
    // A port that the app's command line has nothing of: for tests of a packaged app, which refuses that switch.
    ...(process.env['STANDIN_DEVTOOLS'] === '1' ? ['--remote-debugging-port=0'] : []),
    '--no-startup-window',
    ...(options.isHeadless ? ['--headless=new'] : []),
  ]
  const child = spawn(file, [...flags, ...own], {
    stdio: ['ignore', 'ignore', 'pipe', 'pipe', 'pipe'],
    // Ctrl-C in a terminal must reach the app, which then closes the browser. If we are killed, the pipe ends it.
    detached: process.platform !== 'win32',
  })
  const [, , stderr, toBrowser, fromBrowser] = child.stdio
  if (
    !(stderr instanceof Readable) ||
    !(toBrowser instanceof Writable) ||
    !(fromBrowser instanceof Readable)
  ) {
    throw new Error('The debugging pipe to the browser could not be opened.')
  }
  const isTraced = process.env['STANDIN_TRACE'] === '1'
  createInterface({ input: stderr }).on('line', (line) => {
    if (isTraced || /^DevTools listening on |Unable to open X display/.test(line))
      process.stderr.write(`${line}\n`)
  })
  child.on('error', (error) => {
    console.error(`The browser ${file} could not be started: ${error.message}`)
    process.exit(1)
  })
  const connection = new CdpConnection(toBrowser, fromBrowser, isTraced)
  running = {
    process: child,
    root: connection.root,
    connection,
    profile,
    isHeadless: options.isHeadless,
    flags,
    file,
  }
  child.on('exit', () => onGone())
  connect(connection.root, prepare).catch((error: unknown) => {
    if (isStopping) return
    console.error(`The browser ${file} did not answer:`, error)
    process.exit(1)
  })
}

async function connect(root: CdpSession, prepare: () => Promise<unknown>): Promise<void> {
  const { product } = await root.send('Browser.getVersion')
  Object.assign(process.versions, { chrome: product.split('/')[1] ?? '' })
  await prepare()
  connected.resolve(undefined)
}

/** Opens a window without tabs or address bar: a second process hands the URL to the running browser and ends. */
export function openAppWindow(url: string, width: number, height: number): void {
  const { file, flags } = theBrowser()
  const ownFlags = flags.filter((flag) => !flag.startsWith('--remote-debugging'))
  const child = spawn(file, [...ownFlags, `--window-size=${width},${height}`, `--app=${url}`], {
    stdio: 'ignore',
  })
  child.on('error', (error) => {
    console.error(`The window could not be opened: ${error.message}`)
  })
}

/** Closes the browser, waits for its end (10 seconds at most) and removes what is temporary. */
export async function stopBrowser(): Promise<void> {
  if (!running) return
  const { process: child, root, profile } = running
  isStopping = true
  onGone = () => undefined
  if (child.exitCode === null && child.signalCode === null) {
    const gone = new Promise((resolve) => child.once('exit', resolve))
    root.tell('Browser.close')
    const late = setTimeout(() => child.kill('SIGKILL'), 10_000)
    await gone
    clearTimeout(late)
  }
  profile.release()
}
