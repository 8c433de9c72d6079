// Lists the app's languages and picks the one to show.

/** Language tags (BCP 47); the first is the language of the source texts. */
export type Known = readonly [string, ...string[]]

/** Each has a catalog in resources/texts/. */
export const languages: Known = ['en']

/**
 * Returns the language to show: the first wanted tag that has a catalog, matched in full and then by shorter prefixes
 * (`de-AT`, then `de`); otherwise the first known language.
 * @param wanted - tags in order of preference; invalid tags are skipped
 */
export function pickLanguage(wanted: readonly string[], known: Known): string {
  for (const tag of wanted) {
    const parts = tag.split('-')
    for (let length = parts.length; length > 0; length -= 1) {
      const shorter = parts.slice(0, length).join('-').toLowerCase()
      const found = known.find((language) => language.toLowerCase() === shorter)
      if (found !== undefined) return found
    }
  }
  return known[0]
}
