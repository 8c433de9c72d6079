// Owns: the one error type of the app and its closed list of codes. Must not: hold wording (the renderer's
// describeError does), know a transport, or carry secrets in `data`.

/** Every kind of failure that a caller can be asked to handle. A new kind is added here first. */
export const errorCodes = [
  /** Input that breaks a rule before anything was done. data: field, reason. */
  'validation',
  /** No session and none could be made. */
  'unauthenticated',
  /** The service says that this wallet has no account with it. */
  'accountNotRegistered',
  /** The service understood and said no. data: endpoint, status, message. */
  'rejectedByExchange',
  /** No connection to the service. data: endpoint, reason. */
  'network',
  /** The service did not answer in time. data: endpoint, phase, limitMs. */
  'timeout',
  /** The service asks to slow down. data: endpoint, retryAfterMs. */
  'rateLimited',
  /** The answer is not what the interface promises. data: endpoint, field, reason. */
  'contractViolation',
  /** There is no OS keychain that can be used. data: reason. */
  'keychainUnavailable',
  /** The OS keychain is there and refuses until it is unlocked. */
  'keychainLocked',
  /** The password vault is locked: its key and secrets are not in memory. */
  'vaultLocked',
  /** The vault's password is another one. data: retryAfterMs, 0 when the next try may come at once. */
  'wrongPassword',
  /** Too soon after wrong passwords; the password was not tried. data: retryAfterMs. */
  'passwordDelayed',
  /** The bytes of the vault file are not those that were written. data: file, reason (VaultDamage). */
  'vaultDamaged',
  /** The derived L2 key is not the one that the account is registered with. */
  'keyMismatch',
  /** The user said no. */
  'userDeclined',
  /** The data file was made by a newer version. data: found, supported, file. */
  'databaseTooNew',
  /** The data file is damaged. data: file, reason. */
  'databaseCorrupt',
  /** The data folder or file cannot be read or written. data: file, reason. */
  'databaseUnavailable',
  /** A file in a place that the user chose cannot be written. data: file, reason. */
  'fileUnavailable',
  /** Sent, no answer: nobody knows yet whether it was done. Never retried by itself. */
  'outcomeUnknown',
  /** The app knows that the service is out of reach and did not try. */
  'offline',
  /** The caller gave up waiting. */
  'cancelled',
  /** The thing asked for does not exist. data: what. */
  'notFound',
  /** The place of the releases is out of reach. data: file, reason (network, timeout, status), status. */
  'updateUnreachable',
  /** What the place of the releases offers is not taken. data: reason, file, version. */
  'updateRefused',
  /** An update could not be kept or installed on this computer. data: step (download, install), reason. */
  'updateFailed',
  /** Something is under way that an update must not cut off. data: reason (transfer, export). */
  'updateWaits',
  /** The request did not come from the app's own page. */
  'forbidden',
  /** A fault of ours. The envelope's `ref` finds it in the log. */
  'internal',
] as const

export type ErrorCode = (typeof errorCodes)[number]

/** Facts about a failure, flat and printable. Never a secret: this reaches logs and the screen. */
export type ErrorData = Readonly<Record<string, string | number | boolean | null>>

/** The one error that crosses module borders. `message` is for logs; users read describeError's words. */
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

/** Makes unreachable branches a compile error, and an internal error should one be reached after all. */
export function assertNever(value: never, what: string): never {
  throw new AppError('internal', { what, value: String(value) })
}
