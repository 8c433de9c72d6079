// Assembles the updater for this installation. Loaded on demand, because electron-updater is large and rarely needed.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { app, session } from 'electron'
import { AppError } from '../../src-preload/domain/errors.ts'
import type { Log } from '../diagnostics/log.ts'
import { createDownloads } from '../updates/downloads.ts'
import { createFindRelease, type FindRelease } from '../updates/find-release.ts'
import type { WantedPackage } from '../updates/metadata.ts'
import {
  type AppEnd,
  createPackageUpdater,
  type PackageKind,
  type PackageUpdater,
} from '../updates/package-updater.ts'
import type { ReleaseKey } from '../updates/release-keys.ts'
import { readReleaseLocation, type ReleaseLocation } from '../updates/release-location.ts'
import { createUpdateRequest } from './update-request.ts'

/** The name that electron-builder writes to `app-update.yml`. */
const cacheFolderName = 'starkdesk-updater'

export interface UpdaterSetupOptions {
  readonly keys: readonly ReleaseKey[]
  /** Location of the releases; null to read it from the package's `app-update.yml`. */
  readonly place: ReleaseLocation | null
  readonly configFile: string
  readonly cacheFolder: string
  readonly kind: PackageKind | null
  readonly mayUseLoopback: boolean
  readonly end: AppEnd
  readonly log: Log
}

export interface UpdaterSetup {
  readonly find: FindRelease
  /** Null when this installation does not update itself. */
  readonly updater: PackageUpdater | null
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

/** Errors: updateUnreachable { reason: 'noPlace' } when the package names no usable location. */
export async function setUpUpdater(options: UpdaterSetupOptions): Promise<UpdaterSetup> {
  const { kind, configFile, cacheFolder, end } = options
  const place = options.place ?? readReleaseLocation(await readFile(configFile, 'utf8'))
  if (place === null) throw new AppError('updateUnreachable', { reason: 'noPlace', file: 'app-update.yml' })
  const downloads = createDownloads({
    // In memory: the name lacks `persist:`.
    ask: createUpdateRequest(session.fromPartition('updates', { cache: false })),
    mayUseLoopback: options.mayUseLoopback,
  })
  const current = app.getVersion()
  const adapter = {
    version: current,
    name: app.getName(),
    isPackaged: true,
    appUpdateConfigPath: configFile,
    // electron-updater stores a staged-rollout ID here, which Starkdesk never sends. Kept apart from the user's data.
    userDataPath: join(cacheFolder, cacheFolderName),
    baseCachePath: cacheFolder,
    whenReady: () => app.whenReady(),
    relaunch: () => app.relaunch(),
    quit: () => app.quit(),
    onQuit: () => undefined,
  }
  return {
    find: createFindRelease({ place, keys: options.keys, downloads, current, wanted: wantedOf(kind) }),
    updater:
      kind === null ? null : createPackageUpdater({ kind, app: adapter, downloads, end, log: options.log }),
  }
}
