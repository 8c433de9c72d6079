// Project paths for scripts and end-to-end tests.
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = dirname(dirname(fileURLToPath(import.meta.url)))
export const outFolder = join(root, 'out')
export const appFolder = join(outFolder, 'app')
/** The same app in the pseudo-language (scripts/texts/pseudo.ts). */
export const pseudoFolder = join(outFolder, 'pseudo')
/** Replaces Electron where its binary is unavailable; see test/electron-stand-in/README.md. */
export const standInFolder = join(root, 'test', 'electron-stand-in', 'dist')
