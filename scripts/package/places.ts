// Paths of packaging under out/.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { outFolder } from '../paths.ts'

/** The exact content of the archive. */
export const stageFolder = join(outFolder, 'package', 'app')
/** The stand-in in the form packaging expects of a runtime: a folder with one program. */
export const standInRuntimeFolder = join(outFolder, 'package', 'stand-in')
/** The packaged app in a folder, and the installers. */
export const releaseFolder = join(outFolder, 'release')

export type Platform = 'darwin' | 'win32' | 'linux'
export type Arch = 'x64' | 'arm64'

/** The current system. @throws Error if unsupported */
export function thisPlatform(): Platform {
  const { platform } = process
  if (platform === 'darwin' || platform === 'win32' || platform === 'linux') return platform
  throw new Error(`Starkdesk is not packaged for ${platform}`)
}

/** This machine's architecture. @throws Error if unsupported */
export function thisArch(): Arch {
  const { arch } = process
  if (arch === 'x64' || arch === 'arm64') return arch
  throw new Error(`Starkdesk is not packaged for ${arch}`)
}

export interface PackagedApp {
  readonly platform: Platform
  /** The installed folder (macOS: the .app). */
  readonly folder: string
  readonly executable: string
  /** The folder of app.asar. */
  readonly resources: string
}

/** Where electron-builder writes the unpacked app. `arch` is `universal` on macOS for both. */
export function findPackagedApp(platform: Platform, arch: Arch | 'universal'): PackagedApp {
  const suffix = arch === 'x64' ? '' : `-${arch}`
  if (platform === 'darwin') {
    const folder = join(releaseFolder, `mac${suffix}`, 'Starkdesk.app')
    const contents = join(folder, 'Contents')
    return {
      platform,
      folder,
      executable: join(contents, 'MacOS', 'Starkdesk'),
      resources: join(contents, 'Resources'),
    }
  }
  const name = platform === 'win32' ? 'win' : 'linux'
  const folder = join(releaseFolder, `${name}${suffix}-unpacked`)
  const executable = join(folder, platform === 'win32' ? 'Starkdesk.exe' : 'starkdesk')
  return { platform, folder, executable, resources: join(folder, 'resources') }
}

/** The last package built on this machine. @throws Error if there is none */
export function findLastPackage(): PackagedApp {
  const found = (['universal', thisArch()] as const)
    .map((arch) => findPackagedApp(thisPlatform(), arch))
    .find(({ resources }) => existsSync(join(resources, 'app.asar')))
  if (!found) throw new Error('There is no package: run "npm run package -- --dir" first.')
  return found
}
