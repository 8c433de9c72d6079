// How canceling all orders stands, in the words of the tray. Pure.
import type { CancelAllState } from '../../../src-preload/contract/trading/trading-cancel.ts'
import { countOf } from '../../../src-preload/domain/count-of.ts'

const openOrders = (count: number): string => countOf(count, ['order may be open', 'orders may be open'])

/** Null where there is nothing to tell: not asked for, or nothing is open any more. */
export function describeCancelAll({
  phase,
  leftCount,
  mayStillAppear,
  note,
  waiting,
}: Pick<CancelAllState, 'phase' | 'leftCount' | 'note'> & {
  readonly mayStillAppear: readonly string[]
  readonly waiting: readonly string[]
}): string | null {
  const waits =
    waiting.length === 0
      ? null
      : `Not canceled for ${countOf(waiting.length, ['account', 'accounts'])}: open Starkdesk`
  switch (phase) {
    case 'idle':
    case 'asking':
      return waits
    case 'running':
      return leftCount === 0 ? 'Canceling all orders' : `Canceling ${countOf(leftCount, ['order', 'orders'])}`
    case 'waitingForConnection':
      return leftCount === 0 ? 'Not canceled: orders may be open' : `Not canceled: ${openOrders(leftCount)}`
    case 'done':
      // What is left is that of an account that waits.
      if (note === 'accountLeft' && waits !== null) return waits
      if (leftCount > 0) return `Not canceled: ${openOrders(leftCount)}`
      return mayStillAppear.length > 0
        ? `Canceled. ${countOf(mayStillAppear.length, ['order', 'orders'])} may still appear`
        : waits
  }
}
