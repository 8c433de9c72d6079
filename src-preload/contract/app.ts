// Owns: the channels about the application itself. Must not: know accounts or markets.
import { z } from 'zod'
import { type ChannelTable, errorReport, nothing } from './channel.ts'
import { destination, place } from './places.ts'

export const themeChoices = ['system', 'dark', 'light'] as const
export type ThemeChoice = (typeof themeChoices)[number]

/** How rising and falling are coloured; `swapped` is vermilion for rising, as East Asian markets have it. */
export const palettes = ['tealVermilion', 'greenRed', 'blueOrange', 'swapped'] as const
export type Palette = (typeof palettes)[number]

/** How things are shown, everywhere. Kept for the user. */
const display = z.strictObject({
  /** `UTC`, `system` (the computer's own) or a name of the IANA time zone database that this runtime knows. */
  timeZone: z.string().max(64),
  palette: z.enum(palettes),
  /** Amounts are hidden: on screen and in notifications. */
  isPrivate: z.boolean(),
})
export type Display = z.infer<typeof display>

const appInfo = z.strictObject({
  version: z.string(),
  platform: z.enum(['darwin', 'win32', 'linux', 'other']),
  theme: z.enum(themeChoices),
  display,
  /** The system's region (BCP 47), in which figures are written; null where the system does not tell. */
  locale: z.string().max(64).nullable(),
  /** Whether Starkdesk stays in the tray when its window is closed; null where the system has no tray. */
  staysInTray: z.boolean().nullable(),
  /** The folder that holds everything Starkdesk keeps on this computer, for the user to find. */
  dataFolder: z.string(),
  /** Null when the data file opened; otherwise why nothing can be shown. The file was left untouched. */
  startupError: errorReport.nullable(),
})
export type AppInfo = z.infer<typeof appInfo>

/** The pages outside that the app can open in the browser. Main knows their addresses; the page only names them. */
export const linkNames = ['serviceMainnet', 'serviceTestnet', 'serviceDocs'] as const
export type LinkName = (typeof linkNames)[number]

export const appChannels = {
  'app:getInfo': { access: 'always', input: nothing, output: appInfo },
  'app:setTheme': {
    access: 'always',
    input: z.strictObject({ theme: z.enum(themeChoices) }),
    output: nothing,
  },
  /** `validation` with field `timeZone` for a zone that is not known. */
  'app:setDisplay': { access: 'always', input: display, output: nothing },
  /** Opens the data folder in the system's file manager. */
  'app:openDataFolder': { access: 'always', input: nothing, output: nothing },
  /** Opens the log file, which holds no secrets, in the system's text viewer. */
  'app:openLog': { access: 'always', input: nothing, output: nothing },
  /** Opens a page outside in the user's browser. */
  'app:openLink': { access: 'always', input: z.strictObject({ link: z.enum(linkNames) }), output: nothing },
  /** Starts again from scratch after a start-up error. */
  'app:restart': { access: 'always', input: nothing, output: nothing },
  /** Whether closing the window leaves Starkdesk in the tray. `notFound` where there is no tray. */
  'app:setTray': { access: 'always', input: z.strictObject({ isOn: z.boolean() }), output: nothing },
  /** Where the page was asked to go while it could not hear it, at most once; null: nowhere. From now on it hears. */
  'app:takeDestination': {
    access: 'readable',
    input: nothing,
    output: z.strictObject({ destination: destination.nullable() }),
  },
  /** What is on the screen now, so that it can be found again should Starkdesk end unexpectedly. */
  'app:setPlace': { access: 'readable', input: z.strictObject({ place }), output: nothing },
  /** What was on the screen when Starkdesk ended unexpectedly; null: it did not, or it was answered. */
  'app:getLeftOpen': {
    access: 'readable',
    input: nothing,
    output: z.strictObject({ leftOpen: z.strictObject({ place: place.nullable() }).nullable() }),
  },
  /** It was reopened, or is not wanted. */
  'app:dropLeftOpen': { access: 'readable', input: nothing, output: nothing },
  /** The answer to `app:ending`: nothing waits to be kept any more. */
  'app:confirmKept': { access: 'always', input: nothing, output: nothing },
  /** What the page had to show first is on the screen: main begins what nobody waits for. */
  'app:confirmShown': { access: 'always', input: nothing, output: nothing },
} satisfies ChannelTable<'app'>

export const appEvents = {
  /** The page shows another place. Sent only while it may. */
  'app:navigate': destination,
  /** The window is about to close: what waits to be kept is kept now, then `app:confirmKept`. */
  'app:ending': nothing,
}
