// Exposes the IPC API to the page, one fixed function per channel and event, without ipcRenderer, channel parameters or raw
// events.
import { contextBridge, ipcRenderer } from 'electron'
import { isPage, takeWebRtcAway } from './no-webrtc.ts'

/** Channel names, inserted by the build (electron.vite.config.ts). */
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
