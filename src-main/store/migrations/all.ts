// All migrations of the data file in order. Never remove, reorder or renumber a shipped one.
import type { Migration } from '../worker/migrate.ts'
import { firstSchema } from './0001-first-schema.ts'
import { ownTradePages } from './0002-own-trade-pages.ts'

export const migrations: readonly Migration[] = [firstSchema, ownTradePages]
