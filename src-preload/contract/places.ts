// Owns: the places of the app that can be gone to from outside of the page: by a link, a menu, a notification, after a crash.
// Must not: hold anything that could be done there: a place is gone to, and that is all.
import { z } from 'zod'
import { notice } from './alerts.ts'
import { marketSymbol } from './entities.ts'

export const placeViews = [
  'markets',
  'orders',
  'portfolio',
  'transfers',
  'connection',
  'settings',
  'data',
] as const
const placeView = z.enum(placeViews)
export type PlaceView = z.infer<typeof placeView>

/** Parts of the settings that a link can name; what the page does not have leads to the top of them. */
export const settingsParts = [
  'security',
  'appearance',
  'notices',
  'app',
  'updates',
  'files',
  'diagnostics',
  'about',
] as const
const settingsPart = z.enum(settingsParts)

const orderId = z.int().min(0)

/** Where the page is asked to go. No member carries a recipient, an amount or a text: nothing is ever filled in. */
export const destination = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('view'), view: placeView }),
  z.strictObject({ kind: z.literal('market'), market: marketSymbol }),
  /** An order of the active account. */
  z.strictObject({ kind: z.literal('order'), orderId }),
  z.strictObject({ kind: z.literal('settings'), part: settingsPart }),
  /** What a notice is about. */
  z.strictObject({ kind: z.literal('notice'), notice }),
  /** The palette of commands, and the sheet of keys. */
  z.strictObject({ kind: z.literal('palette') }),
  z.strictObject({ kind: z.literal('keys') }),
])
export type Destination = z.infer<typeof destination>

/** What is on the screen, as far as it is worth finding again. */
export const place = z.strictObject({
  view: placeView,
  /** The market that charts, list and trades are about; null: none yet. */
  market: marketSymbol.nullable(),
  /** The order whose panel is open beside a table. */
  orderId: orderId.nullable(),
})
export type Place = z.infer<typeof place>
