// Exposes the secure window's API to its page: fixed functions only, without ipcRenderer, channel parameters or raw events.
import { contextBridge, ipcRenderer } from 'electron'
import { isPage, takeWebRtcAway } from './no-webrtc.ts'

/** Channel names, inserted by the build (electron.vite.config.ts). */
declare const CONFIRM_CHANNEL_NAMES: readonly string[]

const channels = Object.fromEntries(
  CONFIRM_CHANNEL_NAMES.map((name) => [name, (input: unknown) => ipcRenderer.invoke(name, input)]),
)

takeWebRtcAway()
if (isPage) contextBridge.exposeInMainWorld('starkdeskConfirm', channels)
