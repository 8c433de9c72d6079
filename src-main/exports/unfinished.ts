// Records which files are being written, so the temporary files of a crashed export are removed at the next start.
// Removes only our own temporary files.
import { createMutex } from '../async/mutex.ts'
import { removeTemporaryFiles } from '../keychain/vault/vault-file.ts'
import type { Log } from '../diagnostics/log.ts'
import type { Store } from '../store/api/store-api.ts'

/** Setting: the files that were being written, as a JSON array of paths. */
const UNFINISHED = 'exports.unfinished'
/** Limits the list, since a folder that no longer exists, such as on a USB stick, would stay in it forever. */
const maxEntries = 20

function readPaths(text: string | null): string[] {
  try {
    const value: unknown = JSON.parse(text ?? '[]')
    return Array.isArray(value) ? value.filter((path) => typeof path === 'string') : []
  } catch {
    return []
  }
}

export function createUnfinished(store: Pick<Store, 'getSetting' | 'setSetting'>, log: Log) {
  const runExclusive = createMutex()

  function change(edit: (files: readonly string[]) => readonly string[]): Promise<void> {
    return runExclusive(async () => {
      const before = readPaths(await store.getSetting(UNFINISHED))
      const after = edit(before)
      if (after.length !== before.length) await store.setSetting(UNFINISHED, JSON.stringify(after))
    })
  }

  const forget = (file: string): Promise<void> => change((files) => files.filter((one) => one !== file))

  return {
    /** Call before writing the first byte. Errors: those of the store. */
    note: (file: string): Promise<void> =>
      change((files) => [...files.filter((one) => one !== file), file].slice(-maxEntries)),
    /** Call once the file is written or abandoned. Errors: those of the store. */
    forget,
    /** Removes temporary files; those that cannot be removed are retried at the next start. Never rejects. */
    async clean(): Promise<void> {
      try {
        for (const file of readPaths(await store.getSetting(UNFINISHED))) {
          await removeTemporaryFiles(file)
          await forget(file)
        }
      } catch (error) {
        log.fault('exports', 'remove what a killed export left', error)
      }
    },
  }
}
