// Owns: what electron-builder is told: contents, fuses, signing, installers of each system.
// Must not: hold a secret (electron-builder reads those from its environment), or sign by halves.
import type { Configuration } from 'electron-builder'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { root } from '../paths.ts'
import type { Runtime } from '../runtime.ts'
import { fuseSettings } from './fuses.ts'
import { type Platform, releaseFolder, stageFolder } from './places.ts'
import { licencesText, readRootManifest } from './stage.ts'

export interface PackagePlan {
  readonly platform: Platform
  readonly runtime: Runtime['kind']
  /** A folder with Electron in it; null where electron-builder gets the one of each processor itself. */
  readonly runtimeFolder: string | null
  /** `owner/name` on GitHub, where updates come from; null for a build that has no place of its own. */
  readonly repository: string | null
  readonly signing: Signing
}

/** What the environment has for signing. */
export interface Signing {
  readonly isSigned: boolean
  /** macOS only. */
  readonly isNotarised: boolean
  /** One sentence that says which of it will be done, and what is missing for the rest. */
  readonly sentence: string
}

const isSet = (env: NodeJS.ProcessEnv, name: string): boolean => Boolean(env[name]?.trim())

/** Reads from the environment what can be signed. GitHub makes empty variables of secrets that are not there. */
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

/** The version of Electron that is installed, which is the one that ships. */
const readElectronVersion = (): string =>
  z.object({ version: z.string() }).parse(readElectronFile('package.json')).version

/** The SHA-256 of every file of that version, from the package whose own hash is in package-lock.json. */
const readElectronChecksums = (): Record<string, string> =>
  z.record(z.string(), z.string().regex(/^[0-9a-f]{64}$/)).parse(readElectronFile('checksums.json'))

function makeContents({ runtime, runtimeFolder, platform, signing }: PackagePlan): Configuration {
  const resource = (name: string): string => join(root, 'resources', name)
  if (!existsSync(resource('icon.svg'))) throw new Error('The icons are missing under resources/')
  return {
    directories: { app: stageFolder, output: releaseFolder, buildResources: resource('') },
    electronVersion: readElectronVersion(),
    ...(runtimeFolder === null ? {} : { electronDist: runtimeFolder }),
    // Of what it downloads itself (both halves for macOS): without these it believes the list beside the download.
    electronDownload: { checksums: readElectronChecksums() },
    // The folder was made for this; nothing in it is too much.
    files: ['**/*'],
    // Electron's own sample app, which starts where there is no archive; electron-builder leaves it in a folder it is given.
    afterExtract: ({ appOutDir, electronPlatformName }) => {
      const resources =
        electronPlatformName === 'darwin' ? join('Electron.app', 'Contents', 'Resources') : 'resources'
      rmSync(join(appOutDir, resources, 'default_app.asar'), { force: true })
    },
    // Only the binaries, which the system loads from files; their scripts stay under the archive's hash.
    asar: { smartUnpack: false },
    asarUnpack: ['node_modules/**/*.node'],
    extraResources: [{ from: licencesText, to: 'LICENCES.txt' }],
    // Both native modules speak Node-API: what was built for Node is what Electron loads.
    npmRebuild: false,
    nodeGypRebuild: false,
    buildDependenciesFromSource: false,
    // The stand-in is a script, without a wire to flip.
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
  // Each has a binary for both processors, or is one for both: the same files in both halves.
  x64ArchFiles: '**/app.asar.unpacked/node_modules/**/*.node',
  // Of all that Info.plist may ask a person for, nothing.
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
  // Where this is not said, the entry of an AppImage starts it with `--no-sandbox`.
  executableArgs: [],
  target: ['AppImage', 'deb', 'rpm'],
  desktop: { entry: { Keywords: 'trading;markets;portfolio;wallet;', StartupWMClass: 'starkdesk' } },
})

/** Debian asks for an address; the one that GitHub gives every owner needs no further setting. */
function maintainerOf(repository: string | null): string {
  const { author } = readRootManifest()
  const owner = repository?.split('/')[0]
  return owner === undefined ? author : `${author} <${owner}@users.noreply.github.com>`
}

/** The whole configuration. */
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
    // A certificate that is there and cannot be used must not lead to an unsigned installer.
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
      // Nothing of an update for one user asks for more rights, so there is nothing to ask with.
      packElevateHelper: false,
      // The user's own data stay until he removes them himself: see the README.
      deleteAppDataOnUninstall: false,
      createDesktopShortcut: false,
      differentialPackage: true,
    },
    linux: linux(plan.repository),
    // electron-builder's own list of what a package depends on names libsecret, which the keychain needs.
    deb: { packageCategory: 'misc' },
    // Without a repository there is nowhere to look for updates, and the app says so.
    publish:
      owner === undefined || repo === undefined
        ? null
        : [{ provider: 'github', owner, repo, releaseType: 'draft' }],
  }
}
