// Configures electron-builder: contents, fuses, signing, installers of each system. Contains no secrets.
import type { Configuration } from 'electron-builder'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { root } from '../paths.ts'
import type { Runtime } from '../runtime.ts'
import { fuseSettings } from './fuses.ts'
import { type Platform, releaseFolder, stageFolder } from './places.ts'
import { licensesText, readRootManifest } from './stage.ts'

export interface PackagePlan {
  readonly platform: Platform
  readonly runtime: Runtime['kind']
  /** A folder with Electron; null if electron-builder fetches the one of each architecture itself. */
  readonly runtimeFolder: string | null
  /** `owner/name` on GitHub, the source of updates; null for a build without one. */
  readonly repository: string | null
  readonly signing: Signing
}

/** Available signing credentials in the environment. */
export interface Signing {
  readonly isSigned: boolean
  /** macOS only. */
  readonly isNotarised: boolean
  /** One sentence on what will be signed, and what is missing for the rest. */
  readonly sentence: string
}

const isSet = (env: NodeJS.ProcessEnv, name: string): boolean => Boolean(env[name]?.trim())

/** Reads what can be signed from the environment. GitHub sets missing secrets to empty variables. */
export function readSigning(platform: Platform, env: NodeJS.ProcessEnv): Signing {
  switch (platform) {
    case 'darwin': {
      const isSigned = isSet(env, 'CSC_LINK') && isSet(env, 'CSC_KEY_PASSWORD')
      const hasApple = ['APPLE_API_KEY', 'APPLE_API_KEY_ID', 'APPLE_API_ISSUER'].every((name) =>
        isSet(env, name),
      )
      if (!isSigned) {
        return {
          isSigned,
          isNotarised: false,
          sentence: 'NOT SIGNED: CSC_LINK and CSC_KEY_PASSWORD are not set. macOS will refuse to open it.',
        }
      }
      return {
        isSigned,
        isNotarised: hasApple,
        sentence: hasApple
          ? 'Signed and notarised.'
          : 'Signed, but NOT NOTARISED: APPLE_API_KEY, APPLE_API_KEY_ID and APPLE_API_ISSUER are not all set.',
      }
    }
    case 'win32': {
      const isSigned = isSet(env, 'WIN_CSC_LINK') && isSet(env, 'WIN_CSC_KEY_PASSWORD')
      const sentence = isSigned
        ? 'Signed.'
        : 'NOT SIGNED: WIN_CSC_LINK and WIN_CSC_KEY_PASSWORD are not set. Windows will warn of it.'
      return { isSigned, isNotarised: false, sentence }
    }
    case 'linux':
      return {
        isSigned: false,
        isNotarised: false,
        sentence: 'Linux packages carry no signature of their own: SHA256SUMS.sig covers them.',
      }
  }
}

const readElectronFile = (name: string): unknown =>
  JSON.parse(readFileSync(join(root, 'node_modules', 'electron', name), 'utf8'))

/** The installed version of Electron, which is the one that ships. */
const readElectronVersion = (): string =>
  z.object({ version: z.string() }).parse(readElectronFile('package.json')).version

/** The SHA-256 of every file of that version, from the package whose hash is in package-lock.json. */
const readElectronChecksums = (): Record<string, string> =>
  z.record(z.string(), z.string().regex(/^[0-9a-f]{64}$/)).parse(readElectronFile('checksums.json'))

function makeContents({ runtime, runtimeFolder, platform, signing }: PackagePlan): Configuration {
  const resource = (name: string): string => join(root, 'resources', name)
  if (!existsSync(resource('icon.svg'))) throw new Error('The icons are missing under resources/')
  return {
    directories: { app: stageFolder, output: releaseFolder, buildResources: resource('') },
    electronVersion: readElectronVersion(),
    ...(runtimeFolder === null ? {} : { electronDist: runtimeFolder }),
    // For its own downloads (both halves on macOS): without these it trusts the list beside the download.
    electronDownload: { checksums: readElectronChecksums() },
    // The stage folder contains only what ships.
    files: ['**/*'],
    // Electron's sample app, which starts if there is no archive; electron-builder keeps it in a given folder.
    afterExtract: ({ appOutDir, electronPlatformName }) => {
      const resources =
        electronPlatformName === 'darwin' ? join('Electron.app', 'Contents', 'Resources') : 'resources'
      rmSync(join(appOutDir, resources, 'default_app.asar'), { force: true })
    },
    // Only the binaries, which the system loads from files; their scripts stay covered by the archive's hash.
    asar: { smartUnpack: false },
    asarUnpack: ['node_modules/**/*.node'],
    extraResources: [{ from: licensesText, to: 'LICENSES.txt' }],
    // Both native modules use Node-API, so binaries built for Node load in Electron.
    npmRebuild: false,
    nodeGypRebuild: false,
    buildDependenciesFromSource: false,
    // The stand-in is a script without fuses.
    electronFuses:
      runtime === 'stand-in'
        ? null
        : { ...fuseSettings, resetAdHocDarwinSignature: platform === 'darwin' && !signing.isSigned },
  }
}

