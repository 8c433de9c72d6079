// Looks up transfers with an open outcome at growing intervals until it is known. Only reads.
import { isWatched } from './transfer-machine.ts'
import type { StoredTransfer } from '../store/api/transfer-rows.ts'

const firstPauseMs = 2_000
const maxPauseMs = 600_000
/** Minimum wait, so a look-up that fails immediately is not repeated immediately. */
const minWaitMs = 500
/** Polling interval for whether the exchange can be asked again; a restored session emits no event. */
const blockedPauseMs = 10_000

/** When a transfer is looked up next; null if its outcome is known. */
export function nextLookUpMs(transfer: StoredTransfer, nowMs: number): number | null {
  if (!isWatched(transfer, nowMs)) return null
  const { updatedAtMs, lookUps } = transfer
  const pauseMs = Math.min(firstPauseMs * 2 ** Math.min(lookUps.count, 20), maxPauseMs)
  return (lookUps.lastAtMs ?? updatedAtMs) + pauseMs
}

export interface LookUpsOptions {
  /** Transfers of the account in use with an open outcome; null while the exchange cannot be asked. */
  readonly listDue: () => Promise<StoredTransfer[] | null>
  readonly lookUp: (id: string) => Promise<unknown>
  readonly nowMs: () => number
  readonly onFault: (error: unknown) => void
}

/** Starts immediately. Sets no timer while no outcome is open. */
export function startLookUps({ listDue, lookUp, nowMs, onFault }: LookUpsOptions) {
  let timer: NodeJS.Timeout | null = null
  let isRunning = false
  const stopper = new AbortController()
  const isStopped = (): boolean => stopper.signal.aborted
  let isNoted = false
  let isAtOnce = true

  /** Milliseconds until the next look-up; null if none is open. */
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
    return waits.length === 0 ? null : Math.max(minWaitMs, Math.min(...waits))
  }

  /** A last look-up in the future means that the clock was set back, and does not delay the next one. */
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
    let pauseMs: number | null = maxPauseMs
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
    /** Call after a step with an open outcome: looks up what is due. */
    note(): void {
      isNoted = true
      void turn()
    },
    /** Looks up all of them now, regardless of intervals: after a start, and when the exchange is reachable again. */
    trigger(): void {
      isAtOnce = true
      void turn()
    },
    stop(): void {
      stopper.abort()
      if (timer !== null) clearTimeout(timer)
    },
  }
}

export type LookUps = ReturnType<typeof startLookUps>
