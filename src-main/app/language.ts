// Owns: the language of all that Starkdesk shows: the one that was chosen, else the system's. It is kept in a file of its own,
// because the window and its texts need it before the data is open. Must not: change while the app runs.
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { app } from 'electron'
import type { ChannelInput } from '../../src-preload/contract/contract.ts'
import type { LanguageState } from '../../src-preload/contract/language.ts'
import { AppError } from '../../src-preload/domain/errors.ts'
import { type Known, pickLanguage } from '../../src-preload/domain/languages.ts'

const fileIn = (folder: string): string => join(folder, 'language')

let known: Known = ['en']
let choice: string | null = null
let current = 'en'

/** What was chosen last; null: nothing, so that it follows the system. */
function readChoice(folder: string): string | null {
  try {
    const kept = readFileSync(fileIn(folder), 'utf8').trim()
    return known.find((language) => language === kept) ?? null
  } catch {
    // There is none until somebody chooses; one that cannot be read is as good as none.
    return null
  }
}

/**
 * Decides the language, before any text is asked for.
 * @param all - the languages that this build has
 * @returns the one that holds until Starkdesk ends
 */
export function openLanguage(all: Known): string {
  known = all
  choice = readChoice(app.getPath('userData'))
  current = pickLanguage(choice === null ? app.getPreferredSystemLanguages() : [choice], known)
  return current
}

export const languageState = (): LanguageState => ({ current, choice, known: [...known] })

/**
 * Keeps a choice for the next start; null: as the system has it. One that is not known is as good as null.
 * @throws AppError `fileUnavailable` when it could not be kept
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
