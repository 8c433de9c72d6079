// Putting every query of the journal together into its calls, on one connection.
import type Sqlite from 'better-sqlite3'
import type { JournalMethods } from '../api/journal-api.ts'
import { prepareFoundTransfers } from '../queries/journal/found-transfers.ts'
import { prepareOrderMoves } from '../queries/journal/order-moves.ts'
import { preparePlacedOrders } from '../queries/journal/placed-orders.ts'
import { prepareRecipients } from '../queries/journal/recipients.ts'
import { prepareRestores } from '../queries/journal/restores.ts'
import { prepareTransferLimits } from '../queries/journal/transfer-limits.ts'
import { prepareTransfers } from '../queries/journal/transfers.ts'

/** Prepares every statement of the journal on an open, current database; throws SQLite's error when a table is missing. */
export function prepareJournalMethods(db: Sqlite.Database): JournalMethods {
  return {
    ...prepareTransfers(db),
    ...prepareFoundTransfers(db),
    ...prepareRecipients(db),
    ...prepareTransferLimits(db),
    ...prepareRestores(db),
    ...preparePlacedOrders(db),
    ...prepareOrderMoves(db),
  }
}
