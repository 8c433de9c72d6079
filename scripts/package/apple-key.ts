// Owns: the key for notarising as a file, which is how Apple's tool wants it, while a secret is a text.
// Must not: leave it behind, or let anybody else read it.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Puts the text of APPLE_API_KEY, where it is one, into a file that is there while `work` goes on. */
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
