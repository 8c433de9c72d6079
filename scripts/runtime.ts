// Chooses between Electron and its stand-in.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root, standInFolder } from './paths.ts'

export interface Runtime {
  readonly kind: 'electron' | 'stand-in'
  /** Absolute path of the program to start with the app's folder as its argument. */
  readonly executable: string
  /** Arguments required on this machine, passed after the app's folder. */
  readonly flags: readonly string[]
  /** One line for the user: the choice and its reason. */
  readonly reason: string
}

const isRootOnLinux = process.platform === 'linux' && process.getuid?.() === 0

/** Electron's executable, if its binary was downloaded. */
function findElectron(): string | null {
  const folder = join(root, 'node_modules', 'electron')
  const pathFile = join(folder, 'path.txt')
  if (!existsSync(pathFile)) return null
  const executable = join(folder, 'dist', readFileSync(pathFile, 'utf8').trim())
  return existsSync(executable) ? executable : null
}

/** Why setup could not install Electron, in its own words. */
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
    // Without a stamp there is no reason to quote; the sentence below is still true.
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
 * Chooses Electron if it is installed and starts, otherwise the stand-in. `STARKDESK_RUNTIME=electron|stand-in` overrides
 * this.
 * @throws Error when Electron is requested but missing
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
  // Electron refuses to run its sandbox as root, the usual user of build machines.
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
