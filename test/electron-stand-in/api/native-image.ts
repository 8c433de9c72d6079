// Owns `nativeImage` as far as PNG data goes: screenshots and icons that are passed on.
// It must not decode images.
import { readFileSync } from 'node:fs'
import type Electron from 'electron'
import { encodePng } from '../core/png.ts'
import { failByName, failByNameInClass } from '../strict.ts'

const pngSignature = '89504e470d0a1a0a'

type Emulated = Pick<Electron.NativeImage, 'isEmpty' | 'getSize' | 'toDataURL' | 'toPNG'>

export class NativeImage implements Emulated {
  readonly #data: Buffer

  constructor(data: Buffer) {
    this.#data = data.subarray(0, 8).toString('hex') === pngSignature ? data : Buffer.alloc(0)
  }

  isEmpty(): boolean {
    return this.#data.length === 0
  }

  getSize(): Electron.Size {
    if (this.isEmpty()) return { width: 0, height: 0 }
    return { width: this.#data.readUInt32BE(16), height: this.#data.readUInt32BE(20) }
  }

  toPNG(): Buffer {
    return this.#data
  }

  toDataURL(): string {
    return `data:image/png;base64,${this.#data.toString('base64')}`
  }
}

failByNameInClass('NativeImage', NativeImage)

function readOrEmpty(file: string): Buffer {
  try {
    return readFileSync(file)
  } catch {
    // As in Electron, a file that cannot be read is an empty image.
    return Buffer.alloc(0)
  }
}

export const nativeImage = failByName('nativeImage', {
  createEmpty: () => new NativeImage(Buffer.alloc(0)),
  createFromPath: (file: string) => new NativeImage(readOrEmpty(file)),
  createFromBitmap: (data: Buffer, { width, height }: { width: number; height: number }) =>
    new NativeImage(encodePng(data, width, height)),
  createFromBuffer: (data: Buffer) => new NativeImage(data),
  createFromDataURL: (url: string) => new NativeImage(Buffer.from(url.slice(url.indexOf(',') + 1), 'base64')),
})
