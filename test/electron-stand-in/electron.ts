// Owns the module `electron` as the app imports it in its main process.
// It must not hold behavior: every name comes from its own room, and what has none fails by name.
import { app, electronVersion } from './api/app.ts'
import { BrowserWindow, closeAllWindows } from './api/browser-window.ts'
import { clipboard, ClipboardItem } from './api/clipboard.ts'
import { dialog, setDialogsShown } from './api/dialog.ts'
import { ipcMain } from './api/ipc-main.ts'
import { Menu, MenuItem } from './api/menu.ts'
import { nativeImage } from './api/native-image.ts'
import { nativeTheme } from './api/native-theme.ts'
import { net } from './api/net.ts'
import { protocol } from './api/protocol.ts'
import { screen } from './api/screen.ts'
import { serveCustomScheme, session } from './api/session.ts'
import {
  crashReporter,
  Notification,
  powerMonitor,
  powerSaveBlocker,
  safeStorage,
  shell,
} from './api/system.ts'
import { Tray } from './api/tray.ts'
import { utilityProcess } from './api/utility-process.ts'
import { contentsOf, webContents } from './api/web-contents.ts'
import { networkRules, startBrowser, whenConnected } from './core/chromium.ts'
import type { LaunchOptions } from './core/launch-options.ts'
import { pages } from './core/page.ts'
import { openGate, setGate } from './core/request-gate.ts'
import { forgetAllTargets, watchTargets } from './core/targets.ts'
import { absent, lack } from './strict.ts'

const autoUpdater = absent('autoUpdater')
const BaseWindow = absent('BaseWindow')
const BrowserView = absent('BrowserView')
const contentTracing = absent('contentTracing')
const desktopCapturer = absent('desktopCapturer')
const globalShortcut = absent('globalShortcut')
const ImageView = absent('ImageView')
const inAppPurchase = absent('inAppPurchase')
const MessageChannelMain = absent('MessageChannelMain')
const netLog = absent('netLog')
const pushNotifications = absent('pushNotifications')
const ShareMenu = absent('ShareMenu')
const sharedTexture = absent('sharedTexture')
const systemPreferences = absent('systemPreferences')
const TouchBar = absent('TouchBar')
const View = absent('View')
const WebContentsView = absent('WebContentsView')
const webFrameMain = absent('webFrameMain')

const electron = {
  app,
  autoUpdater,
  BaseWindow,
  BrowserView,
  BrowserWindow,
  clipboard,
  ClipboardItem,
  contentTracing,
  crashReporter,
  desktopCapturer,
  dialog,
  globalShortcut,
  ImageView,
  inAppPurchase,
  ipcMain,
  Menu,
  MenuItem,
  MessageChannelMain,
  nativeImage,
  nativeTheme,
  net,
  netLog,
  Notification,
  powerMonitor,
  powerSaveBlocker,
  protocol,
  pushNotifications,
  safeStorage,
  screen,
  session,
  ShareMenu,
  sharedTexture,
  shell,
  systemPreferences,
  TouchBar,
  Tray,
  utilityProcess,
  View,
  webContents,
  WebContentsView,
  webFrameMain,
}

async function prepare(): Promise<void> {
  setGate({
    mayNavigate: (request, isRedirect) => contentsOf(request)?.judgeNavigation(request, isRedirect) ?? true,
    serve: serveCustomScheme,
  })
  const watching = watchTargets((targetId) => pages.get(targetId)?.markCrashed())
  await Promise.all([watching, openGate()])
}

/** Starts the emulated runtime; the app's own code is loaded by the boot file. */
export function startRuntime(options: LaunchOptions): void {
  app.start(options, {
    closeAll: closeAllWindows,
    destroyAll: () => {
      for (const window of BrowserWindow.getAllWindows()) window.destroy()
    },
  })
  setDialogsShown(options.showsDialogs)
  startBrowser(options, prepare, () => {
    // The browser went away by itself: a person closed it, or it crashed. There is nothing left to show.
    forgetAllTargets()
    app.quit()
  })
}

/** Makes the app ready, once its main file has been evaluated and the browser answers. */
export async function finishStart(): Promise<void> {
  await whenConnected
  const { blinkSettings } = networkRules()
  const asked = app.commandLine.getSwitchValue('blink-settings')
  if (asked !== blinkSettings) lack(`blink-settings "${asked}", where it was started with "${blinkSettings}"`)
  app.becomeReady()
}

export { electronVersion }
export default electron
export {
  electron as 'module.exports',
  app,
  autoUpdater,
  BaseWindow,
  BrowserView,
  BrowserWindow,
  clipboard,
  ClipboardItem,
  contentTracing,
  crashReporter,
  desktopCapturer,
  dialog,
  globalShortcut,
  ImageView,
  inAppPurchase,
  ipcMain,
  Menu,
  MenuItem,
  MessageChannelMain,
  nativeImage,
  nativeTheme,
  net,
  netLog,
  Notification,
  powerMonitor,
  powerSaveBlocker,
  protocol,
  pushNotifications,
  safeStorage,
  screen,
  session,
  ShareMenu,
  sharedTexture,
  shell,
  systemPreferences,
  TouchBar,
  Tray,
  utilityProcess,
  View,
  webContents,
  WebContentsView,
  webFrameMain,
}
