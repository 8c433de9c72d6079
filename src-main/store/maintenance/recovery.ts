// Recovers the user's own data from a damaged file or a backup and migrates it to the current schema.
// Read-only on its source; takes only complete table families.
import Database from 'better-sqlite3'
import type Sqlite from 'better-sqlite3'
import { isAppError } from '../../../src-preload/domain/errors.ts'
import type { FileKind } from '../files/file-kind.ts'
import { describeFailure } from '../worker/failures.ts'
import { migrate, type Migration } from '../worker/migrate.ts'
import { readPragmaNumber } from '../worker/pragmas.ts'
import { insertRows, listColumns, listTables, readRows, withoutTriggers, type TableRows } from './own-rows.ts'

/** Intact families by their index in the kind's ownFamilies, with rows in the current schema. */
export type Recovered = ReadonlyMap<number, readonly TableRows[]>

/**
 * Opens a source of any version and returns the families whose tables are all intact and fit the current schema. A family
 * that the source's version lacks counts as intact and empty. Errors: `databaseUnavailable` for anything but damage, such as
 * a lock.
 */
export function salvage(
  file: string,
  open: (file: string) => Sqlite.Database,
  kind: FileKind,
  nowMs: number,
): Recovered {
  const { migrations } = kind
  let source: Sqlite.Database | null = null
  try {
    source = open(file)
    const version = readPragmaNumber(source, 'user_version')
    const steps = migrations.filter((each) => each.version <= version)
    // An unknown version is damage too: only what fits the current tables is taken.
    const isKnown = steps.at(-1)?.version === version
    return bringUp(source, isKnown ? steps : migrations, kind, nowMs)
  } catch (error) {
    passObstacle(error, file)
    return new Map()
  } finally {
    source?.close()
  }
}

/** Rebuilds the source's tables in memory and applies the later migrations. */
function bringUp(
  source: Sqlite.Database,
  steps: readonly Migration[],
  { migrations, ownFamilies }: FileKind,
  nowMs: number,
): Recovered {
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

/** Copies a family; false, with nothing copied, if it is damaged, incomplete, or violates a constraint. */
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

/** A lock or an unreadable disk is not damage: restoring an older backup for it would lose current data. */
function passObstacle(error: unknown, file: string): void {
  const failure = describeFailure(error, file, 'salvage')
  const reason = String(failure.data['reason'])
  // Unreadable sectors count as damage for these rows.
  if (isAppError(failure, 'databaseUnavailable') && !reason.startsWith('SQLITE_IOERR')) throw failure
}
