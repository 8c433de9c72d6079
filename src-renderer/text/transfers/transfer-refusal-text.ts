// Text for a transfer that was not carried out, by who stopped it. A service's answer is reported, never treated as
// certain.
import type { SentTransfer } from '../../../src-preload/contract/transfers.ts'
import { type RefusedBy, refusedBy } from '../../../src-preload/domain/accounts/transfer-refusal.ts'
import { formatMoment } from '../format/time.ts'

/** State of a transfer in sentences, for a receipt. */
export interface StateWords {
  readonly title: string
  /** What was and was not done. */
  readonly done: string
  /** What comes next; empty when nothing does. */
  readonly next: string
}

const unsignedRefusals: Readonly<Record<RefusedBy, Pick<StateWords, 'title' | 'done'>>> = {
  service: { title: 'Rejected by the exchange', done: 'The exchange rejected the transfer.' },
  way: { title: 'Not completed', done: 'It was rejected by the exchange or on the way to it.' },
  unreached: {
    title: 'Not completed',
    done: 'It probably didn’t reach the exchange.',
  },
  starkdesk: {
    title: 'Stopped by Starkdesk',
    done: 'The exchange’s message to sign had been used by another transfer.',
  },
  unanswered: { title: 'Not completed', done: 'The reason is unknown.' },
}

/** Ended before signing: refused by the service, by Starkdesk, or never received by the service. */
export function describeRefusal({ failure }: SentTransfer): StateWords {
  const { title, done } = unsignedRefusals[refusedBy(failure) ?? 'unanswered']
  return {
    title,
    done: `${done} Nothing was signed, so no funds can move.`,
    next: 'See the reason, and start a new transfer if you still want it.',
  }
}

/** The signature was sent, or may have been: that the transfer was refused is only the service's statement. */
export function describeRefusedSignature({ failure, lookUps }: SentTransfer): StateWords {
  const by = refusedBy(failure)
  const title =
    by === 'service'
      ? 'The exchange rejected it and reports it as not completed'
      : by === 'unreached'
        ? 'The signature didn’t reach the exchange, which reports it as not completed'
        : 'The signature was not accepted, and the exchange reports it as not completed'
  const asked = lookUps.lastAtMs === null ? '' : ` Last checked on ${formatMoment(lookUps.lastAtMs)}.`
  return {
    title,
    done: `The exchange reports that no funds moved.${asked}`,
    next: 'See the reason, and start a new transfer if you still want it.',
  }
}
