// Names of the supported operating systems.
import type { AppInfo } from '../../../src-preload/contract/app.ts'

export const platformNames: Readonly<Record<AppInfo['platform'], string>> = {
  darwin: 'macOS',
  win32: 'Windows',
  linux: 'Linux',
  other: 'Another system',
}
