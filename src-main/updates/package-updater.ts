// Passes a verified release to electron-updater, which caches and installs it.
// electron-updater never downloads or chooses anything by itself.
import { rm } from 'node:fs/promises'
import {
  type AppUpdater,
  BaseUpdater,
  MacUpdater,
  NsisUpdater,
  Provider,
  type ResolvedUpdateFileInfo,
  type UpdateInfo,
} from 'electron-updater'
import type { AppAdapter } from 'electron-updater/out/AppAdapter.js'
import type { DownloadExecutorResult, DownloadUpdateOptions } from 'electron-updater/out/AppUpdater.js'
import { ElectronHttpExecutor } from 'electron-updater/out/electronHttpExecutor.js'
import type { ProviderRuntimeOptions } from 'electron-updater/out/providers/Provider.js'
import { AppError, isAppError } from '../../src-preload/domain/errors.ts'
import { createMutex } from '../async/mutex.ts'
import type { Log } from '../diagnostics/log.ts'
import { checkFile, replaceChecked } from './verify-digest.ts'
import type { Downloads } from './downloads.ts'
import type { FoundRelease } from './find-release.ts'
import type { ReleaseFile } from './metadata.ts'

/** How this installation is updated. */
export type PackageKind =
  { readonly kind: 'appImage'; readonly file: string } | { readonly kind: 'nsis' } | { readonly kind: 'mac' }

/** App shutdown as the installation needs it. */
export interface AppEnd {
  /** Starts this program after the app has ended. */
  readonly relaunch: (program: string) => void
  readonly quit: () => void
  /** Runs work once everything is closed, just before the app exits. */
  readonly afterClose: (work: () => void) => void
}

export interface PackageUpdaterOptions {
  readonly kind: PackageKind
  readonly app: AppAdapter
  readonly downloads: Pick<Downloads, 'save'>
  readonly end: AppEnd
  readonly log: Log
}

/** The current download; electron-updater's callbacks have no reference to it. */
interface Order {
  readonly found: FoundRelease
  readonly file: ReleaseFile
  readonly onBytes: (doneBytes: number) => void
  readonly signal: AbortSignal
}
type GetOrder = () => Order

const noOrder = (): AppError => new AppError('internal', { what: 'no update is under way' })

/** All downloads of electron-updater go through this class. */
class CheckedExecutor extends ElectronHttpExecutor {
  readonly #downloads: Pick<Downloads, 'save'>
  readonly #getOrder: GetOrder

  constructor(downloads: Pick<Downloads, 'save'>, getOrder: GetOrder) {
    super()
    this.#downloads = downloads
    this.#getOrder = getOrder
  }

  override async download(url: URL, destination: string): Promise<string> {
    const { file, onBytes, signal } = this.#getOrder()
    const wanted = { url: url.href, maxBytes: file.bytes, signal, sha512: file.sha512, onBytes }
    await this.#downloads.save(wanted, destination)
    return destination
  }

  override createRequest(): never {
    throw new AppError('internal', { what: 'electron-updater asked for something by itself' })
  }
}

/** Gives electron-updater the one verified file, instead of letting it search for a release. */
function providerFor({ found, file }: Order) {
  return class extends Provider<UpdateInfo> {
    constructor(_options: unknown, _updater: unknown, runtime: ProviderRuntimeOptions) {
      super(runtime)
    }

    getLatestVersion(): Promise<UpdateInfo> {
      const { name, sha512, bytes, minimumSystemVersion } = file
      return Promise.resolve({
        version: found.version,
        files: [{ url: name, sha512, size: bytes }],
        path: name,
        sha512,
        releaseDate: new Date(found.dateMs).toISOString(),
        ...(minimumSystemVersion === null ? {} : { minimumSystemVersion }),
      })
    }

    resolveFiles({ files }: UpdateInfo): ResolvedUpdateFileInfo[] {
      return files.map((info) => ({ url: new URL(info.url, found.folder), info }))
    }
  }
}

/**
 * Replaces an AppImage in place. electron-updater's own class deletes the old file before moving the new one, so a failure
 * such as a full disk loses the app. It also starts the new version while the old one still holds its lock.
 */
class AppImageInPlace extends BaseUpdater {
  readonly httpExecutor: ElectronHttpExecutor
  readonly #file: string
  readonly #getOrder: GetOrder

  constructor(app: AppAdapter, executor: ElectronHttpExecutor, file: string, getOrder: GetOrder) {
    super(null, app)
    this.httpExecutor = executor
    this.#file = file
    this.#getOrder = getOrder
  }

  protected override doDownloadUpdate(options: DownloadUpdateOptions): Promise<DownloadExecutorResult> {
    const { provider, info } = options.updateInfoAndProvider
    const [fileInfo] = provider.resolveFiles(info)
    if (fileInfo === undefined) throw noOrder()
    return this.executeDownload({
      fileExtension: 'AppImage',
      fileInfo,
      downloadUpdateOptions: options,
      task: (destination, how) => this.httpExecutor.download(fileInfo.url, destination, how),
    })
  }

