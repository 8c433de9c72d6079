// Owns: what the system shows of the app beside its window: menus, tray, dock, jump list, the mark of unread notices.
// Must not: decide what stands in a menu (menus.ts) or what a command does.
import { app, type BrowserWindow, Menu, nativeImage, Tray } from 'electron'
import { countOf } from '../../src-preload/domain/count-of.ts'
import { applicationMenu, dockMenu, type MenuSetting, trayMenu, userTasks } from './menus.ts'
import { badgePicture, type Bitmap, trayPicture } from './pictures.ts'

/** Of the packages as well: Windows finds windows, shortcuts and notifications of one app by it. */
const appUserModelId = 'app.starkdesk.Starkdesk'

function toImage({ size, pixels }: Bitmap): Electron.NativeImage {
  return nativeImage.createFromBitmap(pixels, { width: size, height: size })
}

export interface SystemFace {
  /** Puts the app into the tray, or takes it out. Errors: those of a system that has no tray. */
  setTray(isOn: boolean): void
  /** How many notices are unread. */
  setBadge(unread: number): void
  /** A window is new: it has no mark yet. */
  dress(window: BrowserWindow): void
}

/** True where closing a window usually ends an app, so that a tray is of use. */
export function canStayInTray(platform: NodeJS.Platform): boolean {
  return platform !== 'darwin'
}

/** To be called once the app is ready. */
export function showSystemFace(setting: MenuSetting): SystemFace {
  const { platform, isPackaged, act } = setting
  let tray: Tray | null = null
  let unread = 0
  let dressed: BrowserWindow | null = null

  Menu.setApplicationMenu(Menu.buildFromTemplate(applicationMenu(setting)))
  app.dock?.setMenu(Menu.buildFromTemplate(dockMenu(setting)))
  if (platform === 'win32') {
    app.setAppUserModelId(appUserModelId)
    // In development the program is Electron's own, which would start without the app.
    if (isPackaged) app.setUserTasks(userTasks(process.execPath))
  }

  /** Windows has no number on an icon: a dot lies over it, and its words are read out. */
  function showOverlay(): void {
    if (platform !== 'win32' || dressed === null || dressed.isDestroyed()) return
    const words = countOf(unread, ['unread notice', 'unread notices'])
    dressed.setOverlayIcon(unread === 0 ? null : toImage(badgePicture), unread === 0 ? '' : words)
  }

  return {
    setTray(isOn) {
      if (!isOn || !canStayInTray(platform)) {
        tray?.destroy()
        tray = null
        return
      }
      if (tray !== null) return
      tray = new Tray(toImage(trayPicture))
      tray.setToolTip('Starkdesk')
      tray.setContextMenu(Menu.buildFromTemplate(trayMenu(setting)))
      tray.on('click', () => {
        act({ kind: 'show' })
      })
    },
    setBadge(count) {
      unread = count
      if (platform === 'win32') showOverlay()
      else app.setBadgeCount(count)
    },
    dress(window) {
      dressed = window
      showOverlay()
    },
  }
}
