// Refuses new orders while everything is canceled, and tells when the creates in flight have ended.
import { AppError } from '../../../src-preload/domain/errors.ts'

const refusal = (): AppError => new AppError('validation', { field: 'trading', reason: 'cancelingAll' })

export function createPlacingGate(placer: {
  readonly isAnyBusy: () => boolean
  readonly whenIdle: () => Promise<void>
}) {
  let closed = 0
  let stopper = new AbortController()
  return {
    /** Errors: validation of `trading` (cancelingAll) while it is closed. */
    check(): void {
      if (closed > 0) throw refusal()
    },
    /** Aborted when it closes: what has not been sent ends unsent. */
    signal: (): AbortSignal => stopper.signal,
    /** Closes it at once; the returned function opens it again. */
    close(): () => void {
      closed += 1
      stopper.abort(refusal())
      let isOpen = false
      return () => {
        if (isOpen) return
        isOpen = true
        closed -= 1
        if (closed === 0) stopper = new AbortController()
      }
    },
    /** Whether an order is between its ticket and its answer. */
    isBusy: (): boolean => placer.isAnyBusy(),
    /** Resolves when each order that is on its way now has ended. */
    whenIdle: (): Promise<void> => placer.whenIdle(),
  }
}

export type PlacingGate = ReturnType<typeof createPlacingGate>
