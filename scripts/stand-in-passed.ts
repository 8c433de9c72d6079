// Owns: whether the stand-in for Electron has passed its own tests as it is now. Must not: run them.
import { createHash } from 'node:crypto'
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './paths.ts'

const folder = 'test/electron-stand-in'
/** Beside the folder, and written down with it: a fresh clone need not run what has passed. */
const passedFile = join(root, `${folder}.passed`)

/** Of every file's name and text. */
function hashFolder(): string {
  const hash = createHash('sha256')
  const files = globSync(`${folder}/**/*`, { cwd: root, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) =>
      join(parentPath, name)
        .slice(root.length + 1)
        .replaceAll('\\', '/'),
    )
  for (const file of files.sort()) hash.update(`${file}\0`).update(readFileSync(join(root, file)))
  return hash.digest('hex')
}

export function hasStandInPassed(): boolean {
  try {
    return readFileSync(passedFile, 'utf8').trim() === hashFolder()
  } catch {
    // It has never passed here.
    return false
  }
}

export function noteStandInPassed(): void {
  writeFileSync(passedFile, `${hashFolder()}\n`)
}
