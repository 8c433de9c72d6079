// Owns: the pseudo-language: English with accents and a third longer, in which a text that is not in the catalogue stands out
// and a place that is too narrow breaks. Must not: be shipped.

/** Its tag, of those set aside for the purpose. */
export const pseudoLanguage = 'en-XA'

const plain = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const accented = 'ÅƁÇÐÉƑĜĤÎĴĶĻṀÑÖÞQŔŠŢÛṼŴẊÝŽåƀçðéƒĝĥîĵķļṁñöþqŕšţûṽŵẋýž'
const accents = new Map(Array.from(plain, (letter, at) => [letter, accented[at] ?? letter]))

/** Values and tags of a message, `{0}` and `<1>`, which stay as they are. */
const slot = /(\{\d+\}|<\/?\d+\/?>)/

/** A text of the catalogue in the pseudo-language. Spaces around it stay around it. */
export function toPseudo(text: string): string {
  const parts = text.split(slot)
  const letters = parts.filter((part) => !slot.test(part)).join('').length
  const whole = parts
    .map((part) =>
      slot.test(part) ? part : part.replaceAll(/[A-Za-z]/g, (letter) => accents.get(letter) ?? letter),
    )
    .join('')
  const [, before = '', middle = '', after = ''] = /^(\s*)(.*?)(\s*)$/su.exec(whole) ?? []
  return `${before}${middle}${'~'.repeat(Math.ceil(letters * 0.3))}${after}`
}
