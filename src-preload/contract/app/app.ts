// IPC channels of the application itself.
import { z } from 'zod'
import { type ChannelTable, errorReport, nothing } from '../channel.ts'
import { chartInterval, currencyCode, marketSymbol } from '../orders/entities.ts'
import { destination, place } from './places.ts'

export const themeChoices = ['system', 'dark', 'light'] as const
export type ThemeChoice = (typeof themeChoices)[number]

/** Colors of rising and falling prices; `swapped` is vermilion up, as in East Asian markets. */
export const palettes = ['tealVermilion', 'greenRed', 'blueOrange', 'swapped'] as const
export type Palette = (typeof palettes)[number]

/** How numbers are written: 1,234.56, 1.234,56, 1 234,56 or 1’234.56; `system` as the system's region has them. */
export const numberFormats = ['system', 'commaPoint', 'pointComma', 'spaceComma', 'apostrophePoint'] as const
export type NumberFormat = (typeof numberFormats)[number]

/** Height of table rows. */
export const densities = ['compact', 'comfortable'] as const
export type Density = (typeof densities)[number]

/** Display settings for the whole app, persisted. */
const display = z.strictObject({
  /** `UTC`, `system` (the computer's own) or a name in this runtime's IANA time zone database. */
  timeZone: z.string().max(64),
  palette: z.enum(palettes),
  /** Hides amounts on screen and in notifications. */
  isPrivate: z.boolean(),
  numberFormat: z.enum(numberFormats),
  density: z.enum(densities),
  /** The market and the interval with which a single chart opens at start; null for those it had last. */
  startMarket: marketSymbol.nullable(),
  startPeriod: chartInterval.nullable(),
  /** In a trading session the ticket sends an order with a second press. Main asks in the secure window without a session. */
  confirmsOrders: z.boolean(),
  /** Lowercase code of a currency in which Portfolio shows its headline sums as well; null for none. */
  displayCurrency: currencyCode.nullable(),
})
export type Display = z.infer<typeof display>

const appInfo = z.strictObject({
  version: z.string(),
  platform: z.enum(['darwin', 'win32', 'linux', 'other']),
  theme: z.enum(themeChoices),
  display,
  /** The system's locale (BCP 47) for formatting numbers; null if unknown. */
  locale: z.string().max(64).nullable(),
  /** Whether closing the window keeps Starkdesk in the tray; null on systems without a tray. */
  staysInTray: z.boolean().nullable(),
  /** How large everything is, in percent. */
  zoomPercent: z.int().min(50).max(200),
  /** The folder with all of Starkdesk's data on this computer. */
  dataFolder: z.string(),
  /** Null when the data file opened; otherwise the reason. The file was left untouched. */
  startupError: errorReport.nullable(),
})
export type AppInfo = z.infer<typeof appInfo>

/** External pages that the app can open in the browser. The page passes a name; main has the addresses. */
export const linkNames = ['serviceMainnet', 'serviceTestnet', 'serviceDocs'] as const
export type LinkName = (typeof linkNames)[number]

export const appChannels = {
  'app:getInfo': { access: 'always', input: nothing, output: appInfo },
  'app:setTheme': {
    access: 'always',
    input: z.strictObject({ theme: z.enum(themeChoices) }),
    output: nothing,
  },
  /** `validation` with field `timeZone` for an unknown zone. */
  'app:setDisplay': { access: 'always', input: display, output: nothing },
  /** Opens the data folder in the system's file manager. */
  'app:openDataFolder': { access: 'always', input: nothing, output: nothing },
  /** Opens the log file, which contains no secrets, in the system's text viewer. */
  'app:openLog': { access: 'always', input: nothing, output: nothing },
  /**
   * Shows a file that was saved in the system's file manager, by the name that saving it returned. `notFound` for one that was not
   * saved since the start.
   */
  'app:showSavedFile': {
    access: 'unlocked',
    input: z.strictObject({ file: z.string().min(1).max(255) }),
    output: nothing,
  },
  /** Opens an external page in the user's browser. */
  'app:openLink': { access: 'always', input: z.strictObject({ link: z.enum(linkNames) }), output: nothing },
  /** Restarts the app after a startup error. */
  'app:restart': { access: 'always', input: nothing, output: nothing },
  /** Whether closing the window keeps Starkdesk in the tray. `notFound` on systems without a tray. */
  'app:setTray': { access: 'always', input: z.strictObject({ isOn: z.boolean() }), output: nothing },
  /** One step larger or smaller; 0 sets 100 %. As the View menu does. */
  'app:zoom': {
    access: 'always',
    input: z.strictObject({ direction: z.literal([-1, 0, 1]) }),
    output: z.strictObject({ zoomPercent: z.int().min(50).max(200) }),
  },
  /**
   * The navigation target requested while the page was not listening, returned once; null for none. The page listens from now
   * on.
   */
  'app:takeDestination': {
    access: 'readable',
    input: nothing,
    output: z.strictObject({ destination: destination.nullable() }),
  },
  /** The place on screen, to restore it after a crash. */
  'app:setPlace': { access: 'readable', input: z.strictObject({ place }), output: nothing },
  /** The place on screen before a crash; null if there was none, or it was answered. */
  'app:getLeftOpen': {
    access: 'readable',
    input: nothing,
    output: z.strictObject({ leftOpen: z.strictObject({ place: place.nullable() }).nullable() }),
  },
  /** The place was reopened or dismissed. */
  'app:dropLeftOpen': { access: 'readable', input: nothing, output: nothing },
  /** Answer to `app:ending`: nothing is left to save. */
  'app:confirmKept': { access: 'always', input: nothing, output: nothing },
  /** The page has painted its first content: main starts background work. */
  'app:confirmShown': { access: 'always', input: nothing, output: nothing },
} satisfies ChannelTable<'app'>

export const appEvents = {
  /** Navigates the page. Sent only while the lock allows it. */
  'app:navigate': destination,
  /** The window is about to close: save pending changes, then call `app:confirmKept`. */
  'app:ending': nothing,
}
