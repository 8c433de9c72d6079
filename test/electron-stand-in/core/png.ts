// Owns the making of a PNG from raw pixels. Pure.
// It must not read one: nothing here decodes images.
import { crc32, deflateSync } from 'node:zlib'

const signature = Buffer.from('89504e470d0a1a0a', 'hex')

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  const check = Buffer.alloc(4)
  check.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, check])
}

/** @param bgra four bytes a pixel: blue, green, red, alpha; row by row */
export function encodePng(bgra: Buffer, width: number, height: number): Buffer {
  if (bgra.length !== width * height * 4) throw new Error('buffer size does not match the size of the image')
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  // Eight bits a channel, with alpha.
  head.set([8, 6, 0, 0, 0], 8)
  const rows = Buffer.alloc(height * (width * 4 + 1))
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const from = (y * width + x) * 4
      const to = y * (width * 4 + 1) + 1 + x * 4
      rows.set([bgra[from + 2] ?? 0, bgra[from + 1] ?? 0, bgra[from] ?? 0, bgra[from + 3] ?? 0], to)
    }
  }
  return Buffer.concat([
    signature,
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}
