// Passes the language from main to a page in the page's URL, so that it is known before the first paint.

/**
 * The URL of a page in a language (BCP 47). English leaves it unchanged.
 * @param address - without a query
 */
export const inLanguage = (address: string, language: string): string =>
  language === 'en' ? address : `${address}?language=${language}`

/**
 * The language in a page's URL.
 * @param search - `location.search`: empty, or starting with the question mark
 */
export const languageOf = (search: string): string => /^\?language=([\w-]+)$/.exec(search)?.[1] ?? 'en'
