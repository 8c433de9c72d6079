// Whole PNG files of any size for tests, made by the letter of the standard.
import { crc32, deflateSync } from 'node:zlib'

function chunk(type: string, content: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), content])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(content.length)
  const checksum = Buffer.alloc(4)
  checksum.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, checksum])
}

/**
 * A gray picture (PNG, W3C third edition: 8 bits, grayscale).
 * @param extra - bytes of a chunk that readers pass over
 */
export function makePng(width: number, height: number, extra = 0): Buffer {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head[8] = 8
  // A picture that is said to be huge has no pixels here: nobody may look for them.
  const isDrawn = width * height <= 1_000_000
  const pixels = deflateSync(isDrawn ? Buffer.alloc((width + 1) * height) : Buffer.alloc(0))
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', head),
    ...(extra > 0 ? [chunk('teSt', Buffer.alloc(extra))] : []),
    chunk('IDAT', pixels),
    chunk('IEND', Buffer.alloc(0)),
  ])
}
