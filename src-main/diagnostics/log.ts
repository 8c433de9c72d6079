// Owns: the log file: one JSON object a line, bounded in size, with whatever looks like a secret taken out.
// Must not: be handed secrets all the same; callers give codes and facts.
import { appendFileSync, mkdirSync, renameSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { isAppError } from '../../src-preload/domain/errors.ts'
import type { Clock } from '../async/clock.ts'
import { redact } from './redact.ts'

export type LogFacts = Readonly<Record<string, string | number | boolean | null>>

export interface Log {
  /** Something worth finding again. `area` is the room that says it. */
  info(area: string, what: string, facts?: LogFacts): void
  /** A fault, with the reference that the user was shown. Stacks are kept, inputs never are. */
  fault(area: string, what: string, error: unknown, facts?: LogFacts): void
}

/** The file that the log in `folder` is written to. */
export function logFileIn(folder: string): string {
  return join(folder, 'starkdesk.log')
}

/** Where it was written to before the file was full. */
export function olderLogFileIn(folder: string): string {
  return join(folder, 'starkdesk.1.log')
}

/** At this size the file becomes `starkdesk.1.log`, and that one is overwritten. */
const MAX_BYTES = 2_000_000
/** A longer line, of a fault with a long story, is cut to its head: what failed, where and when stays. */
const MAX_LINE_BYTES = 32_000

/** A failure as facts under a key of their own: an AppError's data has words such as `what`, which the line has too. */
function describe(error: unknown): Readonly<Record<string, unknown>> {
  if (isAppError(error)) {
    const { code, data, cause, stack } = error
    // Only faults of our own need the place; the others say everything by code and data.
    const place = code === 'internal' ? { stack } : {}
    return { code, ...data, ...place, ...(cause === undefined ? {} : { cause: describe(cause) }) }
  }
  if (error instanceof Error) {
    const cause = error.cause === undefined ? {} : { cause: describe(error.cause) }
    return { name: error.name, message: error.message, stack: error.stack, ...cause }
  }
  return { thrown: String(error) }
}

/** What is kept of a line that is too long, once nothing in it looks like a secret any more: half of one would not be known. */
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
 * Opens the log in `folder` (made when missing). A folder that cannot be written to turns the log into stderr:
 * the app must be able to say what is wrong with its folder.
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
    info: (area, what, facts = {}) => {
      write('info', area, what, facts)
    },
    fault: (area, what, error, facts = {}) => {
      write('fault', area, what, { ...facts, error: describe(error) })
    },
  }
}
