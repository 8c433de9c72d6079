// Owns the `app` module: life cycle, paths, name and version, the single-instance lock.
// It must not know windows beyond closing them all.
import { spawn } from 'node:child_process'
import { EventEmitter } from 'node:events'
import { readFileSync } from 'node:fs'
import type Electron from 'electron'
import { stopBrowser } from '../core/chromium.ts'
import { makeEvent } from '../core/events.ts'
import type { LaunchOptions } from '../core/launch-options.ts'
import { failByName, failByNameInClass } from '../strict.ts'
import { resolvePath } from './app-paths.ts'
import { SingleInstance } from './single-instance.ts'

/** What `app` needs of the windows; given by electron.ts, so that neither imports the other. */
export interface WindowKeeper {
  /** Closes one window after the other; false as soon as one refuses. */
  closeAll: () => Promise<boolean>
  destroyAll: () => void
}

/** Version of Electron that is emulated: that of the installed package. */
export function electronVersion(): string {
  const file = new URL('../../../node_modules/electron/package.json', import.meta.url)
  const manifest: unknown = JSON.parse(readFileSync(file, 'utf8'))
  const version: unknown =
    typeof manifest === 'object' && manifest !== null ? Reflect.get(manifest, 'version') : ''
  return String(version)
}

function makeCommandLine(switches: Map<string, string>) {
  return failByName('app.commandLine', {
    appendSwitch: (name: string, value = '') => {
      switches.set(name, value)
    },
    appendArgument: () => undefined,
    hasSwitch: (name: string) => switches.has(name),
    getSwitchValue: (name: string) => switches.get(name) ?? '',
    removeSwitch: (name: string) => {
      switches.delete(name)
    },
  } satisfies Pick<Electron.CommandLine, keyof Electron.CommandLine>)
}

type Emulated = Pick<
  Electron.App,
  | 'quit'
  | 'exit'
  | 'relaunch'
  | 'isReady'
  | 'whenReady'
  | 'getAppPath'
  | 'getVersion'
  | 'getName'
  | 'setName'
  | 'name'
  | 'isPackaged'
  | 'commandLine'
  | 'getLocale'
  | 'getSystemLocale'
  | 'getLocaleCountryCode'
  | 'getPreferredSystemLanguages'
  | 'setAppLogsPath'
  | 'requestSingleInstanceLock'
  | 'hasSingleInstanceLock'
  | 'releaseSingleInstanceLock'
  | 'setAppUserModelId'
  | 'setUserTasks'
  | 'setAsDefaultProtocolClient'
  | 'isDefaultProtocolClient'
  | 'removeAsDefaultProtocolClient'
  | 'disableHardwareAcceleration'
  | 'enableSandbox'
  | 'focus'
  | 'setBadgeCount'
  | 'getBadgeCount'
  | 'setAboutPanelOptions'
  | 'isAccessibilitySupportEnabled'
  | 'dock'
>

export class App extends EventEmitter implements Emulated {
  isPackaged = false
  readonly dock = undefined
  name = 'Electron'
  commandLine = makeCommandLine(new Map())
  #options: LaunchOptions | undefined
  #windows: WindowKeeper = { closeAll: () => Promise.resolve(true), destroyAll: () => undefined }
  #version = ''
  #badgeCount = 0
  readonly #schemes = new Set<string>()
  readonly #paths = new Map<string, string>()
  readonly #instance = new SingleInstance()
  readonly #ready = Promise.withResolvers<undefined>()
  #isReady = false
  #isQuitting = false
  #isEnding = false

  /** Called by the boot file before the app's code runs. */
  start(options: LaunchOptions, windows: WindowKeeper): void {
    this.#options = options
    this.#windows = windows
    const { manifest, switches } = options
    this.name = manifest.productName ?? manifest.name ?? 'Electron'
    this.isPackaged = options.isPackaged
    this.#version = manifest.version ?? electronVersion()
    this.commandLine = makeCommandLine(switches)
    const userData = switches.get('user-data-dir')
    if (userData) this.#paths.set('userData', userData)
  }

  /** Called by the boot file when the browser answers and the app's main file has been evaluated. */
  becomeReady(): void {
    this.#isReady = true
    this.emit('will-finish-launching')
    this.emit('ready', {}, {})
    this.#ready.resolve(undefined)
  }

  get isQuitting(): boolean {
    return this.#isQuitting || this.#isEnding
  }

  isReady = (): boolean => this.#isReady
  whenReady = (): Promise<void> => this.#ready.promise

