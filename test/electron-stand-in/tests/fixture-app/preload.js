// Owns the fixture's bridge. It must not expose ipcRenderer itself.
// eslint-disable-next-line @typescript-eslint/no-require-imports -- a sandboxed preload is CommonJS
const { contextBridge, ipcRenderer } = require('electron')

contextBridge.exposeInMainWorld('api', {
  version: 7,
  nested: { add: (a, b) => a + b, list: [1, { two: 2 }] },
  invoke: (channel, ...args) => ipcRenderer.invoke(channel, ...args),
  send: (channel, ...args) => ipcRenderer.send(channel, ...args),
  on: (channel, callback) => {
    const listener = (_event, ...args) => callback(...args)
    ipcRenderer.on(channel, listener)
    return () => ipcRenderer.off(channel, listener)
  },
  fail: () => {
    throw new RangeError('sync failure')
  },
  same: (callback) => callback === globalThis.lastCallback || ((globalThis.lastCallback = callback), false),
  missing: () => ipcRenderer.sendSync('nothing'),
  twice: () => contextBridge.exposeInMainWorld('api', {}),
  leaked: () => ipcRenderer,
})
