// Owns: a real gnome-keyring on a private bus for the app under test. Must not: reach the keyring of whoever runs the tests.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { root } from '../../../scripts/paths.ts'

export interface RunningKeyring {
  /** What the app needs in its environment to find this keyring. */
  readonly env: Readonly<Record<string, string>>
  stop(): Promise<void>
}

/** Starts an unlocked keyring; it lives until `stop`, which also forgets everything in it. */
export async function startKeyring(): Promise<RunningKeyring> {
  const home = mkdtempSync(join(tmpdir(), 'starkdesk-e2e-keyring-'))
  const runtime = join(home, 'run')
  mkdirSync(runtime, { mode: 0o700 })
  const session = join(root, 'test', 'fixtures', 'keyring-session.sh')
  // The command inside the session says where the bus is, and ends with its input.
  const holder = spawn(
    'dbus-run-session',
    ['--', session, 'unlocked', 'sh', '-c', 'echo "$DBUS_SESSION_BUS_ADDRESS"; cat'],
    {
      env: { PATH: process.env['PATH'] ?? '', HOME: home, XDG_RUNTIME_DIR: runtime },
      stdio: ['pipe', 'pipe', 'inherit'],
    },
  )
  const [address] = (await Promise.race([
    once(createInterface({ input: holder.stdout }), 'line'),
    once(holder, 'exit').then(() => {
      throw new Error('the keyring session did not start')
    }),
  ])) as [string]
  return {
    env: { DBUS_SESSION_BUS_ADDRESS: address },
    async stop() {
      const ended = holder.exitCode === null ? once(holder, 'exit') : null
      holder.stdin.end()
      await ended
      rmSync(home, { recursive: true, force: true })
    },
  }
}
