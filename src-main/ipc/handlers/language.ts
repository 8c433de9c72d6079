// Owns: the handlers about the language. Must not: hold rules.
import { chooseLanguage, languageState } from '../../app/language.ts'
import type { DomainHandlers } from '../register.ts'

export function createLanguageHandlers(): DomainHandlers<'language'> {
  return {
    'language:getState': () => languageState(),
    'language:choose': ({ choice }) => {
      chooseLanguage(choice)
      return languageState()
    },
  }
}
