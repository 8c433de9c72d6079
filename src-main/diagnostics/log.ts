// The log: one JSON object per line, limited in size, with secrets redacted.
// Callers pass codes and facts, never secrets.
import { appendFileSync, mkdirSync, renameSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { isAppError } from '../../src-preload/domain/errors.ts'
import type { Clock } from '../async/clock.ts'
import { redact } from './redact.ts'

export type LogFacts = Readonly<Record<string, string | number | boolean | null>>

export interface Log {
  /** A notable event. `area` is the part of the app that logs it. */
  info(area: string, what: string, facts?: LogFacts): void
  /** A fault, with the reference that the user was shown. Stacks are logged, inputs never. */
  fault(area: string, what: string, error: unknown, facts?: LogFacts): void
}

/** The current log file in `folder`. */
export function logFileIn(folder: string): string {
  return join(folder, 'starkdesk.log')
}

/** The previous log file, before the current one was started. */
export function olderLogFileIn(folder: string): string {
  return join(folder, 'starkdesk.1.log')
}

/** At this size the file is renamed to `starkdesk.1.log`, replacing the previous one. */
const MAX_BYTES = 2_000_000
/** Longer lines are truncated to their head: what failed, where and when. */
const MAX_LINE_BYTES = 32_000

/** An error's facts under a separate key, because an AppError's data has keys such as `what` that the line has too. */
function describe(error: unknown): Readonly<Record<string, unknown>> {
  if (isAppError(error)) {
    const { code, data, cause, stack } = error
    // Only internal errors need a stack; code and data describe the others completely.
    const place = code === 'internal' ? { stack } : {}
    return { code, ...data, ...place, ...(cause === undefined ? {} : { cause: describe(cause) }) }
  }
  if (error instanceof Error) {
    const cause = error.cause === undefined ? {} : { cause: describe(error.cause) }
    return { name: error.name, message: error.message, stack: error.stack, ...cause }
  }
  return { thrown: String(error) }
}

/** The head of a line that is too long. Called after redaction, because half a secret would not be recognized. */
function headOf(redacted: unknown): Readonly<Record<string, unknown>> {
  const { at, level, area, what, ref, error } = factsOf(redacted)
  const { code, name } = factsOf(error)
  const cut = (text: unknown): string | null => (typeof text === 'string' ? text.slice(0, 200) : null)
  return {
    at,
    level,
    area,
    what: cut(what),
    ref: cut(ref),
    error: { code: cut(code), name: cut(name) },
    isCut: true,
  }
}

function factsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? { ...value } : {}
}

/**
 * Opens the log in `folder`, creating it if missing. Falls back to stderr if the folder is not writable, so the app can still
 * report what is wrong with it.
 */
export function openLog(folder: string, clock: Clock): Log {
  const file = logFileIn(folder)
  let isWritable = true
  let bytes = 0
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    bytes = statSync(file, { throwIfNoEntry: false })?.size ?? 0
  } catch (error) {
    isWritable = false
    process.stderr.write(`Starkdesk cannot keep a log in ${folder}: ${String(error)}\n`)
  }

  function write(
    level: 'info' | 'fault',
    area: string,
    what: string,
    facts: Readonly<Record<string, unknown>>,
  ): void {
    const at = new Date(clock.now()).toISOString()
    const told = redact({ at, level, area, what, ...facts })
    const whole = `${JSON.stringify(told)}\n`
    const isShort = Buffer.byteLength(whole) <= MAX_LINE_BYTES
    const line = isShort ? whole : `${JSON.stringify(headOf(told))}\n`
    const size = Buffer.byteLength(line)
    if (!isWritable) {
      if (level === 'fault') process.stderr.write(line)
      return
    }
    try {
      if (bytes + size > MAX_BYTES) {
        renameSync(file, olderLogFileIn(folder))
        bytes = 0
      }
      appendFileSync(file, line, { mode: 0o600 })
      bytes += size
    } catch (error) {
      isWritable = false
      process.stderr.write(`Starkdesk stopped its log: ${String(error)}\n`)
    }
  }

  return {
    info: (area, what, facts = {}) => write('info', area, what, facts),
    fault: (area, what, error, facts = {}) =>
      write('fault', area, what, { ...facts, error: describe(error) }),
  }
}
