// Owns the messages between the main process and the isolated world of a page. Types only: both sides import it.

/** Size and place of the browser window, in device-independent pixels. */
export interface WindowGeometry {
  x: number
  y: number
  width: number
  height: number
}

/** What a page tells when its document starts, and again when it changes. */
export interface Surroundings {
  prefersDark: boolean
  screenWidth: number
  screenHeight: number
  availableWidth: number
  availableHeight: number
  scaleFactor: number
}

/** A key that a menu's accelerator may be waiting for. */
export interface KeyStroke {
  key: string
  code: string
  control: boolean
  shift: boolean
  alt: boolean
  meta: boolean
}

/** A key on its way to the page, as Electron's `before-input-event` tells it. */
export interface EarlyKey {
  type: 'keyDown' | 'keyUp'
  key: string
  code: string
  isAutoRepeat: boolean
  isComposing: boolean
  control: boolean
  shift: boolean
  alt: boolean
  meta: boolean
}

/** `args` and `value` are codec text. */
export type FromPage =
  | { type: 'hello'; url: string; surroundings: Surroundings }
  | { type: 'surroundings'; surroundings: Surroundings }
  | { type: 'send'; channel: string; args: string }
  | { type: 'invoke'; id: number; channel: string; args: string }
  | { type: 'preload-error'; message: string; stack: string }
  | { type: 'title'; title: string }
  | { type: 'close' }
  | { type: 'resize'; geometry: WindowGeometry }
  | { type: 'focus' }
  | { type: 'blur' }
  | { type: 'key'; stroke: KeyStroke }
  | { type: 'early-key'; input: EarlyKey }

export type ToPage =
  | { type: 'message'; channel: string; args: string }
  | { type: 'resolve'; id: number; value: string }
  | { type: 'reject'; id: number; message: string }
  /** Whether anybody in main hears keys before the page does: then the page gets none. */
  | { type: 'keys-first'; isHeard: boolean }
