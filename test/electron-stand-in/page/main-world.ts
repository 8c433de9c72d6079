// Owns what the stand-in does in the page's own world: the page half of the bridge, and window.close.
// startMainWorld must not refer to anything outside itself but types: its source is injected.
import type { createBridge } from './bridge.ts'

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