  protected override doInstall(): boolean {
    try {
      if (this.installerPath === null) throw noOrder()
      replaceChecked(this.installerPath, this.#file, this.#getOrder().file.sha256)
      return true
    } catch (error) {
      // Nothing was installed, so the install may be requested again.
      this.quitAndInstallCalled = false
      throw error
    }
  }
}

class CheckedNsis extends NsisUpdater {
  readonly httpExecutor: ElectronHttpExecutor
  constructor(app: AppAdapter, executor: ElectronHttpExecutor) {
    super(null, app)
    this.httpExecutor = executor
  }
}

class CheckedMac extends MacUpdater {
  readonly httpExecutor: ElectronHttpExecutor
  constructor(app: AppAdapter, executor: ElectronHttpExecutor) {
    super(undefined, app)
    this.httpExecutor = executor
  }
}

/** Turns off all automatic behavior of electron-updater. */
function quieten(updater: AppUpdater, log: Log): void {
  updater.autoDownload = false
  updater.autoInstallOnAppQuit = false
  updater.autoRunAppAfterInstall = true
  updater.allowDowngrade = false
  updater.allowPrerelease = true
  updater.disableWebInstaller = true
  // Differential downloads save time but add no safety: full files have a single path for download and verification.
  updater.disableDifferentialDownload = true
  updater.logger = {
    info: () => undefined,
    warn: (message: unknown) => log.info('updates', 'electron-updater warns', { message: String(message) }),
    error: (message: unknown) => log.info('updates', 'electron-updater fails', { message: String(message) }),
  }
}

function asFailure(step: 'download' | 'install', error: unknown): AppError {
  if (isAppError(error)) return error
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (code === 'ERR_UPDATER_INVALID_SIGNATURE')
    return new AppError('updateRefused', { reason: 'platformSignature' }, error)
  return new AppError('updateFailed', { step, reason: code === '' ? 'unknown' : code }, error)
}

/** Runs electron-updater's install and throws its error, which it only emits as an event. */
function installNow(updater: BaseUpdater): void {
  let fault: unknown = null
  const note = (error: Error): void => {
    fault = error
  }
  updater.on('error', note)
  const isDone = updater.install(false, true)
  updater.off('error', note)
  if (!isDone) throw asFailure('install', fault)
}

/** Create one for the life of the app. */
export function createPackageUpdater({ kind, app, downloads, end, log }: PackageUpdaterOptions) {
  let order: Order | null = null
  let downloaded: string | null = null
  // During a download electron-updater returns that download to every caller, even right after it was canceled.
  const runExclusive = createMutex()
  const getOrder: GetOrder = () => {
    if (order === null) throw noOrder()
    return order
  }
  const executor = new CheckedExecutor(downloads, getOrder)
  const { updater, install } = open()
  quieten(updater, log)

  function open(): { updater: AppUpdater; install: () => Promise<void> | void } {
    switch (kind.kind) {
      case 'appImage': {
        const own = new AppImageInPlace(app, executor, kind.file, getOrder)
        return {
          updater: own,
          install: () => {
            installNow(own)
            end.relaunch(kind.file)
            end.quit()
          },
        }
      }
      case 'nsis': {
        const own = new CheckedNsis(app, executor)
        return {
          updater: own,
          // The installer kills an app that does not quit by itself, so it starts after the data is closed.
          install: () => {
            end.afterClose(() => installNow(own))
            end.quit()
          },
        }
      }
      case 'mac': {
        const own = new CheckedMac(app, executor)
        return {
          updater: own,
          // Squirrel.Mac copies the file, checks its signature and quits the app when ready.
          install: () =>
            new Promise<void>((_resolve, reject) => {
              own.once('error', reject)
              own.quitAndInstall()
            }),
        }
      }
    }
  }

  return {
    /**
     * Downloads the package, or finds it in the cache, and verifies it. Errors: those of a download; updateRefused;
     * updateFailed.
     */
    download: (
      found: FoundRelease,
      onBytes: (doneBytes: number) => void,
      signal: AbortSignal,
    ): Promise<void> =>
      runExclusive(async () => {
        const { file } = found
        if (file === null) throw noOrder()
        if (signal.aborted) throw new AppError('cancelled', { reason: 'user' })
        order = { found, file, onBytes, signal }
        downloaded = null
        try {
          updater.setFeedURL({ provider: 'custom', updateProvider: providerFor(order) })
          const checked = await updater.checkForUpdates()
          // The release is newer and signed; the only remaining reason is the system's version.
          if (checked?.isUpdateAvailable !== true)
            throw new AppError('updateRefused', { reason: 'systemTooOld', version: found.version })
          const [path] = await updater.downloadUpdate()
          if (path === undefined) throw noOrder()
          await checkFile(path, file.sha256).catch(async (error: unknown) => {
            await rm(path, { force: true })
            throw error
          })
          downloaded = path
        } catch (error) {
          throw asFailure('download', error)
        }
      }),

    /** Verifies again and installs; the app then ends. Errors: updateRefused; updateFailed { step: 'install' }. */
    async install(found: FoundRelease): Promise<void> {
      const path = downloaded
      if (path === null || found.file === null || order?.found !== found) throw noOrder()
      try {
        // The cached file may be days old.
        await checkFile(path, found.file.sha256)
      } catch (error) {
        downloaded = null
        await rm(path, { force: true })
        throw error
      }
      try {
        await install()
      } catch (error) {
        throw asFailure('install', error)
      }
    },
  }
}

export type PackageUpdater = ReturnType<typeof createPackageUpdater>
