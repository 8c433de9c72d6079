// Classifies network faults by the error codes of Node and Electron. Keeps neither the request nor its headers.
import { AppError } from '../../src-preload/domain/errors.ts'
import type { EndpointName } from '../../src-preload/domain/endpoints.ts'

/** Why no answer came. The renderer holds the wording. */
export type NetworkFault =
  'refused' | 'nameNotFound' | 'unreachable' | 'closed' | 'certificate' | 'proxy' | 'blocked' | 'other'

/** The first match wins. Patterns: Node's error codes and Chromium's net error names. */
const faults: readonly (readonly [RegExp, NetworkFault])[] = [
  [/PROXY|TUNNEL/, 'proxy'],
  [/CERT|SSL|TLS|SELF_SIGNED|ALTNAME|UNABLE_TO/, 'certificate'],
  [/ECONNREFUSED|CONNECTION_REFUSED/, 'refused'],
  [/ENOTFOUND|EAI_AGAIN|NAME_NOT_RESOLVED|NAME_RESOLUTION/, 'nameNotFound'],
  [
    /UNREACH|INTERNET_DISCONNECTED|NETWORK_CHANGED|IO_SUSPENDED|ETIMEDOUT|CONNECT_TIMEOUT|TIMED_OUT|ENETDOWN/,
    'unreachable',
  ],
  [
    /ECONNRESET|EPIPE|SOCKET|HPE_|CONNECTION_(?:RESET|CLOSED|ABORTED)|EMPTY_RESPONSE|MISMATCH|CHUNKED/,
    'closed',
  ],
  [/BLOCKED/, 'blocked'],
]

/** The most specific error code in an error and its causes: `ECONNREFUSED`, `ERR_CONNECTION_RESET`; '' without one. */
function codeOf(error: unknown): string {
  for (
    let current = error, depth = 0;
    current instanceof Error && depth < 5;
    current = current.cause, depth++
  ) {
    // A failed connection to several addresses of one name: all fail alike.
    if (current instanceof AggregateError && current.errors.length > 0) {
      const inner = codeOf(current.errors[0])
      if (inner !== '') return inner
    }
    if ('code' in current && typeof current.code === 'string') return current.code
    const chromium = /net::(ERR_[A-Z0-9_]+)/.exec(current.message)?.[1]
    if (chromium !== undefined) return chromium
  }
  return ''
}

/** Why a connection failed, by the error codes in an error and its causes; `code` is '' without one. */
export function readNetworkFault(error: unknown): { readonly reason: NetworkFault; readonly code: string } {
  const code = codeOf(error)
  return { reason: faults.find(([pattern]) => pattern.test(code))?.[1] ?? 'other', code }
}

/**
 * The AppError for a rejected `fetch`: network { endpoint, reason: NetworkFault, code }, or contractViolation for a redirect,
 * which Electron reports as a failed request and Node as an answer.
 */
export function networkFault(endpoint: EndpointName, error: unknown): AppError {
  if (error instanceof Error && /redirect/i.test(error.message)) {
    return new AppError('contractViolation', { endpoint, field: 'location', reason: 'redirect' }, error)
  }
  return new AppError('network', { endpoint, ...readNetworkFault(error) }, error)
}
