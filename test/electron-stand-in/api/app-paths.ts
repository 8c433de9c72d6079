// Owns app.getPath: where Electron puts things on each platform.
// It must not create folders.
import { homedir, tmpdir } from 'node:os'
import path from 'node:path'

export interface PathSetting {
  appName: string
  executable: string
  env: NodeJS.ProcessEnv
  platform: NodeJS.Platform
}

const userFolders = new Set(['desktop', 'documents', 'downloads', 'music', 'pictures', 'videos'])

function appDataFolder({ env, platform }: PathSetting): string {
  if (platform === 'win32') return env['APPDATA'] ?? path.join(homedir(), 'AppData', 'Roaming')
  if (platform === 'darwin') return path.join(homedir(), 'Library', 'Application Support')
  return env['XDG_CONFIG_HOME'] ?? path.join(homedir(), '.config')
}

/**
 * The folder of this name. `overrides` are those of `app.setPath`; names that hang on userData follow it.
 * Throws, worded as Electron, for an unknown name.
 */
export function resolvePath(
  name: string,
  overrides: ReadonlyMap<string, string>,
  setting: PathSetting,
): string {
  const chosen = overrides.get(name)
  if (chosen !== undefined) return chosen
  const other = (otherName: string): string => resolvePath(otherName, overrides, setting)
  if (userFolders.has(name)) {
    const folder = name === 'videos' && setting.platform === 'darwin' ? 'Movies' : capitalize(name)
    return path.join(homedir(), folder)
  }
  switch (name) {
    case 'home':
      return homedir()
    case 'appData':
      return appDataFolder(setting)
    case 'userData':
      return path.join(other('appData'), setting.appName)
    case 'sessionData':
      return other('userData')
    case 'temp':
      return tmpdir()
    case 'exe':
    case 'module':
      return setting.executable
    case 'logs':
      return setting.platform === 'darwin'
        ? path.join(homedir(), 'Library', 'Logs', setting.appName)
        : path.join(other('userData'), 'logs')
    case 'crashDumps':
      return path.join(other('userData'), 'Crashpad')
    default:
      throw new Error(`Failed to get '${name}' path`)
  }
}

function capitalize(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1)
}
