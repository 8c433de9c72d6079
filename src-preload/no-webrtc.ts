// Removes WebRTC from a page before its first script: the only network access that no Content-Security-Policy covers.
// A second barrier: the page's session also has a proxy that leads nowhere.
import { contextBridge } from 'electron'

/** Runs in every frame, because a subframe would bring the classes back. */
export function takeWebRtcAway(): void {
  contextBridge.executeInMainWorld({
    // Its source runs in the page's world, so it cannot reference anything here.
    func: () => {
      for (const name of Object.getOwnPropertyNames(globalThis)) {
        if (/^(?:webkit)?RTC/.test(name)) Reflect.deleteProperty(globalThis, name)
      }
    },
  })
}

/** Whether this is the top frame; subframes get no API. */
export const isPage = Reflect.get(globalThis, 'top') === globalThis
