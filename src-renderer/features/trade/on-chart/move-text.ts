// Text about a moved order: what became of the old one and of the new one.
import type { MoveResult } from '../../../../src-preload/contract/trading/trading-move.ts'
import type { OrderIntent } from '../../../../src-preload/contract/trading/trading.ts'
import { isJournalRestored } from '../../../text/errors/is-restored.ts'
import { isDeclined } from '../../../text/errors/security-faults.ts'
import { describeError } from '../../../text/errors/describe-error.ts'

export interface MoveNote {
  readonly text: string
  readonly isAlarm: boolean
  /** What was to be placed: one press tries again. Null where there is nothing to try. */
  readonly unplaced: OrderIntent | null
  /** Signing is off until the exchange's orders were checked. Absent where it is not. */
  readonly isRestored?: boolean
}

/** Null where there is nothing to tell: the new order is on the screen. */
export function describeMove(result: MoveResult): MoveNote | null {
  if (result.outcome === 'moved') return null
  const because = result.failure === null ? '' : ` ${describeError(result.failure).happened}`
  if (result.outcome === 'gone') {
    const { unplaced, isUnknown } = result
    const isStop = unplaced.type === 'stop_limit'
    const old = isStop ? 'Your stop was canceled.' : 'Your order was canceled.'
    // An order without an answer may be in the book: it is not placed a second time by a press here.
    return isUnknown
      ? {
          text: `${old} The new one was sent and has no answer: check your open orders.`,
          isAlarm: true,
          unplaced: null,
        }
      : {
          text: `${old} The new one was not placed.${because}`,
          isAlarm: true,
          unplaced,
          isRestored: isJournalRestored(result.failure),
        }
  }
  const note = (text: string): MoveNote => ({ text, isAlarm: false, unplaced: null })
  switch (result.reason) {
    case 'filled':
      return note('Not moved: the order was already filled. Nothing was placed.')
    case 'canceledMeanwhile':
      return note('Not moved: the order was already canceled. Nothing was placed.')
    case 'noFinalState':
      return {
        text: 'Not moved: the old order’s status is unknown, so it may still be open. Nothing was placed.',
        isAlarm: true,
        unplaced: null,
      }
    case 'declined':
      if (result.failure === null || isDeclined(result.failure)) return null
      return note(`Not moved, and nothing was canceled.${because}`)
    case 'refusedBefore':
      return {
        ...note(`Not moved, and nothing was canceled.${because}`),
        isRestored: isJournalRestored(result.failure),
      }
  }
}
