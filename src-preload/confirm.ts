// Owns: putting the fixed functions of the confirmation window's border on its page.
// Must not: expose ipcRenderer, a channel parameter or a raw event, or share a file with the main window's preload.
import { contextBridge, ipcRenderer } from 'electron'
import { confirmChannelNames } from './contract/confirm-names.ts'

contextBridge.exposeInMainWorld(
  'starkdeskConfirm',
  Object.fromEntries(
    confirmChannelNames.map((name) => [name, (input: unknown) => ipcRenderer.invoke(name, input)]),
  ),
)
