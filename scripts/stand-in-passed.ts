// Records whether the current version of the Electron stand-in has passed its own tests.
import { createHash } from 'node:crypto'
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './paths.ts'

const folder = 'test/electron-stand-in'
/** Beside the folder and committed with it, so a fresh clone need not repeat passed tests. */
const passedFile = join(root, `${folder}.passed`)

/** Hash of every file's name and text. */
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
