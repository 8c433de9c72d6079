// The app's migrations and one more, for tests of files that are one version older (scripts/test-threads.ts puts it into their threads).
import type { Migration } from '../../../src-main/store/worker/migrate.ts'
import { firstSchema } from '../../../src-main/store/migrations/0001-first-schema.ts'
import { balancesSchema } from '../../../src-main/store/migrations/0002-balances.ts'
import { listedTransfersSchema } from '../../../src-main/store/migrations/0003-listed-transfers.ts'
import { drawingShapes } from '../../../src-main/store/migrations/0006-drawing-shapes.ts'
import { tradingNotices } from '../../../src-main/store/migrations/0005-trading-notices.ts'
import { openingParts } from '../../../src-main/store/migrations/0007-opening-parts.ts'
import { ownTradePages } from '../../../src-main/store/migrations/0004-own-trade-pages.ts'

const addNotes: Migration = {
  version: 8,
  name: 'notes',
  up: (db) => db.exec('CREATE TABLE notes (-- CACHE: of a test.\n  text TEXT) STRICT'),
}

export const migrations: readonly Migration[] = [
  firstSchema,
  balancesSchema,
  listedTransfersSchema,
  ownTradePages,
  tradingNotices,
  drawingShapes,
  openingParts,
  addNotes,
]
