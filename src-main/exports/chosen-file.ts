// Writes a file to a location chosen by the user, completely or not at all.
import { AppError, isAppError } from '../../src-preload/domain/errors.ts'
import { type Durability, writeAtomically } from '../keychain/vault/vault-file.ts'

/**
 * Writes the content atomically, readable by its owner only; see writeAtomically. Reports faults of a user-chosen location as
 * such. Errors: fileUnavailable { file, reason: the system's code }; those of the content when it is a stream.
 * @param signal - aborted before the file is in place: the file is discarded, and the call rejects with our own abort reason
 */
export async function writeChosenFile(
  file: string,
  content: string | Uint8Array | AsyncIterable<Buffer>,
  durability: Durability,
  signal?: AbortSignal,
): Promise<void> {
  try {
    const isWhole = typeof content === 'string' || content instanceof Uint8Array
    await writeAtomically(file, isWhole ? Buffer.from(content) : content, durability, signal)
  } catch (error) {
    // Streamed content may fail because of a different file.
    if (!isAppError(error, 'databaseUnavailable') || error.data['file'] !== file) throw error
    throw new AppError('fileUnavailable', error.data, error)
  }
}
