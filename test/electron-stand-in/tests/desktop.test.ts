// Owns the facts about what the stand-in has of a desktop: menus' keys, a tray that nobody sees, pictures, links.
import { inflateSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { App } from '../api/app.ts'
import { Menu, pressAccelerator } from '../api/menu.ts'
import { nativeImage } from '../api/native-image.ts'
import { Tray } from '../api/tray.ts'

const stroke = { key: '+', code: '', control: true, shift: false, alt: false, meta: false }

describe('a picture from raw pixels', () => {
  it('is a PNG of the same size and colors', () => {
    const image = nativeImage.createFromBitmap(Buffer.from([1, 2, 3, 255, 4, 5, 6, 0]), {
      width: 2,
      height: 1,
    })
    expect(image.isEmpty()).toBe(false)
    expect(image.getSize()).toEqual({ width: 2, height: 1 })
    const png = image.toPNG()
    const at = png.indexOf('IDAT')
    const row = inflateSync(png.subarray(at + 4, at + 4 + png.readUInt32BE(at - 4)))
    // No filter, then red, green, blue, alpha.
    expect([...row]).toEqual([0, 3, 2, 1, 255, 6, 5, 4, 0])
  })

  it('of another size than it says is refused', () => {
    expect(() => nativeImage.createFromBitmap(Buffer.alloc(3), { width: 1, height: 1 })).toThrow(
      'does not match',
    )
  })
})

describe('a tray', () => {
  it('takes a picture, words and a menu until it is destroyed', () => {
    const tray = new Tray(nativeImage.createFromBitmap(Buffer.alloc(4), { width: 1, height: 1 }) as never)
    tray.setToolTip('Words')
    tray.setContextMenu()
    tray.destroy()
    expect(tray.isDestroyed()).toBe(true)
    expect(() => tray.setContextMenu()).toThrow('destroyed')
  })

  it('without a picture is refused, as in Electron', () => {
    expect(() => new Tray(nativeImage.createEmpty() as never)).toThrow('could not be created')
  })
})

describe('the keys of a menu', () => {
  it('click their item, also on the number pad; keys that are only shown do not', () => {
    const clicked: string[] = []
    const item = (label: string, accelerator: string, more = {}) => ({
      label,
      accelerator,
      click: () => clicked.push(label),
      ...more,
    })
    const menu = Menu.buildFromTemplate([
      item('shown', 'Ctrl+K', { registerAccelerator: false }),
      item('pad', 'Ctrl+numadd'),
    ])
    expect(pressAccelerator(stroke, menu)).toBe(true)
    expect(clicked).toEqual(['pad'])
    const isPressed = pressAccelerator({ ...stroke, key: 'k', code: 'KeyK' }, menu)
    expect(isPressed).toBe(process.platform === 'darwin')
  })
})

describe('links', () => {
  it('are registered for this run only', () => {
    const app = new App()
    expect(app.isDefaultProtocolClient('x')).toBe(false)
    expect(app.setAsDefaultProtocolClient('x')).toBe(true)
    expect(app.isDefaultProtocolClient('x')).toBe(true)
    expect(app.removeAsDefaultProtocolClient('x')).toBe(true)
    expect(app.isDefaultProtocolClient('x')).toBe(false)
  })
})
