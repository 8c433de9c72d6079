// Owns the reading of the command line and the environment that the stand-in is started with.
// It must not start anything: it reads package.json and nothing else.
import { existsSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'

/** The Node that runs us; `process.execPath` will name the stand-in, as the app expects. */
export const nodeExecutable = process.execPath

/** What the stand-in was asked to do. */
export interface LaunchOptions {
  /** The path under which the app knows its runtime: `process.execPath`, `app.getPath('exe')`. */
  executable: string
  /** Everything after the executable, unchanged. */
  args: string[]
  /** `--name=value` switches wherever they stand; a switch without a value maps to ''. */
  switches: Map<string, string>
  /** Modules to load before the app (`-r`). */
  preloads: string[]
  /** The app lies beside the executable, as in an installed one: every argument is the app's. */
  isPackaged: boolean
  /** The folder that holds package.json; of an archive, where it was unpacked. */
  appPath: string
  /** The file that is the app's main process. */
  mainFile: string
  manifest: AppManifest
  isHeadless: boolean
  /** Whether message boxes and file dialogs are shown, or answered "cancelled" since nobody is there. */
  showsDialogs: boolean
}

/** The fields of the app's package.json that Electron reads. */
export interface AppManifest {
  name: string | undefined
  productName: string | undefined
  version: string | undefined
  isModule: boolean
}

/** The program that the app sees: the stand-in's own file, or its copy beside a packaged app. */
const readExecutable = (env: NodeJS.ProcessEnv): string => env['STANDIN_EXECUTABLE'] ?? process.execPath

/** Where a packaged app lies, seen from its executable. */
const packagedArchive = (env: NodeJS.ProcessEnv): string =>
  path.join(path.dirname(readExecutable(env)), 'resources', 'app.asar')

/** The archive that the app is in: the packaged app's, or one that is named as the app; null for an app in a folder. */
export function findArchive(args: readonly string[], env: NodeJS.ProcessEnv): string | null {
  if (existsSync(packagedArchive(env))) return packagedArchive(env)
  const { app } = parseArguments(args)
  return app?.endsWith('.asar') === true && existsSync(app) ? path.resolve(app) : null
}

interface ParsedArguments {
  switches: Map<string, string>
  preloads: string[]
  app: string | undefined
}

/** Splits Electron's arguments: switches anywhere, `-r <module>`, and the first plain argument, which is the app. */
export function parseArguments(args: readonly string[]): ParsedArguments {
  const parsed: ParsedArguments = { switches: new Map(), preloads: [], app: undefined }
  for (let index = 0; index < args.length; index += 1) {
    const arg = args[index] ?? ''
    if (parsed.app === undefined && (arg === '-r' || arg === '--require')) {
      index += 1
      const preload = args[index]
      if (preload !== undefined) parsed.preloads.push(preload)
      continue
    }
    const found = /^--([^=]+)(?:=([^]*))?$/.exec(arg)
    if (found?.[1] !== undefined) parsed.switches.set(found[1], found[2] ?? '')
    else if (!arg.startsWith('-')) parsed.app ??= arg
  }
  return parsed
}

/** True where nothing could be seen: asked for, or on Linux without a display. `STANDIN_HEADLESS=0` overrides. */
export function isHeadless(env: NodeJS.ProcessEnv, platform: NodeJS.Platform): boolean {
  const asked = env['STANDIN_HEADLESS']
  if (asked !== undefined && asked !== '') return asked !== '0'
  return platform === 'linux' && !env['DISPLAY'] && !env['WAYLAND_DISPLAY']
}

function textField(value: object, key: string): string | undefined {
  const field: unknown = Reflect.get(value, key)
  return typeof field === 'string' ? field : undefined
}

function readManifest(folder: string): AppManifest & { main: string } {
  const file = path.join(folder, 'package.json')
  const parsed: unknown = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}
  const value = typeof parsed === 'object' && parsed !== null ? parsed : {}
  return {
    name: textField(value, 'name'),
    productName: textField(value, 'productName'),
    version: textField(value, 'version'),
    isModule: textField(value, 'type') === 'module',
    main: textField(value, 'main') ?? 'index.js',
  }
}

/**
 * Reads what to run. Throws an error with one clear sentence when no app is given or its main file is missing.
 * @param unpacked the folder that the app's archive was unpacked into, where `findArchive` found one
 */
export function readLaunchOptions(
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  platform: NodeJS.Platform = process.platform,
  unpacked?: string,
): LaunchOptions {
  const { switches, preloads, app } = parseArguments(args)
  const named = unpacked ?? app
  if (named === undefined) throw new Error('The Electron stand-in was given no app to run: name its folder.')
  const target = path.resolve(named)
  if (!existsSync(target)) throw new Error(`The Electron stand-in cannot find the app at ${target}.`)
  const isFolder = statSync(target).isDirectory()
  const appPath = isFolder ? target : path.dirname(target)
  const { main, ...manifest } = readManifest(appPath)
  const mainFile = isFolder ? path.resolve(appPath, main) : target
  if (!existsSync(mainFile)) {
    throw new Error(`The app has no main file at ${mainFile}: build it first.`)
  }
  const isPackaged = existsSync(packagedArchive(env))
  const headless = isHeadless(env, platform)
  const dialogs = env['STANDIN_DIALOGS']
  return {
    executable: readExecutable(env),
    args: [...args],
    switches,
    // An installed app loads nothing that its arguments name.
    preloads: isPackaged ? [] : preloads,
    isPackaged,
    appPath,
    mainFile,
    manifest,
    isHeadless: headless,
    showsDialogs: dialogs === 'window' || (dialogs !== 'cancel' && !headless),
  }
}
