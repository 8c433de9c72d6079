// Owns: taking WebRTC away from a page before its first script. It is the one way to the network that no content security
// policy sees. Must not: be the only wall: the page's session has a proxy that leads nowhere.
import { contextBridge } from 'electron'

/** For every frame, since a frame inside the page would bring the classes back. */
export function takeWebRtcAway(): void {
  contextBridge.executeInMainWorld({
    // Its text is run in the page's world, so it names nothing of this one.
    func: () => {
      for (const name of Object.getOwnPropertyNames(globalThis)) {
        if (/^(?:webkit)?RTC/.test(name)) Reflect.deleteProperty(globalThis, name)
      }
    },
  })
}

/** Whether this is the page, and no frame inside it: frames get no border. */
export const isPage = Reflect.get(globalThis, 'top') === globalThis
