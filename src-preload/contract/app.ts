// Owns: the channels about the application itself. Must not: know accounts or markets.
import { z } from 'zod'
import { errorReport, nothing } from './channel.ts'

export const themeChoices = ['system', 'dark', 'light'] as const
export type ThemeChoice = (typeof themeChoices)[number]

const appInfo = z.strictObject({
  version: z.string(),
  platform: z.enum(['darwin', 'win32', 'linux', 'other']),
  theme: z.enum(themeChoices),
  /** The folder that holds everything Starkdesk keeps on this computer, for the user to find. */
  dataFolder: z.string(),
  /** Null when the data file opened; otherwise why nothing can be shown. The file was left untouched. */
  startupError: errorReport.nullable(),
})
export type AppInfo = z.infer<typeof appInfo>

export const appChannels = {
  'app:getInfo': { input: nothing, output: appInfo },
  'app:setTheme': { input: z.strictObject({ theme: z.enum(themeChoices) }), output: nothing },
  /** Opens the data folder in the system's file manager. */
  'app:openDataFolder': { input: nothing, output: nothing },
  /** Starts again from scratch after a start-up error. */
  'app:restart': { input: nothing, output: nothing },
}
