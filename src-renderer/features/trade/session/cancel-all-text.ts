// Text of canceling everything: what is canceled, what may be open, and why. Pure.
import type { CancelAllState } from '../../../../src-preload/contract/trading/trading-cancel.ts'
import { describeError } from '../../../text/errors/describe-error.ts'
import { countOf } from '../../../text/format/words.ts'

const orders = (count: number): string => countOf(count, ['order', 'orders'])

type Told = Pick<
  CancelAllState,
  'phase' | 'isResumed' | 'canceled' | 'leftCount' | 'mayStillAppear' | 'waiting' | 'note' | 'failure'
>

function describeProgress({ phase, isResumed, canceled, leftCount, note }: Told): string {
  switch (phase) {
    case 'idle':
      return ''
    case 'asking':
      return 'Cancel everything: confirm in the other window.'
    case 'running':
      return isResumed
        ? `Canceling everything goes on: ${orders(canceled)} canceled, ${leftCount} left.`
        : `Canceling everything: ${orders(canceled)} canceled, ${leftCount} left.`
    case 'waitingForConnection':
      return `Not canceled: ${orders(leftCount)} may be open. Starkdesk retries once there is a connection.`
    case 'done':
      switch (note) {
        case 'noneOpen':
        case null:
          return `All orders are canceled: ${orders(canceled)}.`
        case 'stopped':
          return `Stopped: ${orders(canceled)} canceled, ${leftCount} may still be open.`
        case 'accountLeft':
          return `Not canceled: ${orders(leftCount)} may still be open.`
      }
  }
}

/**
 * Whole sentences; empty for nothing to tell.
 * @param nameAccount - the label of an account
 */
export function describeCancelAll(told: Told, nameAccount: (id: string) => string): string {
  const unknown = told.mayStillAppear.length
  return [
    describeProgress(told),
    unknown === 0 ? '' : `${orders(unknown)} without an answer may still appear; each is canceled then.`,
    told.waiting.length === 0
      ? ''
      : `Canceling everything waits for ${told.waiting.map(nameAccount).join(', ')}: it goes on when you switch back.`,
    told.failure === null ? '' : describeError(told.failure).happened,
  ]
    .filter((sentence) => sentence !== '')
    .join(' ')
}

/** True while orders may be open against the user's will. */
export const isCancelAllOpen = ({ phase, note, mayStillAppear, waiting }: Told): boolean =>
  phase !== 'done' || note !== 'noneOpen' || mayStillAppear.length > 0 || waiting.length > 0

/** True where only a stop ends it: it waits for its account, and nothing else is under way. */
export const isCancelAllWaiting = ({ phase, waiting }: Pick<Told, 'phase' | 'waiting'>): boolean =>
  waiting.length > 0 && (phase === 'idle' || phase === 'done')
