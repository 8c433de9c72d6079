// Unpacks an AppImage, a deb or an rpm into a temporary folder.
import { spawnSync } from 'node:child_process'
import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

export const linuxKinds = ['AppImage', 'deb', 'rpm'] as const
export type LinuxKind = (typeof linuxKinds)[number]

export interface Unpacked {
  readonly kind: LinuxKind
  /** The package's content under `/`; for an AppImage, what it mounts. */
  readonly folder: string
  /** Install and removal scripts; empty for an AppImage. */
  readonly scripts: string
}

/** @returns its output */
function run(command: string, args: readonly string[], cwd: string, input?: Buffer): Buffer {
  const ended = spawnSync(command, args, { cwd, input, maxBuffer: 1024 * 1024 * 1024 })
  if (ended.status !== 0) {
    const cause = ended.error?.message ?? ended.stderr.toString()
    throw new Error(`${command} ${args[0] ?? ''} failed: ${cause}`)
  }
  return ended.stdout
}

/** An AppImage unpacks itself: it starts with the runtime of the tool that built it. */
function unpackAppImage(file: string, work: string): Unpacked {
  const copy = join(work, 'image')
  copyFileSync(file, copy)
  chmodSync(copy, 0o755)
  run(copy, ['--appimage-extract'], work)
  return { kind: 'AppImage', folder: join(work, 'squashfs-root'), scripts: '' }
}

function unpackDeb(file: string, work: string): Unpacked {
  const [folder, control] = [join(work, 'files'), join(work, 'control')]
  run('dpkg-deb', ['--extract', file, folder], work)
  run('dpkg-deb', ['--control', file, control], work)
  const scripts = ['preinst', 'postinst', 'prerm', 'postrm'].map((name) => {
    try {
      return readFileSync(join(control, name), 'utf8')
    } catch {
      // A package need not have every script; required ones are checked by their content.
      return ''
    }
  })
  return { kind: 'deb', folder, scripts: scripts.join('\n') }
}

function unpackRpm(file: string, work: string): Unpacked {
  const folder = join(work, 'files')
  mkdirSync(folder)
  run('cpio', ['--extract', '--make-directories', '--quiet'], folder, run('rpm2cpio', [file], work))
  const scripts = run('rpm', ['--query', '--package', '--scripts', file], work).toString('utf8')
  return { kind: 'rpm', folder, scripts }
}

const unpackers = { AppImage: unpackAppImage, deb: unpackDeb, rpm: unpackRpm } as const

/**
 * Unpacks a package into a temporary folder. Call `remove` when done.
 * @throws Error when a tool is missing or refuses the package; nothing is left behind then
 */
export function unpackLinux(kind: LinuxKind, file: string): Unpacked & { readonly remove: () => void } {
  const work = mkdtempSync(join(tmpdir(), 'starkdesk-unpacked-'))
  const remove = (): void => rmSync(work, { recursive: true, force: true })
  try {
    return { ...unpackers[kind](resolve(file), work), remove }
  } catch (error) {
    remove()
    throw error
  }
}
