// Determines whether this build can update itself: release keys, kind of installation, restart. Loads the updater on demand.
import { existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join, relative } from 'node:path'
import { app, shell } from 'electron'
import { AppError } from '../../src-preload/domain/errors.ts'
import type { Log } from '../diagnostics/log.ts'
import type { AppEnd, PackageKind } from '../updates/package-updater.ts'
import { productionKeys } from '../updates/release-keys.ts'
import type { UpdateSupport } from '../updates/updates.ts'
import type { StartSettings } from './start-settings.ts'
import type { UpdaterSetupOptions, UpdaterSetup } from './updater-setup.ts'

type Trust = Pick<UpdaterSetupOptions, 'keys' | 'place' | 'configFile' | 'cacheFolder'>

/** The system's cache folder, as electron-updater resolves it. */
function findCacheFolder(): string {
  const home = homedir()
  if (process.platform === 'win32') return process.env['LOCALAPPDATA'] ?? join(home, 'AppData', 'Local')
  if (process.platform === 'darwin') return join(home, 'Library', 'Caches')
  const { XDG_CACHE_HOME: folder = '' } = process.env
  return folder === '' ? join(home, '.cache') : folder
}

/** Keys and configuration baked into the package, or the reason why there are none. */
async function readTrust(
  practice: StartSettings['updates'],
  dataFolder: string,
): Promise<Trust | 'notPackaged' | 'noKey' | 'noPlace'> {
  if (!app.isPackaged) {
    if (practice === null) return 'notPackaged'
    const cacheFolder = join(dataFolder, 'updates')
    const configFile = join(cacheFolder, 'app-update.yml')
    await mkdir(cacheFolder, { recursive: true })
    await writeFile(configFile, 'updaterCacheDirName: starkdesk-updater\n')
    return { place: { kind: 'folders', url: practice.url }, keys: [practice.key], configFile, cacheFolder }
  }
  if (productionKeys.every(({ isRetired }) => isRetired)) return 'noKey'
  // electron-builder writes this file only when a release location is configured.
  const configFile = join(process.resourcesPath, 'app-update.yml')
  if (!existsSync(configFile)) return 'noPlace'
  return { place: null, keys: productionKeys, configFile, cacheFolder: findCacheFolder() }
}

/**
 * How this installation is updated; null if it does not update itself: deb and rpm packages belong to the package manager,
 * which asks for an administrator's password.
 */
function findKind(practice: StartSettings['updates']): PackageKind | null {
  if (!app.isPackaged) {
    const file = practice?.appImage ?? null
    return file === null ? null : { kind: 'appImage', file }
  }
  if (process.platform === 'win32') return { kind: 'nsis' }
  if (process.platform === 'darwin') return { kind: 'mac' }
  const { APPIMAGE: file, APPDIR: folder } = process.env
  // A program started from another AppImage inherits both variables, so its own program must be inside that folder.
  const isOwn = folder !== undefined && !relative(folder, process.execPath).startsWith('..')
  return file !== undefined && isOwn ? { kind: 'appImage', file } : null
}

async function openPage(address: string): Promise<void> {
  const url = URL.parse(address)
  if (url?.protocol !== 'https:' || url.username !== '' || url.password !== '')
    throw new AppError('validation', { field: 'link', reason: 'notAllowed' })
  try {
    await shell.openExternal(url.href) // eng-disable OPEN_EXTERNAL_JS_CHECK: https, of the place that the package names
  } catch (error) {
    throw new AppError('notFound', { what: 'browser' }, error)
  }
}

export interface OpenUpdatesOptions {
  readonly practice: StartSettings['updates']
  readonly dataFolder: string
  readonly log: Log
  /** Runs work after everything is closed, right before the app exits. */
  readonly afterClose: (work: () => void) => void
  /** Ends the app without a question: what would wait has been looked at, and the installation has begun. */
  readonly quitUnasked: () => void
}

function makeEnd({ afterClose, quitUnasked, log }: OpenUpdatesOptions): AppEnd {
  return {
    relaunch: (program) => {
      afterClose(() => app.relaunch({ execPath: program, args: [] }))
    },
    quit: quitUnasked,
    afterClose: (work) => {
      afterClose(() => {
        try {
          work()
        } catch (error) {
          // Nothing was installed; this version restarts.
          log.fault('updates', 'install', error)
          app.relaunch()
        }
      })
    },
  }
}

/** Determines how this build can be updated. Loads and requests nothing yet. */
export async function openUpdates(options: OpenUpdatesOptions): Promise<UpdateSupport> {
  const { practice, dataFolder, log } = options
  const trust = await readTrust(practice, dataFolder)
  if (typeof trust === 'string') return { kind: 'off', reason: trust }
  const kind = findKind(practice)
  let opened: Promise<UpdaterSetup> | null = null
  const loadUpdater = async (): Promise<UpdaterSetup> => {
    const { setUpUpdater } = await import('./updater-setup.ts')
    return setUpUpdater({ ...trust, kind, mayUseLoopback: !app.isPackaged, end: makeEnd(options), log })
  }
  const room = (): Promise<UpdaterSetup> =>
    (opened ??= loadUpdater().catch((error: unknown) => {
      // The next caller tries again.
      opened = null
      throw error
    }))
  const getUpdater = async () => {
    const { updater } = await room()
    if (updater === null) throw new AppError('internal', { what: 'not updated by itself' })
    return updater
  }
  return {
    kind: 'on',
    find: async (channel, signal) => (await room()).find(channel, signal),
    updater:
      kind === null
        ? null
        : {
            download: async (found, onBytes, signal) => (await getUpdater()).download(found, onBytes, signal),
            install: async (found) => (await getUpdater()).install(found),
          },
    openPage,
  }
}
