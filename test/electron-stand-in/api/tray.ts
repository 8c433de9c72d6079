// Owns `Tray`: one that nobody sees, with what stands in it and the clicks that tests give it.
// It must not draw: no system tray has an entry of the app.
import { EventEmitter } from 'node:events'
import type Electron from 'electron'
import { failByNameInClass } from '../strict.ts'

type Emulated = Pick<
  Electron.Tray,
  'setToolTip' | 'setContextMenu' | 'setImage' | 'destroy' | 'isDestroyed' | 'popUpContextMenu'
>

export class Tray extends EventEmitter implements Emulated {
  #isDestroyed = false

  /** As Electron, refuses an image that shows nothing. */
  constructor(image: Electron.NativeImage | string) {
    super()
    this.setImage(image)
  }

  setImage(image: Electron.NativeImage | string): void {
    if (typeof image !== 'string' && image.isEmpty()) throw new Error('Image could not be created from')
  }

  setToolTip(text: string): void {
    if (typeof text !== 'string') throw new TypeError('a tool tip is a text')
  }

  /** Only checked: nobody can open it. Tests replace this to see the menu. */
  setContextMenu(): void {
    this.#refuseAfterEnd()
  }

  popUpContextMenu(): void {
    this.#refuseAfterEnd()
  }

  destroy(): void {
    this.#isDestroyed = true
  }

  isDestroyed(): boolean {
    return this.#isDestroyed
  }

  #refuseAfterEnd(): void {
    if (this.#isDestroyed) throw new Error('Tray is destroyed')
  }
}

failByNameInClass('Tray', Tray)
