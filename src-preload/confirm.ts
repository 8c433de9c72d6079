// Owns: putting the fixed functions of the confirmation window's border on its page.
// Must not: expose ipcRenderer, a channel parameter or a raw event, or know a channel of the main window.
import { contextBridge, ipcRenderer } from 'electron'
import { isPage, takeWebRtcAway } from './no-webrtc.ts'

/** The build puts the names of the contract here (electron.vite.config.ts). */
declare const CONFIRM_CHANNEL_NAMES: readonly string[]

const channels = Object.fromEntries(
  CONFIRM_CHANNEL_NAMES.map((name) => [name, (input: unknown) => ipcRenderer.invoke(name, input)]),
)

takeWebRtcAway()
if (isPage) contextBridge.exposeInMainWorld('starkdeskConfirm', channels)
