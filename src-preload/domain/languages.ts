// Owns: the languages that Starkdesk has, and which of them a person gets. Must not: hold a text.

/** Tags (BCP 47); the first is the language of the sources. */
export type Known = readonly [string, ...string[]]

/** Each has its catalogue in resources/texts/. */
export const languages: Known = ['en']

/**
 * The language to show: the first wanted one that there is a catalogue for, by its whole tag or with less and less of it
 * (`de-AT`, then `de`); else the first of all.
 * @param wanted - tags, the most wanted first; what is no tag is passed over
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
