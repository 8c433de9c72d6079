// Owns: writing a file in a place that a person chose: whole or not at all. Must not: ask for the place, or know what is in it.
import { AppError, isAppError } from '../../src-preload/domain/errors.ts'
import { type Durability, writeAtomically } from '../keychain/vault/vault-file.ts'

/**
 * Puts the content in the place of the file, readable by its owner only; see writeAtomically. A place that the user chose is
 * not the data folder, and a fault of it is told as what it is. Errors: fileUnavailable { file, reason: the system's code };
 * those of the content, where it comes in pieces.
 * @param signal - aborted before the file is in place: it is not put there; rejects with its reason where that is ours
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
    // Content that comes in pieces may fail for a file of its own.
    if (!isAppError(error, 'databaseUnavailable') || error.data['file'] !== file) throw error
    throw new AppError('fileUnavailable', error.data, error)
  }
}
