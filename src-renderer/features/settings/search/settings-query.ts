// Finds settings by the words that are typed.
import { settingEntries, titleOfGroup } from './settings-index.ts'

/** Normalizes text for comparison: lower case without accents. */
function plain(text: string): string {
  return text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()
}

/** The searched words; none in a text without letters or digits. */
export function wordsOf(query: string): string[] {
  return plain(query).match(/[\p{L}\p{N}]+/gu) ?? []
}

const haystacks: ReadonlyMap<string, readonly string[]> = new Map(
  settingEntries.map((entry) => [
    entry.id,
    wordsOf([entry.title, entry.about, entry.also, entry.usual ?? '', titleOfGroup(entry.group)].join(' ')),
  ]),
)

/** True when each word of the query starts a word of the text. */
export function beginsWords(text: string, query: string): boolean {
  const words = wordsOf(text)
  return wordsOf(query).every((one) => words.some((word) => word.startsWith(one)))
}

/** True when each word of the query starts a word of the setting. An empty query matches everything. */
export function fitsQuery(id: string, query: string): boolean {
  const sought = wordsOf(query)
  const words = haystacks.get(id) ?? []
  return sought.every((one) => words.some((word) => word.startsWith(one)))
}
