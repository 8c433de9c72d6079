// Owns: putting the fixed functions of the confirmation window's border on its page.
// Must not: expose ipcRenderer, a channel parameter or a raw event, or know a channel of the main window.
import { contextBridge, ipcRenderer } from 'electron'
import { confirmChannelNames } from './contract/confirm-names.ts'
import { isPage, takeWebRtcAway } from './no-webrtc.ts'

const channels = Object.fromEntries(
  confirmChannelNames.map((name) => [name, (input: unknown) => ipcRenderer.invoke(name, input)]),
)

takeWebRtcAway()
if (isPage) contextBridge.exposeInMainWorld('starkdeskConfirm', channels)
