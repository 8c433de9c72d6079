// Counts wrong passwords across restarts and computes the wait before the next attempt. Never blocks the owner for longer
// than the longest delay.
import { z } from 'zod'
import { AppError } from '../../../src-preload/domain/errors.ts'
import type { Clock } from '../../async/clock.ts'
import { type Durability, readBounded, removeDurably, writeAtomically } from './vault-file.ts'

/** Receives faults that were recovered from. */
export type OnFault = (what: string, error: unknown) => void

const freeAttempts = 3
/** Maximum wait after wrong passwords. */
export const maxDelayMs = 300_000
/** Enough failures for the longest delay. */
const failuresForMaxDelay = 13
const maxBytes = 4096

const recordSchema = z.strictObject({
  format: z.literal('starkdesk vault attempts'),
  version: z.literal(1),
  failures: z.int().min(0),
  lastMs: z.int().min(0),
})

interface AttemptRecord {
  readonly failures: number
  /** When the last attempt began. */
  readonly lastMs: number
}

/** The wait after a number of wrong passwords in a row: 0, 0, 0, 1 s, 2 s, 4 s and so on, at most five minutes. */
export function delayAfterMs(failures: number): number {
  if (failures <= freeAttempts) return 0
  return Math.min(maxDelayMs, 1000 * 2 ** (failures - freeAttempts - 1))
}

export interface Attempts {
  /** Milliseconds until the next attempt is allowed; 0 if it is allowed now. */
  retryAfterMs(): Promise<number>
  /**
   * Counts an attempt as failed before it is made, so that ending the app halfway gains nothing.
   * Errors: passwordDelayed { retryAfterMs } if it comes too early; it is not counted then.
   */
  begin(): Promise<void>
  /** Resets the count: the password was right. */
  clear(): Promise<void>
}

function parseRecord(bytes: Buffer | 'tooLarge'): AttemptRecord | null {
  if (bytes === 'tooLarge') return null
  try {
    const parsed = recordSchema.safeParse(JSON.parse(bytes.toString('utf8')))
    return parsed.success ? parsed.data : null
  } catch {
    return null // Not JSON.
  }
}

/**
 * The count is stored beside the vault. It slows down a person at this app, not one who copies the vault or removes this
 * file: against those only the cost of scrypt helps. Hence these choices, each in favor of the owner:
 * - A file that cannot be read counts as many failures: the longest delay, once, from when it is first seen.
 * - A file that cannot be written (full disk) locks nobody out: the count continues in memory.
 * - A clock set back does not lengthen a delay: it then counts from now. A clock set forward ends it.
 */
export function createAttempts(options: {
  file: string
  clock: Clock
  onFault: OnFault
  syncFolder?: Durability['syncFolder']
}): Attempts {
  const { file, clock, onFault } = options
  const durability: Durability = {
    onUnsynced: (error) => {
      onFault('make the count of wrong passwords durable', error)
    },
    syncFolder: options.syncFolder,
  }
  let record: AttemptRecord | null = null

  async function save(next: AttemptRecord): Promise<void> {
    record = next
    const { failures, lastMs } = next
    const text = JSON.stringify({ format: 'starkdesk vault attempts', version: 1, failures, lastMs })
    try {
      await writeAtomically(file, Buffer.from(text, 'utf8'), durability)
    } catch (error) {
      onFault('keep the count of wrong passwords', error)
    }
  }

  async function load(): Promise<AttemptRecord> {
    if (record !== null) return record
    let found: Buffer | 'tooLarge' | null
    try {
      found = await readBounded(file, maxBytes)
    } catch (error) {
      onFault('read the count of wrong passwords', error)
      found = Buffer.alloc(0)
    }
    if (found === null) return (record = { failures: 0, lastMs: 0 })
    const parsed = parseRecord(found)
    if (parsed !== null) return (record = parsed)
    const longest = { failures: failuresForMaxDelay, lastMs: clock.now() }
    // Stored, so that this delay passes even if the app restarts meanwhile.
    await save(longest)
    return longest
  }

  async function retryAfterMs(): Promise<number> {
    const { failures, lastMs } = await load()
    const nowMs = clock.now()
    if (lastMs > nowMs) await save({ failures, lastMs: nowMs })
    return Math.max(0, Math.min(lastMs, nowMs) + delayAfterMs(failures) - nowMs)
  }

  return {
    retryAfterMs,
    async begin() {
      const waitMs = await retryAfterMs()
      if (waitMs > 0) throw new AppError('passwordDelayed', { retryAfterMs: waitMs })
      const { failures } = await load()
      await save({ failures: Math.min(failures + 1, 1_000_000), lastMs: clock.now() })
    },
    async clear() {
      record = { failures: 0, lastMs: 0 }
      try {
        await removeDurably(file, durability)
      } catch (error) {
        onFault('forget the count of wrong passwords', error)
      }
    },
  }
}
