// Owns: how main tells a page its language: in the page's address, so that it is known before anything is shown.
// Must not: choose one.

/**
 * The address of a page in a language (BCP 47). In English it stays as it is.
 * @param address - without anything to ask for in it
 */
export const inLanguage = (address: string, language: string): string =>
  language === 'en' ? address : `${address}?language=${language}`

/**
 * The language that a page's address names.
 * @param search - of its location: empty, or from the question mark on
 */
export const languageOf = (search: string): string => /^\?language=([\w-]+)$/.exec(search)?.[1] ?? 'en'
