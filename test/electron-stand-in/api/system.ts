// Owns the small modules that stand for the system: shell, notifications, power, crash reports, key storage.
// It must not disturb a person's desktop from a headless run.
import { spawn } from 'node:child_process'
import { EventEmitter } from 'node:events'
import { rm } from 'node:fs/promises'
import path from 'node:path'
import type Electron from 'electron'
import { isBrowserHeadless } from '../core/chromium.ts'
import { makeEvent } from '../core/events.ts'
import { failByName, failByNameInClass } from '../strict.ts'

const openers: Partial<Record<NodeJS.Platform, [string, ...string[]]>> = {
  linux: ['xdg-open'],
  darwin: ['open'],
  win32: ['explorer.exe'],
}

/** Runs a program of the desktop; in a headless run it only says what it would have done. */
function desktop(what: string, program: string, args: readonly string[]): void {
  if (isBrowserHeadless()) {
    console.error(`[electron stand-in] ${what}`)
    return
  }
  const child = spawn(program, args, { detached: true, stdio: 'ignore' })
  child.on('error', (error) => console.error(`[electron stand-in] ${what}: ${error.message}`))
  child.unref()
}

function open(what: string, target: string): void {
  const [program, ...args] = openers[process.platform] ?? ['xdg-open']
  desktop(`${what} ${target}`, program, [...args, target])
}

export const shell = failByName('shell', {
  openExternal: async (url: string) => {
    open('shell.openExternal', url)
    await Promise.resolve()
  },
  openPath: async (file: string) => {
    open('shell.openPath', file)
    return await Promise.resolve('')
  },
  showItemInFolder: (file: string) => open('shell.showItemInFolder', path.dirname(file)),
  trashItem: async (file: string) => {
    await rm(file, { recursive: true })
  },
  beep: () => {
    process.stderr.write('\u0007')
  },
} satisfies Pick<Electron.Shell, 'openExternal' | 'openPath' | 'showItemInFolder' | 'trashItem' | 'beep'>)

type NotificationFields = Pick<Electron.Notification, 'title' | 'body' | 'silent' | 'show' | 'close'>

export class Notification extends EventEmitter implements NotificationFields {
  title: string
  body: string
  silent: boolean

  constructor(options: Electron.NotificationConstructorOptions = {}) {
    super()
    this.title = options.title ?? ''
    this.body = options.body ?? ''
    this.silent = options.silent ?? false
  }

  static isSupported(): boolean {
    return true
  }

  show(): void {
    if (process.platform === 'linux') {
      desktop(`notification: ${this.title}`, 'notify-send', ['--', this.title, this.body])
    }
    setImmediate(() => this.emit('show', makeEvent({})))
  }

  close(): void {
    setImmediate(() => this.emit('close', makeEvent({})))
  }
}

failByNameInClass('Notification', Notification)

type PowerFields = Pick<
  Electron.PowerMonitor,
  | 'getSystemIdleState'
  | 'getSystemIdleTime'
  | 'getCurrentThermalState'
  | 'isOnBatteryPower'
  | 'onBatteryPower'
>

/** Nothing ever happens to the power; tests emit `suspend`, `resume`, `lock-screen` themselves. */
export class PowerMonitor extends EventEmitter implements PowerFields {
  readonly onBatteryPower = false

  getSystemIdleState(): 'active' {
    return 'active'
  }

  getSystemIdleTime(): number {
    return 0
  }

  getCurrentThermalState(): 'unknown' {
    return 'unknown'
  }

  isOnBatteryPower(): boolean {
    return false
  }
}

failByNameInClass('powerMonitor', PowerMonitor, '.')

export const powerMonitor = new PowerMonitor()

const blockers = new Set<number>()
let lastBlockerId = 0

export const powerSaveBlocker = failByName('powerSaveBlocker', {
  start: () => {
    lastBlockerId += 1
    blockers.add(lastBlockerId)
    return lastBlockerId
  },
  stop: (id: number) => blockers.delete(id),
  isStarted: (id: number) => blockers.has(id),
} satisfies Electron.PowerSaveBlocker)

export const crashReporter = failByName('crashReporter', {
  start: () => undefined,
  getUploadToServer: () => false,
  setUploadToServer: () => undefined,
  addExtraParameter: () => undefined,
  removeExtraParameter: () => undefined,
} satisfies Partial<Electron.CrashReporter>)

function refuseEncryption(what: string): never {
  throw new Error(`Error while ${what} with safeStorage: encryption is not available.`)
}

/** Deliberately without encryption: an app must not come to depend on keys that nothing protects. */
export const safeStorage = failByName('safeStorage', {
  isEncryptionAvailable: () => false,
  isAsyncEncryptionAvailable: () => Promise.resolve(false),
  getSelectedStorageBackend: () => 'unknown' as const,
  encryptString: () => refuseEncryption('encrypting'),
  decryptString: () => refuseEncryption('decrypting'),
  encryptStringAsync: () => new Promise<never>(() => refuseEncryption('encrypting')),
  decryptStringAsync: () => new Promise<never>(() => refuseEncryption('decrypting')),
} satisfies Partial<Record<keyof Electron.SafeStorage, unknown>>)