const mac = ({ signing }: PackagePlan): NonNullable<Configuration['mac']> => ({
  category: 'public.app-category.finance',
  icon: 'icon.icns',
  target: [
    { target: 'dmg', arch: ['universal'] },
    { target: 'zip', arch: ['universal'] },
  ],
  darkModeSupport: true,
  minimumSystemVersion: '12.0',
  // Without a certificate it is signed for this computer only, and the hardened runtime would refuse its own libraries.
  ...(signing.isSigned ? {} : { identity: '-' }),
  hardenedRuntime: signing.isSigned,
  entitlements: join(root, 'resources', 'entitlements.mac.plist'),
  entitlementsInherit: join(root, 'resources', 'entitlements.mac.plist'),
  notarize: signing.isNotarised,
  strictVerify: true,
  // Each module has a binary for both architectures, or a universal one: the same files in both halves.
  x64ArchFiles: '**/app.asar.unpacked/node_modules/**/*.node',
  // Info.plist requests no permissions.
  extendInfo: {
    NSAppTransportSecurity: { NSAllowsArbitraryLoads: false, NSAllowsLocalNetworking: true },
    NSMicrophoneUsageDescription: null,
    NSCameraUsageDescription: null,
    NSBluetoothAlwaysUsageDescription: null,
    NSBluetoothPeripheralUsageDescription: null,
  },
})

const linux = (repository: string | null): NonNullable<Configuration['linux']> => ({
  category: 'Office;Finance',
  executableName: 'starkdesk',
  icon: 'icons',
  synopsis: 'Terminal for self-custody traders',
  maintainer: maintainerOf(repository),
  vendor: readRootManifest().author,
  syncDesktopName: true,
  // Without this, the desktop entry of an AppImage starts it with `--no-sandbox`.
  executableArgs: [],
  target: ['AppImage', 'deb', 'rpm'],
  desktop: { entry: { Keywords: 'trading;markets;portfolio;wallet;', StartupWMClass: 'starkdesk' } },
})

/** Debian requires an address; GitHub's no-reply address of the owner needs no configuration. */
function maintainerOf(repository: string | null): string {
  const { author } = readRootManifest()
  const owner = repository?.split('/')[0]
  return owner === undefined ? author : `${author} <${owner}@users.noreply.github.com>`
}

/** The complete configuration. */
export function makeConfiguration(plan: PackagePlan): Configuration {
  const { productName } = readRootManifest()
  const [owner, repo] = plan.repository?.split('/') ?? []
  return {
    appId: 'app.starkdesk.Starkdesk',
    productName,
    copyright: readFileSync(join(root, 'LICENSE'), 'utf8').match(/^Copyright .*$/m)?.[0] ?? productName,
    artifactName: `${productName}-\${version}-\${os}-\${arch}.\${ext}`,
    protocols: [{ name: productName, schemes: ['starkdesk'], role: 'Viewer' }],
    ...makeContents(plan),
    // An unusable certificate must not lead to an unsigned installer.
    forceCodeSigning: plan.signing.isSigned,
    mac: mac(plan),
    dmg: { sign: false, title: `${productName} \${version}` },
    win: {
      icon: 'icon.ico',
      target: [{ target: 'nsis', arch: ['x64'] }],
      requestedExecutionLevel: 'asInvoker',
    },
    nsis: {
      oneClick: true,
      perMachine: false,
      allowElevation: false,
      // Per-user updates need no elevated rights.
      packElevateHelper: false,
      // The user's own data stays until the user removes it: see the README.
      deleteAppDataOnUninstall: false,
      createDesktopShortcut: false,
      differentialPackage: true,
    },
    linux: linux(plan.repository),
    // electron-builder's default dependencies include libsecret, which the keychain needs.
    deb: { packageCategory: 'misc' },
    // Without a repository there is no update source, and the app says so.
    publish:
      owner === undefined || repo === undefined
        ? null
        : [{ provider: 'github', owner, repo, releaseType: 'draft' }],
  }
}
