// Shows the app outside its window: menus, tray, dock, jump list, unread badge.
import { app, type BrowserWindow, Menu, nativeImage, Tray } from 'electron'
import { countOf } from '../../src-preload/domain/count-of.ts'
import { applicationMenu, dockMenu, type MenuSetting, trayMenu, userTasks } from './menus.ts'
import { badgeIcon, type Bitmap, markedTrayIcon, trayIcon } from './icon-bitmaps.ts'

/** Also set in the packages: Windows groups windows, shortcuts and notifications of an app by this ID. */
const appUserModelId = 'app.starkdesk.Starkdesk'

function toImage({ size, pixels }: Bitmap): Electron.NativeImage {
  return nativeImage.createFromBitmap(pixels, { width: size, height: size })
}

/** True on platforms where closing the last window usually ends an app, so a tray is useful. */
export function canStayInTray(platform: NodeJS.Platform): boolean {
  return platform !== 'darwin'
}

/** Call once the app is ready. */
export function startShellIntegration(setting: MenuSetting) {
  const { platform, isPackaged, act } = setting
  let tray: Tray | null = null
  let unread = 0
  let canceling: string | null = null
  let dressed: BrowserWindow | null = null

  Menu.setApplicationMenu(Menu.buildFromTemplate(applicationMenu(setting)))
  app.dock?.setMenu(Menu.buildFromTemplate(dockMenu(setting)))
  if (platform === 'win32') {
    app.setAppUserModelId(appUserModelId)
    // In development the program is Electron's own, which would start without the app.
    if (isPackaged) app.setUserTasks(userTasks(process.execPath))
  }

  /** Windows has no badge number: a dot is drawn over the icon, with a text for screen readers. */
  function showOverlay(): void {
    if (platform !== 'win32' || dressed === null || dressed.isDestroyed()) return
    const words = countOf(unread, ['unread notification', 'unread notifications'])
    dressed.setOverlayIcon(unread === 0 ? null : toImage(badgeIcon), unread === 0 ? '' : words)
  }

  function showTray(): void {
    if (tray === null) return
    tray.setImage(toImage(canceling === null ? trayIcon : markedTrayIcon))
    tray.setToolTip(canceling === null ? 'Starkdesk' : `Starkdesk: ${canceling}`)
    tray.setContextMenu(Menu.buildFromTemplate(trayMenu(setting, canceling)))
  }

  return {
    /** Shows in the tray how canceling all orders stands, in words; null where there is nothing to tell. */
    setCanceling(text: string | null): void {
      if (text === canceling) return
      canceling = text
      showTray()
    },
    /** Adds or removes the tray icon. Errors: those of a system without a tray. */
    setTray(isOn: boolean): void {
      if (!isOn || !canStayInTray(platform)) {
        tray?.destroy()
        tray = null
        return
      }
      if (tray !== null) return
      tray = new Tray(toImage(trayIcon))
      showTray()
      tray.on('click', () => act({ kind: 'show' }))
    },
    /** Number of unread notifications. */
    setBadge(count: number): void {
      unread = count
      if (platform === 'win32') showOverlay()
      else app.setBadgeCount(count)
    },
    /** Applies the badge to a new window. */
    dress(window: BrowserWindow): void {
      dressed = window
      showOverlay()
    },
  }
}

export type ShellIntegration = ReturnType<typeof startShellIntegration>
