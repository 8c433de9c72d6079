// Owns: the texts of a file in the language in use. Must not: choose the language, or load anything.
import toRuntime, { type CatalogModule, type Runtime } from 'wuchale/runtime'

/** A text in its compiled form: whole, in pieces with places for values between them, or the forms of a noun. */
export type Text = CatalogModule['c'][number]

/** A language, as the bundler compiles it from its catalogue. */
export interface Dictionary {
  /** Each text by its English in compiled form, as JSON; both without the spaces around them. */
  readonly texts: Readonly<Record<string, Text>>
  /** Which form of a noun goes with a count. */
  readonly plural: (count: number) => number
}

/** A text without the spaces around it, and what puts them around its translation. */
function trim(text: Text): { readonly bare: Text; readonly put: (translation: Text) => Text } {
  const pieces = typeof text === 'string' ? [text] : text
  const [first, last] = [pieces.at(0), pieces.at(-1)]
  const before = typeof first === 'string' ? first.slice(0, first.length - first.trimStart().length) : ''
  const after = typeof last === 'string' ? last.slice(last.trimEnd().length) : ''
  if (before === '' && after === '') return { bare: text, put: (translation) => translation }
  const put = (translation: Text): Text =>
    typeof translation === 'string' ? before + translation + after : [before, ...translation, after]
  if (typeof text === 'string') return { bare: text.trim(), put }
  const bare = pieces.map((piece, at) => {
    if (typeof piece !== 'string') return piece
    const start = at === 0 ? piece.trimStart() : piece
    return at === pieces.length - 1 ? start.trimEnd() : start
  })
  return { bare: bare.filter((piece) => piece !== ''), put }
}

/**
 * What a file asks for its texts.
 * @param dictionary - null: English. A text that it does not have stays English.
 */
export function textsIn(language: string, dictionary: Dictionary | null): (english: Text[]) => Runtime {
  if (dictionary === null) return (english) => toRuntime({ c: english, p: englishPlural }, 'en')
  const { texts, plural } = dictionary
  const translate = (text: Text): Text => {
    const { bare, put } = trim(text)
    const found = texts[JSON.stringify(bare)]
    return found === undefined ? text : put(found)
  }
  return (english) => toRuntime({ c: english.map(translate), p: plural }, language)
}

const englishPlural = (count: number): number => (count === 1 ? 0 : 1)
