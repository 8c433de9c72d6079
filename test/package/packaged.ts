// The package that these tests read: where it is, and what lies in its archive.
import { extractFile, getRawHeader } from '@electron/asar'
import { join } from 'node:path'
import { findLastPackage } from '../../scripts/package/places.ts'

export const packaged = findLastPackage()
export const archive = join(packaged.resources, 'app.asar')

export interface ArchiveEntry {
  /** With forward slashes, without one at the start. */
  readonly path: string
  readonly bytes: number
  /** Beside the archive, in app.asar.unpacked. */
  readonly isUnpacked: boolean
  /** What the archive says that its bytes are. */
  readonly integrity: Integrity | undefined
}

export interface Integrity {
  readonly algorithm: string
  readonly hash: string
  readonly blockSize: number
  readonly blocks: readonly string[]
}

interface HeaderNode {
  readonly files?: Readonly<Record<string, HeaderNode>>
  readonly size?: number
  readonly unpacked?: boolean
  readonly integrity?: Integrity
  readonly link?: string
}

function walk(node: HeaderNode, path: string): ArchiveEntry[] {
  if (node.link !== undefined) throw new Error(`${path} is a link, which an archive of ours never has`)
  if (node.files !== undefined) {
    return Object.entries(node.files).flatMap(([name, child]) =>
      walk(child, path === '' ? name : `${path}/${name}`),
    )
  }
  const { size = 0, unpacked = false, integrity } = node
  return [{ path, bytes: size, isUnpacked: unpacked, integrity }]
}

/** Every file of the archive, from its header. */
export function readEntries(): readonly ArchiveEntry[] {
  return walk(getRawHeader(archive).header, '')
}

/** The header as it is hashed. */
export function readHeaderText(): string {
  return getRawHeader(archive).headerString
}

/** The bytes of a file, from the archive or from beside it. */
export function readEntry(path: string): Buffer {
  return extractFile(archive, join(...path.split('/')))
}
