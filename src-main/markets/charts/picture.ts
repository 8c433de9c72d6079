// Checks that bytes are a PNG of an allowed size. Pure; decodes nothing.
import { maxPictureBytes } from '../../../src-preload/contract/markets/charts.ts'

/** Source: PNG (W3C, third edition), 5.2 and 5.3: the signature; then the first chunk, IHDR, with 13 bytes of content. */
const start = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')
/** The last chunk, IEND, complete with its checksum. */
const end = Buffer.from('0000000049454e44ae426082', 'hex')
const widthAt = 16
const heightAt = 20

/** In pixels. A decoder allocates memory for all of them, however few bytes the file has. */
const longestSide = 16_384
const maxPixels = 64 * 1024 * 1024

/** The fault of a picture; null if its outside shows none. */
export function findPictureFault(png: Uint8Array): 'tooLarge' | 'notPng' | 'dimensions' | null {
  if (png.byteLength > maxPictureBytes) return 'tooLarge'
  const bytes = Buffer.from(png.buffer, png.byteOffset, png.byteLength)
  if (bytes.length < start.length + 8 + end.length) return 'notPng'
  if (!bytes.subarray(0, start.length).equals(start) || !bytes.subarray(-end.length).equals(end))
    return 'notPng'
  const width = bytes.readUInt32BE(widthAt)
  const height = bytes.readUInt32BE(heightAt)
  const isSensible =
    width > 0 && height > 0 && Math.max(width, height) <= longestSide && width * height <= maxPixels
  return isSensible ? null : 'dimensions'
}
