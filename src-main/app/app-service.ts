// Services for the page's requests about the application itself, using Electron.
import { app, nativeTheme, shell } from 'electron'
import type { AppInfo } from '../../src-preload/contract/app/app.ts'
import { defaultDisplay } from '../../src-preload/domain/display.ts'
import { AppError } from '../../src-preload/domain/errors.ts'
import type { FirstPaintGate } from './first-paint-gate.ts'
import type { DesktopIntegration } from '../desktop/desktop-integration.ts'
import { linksOf } from '../desktop/deep-link.ts'
import { figureLocaleOf } from '../desktop/locale.ts'
import { openLink } from '../desktop/external-links.ts'
import type { SavedFiles } from '../desktop/saved-files.ts'
import type { ServiceOf } from '../ipc/handlers.ts'
import { reportError } from '../ipc/register.ts'
import { type Log, logFileIn } from '../diagnostics/log.ts'
import { keepTheme, type OpenedServices } from './open-services.ts'

export interface AppServiceOptions {
  readonly opened: Promise<OpenedServices>
  readonly desktopIntegration: DesktopIntegration
  readonly firstPaint: Pick<FirstPaintGate, 'open'>
  readonly savedFiles: Pick<SavedFiles, 'show'>
  readonly dataFolder: string
  readonly logFolder: string
  readonly log: Log
}

/** Opens a file or folder with the system's default program. Errors: databaseUnavailable { file, reason }. */
export async function openFile(file: string): Promise<void> {
  // Resolves with an error message on failure.
  const fault = await shell.openPath(file)
  if (fault !== '') throw new AppError('databaseUnavailable', { file, reason: fault })
}

/** The system's locale for formatting numbers. Call once the app is ready. */
export function getSystemLocale(): string | null {
  return figureLocaleOf(app.getSystemLocale(), app.getPreferredSystemLanguages())
}

export function createAppService(options: AppServiceOptions): ServiceOf<'app'> {
  const { opened, desktopIntegration, firstPaint, savedFiles, dataFolder, logFolder, log } = options

  let isPageUp = false

  async function getInfo(): Promise<AppInfo> {
    // It listens before it asks.
    desktopIntegration.noteAlive()
    const platform = (['darwin', 'win32', 'linux'] as const).find((name) => name === process.platform)
    const { display, startupError } = await opened.then(
      (rooms) => ({ display: rooms.display.current, startupError: null }),
      (error: unknown) => ({ display: defaultDisplay, startupError: reportError(error, log, 'start') }),
    )
    // The package check reads this log line to see that the app has started.
    if (!isPageUp) log.info('app', 'the page is up', { withData: startupError === null })
    isPageUp = true
    return {
      version: app.getVersion(),
      platform: platform ?? 'other',
      theme: nativeTheme.themeSource,
      display,
      locale: getSystemLocale(),
      staysInTray: desktopIntegration.staysInTray(),
      zoomPercent: desktopIntegration.mainWindow.zoomPercent,
      dataFolder,
      startupError,
    }
  }

  return {
    getInfo,
    setTheme: async ({ theme }) => {
      nativeTheme.themeSource = theme
      await keepTheme(theme, (await opened).store)
    },
    setDisplay: async (display) => (await opened).display.set(display),
    openDataFolder: () => openFile(dataFolder),
    openLog: () => openFile(logFileIn(logFolder)),
    showSavedFile: ({ file }) => {
      savedFiles.show(file)
    },
    openLink: ({ link }) => openLink(link, shell),
    restart: () => {
      // Leaves out deep links, so the restarted app does not open them again.
      const links = linksOf(process.argv)
      const args = process.argv.slice(1).filter((argument) => !links.includes(argument))
      desktopIntegration.mainWindow.quit(() => app.relaunch({ args }))
    },
    zoom: ({ direction }) => ({ zoomPercent: desktopIntegration.mainWindow.zoom(direction) }),
    setTray: ({ isOn }) => {
      desktopIntegration.setTray(isOn)
    },
    takeDestination: () => ({ destination: desktopIntegration.takeDestination() }),
    setPlace: ({ place }) => {
      desktopIntegration.mark.setPlace(place)
    },
    getLeftOpen: () => ({ leftOpen: desktopIntegration.mark.leftOpen }),
    dropLeftOpen: () => {
      desktopIntegration.mark.dropLeftOpen()
    },
    confirmKept: () => {
      desktopIntegration.confirmKept()
    },
    confirmShown: () => {
      firstPaint.open()
    },
  }
}
