// Exposes the IPC API to the page, one fixed function per channel and event, without ipcRenderer, channel parameters or raw
// events.
import { contextBridge, ipcRenderer } from 'electron'
import { askFirstView } from './first-view.ts'
import { isPage, takeWebRtcAway } from './no-webrtc.ts'

/** Channel names, inserted by the build (electron.vite.config.ts). */
declare const CHANNEL_NAMES: readonly string[]
declare const EVENT_NAMES: readonly string[]

type Listener = (payload: unknown) => void

// Before all else, so that nothing that fails here can keep it from being done.
takeWebRtcAway()

const firstView = isPage ? askFirstView((name) => ipcRenderer.invoke(name, {})) : null
// An event that comes before the page listens would be missed.
if (firstView !== null) for (const name of EVENT_NAMES) ipcRenderer.on(name, firstView.drop)

/** The input of channels without one. Main refuses what only resembles it. */
const isPlain = (input: unknown): boolean =>
  typeof input === 'object' && input !== null && !Array.isArray(input) && Object.keys(input).length === 0

const invoke = Object.fromEntries(
  CHANNEL_NAMES.map((name) => [
    name,
    (input: unknown) => (isPlain(input) ? firstView?.take(name) : null) ?? ipcRenderer.invoke(name, input),
  ]),
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

// The first of each loads the language data of the whole process, for about as long as a chart is drawn: done while the page's
// code is on its way, and nobody waits.
if (isPage) setTimeout(() => [new Intl.NumberFormat(), new Intl.DateTimeFormat()], 0)
if (isPage) contextBridge.exposeInMainWorld('starkdesk', { invoke, on })
