// Owns a small app that uses Electron as the product does. Plain JavaScript, as a built bundle is.
// It must not know that it runs on the stand-in.
import { appendFileSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { Worker } from 'node:worker_threads'
import { app, BrowserWindow, dialog, ipcMain, net, protocol, session } from 'electron'

const here = import.meta.dirname
const policy = "default-src 'self'; connect-src 'none'; frame-src 'self'; frame-ancestors 'self'"
const note = (line) => {
  if (process.env.FIXTURE_LOG) appendFileSync(process.env.FIXTURE_LOG, `${line}\n`)
}

protocol.registerSchemesAsPrivileged([
  { scheme: 'app', privileges: { standard: true, secure: true, supportFetchAPI: true } },
])

if (!app.requestSingleInstanceLock({ greeting: 'hello' })) {
  note('second instance gives way')
  app.quit()
} else {
  for (const event of ['before-quit', 'will-quit', 'quit', 'window-all-closed']) {
    app.on(event, () => {
      note(event)
      if (event === 'window-all-closed') app.quit()
    })
  }
  app.on('second-instance', (_event, argv, _folder, data) =>
    note(`second-instance ${data.greeting} ${argv.at(-1)}`),
  )
  app.whenReady().then(start)
}

globalThis.seen = { navigations: [], redirects: [], opened: [], sent: [], permissions: [], blocked: [] }

function openWindow(options) {
  const window = new BrowserWindow({
    width: 900,
    height: 700,
    show: false,
    ...options,
    webPreferences: { preload: path.join(here, 'preload.js'), sandbox: true, contextIsolation: true },
  })
  window.once('ready-to-show', () => window.show())
  window.on('close', () => note('close'))
  window.on('closed', () => note('closed'))
  const { webContents } = window
  webContents.setWindowOpenHandler(({ url }) => {
    globalThis.seen.opened.push(url)
    return { action: 'deny' }
  })
  webContents.on('will-navigate', (event) => {
    globalThis.seen.navigations.push(event.url)
    event.preventDefault()
  })
  webContents.on('will-frame-navigate', (event) => {
    if (!event.isMainFrame)
      globalThis.seen.navigations.push(`frame ${event.url} of ${event.frame?.parent?.url}`)
  })
  webContents.on('will-attach-webview', (event) => event.preventDefault())
  window.loadURL('app://fixture/index.html#start').catch((error) => {
    // A window that is closed while it loads is no failure.
    if (!window.isDestroyed()) note(`load failed ${error.message}`)
  })
  return window
}
globalThis.openWindow = openWindow

function start() {
  protocol.handle('app', async (request) => {
    const { pathname } = new URL(request.url)
    if (pathname === '/echo')
      return new Response(await request.text(), { headers: { 'x-method': request.method } })
    const file = await net.fetch(pathToFileURL(path.join(here, 'pages', pathname)).href)
    const headers = new Headers(file.headers)
    headers.set('content-security-policy', policy)
    return new Response(file.body, { status: file.status, headers })
  })
  session.defaultSession.setPermissionRequestHandler((_contents, permission, callback, details) => {
    globalThis.seen.permissions.push(`${permission} ${details.requestingUrl}`)
    callback(false)
  })
  session.defaultSession.setPermissionCheckHandler(() => false)
  session.defaultSession.webRequest.onBeforeRequest((details, callback) => {
    const isOwn = details.url.startsWith('app://fixture/') || details.url.startsWith('data:')
    if (!isOwn) globalThis.seen.blocked.push(details.url)
    callback({ cancel: !isOwn })
  })
  session.defaultSession.webRequest.onHeadersReceived((details, callback) => {
    callback({ responseHeaders: { ...details.responseHeaders, 'X-Seen': ['yes'] } })
  })
  ipcMain.handle('describe', (event, value) => ({
    value,
    kind: Object.prototype.toString.call(value),
    url: event.senderFrame.url,
    origin: event.senderFrame.origin,
    hasParent: event.senderFrame.parent !== null,
    isMainFrame: event.senderFrame === event.sender.mainFrame,
    isOwnWindow: BrowserWindow.fromWebContents(event.sender) !== null,
  }))
  ipcMain.handle('echo', (_event, ...args) => args)
  ipcMain.handle('fail', () => {
    throw new TypeError('no such order')
  })
  ipcMain.handle('uncloneable', () => () => 1)
  ipcMain.handle('ask', () =>
    dialog.showMessageBox({ message: 'Sure?', buttons: ['Yes', 'No'], cancelId: 1 }),
  )
  ipcMain.handle('save', () => dialog.showSaveDialog({ defaultPath: 'report.csv' }))
  ipcMain.on('told', (event, value) => {
    globalThis.seen.sent.push(value)
    event.reply('heard', value)
  })
  globalThis.askWorker = () =>
    new Promise((resolve) => new Worker(path.join(here, 'worker.js')).once('message', resolve))
  openWindow()
}
