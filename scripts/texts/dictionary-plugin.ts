// Compiles the catalogues to dictionaries that bundles can load.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import PO from 'pofile'
import type { Plugin } from 'vite'
import { root } from '../paths.ts'
import { compileText } from './compile-text.ts'
import { pseudoLanguage, toPseudo } from './pseudo.ts'

const listId = 'virtual:dictionaries/'
const dictionaryId = 'virtual:dictionary/'

/** An ID that other plugins do not treat as a file. */
const own = (id: string): string => `\0${id}`

const formsOf = ({ msgid, msgid_plural: plural }: PO['items'][number]): string[] =>
  plural ? [msgid, plural] : [msgid]

/** JavaScript source: each text by its English, and the plural rule. */
async function writeDictionary(language: string): Promise<string> {
  const isPseudo = language === pseudoLanguage
  const file = join(root, 'resources', 'texts', `${isPseudo ? 'en' : language}.po`)
  const { items, headers } = PO.parse(await readFile(file, 'utf8'))
  const texts = items.flatMap((item) => {
    const english = formsOf(item)
    const translated = isPseudo ? english.map(toPseudo) : item.msgstr
    const isWhole = translated.length > 0 && translated.every((text) => text !== '')
    return isWhole ? [[JSON.stringify(compileText(english)), compileText(translated)] as const] : []
  })
  const [, plural = 'n == 1 ? 0 : 1'] = /plural=([^;]+)/.exec(headers['Plural-Forms'] ?? '') ?? []
  // It becomes code, so only arithmetic on n is allowed.
  if (!/^[n\d\s%!=<>?:()&|+-]+$/.test(plural)) throw new Error(`${file}: ${plural} is no rule for plurals`)
  return `export const texts = ${JSON.stringify(Object.fromEntries(texts))}\nexport const plural = (n) => Number(${plural})\n`
}

/** JavaScript source of the dictionary imports: lazy for a page, static for main. */
function writeImports(room: string, languages: readonly string[]): string {
  const ids = languages.map((language) => JSON.stringify(dictionaryId + language))
  const imports = room === 'main' ? ids.map((id, at) => `import * as dictionary${String(at)} from ${id}`) : []
  const ways = languages.map((language, at) => {
    const way = room === 'main' ? `dictionary${String(at)}` : `() => import(${String(ids[at])})`
    return `${JSON.stringify(language)}: ${way}`
  })
  return [...imports, `export const dictionaries = { ${ways.join(', ')} }`].join('\n')
}

/** Provides `virtual:dictionaries/page` and `virtual:dictionaries/main`: the imports of each language except English. */
export function dictionaries(languages: readonly string[]): Plugin {
  const others = languages.filter((language) => language !== 'en')
  return {
    name: 'dictionaries',
    resolveId: (id) => (id.startsWith(listId) || id.startsWith(dictionaryId) ? own(id) : null),
    load: async (id) => {
      if (id.startsWith(own(dictionaryId))) return writeDictionary(id.slice(own(dictionaryId).length))
      return id.startsWith(own(listId)) ? writeImports(id.slice(own(listId).length), others) : null
    },
  }
}
