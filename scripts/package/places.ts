// Owns: where packaging puts things under out/, and where it finds them again. Must not: make any of them.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { outFolder } from '../paths.ts'

/** What the archive is made of, and nothing else. */
export const stageFolder = join(outFolder, 'package', 'app')
/** Where the stand-in lies as packaging wants a runtime: a folder with one program. */
export const standInRuntimeFolder = join(outFolder, 'package', 'stand-in')
/** The packaged app in a folder, and the installers. */
export const releaseFolder = join(outFolder, 'release')

export type Platform = 'darwin' | 'win32' | 'linux'
export type Arch = 'x64' | 'arm64'

/** The system that this runs on. @throws Error on one that Starkdesk is not made for */
export function thisPlatform(): Platform {
  const { platform } = process
  if (platform === 'darwin' || platform === 'win32' || platform === 'linux') return platform
  throw new Error(`Starkdesk is not packaged for ${platform}`)
}

/** The processor of this machine. @throws Error on one that Starkdesk is not made for */
export function thisArch(): Arch {
  const { arch } = process
  if (arch === 'x64' || arch === 'arm64') return arch
  throw new Error(`Starkdesk is not packaged for ${arch}`)
}

export interface PackagedApp {
  readonly platform: Platform
  /** The folder (macOS: the .app) that is installed. */
  readonly folder: string
  readonly executable: string
  /** Where app.asar lies. */
  readonly resources: string
}

/** Where electron-builder leaves the app in a folder. `arch` is `universal` on macOS where both are in it. */
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

/** What was packaged last on this machine. @throws Error when there is nothing */
export function findLastPackage(): PackagedApp {
  const found = (['universal', thisArch()] as const)
    .map((arch) => findPackagedApp(thisPlatform(), arch))
    .find(({ resources }) => existsSync(join(resources, 'app.asar')))
  if (!found) throw new Error('There is no package: run "npm run package -- --dir" first.')
  return found
}
