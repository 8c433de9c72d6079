// The app's one error type and its closed list of codes. Error data never holds secrets; the renderer's describeError holds
// the wording.

/** Every kind of failure that a caller handles. Add new kinds here first. */
export const errorCodes = [
  /** The input breaks a rule; nothing was done. data: field, reason. */
  'validation',
  /** There is no session and none could be opened. */
  'unauthenticated',
  /** The service has no account for this wallet. */
  'accountNotRegistered',
  /** The service refused the request. data: endpoint, status, message. */
  'rejectedByExchange',
  /** No connection to the service. data: endpoint, reason. */
  'network',
  /** The service did not answer in time. data: endpoint, phase, limitMs. */
  'timeout',
  /** The service asks to slow down. data: endpoint, retryAfterMs. */
  'rateLimited',
  /** The answer breaks the service interface. data: endpoint, field, reason. */
  'contractViolation',
  /** No usable OS keychain exists. data: reason. */
  'keychainUnavailable',
  /** The OS keychain exists but is locked. */
  'keychainLocked',
  /** The password vault is locked: its key and secrets are not in memory. */
  'vaultLocked',
  /** The vault password is wrong. data: retryAfterMs, 0 when the next attempt is allowed at once. */
  'wrongPassword',
  /** Too soon after wrong passwords; the password was not checked. data: retryAfterMs. */
  'passwordDelayed',
  /** The bytes of the vault file have changed since they were written. data: file, reason (VaultDamage). */
  'vaultDamaged',
  /** The derived L2 key differs from the key that the account is registered with. */
  'keyMismatch',
  /** The user declined. */
  'userDeclined',
  /** The data file comes from a newer version. data: found, supported, file. */
  'databaseTooNew',
  /** The data file is damaged. data: file, reason. */
  'databaseCorrupt',
  /** The data folder or file cannot be read or written. data: file, reason. */
  'databaseUnavailable',
  /** A file at a path that the user chose cannot be written. data: file, reason. */
  'fileUnavailable',
  /** Sent, no answer: the outcome is unknown. Never retried automatically. */
  'outcomeUnknown',
  /**
   * Cancels were sent, and the exchange did not list in time that all orders have ended. data: count, orders (the first ids),
   * isListed (false where the exchange could not be asked, and the cache has these as open).
   */
  'ordersLeft',
  /** The service is known to be unreachable, so nothing was sent. */
  'offline',
  /** The caller canceled the wait. */
  'cancelled',
  /** The thing asked for does not exist. data: what. */
  'notFound',
  /** The release server is unreachable. data: file, reason (network, timeout, status), status. */
  'updateUnreachable',
  /** The offered release was rejected. data: reason, file, version. */
  'updateRefused',
  /** An update could not be stored or installed on this computer. data: step (download, install), reason. */
  'updateFailed',
  /** Work that an update must not interrupt is in progress. data: reason (transfer, export). */
  'updateWaits',
  /** The request did not come from the app's own page. */
  'forbidden',
  /** A bug in the app. The log can be searched for the envelope's `ref`. */
  'internal',
] as const

export type ErrorCode = (typeof errorCodes)[number]

/** Facts about a failure, flat and printable. Never a secret: this reaches logs and the screen. */
export type ErrorData = Readonly<Record<string, string | number | boolean | null>>

/** The one error that crosses module borders. `message` is for logs; users read the wording of describeError. */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly data: ErrorData

  constructor(code: ErrorCode, data: ErrorData = {}, cause?: unknown) {
    const facts = Object.entries(data).map(([key, value]) => `${key}=${String(value)}`)
    super([code, ...facts].join(' '), cause === undefined ? undefined : { cause })
    this.name = 'AppError'
    this.code = code
    this.data = data
  }
}

/** True for an AppError, optionally one of the given codes. */
export function isAppError(error: unknown, ...codes: ErrorCode[]): error is AppError {
  return error instanceof AppError && (codes.length === 0 || codes.includes(error.code))
}

/** Makes unreachable branches a compile error; throws `internal` where one is reached at run time. */
export function assertNever(value: never, what: string): never {
  throw new AppError('internal', { what, value: String(value) })
}
