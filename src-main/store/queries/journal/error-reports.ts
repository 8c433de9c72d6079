// Error reports as JSON text in a column, and reading them back.
import type Sqlite from 'better-sqlite3'
import type { ErrorReport } from '../../../../src-preload/contract/channel.ts'
import { AppError, errorCodes } from '../../../../src-preload/domain/errors.ts'

/** Code, data and reference; nothing else that an error may carry. */
export function writeErrorReport({ code, data, ref }: ErrorReport): string {
  return JSON.stringify({ code, data, ref })
}

/** Reads what writeErrorReport wrote; `databaseCorrupt` when it is anything else. */
export function readErrorReport(db: Sqlite.Database, text: string, column: string): ErrorReport {
  const value = parse(text)
  const code = isRecord(value) ? errorCodes.find((each) => each === value['code']) : undefined
  if (isRecord(value) && code !== undefined) {
    const { data, ref } = value
    if (isErrorData(data) && (ref === null || typeof ref === 'string')) return { code, data, ref }
  }
  throw new AppError('databaseCorrupt', { file: db.name, reason: `error in ${column}` })
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // Told as damage by the caller, like every other text that is no report.
    return null
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isErrorData(value: unknown): value is ErrorReport['data'] {
  return (
    isRecord(value) &&
    Object.values(value).every(
      (each) => each === null || ['string', 'number', 'boolean'].includes(typeof each),
    )
  )
}
