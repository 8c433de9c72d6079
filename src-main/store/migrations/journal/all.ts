// All migrations of the journal in order. Never remove, reorder or renumber a shipped one.
import type { Migration } from '../../worker/migrate.ts'
import { firstJournalSchema } from './0001-first-schema.ts'
import { placedOrdersSchema } from './0002-placed-orders.ts'
import { ordersAgainSchema } from './0003-orders-again.ts'
import { orderMovesSchema } from './0004-order-moves.ts'

export const migrations: readonly Migration[] = [
  firstJournalSchema,
  placedOrdersSchema,
  ordersAgainSchema,
  orderMovesSchema,
]
