// Places in the app that can be opened from outside the page: by a link, a menu, a notification, or after a crash.
// A place is only shown; it triggers no action.
import { z } from 'zod'
import { viewNames } from '../../domain/views.ts'
import { notice } from './alerts.ts'
import { marketSymbol } from '../orders/entities.ts'

const placeView = z.enum(viewNames)

/** Settings sections that a link can name; an unknown one opens the top of the settings. */
export const settingsParts = [
  'security',
  'appearance',
  'trading',
  'notices',
  'app',
  'updates',
  'files',
  'diagnostics',
  'about',
] as const
const settingsPart = z.enum(settingsParts)

const orderId = z.int().min(0)

/** A navigation target. No member carries a recipient, an amount or a text, so nothing is ever filled in. */
export const destination = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('view'), view: placeView }),
  z.strictObject({ kind: z.literal('market'), market: marketSymbol }),
  /** An order of the active account. */
  z.strictObject({ kind: z.literal('order'), orderId }),
  z.strictObject({ kind: z.literal('settings'), part: settingsPart }),
  /** The subject of a notification. */
  z.strictObject({ kind: z.literal('notice'), notice }),
  /** The command palette, and the list of keyboard shortcuts. */
  z.strictObject({ kind: z.literal('palette') }),
  z.strictObject({ kind: z.literal('keys') }),
])
export type Destination = z.infer<typeof destination>

/** The place on screen, as far as it is restored. */
export const place = z.strictObject({
  view: placeView,
  /** The market of charts, list and trades; null for none yet. */
  market: marketSymbol.nullable(),
  /** The order in the panel beside a table. */
  orderId: orderId.nullable(),
})
export type Place = z.infer<typeof place>
