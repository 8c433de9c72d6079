// Provides the facts for diagnostics: this build, this computer and the open services.
import { readFileSync } from 'node:fs'
import { arch, homedir, release, type, userInfo } from 'node:os'
import { join } from 'node:path'
import { app, nativeTheme } from 'electron'
import { z } from 'zod'
import { logFileIn, olderLogFileIn } from '../diagnostics/log.ts'
import type { OpenedServices } from './open-services.ts'
import { createDiagnostics, type Diagnostics } from '../diagnostics/diagnostics.ts'
import { openLicenses } from '../diagnostics/licenses.ts'
import type { Tools } from '../tools.ts'

/** `build.json` beside the bundles, written by packaging; other fields are ignored. */
const buildFile = z.object({ commit: z.string().regex(/^[0-9a-f]{7,16}$/) })

/** The commit of a packaged build; null if unknown. */
function readCommit(file: string): string | null {
  try {
    return buildFile.parse(JSON.parse(readFileSync(file, 'utf8'))).commit
  } catch {
    // Only packaged builds have this file, and nothing depends on it.
    return null
  }
}

/** The system's user name; empty if it has none. */
function readUserName(): string {
  try {
    return userInfo().username
  } catch {
    return ''
  }
}

export interface OpenDiagnosticsOptions extends Pick<Tools, 'clock' | 'log' | 'chooseFile'> {
  readonly opened: Promise<OpenedServices>
  /** Folder of main's bundle; packaging adds its files beside it. */
  readonly built: string
  readonly logFolder: string
}

export function openDiagnostics(options: OpenDiagnosticsOptions): Diagnostics {
  const { opened, built, logFolder, clock, log } = options
  const appFolder = join(built, '..')
  const rooms = opened.then(({ store, services, data, display, maintenance }) => ({
    getTheme: () => nativeTheme.themeSource,
    getDisplay: () => display.current,
    getSecurity: () => services.security.getState(),
    getNotices: () => services.alerts.getOptions(),
    isReadingPaused: () => services.sync.isPaused(),
    getAccounts: () => services.accounts.getState(),
    getConnection: () => services.connection.getState(),
    getActivity: () => services.connection.getActivity(),
    getRepeats: () => services.trading.getRepeats(),
    getData: () => data.getState(),
    maintenance,
    listAccounts: () => store.listAccounts(),
    readyMs: performance.now(),
  }))
  // Callers handle the rejection; there may be none.
  rooms.catch(() => undefined)
  return createDiagnostics({
    rooms,
    versions: {
      app: app.getVersion(),
      commit: readCommit(join(appFolder, 'build.json')),
      electron: process.versions.electron,
      chromium: process.versions.chrome,
      node: process.versions.node,
      v8: process.versions.v8,
      system: `${type()} ${release()}`,
      architecture: arch(),
    },
    licenses: openLicenses(join(appFolder, 'licenses.json'), (error) =>
      log.fault('diagnostics', 'read the licenses', error),
    ),
    logFiles: [olderLogFileIn(logFolder), logFileIn(logFolder)],
    home: homedir(),
    userName: readUserName(),
    clock,
    log,
    runningMs: () => performance.now(),
    memoryBytes: () => process.memoryUsage().rss,
    chooseFile: options.chooseFile,
  })
}
