// Provides the notarization key as a temporary file for Apple's tool, readable by its owner only.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Writes the text of APPLE_API_KEY, if set, to a file that exists while `work` runs. */
export async function withAppleKey<T>(env: NodeJS.ProcessEnv, work: () => Promise<T>): Promise<T> {
  const key = env['APPLE_API_KEY'] ?? ''
  if (!key.includes('PRIVATE KEY')) return await work()
  const folder = mkdtempSync(join(tmpdir(), 'starkdesk-key-'))
  const file = join(folder, 'key.p8')
  writeFileSync(file, key, { mode: 0o600 })
  env['APPLE_API_KEY'] = file
  try {
    return await work()
  } finally {
    env['APPLE_API_KEY'] = key
    rmSync(folder, { recursive: true, force: true })
  }
}
