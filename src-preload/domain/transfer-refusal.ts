// Owns: who stopped a transfer that was not carried out, as far as its failure tells. Pure.
// Must not: hold wording, or take a fault on the way for the service's word.
import type { SentTransfer } from '../contract/transfers.ts'

/**
 * `service`: the service itself said no. `way`: it was refused by the service or by something before it; which is not known.
 * `unreached`: as far as the line tells, the request never reached the service. `starkdesk`: Starkdesk refused the hash or the
 * nonce that the service gave, because another transfer has had it. `unanswered`: no refusal at all, nobody knows.
 */
export type RefusedBy = 'service' | 'way' | 'unreached' | 'starkdesk' | 'unanswered'

const madeByService = new Set(['msgHash', 'nonce'])

/** Null without a failure. Which failures are refusals: transfers/runner.ts and exchange/money-outcome.ts. */
export function refusedBy(failure: SentTransfer['failure']): RefusedBy | null {
  if (failure === null) return null
  if (!failure.isRefusal) return 'unanswered'
  const { code, data } = failure.error
  const { endpoint, field, message, status } = data
  if (code === 'validation' && madeByService.has(String(field))) return 'starkdesk'
  // The call before it failed, the sign-in for instance.
  if (typeof endpoint === 'string' && !endpoint.startsWith('transfers.')) return 'unreached'
  switch (code) {
    case 'rejectedByExchange':
      return typeof message === 'string' && message !== '' ? 'service' : 'way'
    case 'unauthenticated':
      return typeof status === 'number' ? 'service' : 'unreached'
    // A page of a gateway, or a pause that the service asked for before and that was still running here.
    case 'contractViolation':
    case 'rateLimited':
      return 'way'
    default:
      return 'unreached'
  }
}
