// What the built app weighs: bundles raw and packed, what is read before the first view, the package.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { basename, extname, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { releaseFolder } from '../../../scripts/package/places.ts'
import { appFolder } from '../../../scripts/paths.ts'

export interface Weight {
  readonly bytes: number
  readonly packedBytes: number
}

const none: Weight = { bytes: 0, packedBytes: 0 }
const add = (one: Weight, other: Weight): Weight => ({
  bytes: one.bytes + other.bytes,
  packedBytes: one.packedBytes + other.packedBytes,
})

function weigh(file: string): Weight {
  const bytes = readFileSync(file)
  return { bytes: bytes.length, packedBytes: gzipSync(bytes, { level: 9 }).length }
}

const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))

const fontEnding = '.woff2'
const isFont = (file: string): boolean => extname(file) === fontEnding

/** A part of the bundle without its fonts. */
export function weighPart(part: 'main' | 'preload' | 'renderer'): Weight {
  const files = filesIn(join(appFolder, part)).filter((file) => !isFont(file))
  return files.map(weigh).reduce(add, none)
}

export interface FirstLoad {
  /** All that index.html names: the frame and the first view, which it preloads, with their styles. */
  readonly weight: Weight
  readonly files: readonly string[]
  /** The fonts of the bundle, of which a page reads those whose letters it shows. They are packed in themselves. */
  readonly fonts: readonly { readonly name: string; readonly bytes: number }[]
}

export function weighFirstLoad(): FirstLoad {
  const folder = join(appFolder, 'renderer')
  const html = readFileSync(join(folder, 'index.html'), 'utf8')
  const files = [...html.matchAll(/(?:src|href)="\.\/(assets\/[^"]+)"/g)].map(([, file = '']) => file)
  const scripts = files.filter((file) => file.endsWith('.js'))
  // A dynamic import of the entry that the page does not name would be read unseen.
  const entry = scripts.find((file) => html.includes(`src="./${file}"`))
  if (entry === undefined || scripts.length < 2)
    throw new Error('startup bench: index.html names no first view')
  const fonts = filesIn(join(folder, 'assets')).filter(isFont)
  return {
    weight: files.map((file) => weigh(join(folder, file))).reduce(add, weigh(join(folder, 'index.html'))),
    files,
    fonts: fonts.map((file) => ({ name: basename(file), bytes: statSync(file).size })),
  }
}

/** How electron-builder names the folder of an app: `mac-universal`, `win-unpacked`, `linux-arm64-unpacked`. */
const appFolderName = /^mac|-unpacked$/

/** The apps that were packaged here, by their folders; none where none was. */
export function weighPackages(): readonly { readonly name: string; readonly bytes: number }[] {
  if (!existsSync(releaseFolder)) return []
  return readdirSync(releaseFolder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && appFolderName.test(entry.name))
    .map(({ name }) => ({
      name,
      bytes: filesIn(join(releaseFolder, name)).reduce((sum, file) => sum + statSync(file).size, 0),
    }))
}
