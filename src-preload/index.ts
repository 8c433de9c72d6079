// Owns: putting the border's fixed functions on the page, one per channel and event of the contract.
// Must not: expose ipcRenderer, a channel parameter or a raw event, or know any channel by name.
import { contextBridge, ipcRenderer } from 'electron'
import { isPage, takeWebRtcAway } from './no-webrtc.ts'

/** The build puts the names of the contract here (electron.vite.config.ts). */
declare const CHANNEL_NAMES: readonly string[]
declare const EVENT_NAMES: readonly string[]

type Listener = (payload: unknown) => void

const invoke = Object.fromEntries(
  CHANNEL_NAMES.map((name) => [name, (input: unknown) => ipcRenderer.invoke(name, input)]),
)

const on = Object.fromEntries(
  EVENT_NAMES.map((name) => [
    name,
    (listener: Listener) => {
      const forward = (_event: unknown, payload: unknown) => {
        listener(payload)
      }
      ipcRenderer.on(name, forward)
      return () => {
        ipcRenderer.off(name, forward)
      }
    },
  ]),
)

takeWebRtcAway()
if (isPage) contextBridge.exposeInMainWorld('starkdesk', { invoke, on })
