// Classifies a failed money call: refused, never sent, or outcome unknown. Pure. Never guesses: a failure that is not certain
// may have been executed.
import { AppError, isAppError } from '../../src-preload/domain/errors.ts'
import type { EndpointName } from '../../src-preload/domain/endpoints.ts'

/** Network faults that end a connection before a request can use it. */
const neverConnected = new Set(['refused', 'nameNotFound'])
/** Codes of the same kind that share their reason with others: no route, no proxy tunnel, a rejected certificate. */
const neverConnectedCode =
  /^(?:ERR_INTERNET_DISCONNECTED|ERR_PROXY_CONNECTION_FAILED|ERR_TUNNEL_CONNECTION_FAILED|UND_ERR_CONNECT_TIMEOUT|(?:ERR_)?CERT_\w+|(?:ERR_TLS_CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_)\w+)$/

/** Whether a network fault ended the connection before a request could use it. */
const isNeverConnected = ({ reason = null, code = null }: AppError['data']): boolean =>
  neverConnected.has(String(reason)) || neverConnectedCode.test(String(code))

/** 4xx statuses for an answer that came too late, which say nothing about the outcome. */
const isUndecided = (status: number): boolean => status === 408 || status === 499

function isRefusalStatus(status: unknown): boolean {
  return typeof status === 'number' && status >= 400 && status < 500 && !isUndecided(status)
}

/**
 * Converts the failure of a call with effect `money` for its caller.
 *
 * Unchanged: failures before anything was sent (no connection, the call was never sent) and refusals of the service (HTTP 400
 * to 499, or status `error` under 200). Everything else becomes outcomeUnknown { endpoint, cause, reason, status }: the
 * connection broke, the time ran out, a gateway answered, the answer could not be read, the caller canceled.
 *
 * A refusal proves nothing if a transport has sent the request twice: the service also refuses a used nonce. The caller must
 * look the transfer up before anything else.
 * @param wasSent - false if the request never reached the transport
 */
export function classifyMoneyFailure(endpoint: EndpointName, error: AppError, wasSent: boolean): AppError {
  if (!wasSent) return error
  const { status = null, reason = null } = error.data
  switch (error.code) {
    case 'validation':
    case 'unauthenticated':
    case 'rateLimited':
    case 'vaultLocked':
      return error
    case 'network':
      if (isNeverConnected(error.data)) return error
      break
    case 'rejectedByExchange':
      // Under 200 the service's own envelope says `error`.
      if (isRefusalStatus(status) || (Number(status) >= 200 && Number(status) < 300)) return error
      break
    case 'contractViolation':
      if (isRefusalStatus(status)) return error
      break
    default:
  }
  return new AppError('outcomeUnknown', { endpoint, cause: error.code, reason, status }, error)
}

/**
 * True when a money-moving call certainly did nothing: the exchange refused, or nothing was sent. It fails with `cancelled` or
 * `timeout` only before it is sent (see {@link classifyMoneyFailure}).
 */
export function isRefusal(error: unknown): error is AppError {
  return isAppError(error) && !isAppError(error, 'outcomeUnknown', 'internal')
}

/** What a failed money call did: the exchange refused it, it never left this computer, or it may have been carried out. */
export type MoneyOutcome = 'refused' | 'notSent' | 'unknown'

/**
 * Reads the failure of a call with effect `money`.
 * @param wasSent - whether it was put on the wire (see CallOptions.onSending)
 */
export function moneyOutcomeOf(error: unknown, wasSent: boolean): MoneyOutcome {
  if (!isRefusal(error)) return 'unknown'
  return wasSent && !(error.code === 'network' && isNeverConnected(error.data)) ? 'refused' : 'notSent'
}
