// Owns: unpacking an AppImage, a deb or an rpm into a folder that is removed again. Must not: judge what is in it, or install it.
import { spawnSync } from 'node:child_process'
import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

export const linuxKinds = ['AppImage', 'deb', 'rpm'] as const
export type LinuxKind = (typeof linuxKinds)[number]

export interface Unpacked {
  readonly kind: LinuxKind
  /** What the package puts under `/`; of an AppImage, what it mounts. */
  readonly folder: string
  /** What runs as it is installed and removed; empty for an AppImage. */
  readonly scripts: string
}

/** @returns what it printed */
function run(command: string, args: readonly string[], cwd: string, input?: Buffer): Buffer {
  const ended = spawnSync(command, args, { cwd, input, maxBuffer: 1024 * 1024 * 1024 })
  if (ended.status !== 0) {
    const cause = ended.error?.message ?? ended.stderr.toString()
    throw new Error(`${command} ${args[0] ?? ''} failed: ${cause}`)
  }
  return ended.stdout
}

/** An AppImage unpacks itself: its beginning is a program of the tool that made it. */
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
      // A package need not have each of them; one that must be there is asked for by its words.
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
 * Unpacks a package into a folder of its own. Call `remove` when it was looked at.
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
