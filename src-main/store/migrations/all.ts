// All migrations in their order. One that has shipped is never removed, reordered or renumbered.
import type { Migration } from '../migrate.ts'
import { firstSchema } from './0001-first-schema.ts'

export const migrations: readonly Migration[] = [firstSchema]
