// Counts what a session's orders use up. What was signed stays counted, whatever the exchange makes of it.
import { AppError } from '../../../src-preload/domain/errors.ts'
import { add, exactText, parseExact, zero } from '../../../src-preload/domain/numbers/exact-decimal.ts'
import type { SessionLimits } from '../../../src-preload/domain/accounts/session-limits.ts'
import { type BrokenLimit, findBrokenLimit, type SessionUse } from './session-rules.ts'

const MINUTE_MS = 60_000

export interface AskedOrder {
  readonly ticketId: string
  readonly market: string
  /** See countedValue. */
  readonly value: string
}

interface Entry {
  readonly value: string
  isSigned: boolean
  isOpen: boolean
}

export type SessionLedger = ReturnType<typeof createSessionLedger>

/** @param monotonicMs - a monotonic clock in milliseconds */
export function createSessionLedger(limits: SessionLimits, monotonicMs: () => number) {
  const entries = new Map<string, Entry>()
  let takenAtMs: number[] = []

  function use(): SessionUse {
    takenAtMs = takenAtMs.filter((atMs) => monotonicMs() - atMs < MINUTE_MS)
    const counted = [...entries.values()]
    return {
      sum: exactText(counted.reduce((sum, { value }) => add(sum, parseExact(value)), zero)),
      signatures: counted.length,
      lastMinute: takenAtMs.length,
      openOrders: counted.filter(({ isOpen }) => isOpen).length,
    }
  }

  return {
    use,

    /** Counts an order at once, so that no other can use the same; null where it fits, and else the limit that it breaks. */
    reserve({ ticketId, market, value }: AskedOrder): BrokenLimit | null {
      if (entries.has(ticketId)) throw new AppError('internal', { what: 'an order that is counted twice' })
      const broken = findBrokenLimit(limits, use(), { market, value })
      if (broken !== null) return broken
      takenAtMs.push(monotonicMs())
      entries.set(ticketId, { value, isSigned: false, isOpen: true })
      return null
    },

    /** From here on it stays counted. */
    noteSigned(ticketId: string): void {
      const entry = entries.get(ticketId)
      if (entry !== undefined) entry.isSigned = true
    },

    /** It ended: unsigned, it counts no more; signed, it is open no more. */
    noteEnded(ticketId: string): void {
      const entry = entries.get(ticketId)
      if (entry === undefined) return
      if (entry.isSigned) entry.isOpen = false
      else entries.delete(ticketId)
    },
  }
}
