// Owns: bringing what is the user's own from a damaged file or a backup to the present form of the tables.
// Must not: write to what it reads, or take half a family of tables.
import Database from 'better-sqlite3'
import type Sqlite from 'better-sqlite3'
import { isAppError } from '../../../src-preload/domain/errors.ts'
import { describeFailure } from '../failures.ts'
import { migrate } from '../migrate.ts'
import type { Migration } from '../migrate.ts'
import { readPragmaNumber } from '../pragmas.ts'
import { insertRows, listColumns, listTables, readRows, withoutTriggers } from './own-rows.ts'
import type { TableRows } from './own-rows.ts'
import { ownFamilies } from './own-tables.ts'

/** The families of ownFamilies, by their place in it, that a source holds whole: their rows in the present form. */
export type Salvaged = ReadonlyMap<number, readonly TableRows[]>

/**
 * Opens a source and reads its user's own tables, whatever version it has, and answers the families of which every
 * table is sound and fits the present tables. A family that the source's version did not have yet counts as whole, and
 * has no rows. Errors: `databaseUnavailable` for anything but damage, such as a lock.
 */
export function salvage(
  file: string,
  open: (file: string) => Sqlite.Database,
  migrations: readonly Migration[],
  nowMs: number,
): Salvaged {
  let source: Sqlite.Database | null = null
  try {
    source = open(file)
    const version = readPragmaNumber(source, 'user_version')
    const steps = migrations.filter((each) => each.version <= version)
    // A version that never was is damage too: what fits the present tables is taken, and all else is not.
    const isKnown = steps.at(-1)?.version === version
    return bringUp(source, isKnown ? steps : migrations, migrations, nowMs)
  } catch (error) {
    passObstacle(error, file)
    return new Map()
  } finally {
    source?.close()
  }
}

/** The tables as the source has them are built in memory and filled; then the later migrations run on them. */
function bringUp(
  source: Sqlite.Database,
  steps: readonly Migration[],
  migrations: readonly Migration[],
  nowMs: number,
): Salvaged {
  const scratch = new Database(':memory:')
  try {
    migrate(scratch, steps, nowMs)
    const tables = new Set(listTables(scratch))
    const whole = ownFamilies
      .map((family, at) => ({ at, names: family.filter((table) => tables.has(table)) }))
      .filter(({ names }) => isMoved(source, scratch, names))
    migrate(scratch, migrations, nowMs)
    const present = new Set(listTables(scratch))
    const rowsOf = (at: number) =>
      (ownFamilies[at] ?? [])
        .filter((table) => present.has(table))
        .map((table) => readRows(scratch, table, listColumns(scratch, table)))
    return new Map(whole.map(({ at }) => [at, rowsOf(at)]))
  } finally {
    scratch.close()
  }
}

/** Copies a family; false, and nothing copied, when it is damaged, lacks something, or breaks a rule of its tables. */
function isMoved(source: Sqlite.Database, scratch: Sqlite.Database, names: readonly string[]): boolean {
  scratch.pragma('foreign_keys = OFF')
  try {
    const rows = names.map((table) => readRows(source, table, listColumns(scratch, table)))
    scratch.transaction(() => {
      withoutTriggers(scratch, () => {
        for (const each of rows) insertRows(scratch, each)
      })
      const broken = names.flatMap((table) =>
        scratch.prepare('SELECT * FROM pragma_foreign_key_check(?)').all(table),
      )
      if (broken.length > 0) throw new Error('rows refer to rows that are not here')
    })()
    return true
  } catch (error) {
    passObstacle(error, source.name)
    return false
  } finally {
    scratch.pragma('foreign_keys = ON')
  }
}

/** A lock or a disk that cannot be read is no damage: taking an older backup for it would lose what is there. */
function passObstacle(error: unknown, file: string): void {
  const failure = describeFailure(error, file, 'salvage')
  const reason = String(failure.data['reason'])
  // Sectors that cannot be read are damage, as far as these rows go.
  if (isAppError(failure, 'databaseUnavailable') && !reason.startsWith('SQLITE_IOERR')) throw failure
}
