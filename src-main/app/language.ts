// Resolves the app's language: the user's choice, otherwise the system's. Fixed while the app runs.
// Stored in a separate file, because the window needs it before the data file opens.
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { app } from 'electron'
import type { ChannelInput } from '../../src-preload/contract/contract.ts'
import type { LanguageState } from '../../src-preload/contract/app/language.ts'
import { AppError } from '../../src-preload/domain/errors.ts'
import { type Known, pickLanguage } from '../../src-preload/domain/locale/languages.ts'

const fileIn = (folder: string): string => join(folder, 'language')

let known: Known = ['en']
let choice: string | null = null
let current = 'en'

/** The stored choice; null to follow the system. */
function readChoice(folder: string): string | null {
  try {
    const kept = readFileSync(fileIn(folder), 'utf8').trim()
    return known.find((language) => language === kept) ?? null
  } catch {
    // No choice yet, or an unreadable file: follow the system.
    return null
  }
}

/**
 * Resolves the language. Call it before any text is used.
 * @param all - languages of this build
 * @returns the language for this run
 */
export function openLanguage(all: Known): string {
  known = all
  choice = readChoice(app.getPath('userData'))
  current = pickLanguage(choice === null ? app.getPreferredSystemLanguages() : [choice], known)
  return current
}

export const languageState = (): LanguageState => ({ current, choice, known: [...known] })

/**
 * Stores a choice for the next start; null or an unknown language follows the system.
 * @throws AppError `fileUnavailable` when it could not be saved
 */
export function chooseLanguage({ choice: chosen }: ChannelInput<'language:choose'>): LanguageState {
  const file = fileIn(app.getPath('userData'))
  const next = known.find((language) => language === chosen) ?? null
  try {
    if (next === null) rmSync(file, { force: true })
    else {
      writeFileSync(`${file}.new`, next)
      renameSync(`${file}.new`, file)
    }
  } catch (cause) {
    throw new AppError('fileUnavailable', { file }, cause)
  }
  choice = next
  return languageState()
}
