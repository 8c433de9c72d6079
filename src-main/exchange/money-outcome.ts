// Owns: what is known of a call that moves money and has failed: refused, never sent, or nobody knows. Pure.
// Must not: guess: what is not known to have failed may have been done.
import { AppError } from '../../src-preload/domain/errors.ts'
import type { EndpointName } from '../../src-preload/domain/endpoints.ts'

/** Faults of the line that end a connection before a request can go over it. */
const neverConnected = new Set(['refused', 'nameNotFound'])
/** Codes of the same kind whose reason has others too: no route, no tunnel through the proxy, a certificate refused. */
const neverConnectedCode =
  /^(?:ERR_INTERNET_DISCONNECTED|ERR_PROXY_CONNECTION_FAILED|ERR_TUNNEL_CONNECTION_FAILED|UND_ERR_CONNECT_TIMEOUT|(?:ERR_)?CERT_\w+|(?:ERR_TLS_CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_)\w+)$/

/** Statuses in the 400s that say that an answer did not come in time, and nothing of what was done. */
const isUndecided = (status: number): boolean => status === 408 || status === 499

function isRefusalStatus(status: unknown): boolean {
  return typeof status === 'number' && status >= 400 && status < 500 && !isUndecided(status)
}

/**
 * The failure of a call with effect `money` as its caller must take it.
 *
 * Kept as they are: failures before anything went out (the line could not be opened, the call was never sent) and refusals
 * of the service (HTTP 400 to 499, or status `error` under 200). Everything else is outcomeUnknown { endpoint, cause, reason,
 * status }: the connection broke, the time ran out, a gateway answered, the answer could not be read, the caller gave up.
 *
 * A refusal is no proof either where a transport has sent the request twice: of a nonce that is used up the service says no.
 * Whoever called must look the transfer up before anything else.
 * @param wasSent - false where the request never left for the transport
 */
export function readMoneyFailure(endpoint: EndpointName, error: AppError, wasSent: boolean): AppError {
  if (!wasSent) return error
  const { status = null, reason = null, code = null } = error.data
  switch (error.code) {
    case 'validation':
    case 'unauthenticated':
    case 'rateLimited':
    case 'vaultLocked':
      return error
    case 'network':
      if (neverConnected.has(String(reason)) || neverConnectedCode.test(String(code))) return error
      break
    case 'rejectedByExchange':
      // Under 200 it is the service's own envelope that says `error`.
      if (isRefusalStatus(status) || (Number(status) >= 200 && Number(status) < 300)) return error
      break
    case 'contractViolation':
      if (isRefusalStatus(status)) return error
      break
    default:
  }
  return new AppError('outcomeUnknown', { endpoint, cause: error.code, reason, status }, error)
}
