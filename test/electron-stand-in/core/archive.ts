// Owns the unpacking of an app's archive (app.asar), since Node cannot load from one as Electron does.
// It must not check the archive's integrity: the test of the package does.
import { extractAll } from '@electron/asar'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

/**
 * Unpacks the archive, with what lies beside it in `app.asar.unpacked`, into a temporary folder that goes with this process;
 * if it is killed, the next stand-in sweeps the folder away (profile.ts knows it by its name).
 * @returns the folder
 */
export function unpackArchive(archive: string): string {
  const folder = mkdtempSync(path.join(tmpdir(), `electron-stand-in-${process.pid}-app-`))
  extractAll(path.resolve(archive), folder)
  process.once('exit', () => {
    rmSync(folder, { recursive: true, force: true })
  })
  return folder
}