  getVersion(): string {
    return this.#version
  }

  getName(): string {
    return this.name
  }

  setName(name: string): void {
    this.name = name
  }

  getAppPath(): string {
    return this.#options?.appPath ?? process.cwd()
  }

  getPath(name: string): string {
    const { executable } = this.#options ?? { executable: process.execPath }
    const setting = { appName: this.name, executable, env: process.env, platform: process.platform }
    return resolvePath(name, this.#paths, setting)
  }

  setPath(name: string, folder: string): void {
    this.getPath(name)
    this.#paths.set(name, folder)
  }

  setAppLogsPath(folder?: string): void {
    if (folder !== undefined) this.#paths.set('logs', folder)
  }

  getLocale(): string {
    const asked = this.#options?.switches.get('lang')
    return asked ? asked : Intl.DateTimeFormat().resolvedOptions().locale
  }

  getSystemLocale(): string {
    return Intl.DateTimeFormat().resolvedOptions().locale
  }

  getLocaleCountryCode(): string {
    return new Intl.Locale(this.getSystemLocale()).region ?? ''
  }

  getPreferredSystemLanguages(): string[] {
    return [this.getSystemLocale()]
  }

  requestSingleInstanceLock(additionalData?: object): boolean {
    const own = { argv: process.argv, workingDirectory: process.cwd(), data: additionalData ?? null }
    return this.#instance.request(this.getPath('userData'), own, ({ argv, workingDirectory, data }) =>
      this.emit('second-instance', makeEvent({}), argv, workingDirectory, data),
    )
  }

  hasSingleInstanceLock(): boolean {
    return this.#instance.isHeld
  }

  releaseSingleInstanceLock(): void {
    this.#instance.release()
  }

  relaunch(options: Electron.RelaunchOptions = {}): void {
    const file = options.execPath ?? this.getPath('exe')
    const args = options.args ?? process.argv.slice(1)
    process.once('exit', () => spawn(file, args, { detached: true, stdio: 'ignore' }).unref())
  }

  quit(): void {
    if (this.isQuitting) return
    const event = makeEvent({})
    this.emit('before-quit', event)
    if (event.defaultPrevented) return
    this.#isQuitting = true
    this.#closeThenEnd().catch((error: unknown) => {
      console.error('Quitting failed:', error)
      this.exit(1)
    })
  }

  exit(code = 0): void {
    this.#end(code).catch((error: unknown) => {
      console.error('The end was not orderly:', error)
      process.exit(code)
    })
  }

  async #closeThenEnd(): Promise<void> {
    if (!(await this.#windows.closeAll())) {
      this.#isQuitting = false
      return
    }
    const event = makeEvent({})
    this.emit('will-quit', event)
    if (event.defaultPrevented) {
      this.#isQuitting = false
      return
    }
    await this.#end(0)
  }

  async #end(code: number): Promise<void> {
    if (this.#isEnding) return
    this.#isEnding = true
    this.#windows.destroyAll()
    this.emit('quit', makeEvent({}), code)
    await Promise.all([this.#instance.notice, stopBrowser()])
    process.exit(code)
  }

  /** After the last window is gone: Electron quits unless somebody listens to `window-all-closed`. */
  onLastWindowClosed(): void {
    if (this.isQuitting) return
    if (!this.emit('window-all-closed')) this.quit()
  }

  focus(): void {
    // The window manager decides.
  }

  setBadgeCount(count?: number): boolean {
    this.#badgeCount = count ?? 0
    return false
  }

  getBadgeCount(): number {
    return this.#badgeCount
  }

  isAccessibilitySupportEnabled(): boolean {
    return false
  }

  setAppUserModelId(): void {
    // Windows' task bar only.
  }

  /** Windows' jump list only. */
  setUserTasks(): boolean {
    return process.platform === 'win32'
  }

  /** Remembered for this run: a person's desktop keeps the programs that it has. */
  setAsDefaultProtocolClient(scheme: string): boolean {
    this.#schemes.add(scheme)
    return true
  }

  isDefaultProtocolClient(scheme: string): boolean {
    return this.#schemes.has(scheme)
  }

  removeAsDefaultProtocolClient(scheme: string): boolean {
    return this.#schemes.delete(scheme)
  }

  disableHardwareAcceleration(): void {
    // The browser is always started without it.
  }

  enableSandbox(): void {
    // Pages are always sandboxed here.
  }

  setAboutPanelOptions(): void {
    // There is no about panel.
  }
}

failByNameInClass('app', App, '.')

export const app = new App()
