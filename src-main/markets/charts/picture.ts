// Owns: whether bytes are a PNG of a size that a chart can have. Pure. Must not: decode any of it.
import { mostPictureBytes } from '../../../src-preload/contract/charts.ts'

/** Source: PNG (W3C, third edition), 5.2 and 5.3: the signature; then the first chunk, IHDR, with 13 bytes of content. */
const start = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')
/** And the last chunk, IEND, whole, with its checksum. */
const end = Buffer.from('0000000049454e44ae426082', 'hex')
const widthAt = 16
const heightAt = 20

/** In pixels. Whoever decodes the picture makes room for all of them, however few bytes they take here. */
const longestSide = 16_384
const mostPixels = 64 * 1024 * 1024

/** What is wrong with a picture; null: nothing that can be seen from outside. */
export function findPictureFault(png: Uint8Array): 'tooLarge' | 'notPng' | 'dimensions' | null {
  if (png.byteLength > mostPictureBytes) return 'tooLarge'
  const bytes = Buffer.from(png.buffer, png.byteOffset, png.byteLength)
  if (bytes.length < start.length + 8 + end.length) return 'notPng'
  if (!bytes.subarray(0, start.length).equals(start) || !bytes.subarray(-end.length).equals(end))
    return 'notPng'
  const width = bytes.readUInt32BE(widthAt)
  const height = bytes.readUInt32BE(heightAt)
  const isSensible =
    width > 0 && height > 0 && Math.max(width, height) <= longestSide && width * height <= mostPixels
  return isSensible ? null : 'dimensions'
}
