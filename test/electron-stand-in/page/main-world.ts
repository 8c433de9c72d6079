// Owns what the stand-in does in the page's own world: the page half of the bridge, window.close, and what a preload executes there.
// Its functions must not refer to anything outside themselves but types: their source is injected.
import type { createBridge } from './bridge.ts'
import type { Preload } from './isolated-world.ts'

export function startMainWorld(makeBridge: typeof createBridge, secret: string): void {
  makeBridge(secret, 'main', (key, api) => {
    if (Object.hasOwn(window, key)) return false
    Object.defineProperty(window, key, { value: api, enumerable: true, writable: false, configurable: false })
    return true
  })
  // The browser lets only windows opened by scripts close themselves; Electron lets all.
  const dispatch = document.dispatchEvent.bind(document)
  window.close = () => {
    dispatch(new CustomEvent(`${secret}:close`))
  }
}

/**
 * Runs the preload once more, in the page's own world, with an `electron` of which only contextBridge.executeInMainWorld does
 * something: it calls the function that it is given. It returns nothing to the preload.
 */
export function executePreloadInMainWorld(preload: Preload): void {
  interface Script {
    func: (...args: unknown[]) => unknown
    args?: unknown[]
  }
  const contextBridge = {
    exposeInMainWorld: () => undefined,
    executeInMainWorld: ({ func, args = [] }: Script): void => {
      func(...args)
    },
  }
  const ipcRenderer = { invoke: () => new Promise(() => undefined), on: () => undefined }
  try {
    const module = { exports: {} }
    preload.call({}, module.exports, () => ({ contextBridge, ipcRenderer }), module, {}, {})
  } catch (error) {
    console.error('Unable to execute in the main world', error)
  }
}
