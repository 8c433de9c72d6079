// Owns: asking again and again what became of transfers whose outcome is open, with growing pauses, until somebody knows.
// Must not: send anything that moves money, or ask while the service is out of reach.
import { isWatched } from './machine.ts'
import type { StoredTransfer } from '../store/transfer-rows.ts'

const firstPauseMs = 2_000
const longestPauseMs = 600_000
/** A look-up that fails at once must not make the next one due at once. */
const leastWaitMs = 500
/** How often it is found out here whether the service may be asked again: nobody tells of a session that has come back. */
const blockedPauseMs = 10_000

/** When a transfer is to be looked up next by itself; null where its outcome is known. */
export function nextLookUpMs(transfer: StoredTransfer, nowMs: number): number | null {
  if (!isWatched(transfer, nowMs)) return null
  const { updatedAtMs, lookUps } = transfer
  const pauseMs = Math.min(firstPauseMs * 2 ** Math.min(lookUps.count, 20), longestPauseMs)
  return (lookUps.lastAtMs ?? updatedAtMs) + pauseMs
}

export interface LookUpsOptions {
  /** Those whose outcome is open, of the account in use; null where the service cannot be asked about them just now. */
  readonly listDue: () => Promise<StoredTransfer[] | null>
  readonly lookUp: (id: string) => Promise<unknown>
  readonly nowMs: () => number
  readonly onFault: (error: unknown) => void
}

export interface LookUps {
  /** Looks at what is due now: after a step whose outcome is open. */
  note(): void
  /** Looks at all of them at once, whatever the pauses: after a start, and when the service is back. */
  trigger(): void
  stop(): void
}

/** Starts at once. Rests without a timer while nothing is open. */
export function startLookUps({ listDue, lookUp, nowMs, onFault }: LookUpsOptions): LookUps {
  let timer: NodeJS.Timeout | null = null
  let isRunning = false
  const stopper = new AbortController()
  const isStopped = (): boolean => stopper.signal.aborted
  let isNoted = false
  let isAtOnce = true

  /** Milliseconds until the next is due; null where none is open. */
  async function run(): Promise<number | null> {
    const everything = isAtOnce
    isAtOnce = isNoted = false
    for (const transfer of (await listDue()) ?? []) {
      if (isStopped()) return null
      if (everything || waitMs(transfer) === 0) await lookUp(transfer.id).catch(onFault)
    }
    const left = await listDue()
    if (left === null) return blockedPauseMs
    const waits = left.map(waitMs)
    return waits.length === 0 ? null : Math.max(leastWaitMs, Math.min(...waits))
  }

  /** A last time that is still to come is of a clock that was set back since: that must not put it off. */
  function waitMs(transfer: StoredTransfer): number {
    const leftMs = (nextLookUpMs(transfer, nowMs()) ?? 0) - nowMs()
    const isOfThisClock = (transfer.lookUps.lastAtMs ?? transfer.updatedAtMs) <= nowMs()
    return isOfThisClock ? Math.max(0, leftMs) : 0
  }

  async function turn(): Promise<void> {
    if (isStopped() || isRunning) return
    isRunning = true
    if (timer !== null) clearTimeout(timer)
    timer = null
    let pauseMs: number | null = longestPauseMs
    try {
      pauseMs = await run()
    } catch (error) {
      onFault(error)
    }
    isRunning = false
    if (isStopped()) return
    if (isAtOnce || isNoted) return turn()
    if (pauseMs !== null) timer = setTimeout(() => void turn(), pauseMs)
  }

  void turn()
  return {
    note() {
      isNoted = true
      void turn()
    },
    trigger() {
      isAtOnce = true
      void turn()
    },
    stop() {
      stopper.abort()
      if (timer !== null) clearTimeout(timer)
    },
  }
}
