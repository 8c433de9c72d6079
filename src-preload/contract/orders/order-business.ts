// What of orders is under way, for questions whose yes takes away what it needs.
import { z } from 'zod'

/** Of one account or of all. */
export const orderBusiness = z.strictObject({
  /** Orders that are being placed, or were sent without an answer. */
  undecidedOrders: z.int().min(0),
  /** Orders that are open at the exchange, as far as it is known here, and stay open. */
  openOrders: z.int().min(0),
  /** A trading session runs, which a yes ends. */
  isSessionRunning: z.boolean(),
})
export type OrderBusiness = z.infer<typeof orderBusiness>
