// A real gnome-keyring on a private bus for the app under test.
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { root } from '../../../scripts/paths.ts'

export interface RunningKeyring {
  /** What the app needs in its environment to find this keyring; another one after `reopen`. */
  readonly env: Readonly<Record<string, string>>
  /** Locks it as its owner could: what is in it can be neither read nor changed, and asking brings up a prompt. */
  lock(): void
  /** Ends the session and begins another over the same keyring, unlocked by its password at login. */
  reopen(): Promise<void>
  stop(): Promise<void>
}

interface Session {
  readonly bus: string
  end(): Promise<void>
}

async function startSession(home: string): Promise<Session> {
  const runtime = mkdtempSync(join(home, 'run-'))
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
  const [bus] = (await Promise.race([
    once(createInterface({ input: holder.stdout }), 'line'),
    once(holder, 'exit').then(() => {
      throw new Error('the keyring session did not start')
    }),
  ])) as [string]
  return {
    bus,
    async end() {
      const ended = holder.exitCode === null ? once(holder, 'exit') : null
      holder.stdin.end()
      await ended
    },
  }
}

/** Starts an unlocked keyring; it lives until `stop`, which also forgets everything in it. */
export async function startKeyring(): Promise<RunningKeyring> {
  const home = mkdtempSync(join(tmpdir(), 'starkdesk-e2e-keyring-'))
  mkdirSync(join(home, '.local'))
  let session = await startSession(home)
  return {
    get env() {
      return { DBUS_SESSION_BUS_ADDRESS: session.bus }
    },
    lock() {
      const secrets = '/org/freedesktop/secrets'
      const { status, stderr } = spawnSync(
        'dbus-send',
        [
          '--session',
          '--print-reply',
          '--dest=org.freedesktop.secrets',
          secrets,
          'org.freedesktop.Secret.Service.Lock',
          `array:objpath:${secrets}/collection/login`,
        ],
        { env: { PATH: process.env['PATH'] ?? '', DBUS_SESSION_BUS_ADDRESS: session.bus }, encoding: 'utf8' },
      )
      if (status !== 0) throw new Error(`the keyring was not locked: ${stderr}`)
    },
    async reopen() {
      await session.end()
      session = await startSession(home)
    },
    async stop() {
      await session.end()
      rmSync(home, { recursive: true, force: true })
    },
  }
}
