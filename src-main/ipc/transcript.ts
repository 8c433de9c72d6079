// Records calls, answers and events at the IPC border for development, without secrets. Never enabled in a packaged app.
import { appendFileSync } from 'node:fs'
import type { Result } from '../../src-preload/contract/channel.ts'
import { definitionOf } from '../../src-preload/contract/contract.ts'
import { redact } from '../diagnostics/redact.ts'
import { isWithinLimits } from './input-size.ts'

/** Replaces the value of a secret field. */
const secret = '[secret]'

/** Copies a value with some fields replaced at any depth. For an unknown channel, everything is replaced. */
function hideFields(value: unknown, fields: readonly string[] | null): unknown {
  if (fields === null) return secret
  if (Array.isArray(value)) return value.map((entry: unknown) => hideFields(entry, fields))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, entry]: [string, unknown]) => [
      key,
      fields.includes(key) ? secret : hideFields(entry, fields),
    ]),
  )
}

function secretFieldsOf(name: string): readonly string[] | null {
  const definition = definitionOf(name)
  return definition ? (definition.secretFields ?? []) : null
}

/**
 * Opens a transcript: one JSON object per line, appended to `file`, which only the user can read. Fields that the channel
 * marks as secret read `[secret]`; other suspected secrets are redacted as in the log.
 * @throws Error of the file system when the file cannot be written
 */
export function createTranscript(file: string) {
  let isWritable = true
  appendFileSync(file, '', { mode: 0o600 })

  function write(line: Readonly<Record<string, unknown>>): void {
    if (!isWritable) return
    try {
      appendFileSync(file, `${JSON.stringify(line)}\n`)
    } catch (error) {
      isWritable = false
      process.stderr.write(`Starkdesk stopped its transcript: ${String(error)}\n`)
    }
  }

  return {
    /** A call as received, before validation. */
    call: (name: string, input: unknown): void => {
      const shown = isWithinLimits(input) ? hideFields(redact(input), secretFieldsOf(name)) : '[too large]'
      write({ kind: 'call', name, input: shown })
    },
    /** The result returned to the caller. */
    answer: (name: string, result: Result<unknown>): void => {
      // Redacts inside the value only, because `value` is itself the name of a secret field in one channel.
      const shown = result.ok
        ? { ok: true, value: hideFields(redact(result.value), secretFieldsOf(name)) }
        : redact(result)
      write({ kind: 'answer', name, result: shown })
    },
    /** An event sent to the page. */
    event: (name: string, payload: unknown): void => write({ kind: 'event', name, payload: redact(payload) }),
  }
}

export type Transcript = ReturnType<typeof createTranscript>
