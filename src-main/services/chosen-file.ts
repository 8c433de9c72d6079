// Owns: writing a file in a place that a person chose: whole or not at all. Must not: ask for the place, or know what is in it.
import { AppError, isAppError } from '../../src-preload/shared/errors.ts'
import { type Durability, writeAtomically } from '../keychain/vault/vault-file.ts'

/**
 * Puts the content in the place of the file, readable by its owner only; see writeAtomically. A place that the user chose is
 * not the data folder, and a fault of it is told as what it is. Errors: fileUnavailable { file, reason: the system's code }.
 */
export async function writeChosenFile(
  file: string,
  content: string | Uint8Array,
  durability: Durability,
): Promise<void> {
  try {
    await writeAtomically(file, Buffer.from(content), durability)
  } catch (error) {
    if (!isAppError(error, 'databaseUnavailable')) throw error
    throw new AppError('fileUnavailable', error.data, error)
  }
}
