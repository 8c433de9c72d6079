// Text for a transfer that was not carried out, by who stopped it. A service's answer is reported, never treated as
// certain.
import type { SentTransfer } from '../../../src-preload/contract/transfers.ts'
import { type RefusedBy, refusedBy } from '../../../src-preload/domain/transfer-refusal.ts'
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
  service: { title: 'The service refused it', done: 'The service said no.' },
  way: { title: 'It was not carried out', done: 'It was refused by the service, or on the way to it.' },
  unreached: {
    title: 'It was not carried out',
    done: 'As far as the line tells, it never reached the service.',
  },
  starkdesk: {
    title: 'Starkdesk refused what the service gave',
    done: 'What the service gave to be signed was had by another transfer before.',
  },
  unanswered: { title: 'It was not carried out', done: 'Why is not known here.' },
}

/** Ended before signing: refused by the service, by Starkdesk, or never received by the service. */
export function describeRefusal({ failure }: SentTransfer): StateWords {
  const { title, done } = unsignedRefusals[refusedBy(failure) ?? 'unanswered']
  return {
    title,
    done: `${done} Nothing was signed, so no money can move by it.`,
    next: 'Read why, and begin another where it is still wanted.',
  }
}

/** The signature was sent, or may have been: that the transfer was refused is only the service's statement. */
export function describeRefusedSignature({ failure, lookUps }: SentTransfer): StateWords {
  const by = refusedBy(failure)
  const title =
    by === 'service'
      ? 'The service said no, and has it as not done'
      : by === 'unreached'
        ? 'The signature did not reach the service, which has it as not done'
        : 'The signature was not taken, and the service has it as not done'
  const asked =
    lookUps.lastAtMs === null ? '' : ` It was last looked up on ${formatMoment(lookUps.lastAtMs)}.`
  return {
    title,
    done: `By the service’s word no money has moved.${asked}`,
    next: 'Read why, and begin another where it is still wanted.',
  }
}
