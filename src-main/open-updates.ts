// Owns: what this build can do about updates: its keys, where its releases are, how it was installed. Must not: look for any.
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { app, session, shell } from 'electron'
import { getAppCacheDir } from 'electron-updater/out/AppAdapter.js'
import { AppError } from '../src-preload/shared/errors.ts'
import type { Log } from './log.ts'
import { createDownloads } from './services/updates/downloads.ts'
import { createFindRelease } from './services/updates/find-release.ts'
import type { WantedPackage } from './services/updates/metadata.ts'
import { type AppEnd, createPackageUpdater, type PackageKind } from './services/updates/package-updater.ts'
import { productionKeys, type ReleaseKey } from './services/updates/release-keys.ts'
import { readPlace, type ReleasePlace } from './services/updates/release-place.ts'
import type { UpdateWays } from './services/updates/updates.ts'
import type { StartSettings } from './start-settings.ts'
import { createUpdateRequest } from './update-request.ts'

/** As electron-builder names it in `app-update.yml`. */
const cacheFolderName = 'starkdesk-updater'

interface Trust {
  readonly place: ReleasePlace
  readonly keys: readonly ReleaseKey[]
  readonly configFile: string
  readonly cacheFolder: string
}

/** What is baked into the package, or the reason why there is nothing. */
async function readTrust(
  practice: StartSettings['updates'],
  dataFolder: string,
): Promise<Trust | 'notPackaged' | 'noKey' | 'noPlace'> {
  if (!app.isPackaged) {
    if (practice === null) return 'notPackaged'
    const cacheFolder = join(dataFolder, 'updates')
    const configFile = join(cacheFolder, 'app-update.yml')
    await mkdir(cacheFolder, { recursive: true })
    await writeFile(configFile, `updaterCacheDirName: ${cacheFolderName}\n`)
    return { place: { kind: 'folders', url: practice.url }, keys: [practice.key], configFile, cacheFolder }
  }
  if (productionKeys.every(({ isRetired }) => isRetired)) return 'noKey'
  const configFile = join(process.resourcesPath, 'app-update.yml')
  const place = await readFile(configFile, 'utf8').then(readPlace, () => null)
  if (place === null) return 'noPlace'
  return { place, keys: productionKeys, configFile, cacheFolder: getAppCacheDir() }
}

/**
 * How this installation is updated; null where it is not by itself: packages of deb and rpm belong to the package manager, which
 * asks for an administrator's password of its own.
 */
function findKind(practice: StartSettings['updates']): PackageKind | null {
  if (!app.isPackaged)
    return practice === null || practice.appImage === null
      ? null
      : { kind: 'appImage', file: practice.appImage }
  if (process.platform === 'win32') return { kind: 'nsis' }
  if (process.platform === 'darwin') return { kind: 'mac' }
  const { APPIMAGE: file, APPDIR: folder } = process.env
  // A program that was started from another AppImage inherits both names: its own program must lie in that folder.
  const isOwn = folder !== undefined && !relative(folder, process.execPath).startsWith('..')
  return file !== undefined && isOwn ? { kind: 'appImage', file } : null
}

function wantedOf(kind: PackageKind | null): WantedPackage | null {
  const { arch } = process
  switch (kind?.kind) {
    case 'appImage':
      return { metadataEnd: `-linux${arch === 'x64' ? '' : `-${arch}`}.yml`, extension: 'AppImage', arch }
    case 'nsis':
      return { metadataEnd: '.yml', extension: 'exe', arch }
    case 'mac':
      return { metadataEnd: '-mac.yml', extension: 'zip', arch }
    case undefined:
      return null
  }
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
  /** Runs work when all is closed, right before the app ends. */
  readonly afterClose: (work: () => void) => void
}

export async function openUpdates({
  practice,
  dataFolder,
  log,
  afterClose,
}: OpenUpdatesOptions): Promise<UpdateWays> {
  const trust = await readTrust(practice, dataFolder)
  if (typeof trust === 'string') return { kind: 'off', reason: trust }
  const { place, keys, configFile, cacheFolder } = trust
  const downloads = createDownloads({
    // Without `persist:` in its name it is in memory.
    ask: createUpdateRequest(session.fromPartition('updates', { cache: false })),
    mayUseLoopback: !app.isPackaged,
  })
  const kind = findKind(practice)
  const end: AppEnd = {
    relaunch: (program) => {
      afterClose(() => {
        app.relaunch({ execPath: program, args: [] })
      })
    },
    quit: () => {
      app.quit()
    },
    afterClose: (work) => {
      afterClose(() => {
        try {
          work()
        } catch (error) {
          // Nothing was installed, and this version is started again.
          log.fault('updates', 'install', error)
          app.relaunch()
        }
      })
    },
  }
  const updater =
    kind === null
      ? null
      : createPackageUpdater({
          kind,
          app: {
            version: app.getVersion(),
            name: app.getName(),
            isPackaged: true,
            appUpdateConfigPath: configFile,
            // electron-updater keeps an id for staged rollouts there, which Starkdesk never sends: not among the user's data.
            userDataPath: join(cacheFolder, cacheFolderName),
            baseCachePath: cacheFolder,
            whenReady: () => app.whenReady(),
            relaunch: () => {
              app.relaunch()
            },
            quit: end.quit,
            onQuit: () => undefined,
          },
          downloads,
          end,
          log,
        })
  const current = app.getVersion()
  return {
    kind: 'on',
    find: createFindRelease({ place, keys, downloads, current, wanted: wantedOf(kind) }),
    updater,
    openPage,
  }
}
