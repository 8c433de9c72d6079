// Texts for the live streams: what each is for, its state, and why it is not open.
import type { StreamActivity } from '../../../src-preload/contract/app/connection.ts'
import { assertNever } from '../../../src-preload/domain/errors.ts'
import type { StreamFault } from '../../../src-preload/domain/stream-faults.ts'
import { formatFixed, formatInteger } from '../../text/format/locale.ts'

export const streamTitles: Readonly<Record<StreamActivity['kind'], string>> = {
  public: 'Markets',
  private: 'Your account',
}

/** Why a stream is not open, as one sentence. */
export function describeStreamFault(fault: StreamFault): string {
  switch (fault) {
    case 'refused':
      return 'The exchange did not accept the connection.'
    case 'nameNotFound':
      return 'The exchange’s address could not be found.'
    case 'unreachable':
      return 'There is no route to the exchange.'
    case 'closed':
      return 'The connection was closed.'
    case 'certificate':
      return 'The exchange’s certificate is not trusted on this computer.'
    case 'proxy':
      return 'This computer’s proxy did not connect.'
    case 'proxyKind':
      return 'This computer’s proxy type is not supported for streams. Prices and orders are polled instead.'
    case 'blocked':
      return 'The connection was blocked on this computer.'
    case 'other':
      return 'The connection failed.'
    case 'rateLimited':
      return 'The exchange limited the request rate.'
    case 'redirect':
      return 'The exchange answered with a redirect, which is not followed.'
    case 'unauthenticated':
      return 'The exchange did not accept the access token.'
    case 'rejected':
      return 'The exchange does not offer this stream or refused it.'
    case 'protocol':
      return 'The exchange sent something that is not a stream.'
    case 'tooLarge':
      return 'The exchange sent a message that is too large.'
    case 'timeout':
      return 'The exchange did not answer in time.'
    case 'silent':
      return 'The exchange stopped answering.'
    case 'ignored':
      return 'The exchange did not answer the subscription.'
    case 'flood':
      return 'The exchange sent more messages than Starkdesk can process.'
    case 'tokenEnded':
      return 'The access token has expired.'
    case 'signedOut':
      return 'You are not signed in.'
    default:
      return assertNever(fault, 'stream fault')
  }
}

/** Name of a stream's state. */
export function describeStreamState({ status, fault }: StreamActivity): string {
  switch (status) {
    case 'idle':
      return 'Not in use'
    case 'connecting':
      return 'Connecting'
    case 'open':
      return 'Live'
    case 'waiting':
      return fault === 'proxyKind' || fault === 'signedOut' ? 'Off' : 'Reconnecting'
    default:
      return assertNever(status, 'stream status')
  }
}

/** Messages a second: whole numbers from 10 on. */
export function formatRate(perSecond: number): string {
  return perSecond === 0 || perSecond >= 10 ? formatInteger(Math.round(perSecond)) : formatFixed(perSecond, 1)
}

type Subscription = StreamActivity['subscriptions'][number]

/** The name of a subscription, with what is special about it. */
export function describeSubscription({ name, isConfirmed, book }: Subscription): string {
  if (!isConfirmed) return `${name} (not confirmed)`
  switch (book) {
    case 'waiting':
      return `${name} (loading)`
    case 'approximate':
      return `${name} (approximate)`
    case 'exact':
    case null:
      return name
    default:
      return assertNever(book, 'state of a book')
  }
}
