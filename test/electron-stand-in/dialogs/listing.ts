// Owns what the file dialog lists: a folder's entries, and whether a path may be chosen.
// It must not change any file.
import { readdir, stat } from 'node:fs/promises'
import path from 'node:path'
import type { FileQuestion } from './question.ts'

export interface Listing {
  /** The folder that is listed. */
  folder: string
  parent: string
  /** The last part of the path asked about, if it is not itself a folder. */
  name: string
  separator: string
  entries: { name: string; isFolder: boolean }[]
  /** Whether the path itself exists. */
  exists: boolean
  isFolder: boolean
  problem: string
}

async function kindOf(file: string): Promise<'folder' | 'file' | 'nothing'> {
  try {
    return (await stat(file)).isDirectory() ? 'folder' : 'file'
  } catch {
    // Absent or unreadable: not to be chosen.
    return 'nothing'
  }
}

/** Lists the folder of this path: the path itself if it is a folder, else the folder it lies in. */
export async function listFolder(target: string, question: FileQuestion): Promise<Listing> {
  const full = path.resolve(target)
  const kind = await kindOf(full)
  const folder = kind === 'folder' ? full : path.dirname(full)
  const base = { folder, parent: path.dirname(folder), separator: path.sep, exists: kind !== 'nothing' }
  const listing = { ...base, isFolder: kind === 'folder', name: kind === 'folder' ? '' : path.basename(full) }
  try {
    const found = await readdir(folder, { withFileTypes: true })
    const entries = found
      .map((entry) => ({ name: entry.name, isFolder: entry.isDirectory() }))
      .filter((entry) => question.showsHidden || !entry.name.startsWith('.'))
      .filter((entry) => entry.isFolder || !question.isFolderWanted)
      .filter(({ name, isFolder }) => isFolder || hasExtension(name, question.extensions))
      .sort((a, b) => Number(b.isFolder) - Number(a.isFolder) || a.name.localeCompare(b.name))
    return { ...listing, entries, problem: '' }
  } catch {
    return { ...listing, entries: [], problem: `${folder} cannot be read.` }
  }
}

function hasExtension(name: string, extensions: readonly string[]): boolean {
  return extensions.length === 0 || extensions.includes(path.extname(name).slice(1).toLowerCase())
}
