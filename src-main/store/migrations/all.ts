// All migrations of the data file in order. Never remove, reorder or renumber a shipped one.
import type { Migration } from '../worker/migrate.ts'
import { firstSchema } from './0001-first-schema.ts'
import { balancesSchema } from './0002-balances.ts'
import { listedTransfersSchema } from './0003-listed-transfers.ts'
import { ownTradePages } from './0004-own-trade-pages.ts'
import { tradingNotices } from './0005-trading-notices.ts'
import { drawingShapes } from './0006-drawing-shapes.ts'
import { openingParts } from './0007-opening-parts.ts'

export const migrations: readonly Migration[] = [
  firstSchema,
  balancesSchema,
  listedTransfersSchema,
  ownTradePages,
  tradingNotices,
  drawingShapes,
  openingParts,
]
