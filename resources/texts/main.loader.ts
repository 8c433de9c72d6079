// Owns: the language of what the main process shows: menus, notifications, receipts, reports. Must not: change it later.
import { dictionaries } from 'virtual:dictionaries/main'
import { openLanguage } from '../../src-main/app/language.ts'
import { textsIn } from './translate.ts'

const language = openLanguage(['en', ...Object.keys(dictionaries)])

/** The texts of one file of main. */
export const getRuntime = textsIn(language, dictionaries[language] ?? null)
export const getRuntimeRx = getRuntime
