// Owns: the choice between Electron and its stand-in. Must not: start anything but Electron's version check.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root, standInFolder } from './paths.ts'

export interface Runtime {
  readonly kind: 'electron' | 'stand-in'
  /** Absolute path of the program to start with the app's folder as its argument. */
  readonly executable: string
  /** Arguments that this machine makes necessary, to be given after the app's folder. */
  readonly flags: readonly string[]
  /** One line for the user: what was taken, and why. */
  readonly reason: string
}

const isRootOnLinux = process.platform === 'linux' && process.getuid?.() === 0

/** Electron's executable, when its binary was downloaded. */
function findElectron(): string | null {
  const folder = join(root, 'node_modules', 'electron')
  const pathFile = join(folder, 'path.txt')
  if (!existsSync(pathFile)) return null
  const executable = join(folder, 'dist', readFileSync(pathFile, 'utf8').trim())
  return existsSync(executable) ? executable : null
}

/** Why the set-up could not get Electron, in its own words. */
function recallDownload(): string {
  try {
    const stamp: unknown = JSON.parse(
      readFileSync(join(root, 'node_modules', '.starkdesk-setup.json'), 'utf8'),
    )
    if (typeof stamp === 'object' && stamp !== null && 'electron' in stamp) {
      const { electron } = stamp
      if (typeof electron === 'object' && electron !== null && 'reason' in electron)
        return String(electron.reason)
    }
  } catch {
    // Without a stamp there is nothing to recall; the sentence below is still true.
  }
  return 'its binary is not installed'
}

function standIn(why: string): Runtime {
  return {
    kind: 'stand-in',
    executable: join(standInFolder, process.platform === 'win32' ? 'electron.cmd' : 'electron'),
    flags: [],
    reason: `Runtime: the Electron stand-in, because ${why}`,
  }
}

/**
 * Takes Electron when it is here and starts, the stand-in otherwise. `STARKDESK_RUNTIME=electron|stand-in` decides instead.
 * @throws Error when Electron is demanded and not here
 */
export function chooseRuntime(wish = process.env['STARKDESK_RUNTIME']): Runtime {
  if (wish !== undefined && wish !== '' && wish !== 'electron' && wish !== 'stand-in') {
    throw new Error(`STARKDESK_RUNTIME is "${wish}"; it can be electron or stand-in`)
  }
  if (wish === 'stand-in') return standIn('STARKDESK_RUNTIME asks for it')
  const executable = findElectron()
  if (executable === null) {
    if (wish === 'electron') {
      throw new Error(
        `Electron is not here: ${recallDownload()}. Run "npm run setup -- --electron" to try again.`,
      )
    }
    return standIn(`Electron is not here: ${recallDownload()}`)
  }
  // Electron refuses to run its sandbox as root, which is what build machines are.
  const flags = isRootOnLinux ? ['--no-sandbox'] : []
  const check = spawnSync(executable, [...flags, '--version'], { encoding: 'utf8', timeout: 20_000 })
  if (check.status !== 0) {
    if (wish !== 'electron') return standIn('the Electron binary is here but does not start')
    const cause = check.error?.message ?? (check.stderr.trim() || `exit code ${check.status ?? 'none'}`)
    throw new Error(`Electron is here but does not start: ${cause}`)
  }
  return {
    kind: 'electron',
    executable,
    flags,
    reason: `Runtime: Electron ${check.stdout.trim()}, from its downloaded binary`,
  }
}
