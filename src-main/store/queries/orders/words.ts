// Reading the closed words of the interface back from text columns.
import type Sqlite from 'better-sqlite3'
import { AppError } from '../../../../src-preload/domain/errors.ts'

/** Narrows a stored text to one of `words`; `databaseCorrupt` when it is none of them, for we only ever write these. */
export function readWord<Word extends string>(
  db: Sqlite.Database,
  words: readonly Word[],
  value: string,
  column: string,
): Word {
  const word = words.find((each) => each === value)
  if (word === undefined)
    throw new AppError('databaseCorrupt', { file: db.name, reason: `word in ${column}` })
  return word
}
