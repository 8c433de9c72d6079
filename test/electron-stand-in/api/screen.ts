// Owns `screen`: one display, as the latest page sees it.
// It must not be asked for more than one monitor.
import { EventEmitter } from 'node:events'
import type Electron from 'electron'
import { isBrowserHeadless } from '../core/chromium.ts'
import type { Surroundings } from '../page/messages.ts'
import { asElectron, failByNameInClass } from '../strict.ts'

type Emulated = Pick<
  Electron.Screen,
  | 'getPrimaryDisplay'
  | 'getAllDisplays'
  | 'getDisplayMatching'
  | 'getDisplayNearestPoint'
  | 'getCursorScreenPoint'
>

export class Screen extends EventEmitter implements Emulated {
  #size = { width: 1920, height: 1080 }
  #available = { width: 1920, height: 1080 }
  #scaleFactor = 1

  /** A headless browser's own screen is as small as its first window: it says nothing, and the display stays one that is usual. */
  learn(seen: Surroundings): void {
    if (isBrowserHeadless()) return
    this.#size = { width: seen.screenWidth, height: seen.screenHeight }
    this.#available = { width: seen.availableWidth, height: seen.availableHeight }
    this.#scaleFactor = seen.scaleFactor
  }

  getPrimaryDisplay(): Electron.Display {
    return asElectron<Electron.Display>({
      id: 1,
      label: 'stand-in',
      bounds: { x: 0, y: 0, ...this.#size },
      workArea: { x: 0, y: 0, ...this.#available },
      size: { ...this.#size },
      workAreaSize: { ...this.#available },
      scaleFactor: this.#scaleFactor,
      rotation: 0,
      internal: false,
    })
  }

  getAllDisplays(): Electron.Display[] {
    return [this.getPrimaryDisplay()]
  }

  getDisplayMatching(): Electron.Display {
    return this.getPrimaryDisplay()
  }

  getDisplayNearestPoint(): Electron.Display {
    return this.getPrimaryDisplay()
  }

  getCursorScreenPoint(): Electron.Point {
    return { x: 0, y: 0 }
  }
}

failByNameInClass('screen', Screen, '.')

export const screen = new Screen()
