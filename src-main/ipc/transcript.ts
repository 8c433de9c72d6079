// Owns: writing down what crosses the border, for whoever develops: calls, answers and events, without their secrets.
// Must not: exist in a packaged app (start-settings.ts sees to it), or disturb what it writes down.
import { appendFileSync } from 'node:fs'
import type { Result } from '../../src-preload/contract/channel.ts'
import { definitionOf } from '../../src-preload/contract/contract.ts'
import { redact } from '../diagnostics/redact.ts'
import { isWithinLimits } from './input-size.ts'

export interface Transcript {
  /** A call as it came in, before it is judged. */
  call(name: string, input: unknown): void
  /** What the caller got. */
  answer(name: string, result: Result<unknown>): void
  /** What the page was told, unasked. */
  event(name: string, payload: unknown): void
}

/** Stands where the value of a secret field was. */
const secret = '[secret]'

/** A copy with the values of some fields replaced, at any depth. Of a channel that nobody knows, nothing is shown. */
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
 * Opens a transcript: one JSON object a line, appended to `file`, which is made for the user alone. What the channel marks as
 * a secret reads `[secret]`; what else looks like one reads as in the log.
 * @throws Error of the file system when the file cannot be written
 */
export function createTranscript(file: string): Transcript {
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
    call: (name, input) => {
      const shown = isWithinLimits(input) ? hideFields(redact(input), secretFieldsOf(name)) : '[too large]'
      write({ kind: 'call', name, input: shown })
    },
    answer: (name, result) => {
      // Only within the value: `value` itself is the name of a secret field of one channel.
      const shown = result.ok
        ? { ok: true, value: hideFields(redact(result.value), secretFieldsOf(name)) }
        : redact(result)
      write({ kind: 'answer', name, result: shown })
    },
    event: (name, payload) => {
      write({ kind: 'event', name, payload: redact(payload) })
    },
  }
}
