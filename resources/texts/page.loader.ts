// Owns: the language of the page that is open, before any other file of it runs. Must not: change it later.
import { dictionaries } from 'virtual:dictionaries/page'
import { languageOf } from '../../src-preload/domain/locale/page-language.ts'
import { textsIn } from './translate.ts'

const wanted = languageOf(location.search)
const dictionary = Object.hasOwn(dictionaries, wanted) ? ((await dictionaries[wanted]?.()) ?? null) : null
document.documentElement.lang = dictionary === null ? 'en' : wanted

/** The texts of one file of the page. */
export const getRuntime = textsIn(wanted, dictionary)
export const getRuntimeRx = getRuntime
