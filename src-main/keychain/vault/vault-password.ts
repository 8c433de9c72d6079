// Checks which passwords a vault accepts and converts them to bytes. Never puts a password into an error.
import { AppError } from '../../../src-preload/domain/errors.ts'
import { fixedBytes } from './fixed-bytes.ts'

/** Unicode characters (code points) after normalization. */
export const minPasswordCharacters = 8
/** UTF-8, before and after normalization. Room for any passphrase, and a limit on the hashed bytes. */
export const maxPasswordBytes = 1024

/** Why a password is rejected. */
export type PasswordFault = 'tooShort' | 'tooLong' | 'notText'

function refused(reason: PasswordFault): AppError {
  return new AppError('validation', { field: 'password', reason })
}

/**
 * Converts a typed password to bytes, which the caller wipes. Normalizes to NFKC (NIST SP 800-63B, memorized secret
 * verifiers): keyboards and systems send the same "é" as one character or as two, and digits in full width; otherwise the
 * right password typed on another computer would be wrong.
 * Errors: validation { field: 'password', reason: 'tooLong' | 'notText' }.
 */
export function passwordToBytes(password: string): Buffer {
  if (!password.isWellFormed()) throw refused('notText')
  // Also checked before normalizing, which costs time and can make text longer.
  if (Buffer.byteLength(password) > maxPasswordBytes) throw refused('tooLong')
  const normal = password.normalize('NFKC')
  const length = Buffer.byteLength(normal)
  if (length > maxPasswordBytes) throw refused('tooLong')
  const bytes = fixedBytes(length)
  bytes.write(normal, 'utf8')
  return bytes
}

/** Like {@link passwordToBytes}, for a new password: also reason 'tooShort'. */
export function newPasswordToBytes(password: string): Buffer {
  const bytes = passwordToBytes(password)
  // UTF-8 starts each character with a byte that is not 10xxxxxx.
  const characters = bytes.reduce((count, byte) => ((byte & 0xc0) === 0x80 ? count : count + 1), 0)
  if (characters >= minPasswordCharacters) return bytes
  bytes.fill(0)
  throw refused('tooShort')
}
