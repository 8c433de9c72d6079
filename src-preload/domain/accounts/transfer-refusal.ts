// Tells who refused a transfer, as far as its failure shows. Pure. A transport fault never counts as the service's refusal.
import type { SentTransfer } from '../../contract/transfers.ts'

/**
 * `service`: the service refused it. `way`: the service or a gateway before it refused it; unknown which. `unreached`: as far
 * as known, the request never reached the service. `starkdesk`: Starkdesk refused the hash or nonce that the service gave,
 * because another transfer already used it. `unanswered`: no refusal; the outcome is unknown.
 */
export type RefusedBy = 'service' | 'way' | 'unreached' | 'starkdesk' | 'unanswered'

const madeByService = new Set(['msgHash', 'nonce'])

/** Null without a failure. transfers/runner.ts and exchange/money-outcome.ts decide which failures are refusals. */
export function refusedBy(failure: SentTransfer['failure']): RefusedBy | null {
  if (failure === null) return null
  if (!failure.isRefusal) return 'unanswered'
  const { code, data } = failure.error
  const { endpoint, field, message, status } = data
  if (code === 'validation' && madeByService.has(String(field))) return 'starkdesk'
  // The preceding call failed, for example the sign-in.
  if (typeof endpoint === 'string' && !endpoint.startsWith('transfers.')) return 'unreached'
  switch (code) {
    case 'rejectedByExchange':
      return typeof message === 'string' && message !== '' ? 'service' : 'way'
    case 'unauthenticated':
      return typeof status === 'number' ? 'service' : 'unreached'
    // A gateway's page, or a wait that the service requested earlier and that had not ended.
    case 'contractViolation':
    case 'rateLimited':
      return 'way'
    default:
      return 'unreached'
  }
}
