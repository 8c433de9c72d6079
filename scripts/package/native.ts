// Selects the files of native modules that each system needs. No build for Electron's ABI: both modules use Node-API, whose
// binaries load in Node and Electron.
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import { outFolder, root } from '../paths.ts'
import type { Arch, Platform } from './places.ts'

const manifest = z.object({ name: z.string(), version: z.string(), license: z.string(), main: z.string() })

/** Modules that electron.vite.config.ts does not bundle. */
export const nativeModules = ['better-sqlite3', 'keytar'] as const
export type NativeModule = (typeof nativeModules)[number]

const modulesFolder = join(root, 'node_modules')

/** better-sqlite3's scripts without its platform entry points, which we do not use. */
function listSqliteScripts(): readonly string[] {
  const lib = join(modulesFolder, 'better-sqlite3', 'lib')
  return readdirSync(lib, { recursive: true, encoding: 'utf8' })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => file.endsWith('.js') && !/^(?:darwin|linux|linuxmusl|win32)-/.test(file))
    .map((file) => `lib/${file}`)
    .sort()
}

/** Files of a module that ship besides its package.json: paths within the module. */
export function listNativeFiles(
  module: NativeModule,
  platform: Platform,
  arches: readonly Arch[],
): readonly string[] {
  switch (module) {
    case 'better-sqlite3':
      // The package has prebuilt binaries for every system; its `binding.js` selects the running process's.
      return [
        'LICENSE',
        ...listSqliteScripts(),
        ...arches.map((arch) => `prebuilds/${platform}-${arch}.node`),
      ]
    case 'keytar':
      return ['LICENSE.md', 'lib/keytar.js', 'build/Release/keytar.node']
  }
}

/** The package.json fields that the loader reads, and the license. */
export function readNativeManifest(module: NativeModule): z.infer<typeof manifest> {
  const file = join(modulesFolder, module, 'package.json')
  if (!existsSync(file)) {
    throw new Error(`${module} is not installed; without it the app cannot be packaged. Run "npm run setup".`)
  }
  return manifest.parse(JSON.parse(readFileSync(file, 'utf8')))
}

/**
 * Refuses a keytar that setup.mjs did not compile on this machine: keytar's own install script downloads a binary without
 * verification. Compiling leaves its settings behind, unpacking does not.
 *
 * @param folder - folder of the package
 * @throws Error when the binary is from elsewhere
 */
export function assertCompiled(folder: string): void {
  if (existsSync(join(folder, 'build', 'config.gypi'))) return
  throw new Error(
    `The binary in ${folder} was not compiled on this machine. Remove node_modules, then run "npm run setup".`,
  )
}

function run(command: string, args: readonly string[], cwd: string): void {
  const { status, error } = spawnSync(command, args, { cwd, stdio: ['ignore', 2, 2] })
  if (status !== 0) {
    throw new Error(`${command} ${args[0] ?? ''} failed: ${error?.message ?? `exit code ${String(status)}`}`)
  }
}

/**
 * macOS: keytar for both architectures in one file, each compiled here from the installed source. An install has only the
 * machine's own.
 */
function buildUniversalKeytar(target: string): void {
  const work = join(outFolder, 'package', 'keytar')
  // Beside this Node, if included; otherwise node-gyp downloads them.
  const prefix = dirname(dirname(process.execPath))
  const headers = existsSync(join(prefix, 'include', 'node', 'node_api.h')) ? [`--nodedir=${prefix}`] : []
  const parts = (['x64', 'arm64'] as const).map((arch) => {
    const folder = join(work, arch, 'node_modules', 'keytar')
    rmSync(join(work, arch), { recursive: true, force: true })
    cpSync(join(modulesFolder, 'keytar'), folder, { recursive: true })
    const gyp = join(modulesFolder, 'node-gyp', 'bin', 'node-gyp.js')
    run(
      process.execPath,
      [gyp, 'rebuild', '--release', '--napi_build_version=3', `--arch=${arch}`, ...headers],
      folder,
    )
    return join(folder, 'build', 'Release', 'keytar.node')
  })
  run('lipo', ['-create', ...parts, '-output', target], work)
}

/** Copies the modules, reduced to what ships, to `folder`. @throws Error when one is incomplete */
export function stageNativeModules(folder: string, platform: Platform, arches: readonly Arch[]): void {
  assertCompiled(join(modulesFolder, 'keytar'))
  for (const module of nativeModules) {
    const target = join(folder, module)
    mkdirSync(target, { recursive: true })
    writeFileSync(join(target, 'package.json'), `${JSON.stringify(readNativeManifest(module), null, 2)}\n`)
    for (const file of listNativeFiles(module, platform, arches)) {
      const from = join(modulesFolder, module, file)
      if (!existsSync(from)) throw new Error(`${module} is not whole: ${file} is missing`)
      mkdirSync(dirname(join(target, file)), { recursive: true })
      cpSync(from, join(target, file), { dereference: true })
    }
  }
  if (platform === 'darwin' && arches.length > 1) {
    buildUniversalKeytar(join(folder, 'keytar', 'build', 'Release', 'keytar.node'))
  }
}
